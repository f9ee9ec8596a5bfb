//! Builds the crate again where a file is added to the machines, or goes: `include_dir!` sees only changes of those that it knows.

fn main() {
    println!("cargo:rerun-if-changed=machines");
}
