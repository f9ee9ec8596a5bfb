//! Random compute shaders whose output every conforming device must agree on, bit for bit.
//!
//! A seed makes a program, and the same program everywhere. The programs use what WGSL defines exactly: integers wrap,
//! divisions by zero and shifts are defined, indices stay in bounds, loops end, barriers stand in uniform control flow,
//! atomics commute. Floats stay small whole numbers, so that neither fused nor reordered arithmetic can round them.

use std::fmt::Write;

use fastrand::Rng;

/// A program and what to run it with.
pub struct Program {
    pub seed: u64,
    pub source: String,
    pub workgroups: u32,
    pub invocations: u32,
}

impl Program {
    /// Words of input at binding 0.
    pub const INPUT_WORDS: u32 = 1024;
    /// Words of output at binding 1 for each invocation.
    pub const WORDS_PER_INVOCATION: u32 = 4;
    /// Words of atomics at binding 2.
    pub const ATOMIC_WORDS: u32 = 16;

    /// The program of a seed.
    pub fn new(seed: u64) -> Self {
        Generator::new(seed).program()
    }

    /// The input of a seed: all bit patterns, with small and extreme ones more often than chance has them.
    pub fn input(seed: u64) -> Vec<u32> {
        let mut random = Rng::with_seed(!seed);
        let extremes = [
            0,
            1,
            2,
            31,
            32,
            0x7FFF_FFFF,
            0x8000_0000,
            u32::MAX,
            u32::MAX - 1,
        ];
        (0..Self::INPUT_WORDS)
            .map(|_| {
                if random.bool() {
                    random.u32(..)
                } else {
                    random.choice(extremes).unwrap_or(0)
                }
            })
            .collect()
    }
}

/// The scalar types of expressions; vectors are made of them.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Scalar {
    Bool,
    I32,
    U32,
    F32,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) struct Type {
    pub(super) scalar: Scalar,
    pub(super) width: u8,
}

impl Type {
    pub(super) const NUMBERS: [Scalar; 3] = [Scalar::I32, Scalar::U32, Scalar::F32];
    pub(super) const U32: Self = Self {
        scalar: Scalar::U32,
        width: 1,
    };
    pub(super) const BOOL: Self = Self {
        scalar: Scalar::Bool,
        width: 1,
    };

    pub(super) fn name(self) -> String {
        let scalar = match self.scalar {
            Scalar::Bool => "bool",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::F32 => "f32",
        };
        if self.width == 1 {
            scalar.to_owned()
        } else {
            format!("vec{}<{scalar}>", self.width)
        }
    }

    pub(super) fn of(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    pub(super) fn component(self) -> Self {
        Self { width: 1, ..self }
    }
}

pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) mutable: bool,
}

pub(super) struct Function {
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    pub(super) result: Type,
}

