//! Cooperative matrices: tiles that are loaded, multiplied, added up and stored, where all lanes of a subgroup are.

use super::{Generator, Program};

/// The elements from a tile to the next: 16 rows of the longest distance fit.
const ROOM: u32 = 512;

/// Where the types of factors and sums lie: those that are read, and those that are stored.
fn buffers(kind: &str) -> [&'static str; 2] {
    if kind == "f16" { ["halves", "tiles_f16"] } else { ["singles", "tiles_f32"] }
}

impl Generator {
    pub(super) fn tile_buffers(&mut self) {
        let numbers = Program::TILE_NUMBERS;
        for (binding, line) in [
            (5, format!("var<storage, read> halves: array<f16, {numbers}>;")),
            (6, format!("var<storage, read> singles: array<f32, {numbers}>;")),
            (7, "var<storage, read_write> tiles_f16: array<f16>;".to_owned()),
            (8, "var<storage, read_write> tiles_f32: array<f32>;".to_owned()),
        ] {
            self.global(&format!("@group(0) @binding({binding}) {line}"));
        }
    }

    /// A sum of products, and what is made of it, stored where no other subgroup stores.
    pub(super) fn tiles(&mut self, phase: u32) {
        let side = self.choose([8, 16]);
        let (factors, sums) = self.choose([("f16", "f16"), ("f16", "f32"), ("f32", "f32")]);
        let sum_type = format!("coop_mat{side}x{side}<{sums}, C>");
        let (sum, other, step) = (self.name("sum"), self.name("other"), self.name("step_"));
        let begins = self.loaded(&sum_type, sums, "0u");
        let first = if self.random.bool() { begins } else { format!("{sum_type}()") };
        self.line(&format!("var {sum} = {first};"));
        let steps = self.random.u32(1..4);
        self.open(&format!("for (var {step} = 0u; {step} < {steps}u; {step}++) {{"));
        let from = format!("{step} * 8u");
        let [a, b] =
            ["A", "B"].map(|role| self.loaded(&format!("coop_mat{side}x{side}<{factors}, {role}>"), factors, &from));
        self.line(&format!("{sum} = coopMultiplyAdd({a}, {b}, {sum});"));
        self.close("}");
        let term = self.loaded(&sum_type, sums, "0u");
        self.line(&format!("let {other} = {term};"));
        let suffix = if sums == "f16" { "h" } else { "f" };
        for _ in 0..self.random.u32(0..3) {
            let value = match self.random.u8(0..3) {
                0 => format!("{sum} + {other}"),
                1 => format!("{other} - {sum}"),
                _ => format!("{sum} * -0.375{suffix}"),
            };
            self.line(&format!("{sum} = {value};"));
        }
        let (rows, stride) = (self.choose(["", "T"]), 8 * self.random.u32(side / 8..4));
        let (place, [_, stored]) = (format!("(tile * {}u + {phase}u) * {ROOM}u", Program::PHASES), buffers(sums));
        self.line(&format!("coopStore{rows}({sum}, &{stored}[{place}], {stride}u);"));
    }

    /// A tile from somewhere, `more` elements further on.
    fn loaded(&mut self, ty: &str, kind: &str, more: &str) -> String {
        let (rows, stride) = (self.choose(["", "T"]), 8 * self.random.u32(2..4));
        let first = 8 * self.random.u32(0..(Program::TILE_NUMBERS - ROOM) / 8);
        let [read, _] = buffers(kind);
        format!("coopLoad{rows}<{ty}>(&{read}[{first}u + {more}], {stride}u)")
    }
}

impl Program {
    /// Numbers from which tiles are loaded, of either type.
    pub const TILE_NUMBERS: u32 = 1024;
    /// How often programs store a tile, at most.
    pub const PHASES: u32 = 2;

    /// The buffers of tiles: small numbers that f16 has, and room for what each subgroup stores.
    pub(super) fn tile_bindings(&self) -> [Vec<u8>; 4] {
        let mut random = fastrand::Rng::with_seed(!self.seed);
        let mut number = |_| f32::from(random.i16(-2048..2048)) / 512.0;
        let numbers = (0..Self::TILE_NUMBERS).map(&mut number).collect::<Vec<f32>>();
        let halves = numbers.iter().flat_map(|number| half::f16::from_f32(*number).to_le_bytes());
        let singles = numbers.iter().flat_map(|number| number.to_le_bytes());
        // The narrowest subgroups have 4 lanes.
        let room = self.workgroups * self.invocations / 4 * Self::PHASES * ROOM;
        [halves.collect(), singles.collect(), vec![0; 2 * room as usize], vec![0; 4 * room as usize]]
    }
}
