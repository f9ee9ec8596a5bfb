//! Random compute shaders, the same everywhere for a seed, whose output is defined bit for bit.
//!
//! Integers wrap, divisions by zero and shifts are defined, indices stay in bounds, loops end, barriers stand in uniform
//! control flow, atomics commute or are an invocation's own.

mod declarations;
mod expressions;
mod numbers;
mod statements;
mod tiles;
mod types;

use fastrand::Rng;
use std::fmt::Write;
use std::ops::Range;
use types::{Scalar, Type};

/// The seeds to run: those asked for by `LOCKSTEP_SEEDS=FROM-TO`, or the first `count`.
pub fn seeds(count: u64) -> Range<u64> {
    let asked = std::env::var("LOCKSTEP_SEEDS").ok();
    asked.map_or(0..count, |text| {
        let (from, to) = text.split_once('-').expect("LOCKSTEP_SEEDS is FROM-TO");
        from.parse().expect("FROM is a number")..to.parse().expect("TO is a number")
    })
}

/// What programs may use.
#[derive(Debug, Clone, Copy)]
pub struct Dialect {
    pub f16: bool,
    pub i64: bool,
    pub subgroups: Subgroups,
    /// Floats stay small whole numbers, so that neither fused nor reordered arithmetic can round them: for comparisons
    /// with devices, whose rounding WGSL leaves open.
    pub exact: bool,
    /// Cooperative matrices, where all lanes of a subgroup are.
    pub matrices: bool,
    /// About how many statements a program has.
    pub statements: u32,
}

/// Where subgroup operations stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subgroups {
    Nowhere,
    /// Where all invocations of a subgroup are active.
    Uniform,
    /// In divergent control flow too: for what promises to reconverge where a construct ends.
    Anywhere,
}

impl Dialect {
    /// All that the simulator promises.
    pub const ALL: Self =
        Self { f16: true, i64: true, subgroups: Subgroups::Anywhere, exact: false, matrices: false, statements: 12 };
    /// Cooperative matrices too, in workgroups that all subgroups fill.
    pub const MATRICES: Self = Self { matrices: true, statements: 4, ..Self::ALL };
    /// All of it, in ways that devices that have it compute alike.
    pub const EXACT: Self = Self { subgroups: Subgroups::Uniform, exact: true, statements: 30, ..Self::ALL };
    /// What every device has, and computes alike.
    pub const PORTABLE: Self = Self { f16: false, i64: false, subgroups: Subgroups::Nowhere, ..Self::EXACT };
}

/// A program and what to run it with.
#[derive(Debug, Clone)]
pub struct Program {
    pub seed: u64,
    pub source: String,
    pub workgroups: u32,
    pub invocations: u32,
    /// Whether it has the buffers of tiles.
    pub matrices: bool,
}

impl Program {
    /// Words of input at binding 0.
    pub const INPUT_WORDS: u32 = 256;
    /// Words of output at binding 1 for each invocation.
    pub const WORDS_PER_INVOCATION: u32 = 4;
    /// Words of atomics at binding 2, in which all invocations meet: each one by one operation only.
    pub const TOTALS: u32 = 6;
    /// Bytes at binding 3 for each invocation, at least: a struct of its own.
    pub const CELL_BYTES: u32 = 1024;

    /// The program of a seed.
    pub fn new(seed: u64, dialect: Dialect) -> Self {
        Generator::new(seed, dialect).program()
    }

    /// The bytes of each binding before the program runs. The input has all bit patterns, with small and extreme ones
    /// more often than chance has them.
    pub fn bindings(&self) -> Vec<Vec<u8>> {
        let mut random = Rng::with_seed(!self.seed);
        let extremes = [0, 1, 2, 31, 32, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, u32::MAX - 1];
        let mut word = |_| match random.bool() {
            true => random.u32(..),
            false => random.choice(extremes).unwrap_or(0),
        };
        let input = (0..Self::INPUT_WORDS).map(&mut word).flat_map(u32::to_le_bytes).collect();
        let all = self.workgroups * self.invocations;
        let zeros = |bytes: u32| vec![0; bytes as usize];
        let mut bindings = vec![
            input,
            zeros(all * Self::WORDS_PER_INVOCATION * 4),
            zeros(Self::TOTALS * 4),
            zeros(all * Self::CELL_BYTES),
            zeros(all * 4),
        ];
        bindings.extend(self.matrices.then(|| self.tile_bindings()).into_iter().flatten());
        bindings
    }
}