pub(super) struct Generator {
    pub(super) seed: u64,
    pub(super) random: Rng,
    pub(super) text: String,
    pub(super) indent: usize,
    pub(super) variables: Vec<Variable>,
    pub(super) functions: Vec<Function>,
    pub(super) names: u32,
    pub(super) loops: u32,
    /// Statements that may still be made, so that programs stay small.
    pub(super) budget: u32,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        let random = Rng::with_seed(seed);
        let (text, variables, functions) = (String::new(), Vec::new(), Vec::new());
        Self {
            seed,
            random,
            text,
            indent: 0,
            variables,
            functions,
            names: 0,
            loops: 0,
            budget: 60,
        }
    }

    pub(super) fn program(mut self) -> Program {
        let size = self
            .random
            .choice([
                [1, 1, 1],
                [7, 1, 1],
                [32, 1, 1],
                [64, 1, 1],
                [8, 4, 1],
                [4, 2, 3],
            ])
            .unwrap_or([8, 1, 1]);
        let invocations: u32 = size.iter().product();
        let workgroups = self.random.u32(1..4);
        self.declarations(invocations);
        for _ in 0..self.random.u32(0..4) {
            self.function();
        }
        self.main(size, invocations);
        Program {
            seed: self.seed,
            source: self.text,
            workgroups,
            invocations,
        }
    }

    pub(super) fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.indent);
        writeln!(self.text, "{indent}{line}").expect("a string takes all that is written");
    }

    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.indent += 1;
    }

    pub(super) fn close(&mut self, line: &str) {
        self.indent -= 1;
        self.line(line);
    }

    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn declarations(&mut self, invocations: u32) {
        self.line("struct Pair { count: u32, place: vec3<i32>, weight: f32 }");
        self.line(&format!(
            "@group(0) @binding(0) var<storage, read> input: array<u32, {}>;",
            Program::INPUT_WORDS
        ));
        self.line("@group(0) @binding(1) var<storage, read_write> output: array<u32>;");
        let words = Program::ATOMIC_WORDS;
        self.line(&format!(
            "@group(0) @binding(2) var<storage, read_write> totals: array<atomic<u32>, {words}>;"
        ));
        self.line(&format!(
            "var<workgroup> shared_words: array<u32, {invocations}>;"
        ));
        self.line("var<workgroup> shared_total: atomic<u32>;");
        self.line("var<private> zero: u32;");
        self.line("var<private> own: array<u32, 8>;");
        self.line("fn small(x: f32) -> f32 { return clamp(trunc(x), -4096.0, 4096.0); }");
        for width in 2..=4 {
            let ty = format!("vec{width}<f32>");
            self.line(&format!(
                "fn small{width}(x: {ty}) -> {ty} {{ return clamp(trunc(x), {ty}(-4096.0), {ty}(4096.0)); }}"
            ));
        }
    }

    pub(super) fn function(&mut self) {
        let name = self.name("function_");
        let parameters: Vec<Type> = (0..self.random.usize(1..4))
            .map(|_| self.number())
            .collect();
        let result = self.number();
        let list: Vec<_> = parameters
            .iter()
            .enumerate()
            .map(|(i, ty)| format!("p{i}: {}", ty.name()))
            .collect();
        self.open(&format!(
            "fn {name}({}, there: ptr<function, u32>) -> {} {{",
            list.join(", "),
            result.name()
        ));
        let outer = std::mem::take(&mut self.variables);
        for (i, ty) in parameters.iter().enumerate() {
            self.variables.push(Variable {
                name: format!("p{i}"),
                ty: *ty,
                mutable: false,
            });
        }
        self.statements(2);
        let (condition, early) = (self.expression(Type::BOOL, 2), self.expression(result, 2));
        self.line(&format!("if {condition} {{ return {early}; }}"));
        let word = self.expression(Type::U32, 2);
        self.line(&format!("*there = *there ^ {word};"));
        self.statements(2);
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.close("}");
        self.variables = outer;
        self.functions.push(Function {
            name,
            parameters,
            result,
        });
    }

    pub(super) fn main(&mut self, [x, y, z]: [u32; 3], invocations: u32) {
        self.line(&format!("@compute @workgroup_size({x}, {y}, {z})"));
        self.open(
            "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32, \
             @builtin(local_invocation_id) local_id: vec3<u32>) {",
        );
        self.line(&format!("let index = group.x * {invocations}u + local;"));
        self.line("zero = input[0] & 0u;");
        self.line("var scratch = input[index % 1024u];");
        for (name, ty, mutable) in [
            ("index", Type::U32, false),
            ("local", Type::U32, false),
            ("scratch", Type::U32, true),
        ] {
            self.variables.push(Variable {
                name: name.to_owned(),
                ty,
                mutable,
            });
        }
        self.variables.push(Variable {
            name: "local_id".to_owned(),
            ty: Type {
                width: 3,
                ..Type::U32
            },
            mutable: false,
        });
        for phase in 0..self.random.u32(1..4) {
            self.statements(3);
            self.exchange(invocations, phase);
        }
        self.statements(3);
        self.total();
        for word in 0..Program::WORDS_PER_INVOCATION {
            let value = self.expression(Type::U32, 3);
            let value = if word == 0 {
                format!("{value} ^ own[index % 8u]")
            } else {
                value
            };
            self.line(&format!(
                "output[index * {}u + {word}u] = {value};",
                Program::WORDS_PER_INVOCATION
            ));
        }
        self.close("}");
    }

    /// Invocations give each other a word through workgroup memory.
    pub(super) fn exchange(&mut self, invocations: u32, phase: u32) {
        let (given, other) = (
            self.expression(Type::U32, 2),
            self.random.u32(0..invocations),
        );
        self.line(&format!("shared_words[local] = {given};"));
        if self.random.bool() {
            let term = self.expression(Type::U32, 2);
            self.line(&format!("atomicAdd(&shared_total, {term});"));
        }
        self.line("workgroupBarrier();");
        let name = format!("given{phase}");
        self.line(&format!("var {name} = shared_words[(local + {other}u) % {invocations}u] ^ atomicLoad(&shared_total);"));
        self.line("workgroupBarrier();");
        self.variables.push(Variable {
            name,
            ty: Type::U32,
            mutable: true,
        });
    }

    /// All invocations of all workgroups add to the same words, by one operation each, so that their order does not show.
    pub(super) fn total(&mut self) {
        for word in 0..self.random.u32(1..4) {
            let operation = self
                .random
                .choice(["Add", "Max", "Min", "Or", "Xor", "And"])
                .unwrap_or("Add");
            let value = self.expression(Type::U32, 2);
            self.line(&format!("atomic{operation}(&totals[{word}], {value});"));
        }
    }

    pub(super) fn number(&mut self) -> Type {
        let scalar = self.random.choice(Type::NUMBERS).unwrap_or(Scalar::U32);
        let width = if self.random.u8(0..3) == 0 {
            self.random.u8(2..5)
        } else {
            1
        };
        Type { scalar, width }
    }
}
