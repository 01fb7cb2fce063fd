//! Every committed scene is a test with its name: its expectations hold.

use mazetick::registry::Registry;

mazetick::harness!("scenes", Registry::standard());