/// Something that an expression may name: a variable, or a place in one.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    mutable: bool,
    /// A `var` of a function, to which a pointer may be given.
    addressable: bool,
}

struct Function {
    name: String,
    parameters: Vec<Type>,
    /// What its last parameter points to.
    target: Type,
    result: Type,
}

struct Generator {
    seed: u64,
    dialect: Dialect,
    random: Rng,
    text: String,
    /// Declarations that functions turned out to need.
    globals: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// The types of the members of each struct.
    structs: Vec<Vec<Type>>,
    names: u32,
    loops: u32,
    /// What a `return` here gives back; none where it would skip a barrier.
    returns: Option<Option<Type>>,
    /// Statements that may still be made, so that programs stay small.
    budget: u32,
    /// Whether all invocations are here.
    uniform: bool,
}

impl Generator {
    fn new(seed: u64, dialect: Dialect) -> Self {
        Self {
            seed,
            dialect,
            random: Rng::with_seed(seed),
            text: String::new(),
            globals: String::new(),
            indent: 0,
            variables: Vec::new(),
            functions: Vec::new(),
            structs: Vec::new(),
            names: 0,
            loops: 0,
            returns: None,
            budget: dialect.statements,
            uniform: false,
        }
    }

    fn program(mut self) -> Program {
        let mut sizes = vec![[1, 1, 1], [7, 1, 1], [16, 1, 1], [32, 1, 1], [40, 1, 1]];
        // naga knows an invocation's place in its subgroup only where the workgroup has one dimension.
        if self.dialect.subgroups == Subgroups::Nowhere {
            sizes.extend([[4, 4, 1], [8, 4, 1], [2, 2, 3]]);
        }
        if self.dialect.matrices {
            sizes = vec![[128, 1, 1]];
        }
        let size = self.choose(sizes);
        let invocations: u32 = size.iter().product();
        let workgroups = self.random.u32(1..3);
        self.declarations();
        for _ in 0..self.random.u32(0..4) {
            self.function();
        }
        self.main(size, invocations);
        let f16 = if self.dialect.f16 { "enable f16;\n" } else { "" };
        let matrices = if self.dialect.matrices { "enable wgpu_cooperative_matrix;\n" } else { "" };
        let source = format!("{f16}{matrices}{}{}", self.globals, self.text);
        Program { seed: self.seed, source, workgroups, invocations, matrices: self.dialect.matrices }
    }

    /// One of some, each as likely.
    fn choose<T>(&mut self, from: impl IntoIterator<Item = T>) -> T {
        let mut all: Vec<T> = from.into_iter().collect();
        all.swap_remove(self.random.usize(0..all.len()))
    }

