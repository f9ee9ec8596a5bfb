//! Where members lie: random structs against the specification's rules for alignment and size.

use super::run;

/// A type that can be shared with the host.
enum Type {
    Scalar(&'static str),
    Vector(u32, &'static str),
    Matrix(u32, u32),
    Array(Box<Type>, u32),
    Struct(String, Vec<Member>),
}

struct Member {
    attributes: String,
    align: u32,
    size: u32,
    ty: Type,
}

/// A scalar within a variable: how WGSL writes it, where it lies, its type.
struct Leaf {
    path: String,
    offset: u32,
    scalar: &'static str,
}

impl Type {
    fn align(&self) -> u32 {
        match self {
            Self::Scalar(_) => 4,
            Self::Vector(2, _) | Self::Matrix(_, 2) => 8,
            Self::Vector(..) | Self::Matrix(..) => 16,
            Self::Array(element, _) => element.align(),
            Self::Struct(_, members) => members.iter().map(|member| member.align).max().unwrap_or(1),
        }
    }

    fn size(&self) -> u32 {
        match self {
            Self::Scalar(_) => 4,
            Self::Vector(n, _) => 4 * n,
            Self::Matrix(columns, rows) => columns * if *rows == 2 { 8 } else { 16 },
            Self::Array(element, n) => n * element.stride(),
            Self::Struct(_, members) => {
                let end = offsets(members).last().map_or(0, |(_, end)| *end);
                end.next_multiple_of(self.align())
            }
        }
    }

    fn stride(&self) -> u32 {
        self.size().next_multiple_of(self.align())
    }

    fn name(&self) -> String {
        match self {
            Self::Scalar(scalar) => (*scalar).to_owned(),
            Self::Vector(n, scalar) => format!("vec{n}<{scalar}>"),
            Self::Matrix(columns, rows) => format!("mat{columns}x{rows}<f32>"),
            Self::Array(element, n) => format!("array<{}, {n}>", element.name()),
            Self::Struct(name, _) => name.clone(),
        }
    }

    fn declare(&self, out: &mut String) {
        match self {
            Self::Array(element, _) => element.declare(out),
            Self::Struct(name, members) => {
                members.iter().for_each(|member| member.ty.declare(out));
                let member =
                    |(k, member): (usize, &Member)| format!("  {}m{k}: {},\n", member.attributes, member.ty.name());
                let members: String = members.iter().enumerate().map(member).collect();
                out.push_str(&format!("struct {name} {{\n{members}}}\n"));
            }
            _ => {}
        }
    }

    fn leaves(&self, path: &str, offset: u32, out: &mut Vec<Leaf>) {
        let mut leaf = |path: String, offset, scalar| out.push(Leaf { path, offset, scalar });
        match self {
            Self::Scalar(scalar) => leaf(path.to_owned(), offset, scalar),
            Self::Vector(n, scalar) => {
                (0..*n).for_each(|k| leaf(format!("{path}[{k}]"), offset + 4 * k, scalar));
            }
            Self::Matrix(columns, rows) => {
                let stride = if *rows == 2 { 8 } else { 16 };
                for (c, r) in (0..*columns).flat_map(|c| (0..*rows).map(move |r| (c, r))) {
                    leaf(format!("{path}[{c}][{r}]"), offset + c * stride + 4 * r, "f32");
                }
            }
            Self::Array(element, n) => {
                (0..*n).for_each(|k| element.leaves(&format!("{path}[{k}]"), offset + k * element.stride(), out));
            }
            Self::Struct(_, members) => {
                for ((k, member), (at, _)) in members.iter().enumerate().zip(offsets(members)) {
                    member.ty.leaves(&format!("{path}.m{k}"), offset + at, out);
                }
            }
        }
    }
}

/// Where each member begins and ends.
fn offsets(members: &[Member]) -> Vec<(u32, u32)> {
    let mut end = 0u32;
    let place = |member: &Member| {
        let start = end.next_multiple_of(member.align);
        end = start + member.size;
        (start, end)
    };
    members.iter().map(place).collect()
}

/// Makes types; `structs` counts them for their names.
struct Maker {
    random: fastrand::Rng,
    structs: u32,
}

impl Maker {
    fn any(&mut self, depth: u32) -> Type {
        let scalar = ["u32", "i32", "f32"][self.random.usize(0..3)];
        match self.random.u32(0..if depth == 0 { 3 } else { 5 }) {
            0 => Type::Scalar(scalar),
            1 => Type::Vector(self.random.u32(2..=4), scalar),
            2 => Type::Matrix(self.random.u32(2..=4), self.random.u32(2..=4)),
            3 => Type::Array(Box::new(self.any(depth - 1)), self.random.u32(1..=3)),
            _ => self.structure(depth - 1, false),
        }
    }

    /// naga 30 forgets a member's `@align` in the alignment of its struct, so only the outermost struct has any.
    fn structure(&mut self, depth: u32, outermost: bool) -> Type {
        let count = self.random.usize(1..=4);
        let members = (0..count).map(|_| self.member(depth, outermost)).collect();
        self.structs += 1;
        Type::Struct(format!("S{}", self.structs), members)
    }

    fn member(&mut self, depth: u32, aligned: bool) -> Member {
        let ty = self.any(depth);
        let (mut align, mut size, mut attributes) = (ty.align(), ty.size(), String::new());
        if aligned && self.random.u32(0..4) == 0 {
            align *= 1 << self.random.u32(0..3);
            attributes.push_str(&format!("@align({align}) "));
        }
        if self.random.u32(0..4) == 0 {
            size += self.random.u32(0..20);
            attributes.push_str(&format!("@size({size}) "));
        }
        Member { attributes, align, size, ty }
    }
}

/// What a leaf holds: no two the same, and a whole number as a float.
fn value(leaf: usize, scalar: &str) -> u32 {
    match scalar {
        "f32" => (leaf as f32 + 1.0).to_bits(),
        _ => leaf as u32 + 1,
    }
}

/// Stores each leaf of `written`, reads each of `given`, and copies `given` by way of each memory.
fn source(ty: &Type, leaves: &[Leaf]) -> String {
    let mut text = String::new();
    ty.declare(&mut text);
    let name = ty.name();
    text.push_str(&format!(
        "@group(0) @binding(0) var<storage> given: {name};
@group(0) @binding(1) var<storage, read_write> written: {name};
@group(0) @binding(2) var<storage, read_write> read: array<u32>;
@group(0) @binding(3) var<storage, read_write> copy: {name};
var<private> p: {name};
var<workgroup> s: {name};
@compute @workgroup_size(1) fn main() {{
  p = given;
  s = p;
  var f = s;
  copy = f;\n"
    ));
    for (k, Leaf { path, scalar, .. }) in leaves.iter().enumerate() {
        text.push_str(&format!("  written{path} = {scalar}({});\n", k + 1));
        text.push_str(&format!("  read[{k}] = bitcast<u32>(given{path});\n"));
    }
    text + "}"
}

#[test]
fn random_structs_lie_as_the_specification_lays_them_out() {
    const PADDING: u8 = 0xEE;
    for seed in 0..24 {
        let random = fastrand::Rng::with_seed(seed);
        let ty = Maker { random, structs: 0 }.structure(2, true);
        let mut leaves = Vec::new();
        ty.leaves("", 0, &mut leaves);
        let empty = vec![PADDING; ty.size().next_multiple_of(4) as usize];
        let mut full = empty.clone();
        let mut values = Vec::new();
        for (k, leaf) in leaves.iter().enumerate() {
            let bytes = value(k, leaf.scalar).to_le_bytes();
            full[leaf.offset as usize..][..4].copy_from_slice(&bytes);
            values.extend(bytes);
        }
        let source = source(&ty, &leaves);
        let buffers = vec![full.clone(), empty.clone(), vec![0; values.len()], empty];
        let out = run(&format!("layout-{seed}"), &source, 1, buffers, "");
        assert_eq!(out[1], full, "written, seed {seed}\n{source}");
        assert_eq!(out[2], values, "read, seed {seed}\n{source}");
        assert_eq!(out[3], full, "copied, seed {seed}\n{source}");
    }
}
