//! What instructions are called in listings: no vendor's assembly, but close to what all of them have.

use super::code::{Code, Form, State};
use crate::ir::{Access, Bin, Mem, Op, Program, Tern, TextureDoes, Un};

/// What the instruction at `at` is called, with those that are part of it.
pub fn mnemonic(code: &Code<'_>, at: usize) -> String {
    let instruction = &code.instructions[at];
    let half = code.program.code.halves.contains_key(&at);
    let own = match instruction.form {
        Form::Literal => return "mov literal".to_owned(),
        Form::ByReciprocal => return "mul.f32 by a reciprocal".to_owned(),
        Form::Whole if code.contractions.contains(at) => contraction(code, at).to_owned(),
        Form::Whole => name(code.program, instruction.op),
    };
    let own = if half { own.replace("f32", "f16") } else { own };
    let parts: Vec<String> = code.parts.of(at).map(|part| name(code.program, code.ops()[part])).collect();
    match (instruction.state, parts.as_slice()) {
        (State::PartOf(_), _) => format!("{own} (what is left of it)"),
        (_, []) => own,
        (_, parts) => format!("{own} with {}", parts.join(" and ")),
    }
}

/// A sum with its product.
fn contraction(code: &Code<'_>, sum: usize) -> &'static str {
    match code.ops()[sum] {
        Op::Bin { op: Bin::AddI, .. } => "dot4.i8 with add.i32",
        _ => "fma.f32",
    }
}

fn name(program: &Program, op: Op) -> String {
    match op {
        Op::Un { op: Un::RoundF16, .. } => "cvt.f16.f32".to_owned(),
        Op::Un { op, .. } => typed(&format!("{op:?}")),
        Op::Bin { op: Bin::DivByF, .. } => "mul.f32".to_owned(),
        Op::Bin { op, .. } => typed(&format!("{op:?}")),
        Op::Tern { op: Tern::Fma | Tern::MulAddF, .. } => "fma.f32".to_owned(),
        Op::Tern { op: Tern::MulAddI, .. } => "mad.i32".to_owned(),
        Op::Tern { op: Tern::Select, .. } => "select".to_owned(),
        Op::Tern { op: Tern::ExtractI, .. } => "bfe.i32".to_owned(),
        Op::Tern { op: Tern::ExtractU, .. } => "bfe.u32".to_owned(),
        Op::Load { access, .. } => format!("load{}", operand(program, access)),
        Op::Store { access, .. } => format!("store{}", operand(program, access)),
        Op::Request { access, .. } => format!("request{}", operand(program, access)),
        Op::Atomic { access, rmw, .. } => {
            format!("atomic.{}{}", format!("{rmw:?}").to_lowercase(), operand(program, access))
        }
        Op::Texture { op, .. } => match program.texture_ops[op as usize].does {
            TextureDoes::Load => "load.texture",
            TextureDoes::Store => "store.texture",
            TextureDoes::Sample(_) => "sample.texture",
            TextureDoes::Size | TextureDoes::Levels | TextureDoes::Layers => "query.texture",
        }
        .to_owned(),
        Op::RegLoad { .. } | Op::RegStore { .. } => "mov indexed".to_owned(),
        Op::Length { .. } => "length".to_owned(),
        Op::If { .. } | Op::Switch { .. } | Op::Predicate { .. } => "branch".to_owned(),
        Op::ExitTest { .. } | Op::Back { .. } => "branch of the loop".to_owned(),
        Op::Barrier { .. } => "barrier".to_owned(),
        Op::Ballot { .. } => "subgroup.ballot".to_owned(),
        Op::Vote { .. } => "subgroup.vote".to_owned(),
        Op::SubgroupReduce { scan, op, .. } => {
            format!("subgroup.{}.{}", format!("{scan:?}").to_lowercase(), typed(&format!("{op:?}")))
        }
        Op::SubgroupShuffle { .. } => "subgroup.shuffle".to_owned(),
        Op::LoadTile { tile, .. } => format!("load.matrix{}", operand(program, tile.access)),
        Op::StoreTile { tile, .. } => format!("store.matrix{}", operand(program, tile.access)),
        Op::MultiplyTiles { product, .. } => format!("mma.{}", product.name().replace(' ', ".")),
        Op::Assign { .. } | Op::Mov { .. } => "predicate".to_owned(),
        _ => "other".to_owned(),
    }
}

/// The memory, the type and the variable of an access.
fn operand(program: &Program, access: Access) -> String {
    let memory = match access.mem {
        Mem::Buffer(buffer) if program.buffers[buffer as usize].uniform => "uniform",
        Mem::Buffer(_) => "storage",
        Mem::Workgroup => "workgroup",
        Mem::Immediate => "immediate",
    };
    let kind = format!("{:?}", access.kind).to_lowercase();
    let width = if access.size > 1 { format!("x{}", access.size) } else { String::new() };
    let name = &program.sites[access.site as usize].name;
    format!(".{memory}.{kind}{width} {name}")
}

/// An operation's name with its type behind a dot: `AddF` is `add.f32`.
fn typed(name: &str) -> String {
    let types = [("I64", ".i64"), ("U64", ".u64"), ("64", ".i64"), ("F", ".f32"), ("I", ".i32"), ("U", ".u32")];
    let found = types.into_iter().find_map(|(suffix, ty)| Some((name.strip_suffix(suffix)?, ty)));
    match found {
        Some((stem, ty)) if !stem.is_empty() && !name.ends_with("ToF") => format!("{}{ty}", stem.to_lowercase()),
        _ => name.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_named_with_their_types() {
        let names = ["AddF", "LtU", "Add64", "MinI64", "Shl", "Exp2", "F32ToI32"].map(typed);
        assert_eq!(names, ["add.f32", "lt.u32", "add.i64", "min.i64", "shl", "exp2", "f32toi32"]);
    }
}
