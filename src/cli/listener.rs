//! Standard output, which its reader may close at any time.

use std::io::{self, ErrorKind, IsTerminal, StdoutLock, Write};

use super::progress::aside;

/// Standard output. If its reader closes it, that is not an error and the work continues: the exit
/// code is the same as with a reader.
pub(super) fn listener() -> Listener<StdoutLock<'static>> {
    let to = io::stdout().lock();
    Listener { is_seen: to.is_terminal(), to, has_left: false }
}

/// An output that accepts everything, even after its reader has closed it.
pub(super) struct Listener<W> {
    to: W,
    has_left: bool,
    /// Whether it is a terminal, which may show a line of progress.
    is_seen: bool,
}

impl<W> Listener<W> {
    /// Prints something above the line of progress.
    fn print<T>(&mut self, print: impl FnOnce(&mut W) -> io::Result<T>, lost: T) -> io::Result<T> {
        let to = &mut self.to;
        let printed = if self.is_seen { aside(|| print(to)) } else { print(to) };
        self.heard(printed, lost)
    }

    /// The result of a write; `lost` if the reader has closed the pipe.
    fn heard<T>(&mut self, printed: io::Result<T>, lost: T) -> io::Result<T> {
        printed.or_else(|error| {
            self.has_left |= error.kind() == ErrorKind::BrokenPipe;
            if self.has_left { Ok(lost) } else { Err(error) }
        })
    }
}

impl<W: Write> Write for Listener<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.has_left {
            return Ok(bytes.len());
        }
        self.print(|to| to.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.has_left {
            return Ok(());
        }
        self.print(W::flush, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails every write in the same way.
    struct Failing(ErrorKind, usize);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_that_nobody_listens_is_no_error() {
        let mut left =
            Listener { to: Failing(ErrorKind::BrokenPipe, 0), has_left: false, is_seen: false };
        for _ in 0..3 {
            left.write_all(b"a").and_then(|()| left.flush()).expect("no error");
        }
        assert_eq!(left.to.1, 1, "nothing more is printed");
        let mut full =
            Listener { to: Failing(ErrorKind::StorageFull, 0), has_left: false, is_seen: false };
        assert!(full.flush().is_err() && full.write_all(b"a").is_err());
    }
}
