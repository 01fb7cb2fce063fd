//! Links the program at a fixed address where that is known to work: the loader would otherwise set some 12,000
//! addresses, which a small maze would wait for.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|it| it == "crt-static");
    if target("OS") == "linux" && target("ENV") == "gnu" && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
