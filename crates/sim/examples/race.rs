//! Finds a race in a kernel, and shows that a barrier mends it: `cargo run -p lockstep-sim --example race`.

use lockstep_sim::{Shader, ShaderError};

const KERNEL: &str = "
var<workgroup> tile: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    tile[i] = data[i];
    // BARRIER
    data[i] = tile[63 - i];
}";

fn main() -> Result<(), ShaderError> {
    for source in [KERNEL.to_owned(), KERNEL.replace("// BARRIER", "workgroupBarrier();")] {
        let run = Shader::new(&source).bind_u32(0, 0, &[1; 64]).dispatch([1, 1, 1])?;
        println!("{} findings\n{run}", run.findings().len());
    }
    Ok(())
}
