//! The scenes of this crate, each a test.

use outside::registry;

mazetick::harness!("scenes", registry());
