//! Sequences, maps, tuples and structs, item by item.

use serde::{Serialize, ser};

use super::{Done, Hasher, Unserializable};

/// The items of a sequence, a map, a tuple or a struct.
pub struct Items<'a> {
    pub(super) hasher: &'a mut Hasher,
    /// Whether each item has a byte before it, as there is no length.
    pub(super) is_marked: bool,
}

impl Items<'_> {
    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, item: &T) -> Done {
        if self.is_marked {
            self.hasher.push([1]);
        }
        item.serialize(&mut *self.hasher)
    }

    #[inline]
    fn end(self) {
        if self.is_marked {
            self.hasher.push([0]);
        }
    }
}

macro_rules! items {
    ($($trait:ident $method:ident($($name:ty)?)),*) => {$(
        impl ser::$trait for Items<'_> {
            type Ok = ();
            type Error = Unserializable;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? item: &T) -> Done {
                self.item(item)
            }

            #[inline]
            fn end(self) -> Done {
                self.end();
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq serialize_element(),
    SerializeTuple serialize_element(),
    SerializeTupleStruct serialize_field(),
    SerializeTupleVariant serialize_field(),
    SerializeStruct serialize_field(&'static str),
    SerializeStructVariant serialize_field(&'static str)
}

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Unserializable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut *self.hasher)
    }

    fn end(self) -> Done {
        self.end();
        Ok(())
    }
}
