//! Everything that is counted, found and estimated for some kernels, as text: `cargo run -p lockstep-sim --example counters`.
//!
//! Built for WebAssembly, the module exports `text_byte`, from which its host reads the same text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use lockstep_sim::kernel::Kernel;
use lockstep_sim::machine::Machine;
use lockstep_sim::{Compiled, Launch, Options, simulate};

/// A kernel's name and source, its workgroups, and its buffers by binding.
type Case = (&'static str, &'static str, [u32; 3], Vec<(u32, Vec<u8>)>);

fn cases() -> Vec<Case> {
    let side = 64;
    let matrix = || floats(side * side);
    vec![
        (
            "a transpose whose stores are a row apart",
            include_str!("../../../shaders/coalescing/naive.wgsl"),
            [2, 2, 1],
            vec![(0, words(&[side])), (1, matrix()), (2, matrix())],
        ),
        (
            "a matrix product by tiles, with barriers",
            include_str!("../../../shaders/tiling/tiled.wgsl"),
            [4, 4, 1],
            vec![(0, words(&[side; 3])), (1, matrix()), (2, matrix()), (3, matrix())],
        ),
        (
            "a softmax, with exponentials",
            include_str!("../../../shaders/fusion/softmax-fused.wgsl"),
            [side, 1, 1],
            vec![(0, words(&[side; 2])), (1, matrix()), (5, matrix())],
        ),
    ]
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn floats(count: u32) -> Vec<u8> {
    let value = |i: u32| (i * 37 % 101) as f32 / 64.0 - 0.75;
    (0..count).flat_map(|i| value(i).to_le_bytes()).collect()
}

fn text() -> Result<String, Box<dyn std::error::Error>> {
    let machine = Machine::builtin("ampere-8.6")?;
    let mut text = String::new();
    for (name, source, workgroups, buffers) in cases() {
        let kernel = Kernel::parse(name, source, None, &BTreeMap::new())?;
        let program = Compiled::new(&kernel, &machine.target())?;
        let buffers = buffers.into_iter();
        let mut bindings: BTreeMap<_, _> = buffers.map(|(binding, bytes)| ((0, binding), bytes)).collect();
        let launch = Launch { workgroups, bindings: &mut bindings, immediates: &[] };
        let simulation = simulate(&program, launch, machine, &Options::default())?;
        writeln!(text, "{name}: {simulation:#?}\n{:?}", bindings.values().last())?;
    }
    Ok(text)
}

/// The byte of the text at `place`, or -1 past its end; -2 in place of the first where a kernel could not be run.
#[allow(unsafe_code)] // No other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn text_byte(place: u32) -> i32 {
    static TEXT: OnceLock<Option<String>> = OnceLock::new();
    match TEXT.get_or_init(|| text().ok()) {
        Some(text) => text.as_bytes().get(place as usize).map_or(-1, |&byte| byte.into()),
        None => -2,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", text()?);
    Ok(())
}