    /// True once in `times`.
    fn once_in(&mut self, times: u32) -> bool {
        self.random.u32(0..times) == 0
    }

    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.indent);
        writeln!(self.text, "{indent}{line}").expect("a string takes all that is written");
    }

    fn global(&mut self, line: &str) {
        self.globals += line;
        self.globals += "\n";
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.indent += 1;
    }

    fn close(&mut self, line: &str) {
        self.indent -= 1;
        self.line(line);
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Lets expressions name something.
    fn show(&mut self, name: &str, ty: &Type, mutable: bool) {
        let (name, ty) = (name.to_owned(), ty.clone());
        self.variables.push(Variable { name, ty, mutable, addressable: false });
    }

    fn function(&mut self) {
        let name = self.name("function_");
        let parameters: Vec<Type> = (0..self.random.usize(1..3)).map(|_| self.storable(1)).collect();
        let (target, result) = (self.storable(1), self.storable(1));
        let list: String = parameters.iter().enumerate().map(|(i, ty)| format!("p{i}: {}, ", ty.name())).collect();
        self.open(&format!("fn {name}({list}there: ptr<function, {}>) -> {} {{", target.name(), result.name()));
        let outer = std::mem::take(&mut self.variables);
        for (i, ty) in parameters.iter().enumerate() {
            self.show(&format!("p{i}"), ty, false);
        }
        self.show("(*there)", &target, true);
        self.show("own", &Type::Array(Box::new(Type::U32), 8), true);
        self.returns = Some(Some(result.clone()));
        self.statements(2);
        let value = self.expression(&target, 2);
        self.line(&format!("*there = {value};"));
        self.statements(1);
        let value = self.expression(&result, 2);
        self.line(&format!("return {value};"));
        self.close("}");
        self.returns = None;
        self.variables = outer;
        self.functions.push(Function { name, parameters, target, result });
    }

    fn main(&mut self, [x, y, z]: [u32; 3], invocations: u32) {
        self.line(&format!("@compute @workgroup_size({x}, {y}, {z})"));
        let subgroups = self.dialect.subgroups != Subgroups::Nowhere;
        let more = match (subgroups, self.dialect.matrices) {
            (_, true) => {
                ", @builtin(subgroup_invocation_id) place: u32, @builtin(subgroup_id) subgroup: u32, \
                 @builtin(num_subgroups) subgroups: u32"
            }
            (true, false) => ", @builtin(subgroup_invocation_id) place: u32",
            (false, false) => "",
        };
        self.open(&format!(
            "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32, \
             @builtin(local_invocation_id) local_id: vec3<u32>{more}) {{"
        ));
        self.line(&format!("let index = group.x * {invocations}u + local;"));
        self.line("zero = input[0] & 0u;");
        if subgroups {
            self.line("let lanes = subgroupAdd(1u);");
        }
        if self.dialect.matrices {
            self.line("let tile = group.x * subgroups + subgroup;");
            (0..self.random.u32(1..=Program::PHASES)).for_each(|phase| self.tiles(phase));
        }
        for (name, ty, mutable) in [
            ("index", Type::U32, false),
            ("local", Type::U32, false),
            ("local_id", Type::Vector(Scalar::U32, 3), false),
            ("own", Type::Array(Box::new(Type::U32), 8), true),
            ("kept", Type::Struct(0), true),
            ("cells[index]", Type::Struct(1), true),
        ] {
            self.show(name, &ty, mutable);
        }
        for phase in 0..self.random.u32(0..3) {
            self.statements(3);
            self.exchange(invocations, phase);
        }
        self.returns = Some(None);
        self.statements(3);
        self.returns = None;
        self.total();
        let cell = self.expression(&Type::Struct(1), 2);
        self.line(&format!("cells[index] = {cell};"));
        for word in 0..Program::WORDS_PER_INVOCATION {
            let value = self.expression(&Type::U32, 3);
            let words = Program::WORDS_PER_INVOCATION;
            self.line(&format!("output[index * {words}u + {word}u] = {value};"));
        }
        self.close("}");
    }

    /// Invocations give each other a value through workgroup memory.
    fn exchange(&mut self, invocations: u32, phase: u32) {
        let ty = if self.once_in(5) && invocations <= 16 { self.storable(1) } else { self.number() };
        let (given, other) = (self.expression(&ty, 2), self.random.u32(0..invocations));
        self.global(&format!("var<workgroup> tile{phase}: array<{}, {invocations}>;", ty.name()));
        self.line(&format!("tile{phase}[local] = {given};"));
        self.meet();
        self.line("workgroupBarrier();");
        let (given, sum) = (self.name("given"), self.name("sum"));
        self.line(&format!("var {given} = tile{phase}[(local + {other}u) % {invocations}u];"));
        self.line(&format!("let {sum} = atomicLoad(&sums[{}]);", self.names % 4));
        self.show(&given, &ty, true);
        self.show(&sum, &Type::Vector(Scalar::I32, 1), false);
        if self.once_in(3) {
            let name = self.name("same");
            self.line(&format!("let {name} = workgroupUniformLoad(&tile{phase}[{other}]);"));
            self.show(&name, &ty, false);
        }
        self.line("workgroupBarrier();");
        if self.dialect.subgroups != Subgroups::Nowhere {
            self.uniform = true;
            self.across_lanes();
            self.uniform = false;
        }
    }

    /// All invocations meet in some words at the end.
    fn total(&mut self) {
        for _ in 0..self.random.u32(1..4) {
            self.add_to_total();
        }
    }
}
