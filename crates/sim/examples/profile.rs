//! Counts and estimates a copy by columns on two GPUs: `cargo run -p lockstep-sim --example profile`.

use lockstep_sim::{Shader, ShaderError};

const KERNEL: &str = "
override PITCH: u32 = 256;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x % PITCH * PITCH + id.x / PITCH;
    b[i] = a[i];
}";

fn main() -> Result<(), ShaderError> {
    for machine in ["ampere-8.6", "rdna3"] {
        let run = Shader::new(KERNEL)
            .on(machine)
            .bind_f32(0, 0, &[1.0; 1 << 16])
            .output(0, 1, 4 << 16)
            .dispatch([256, 1, 1])?;
        let counters = run.counters();
        println!(
            "{machine}: {} sectors where {} would do, estimated {:?} s",
            counters.global_sectors,
            counters.global_sectors_ideal,
            run.estimate().time_s
        );
        for finding in run.advice() {
            println!("  {finding}");
        }
    }
    Ok(())
}
