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
enum Scalar {
    Bool,
    I32,
    U32,
    F32,
}

#[derive(Clone, Copy, PartialEq)]
struct Type {
    scalar: Scalar,
    width: u8,
}

impl Type {
    const NUMBERS: [Scalar; 3] = [Scalar::I32, Scalar::U32, Scalar::F32];
    const U32: Self = Self {
        scalar: Scalar::U32,
        width: 1,
    };
    const BOOL: Self = Self {
        scalar: Scalar::Bool,
        width: 1,
    };

    fn name(self) -> String {
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

    fn of(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    fn component(self) -> Self {
        Self { width: 1, ..self }
    }
}

struct Variable {
    name: String,
    ty: Type,
    mutable: bool,
}

struct Function {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

struct Generator {
    seed: u64,
    random: Rng,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    names: u32,
    loops: u32,
    /// Statements that may still be made, so that programs stay small.
    budget: u32,
}

impl Generator {
    fn new(seed: u64) -> Self {
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

    fn program(mut self) -> Program {
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

    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.indent);
        writeln!(self.text, "{indent}{line}").expect("a string takes all that is written");
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

    fn declarations(&mut self, invocations: u32) {
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

    fn function(&mut self) {
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

    fn main(&mut self, [x, y, z]: [u32; 3], invocations: u32) {
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
    fn exchange(&mut self, invocations: u32, phase: u32) {
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
    fn total(&mut self) {
        for word in 0..self.random.u32(1..4) {
            let operation = self
                .random
                .choice(["Add", "Max", "Min", "Or", "Xor", "And"])
                .unwrap_or("Add");
            let value = self.expression(Type::U32, 2);
            self.line(&format!("atomic{operation}(&totals[{word}], {value});"));
        }
    }

    fn number(&mut self) -> Type {
        let scalar = self.random.choice(Type::NUMBERS).unwrap_or(Scalar::U32);
        let width = if self.random.u8(0..3) == 0 {
            self.random.u8(2..5)
        } else {
            1
        };
        Type { scalar, width }
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..self.random.u32(1..4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    /// A block of statements, after which its variables are out of sight.
    fn block(&mut self, depth: u32) {
        let visible = self.variables.len();
        self.statements(depth.saturating_sub(1));
        self.variables.truncate(visible);
    }

    fn statement(&mut self, depth: u32) {
        let choice = if depth == 0 {
            self.random.u8(0..5)
        } else {
            self.random.u8(0..12)
        };
        match choice {
            0 | 1 => self.declaration(),
            2 | 3 => self.assignment(),
            4 => self.memory(),
            5 | 6 => self.branch(depth),
            7 | 8 => self.counted_loop(depth),
            9 => self.while_loop(depth),
            10 => self.switch(depth),
            _ => self.structure(),
        }
    }

    fn declaration(&mut self) {
        let ty = self.number();
        let value = self.expression(ty, 3);
        let mutable = self.random.u8(0..4) > 0;
        let name = self.name("v");
        let keyword = if mutable { "var" } else { "let" };
        self.line(&format!("{keyword} {name}: {} = {value};", ty.name()));
        self.variables.push(Variable { name, ty, mutable });
    }

    fn assignment(&mut self) {
        let mutable: Vec<usize> = (0..self.variables.len())
            .filter(|i| self.variables[*i].mutable)
            .collect();
        let Some(place) = self.random.choice(mutable) else {
            return self.declaration();
        };
        let (name, ty) = (self.variables[place].name.clone(), self.variables[place].ty);
        if ty.width > 1 && self.random.bool() {
            let value = self.expression(ty.component(), 2);
            let component = self
                .random
                .choice(["x", "y", "z", "w"][..ty.width as usize].iter())
                .unwrap_or(&"x");
            return self.line(&format!("{name}.{component} = {value};"));
        }
        if ty == Type::U32 && self.random.bool() {
            let value = self.expression(ty, 2);
            let operator = self
                .random
                .choice(["+=", "-=", "*=", "^=", "|=", "&=", "/=", "%="])
                .unwrap_or("+=");
            return self.line(&format!("{name} {operator} {value};"));
        }
        let value = self.expression(ty, 3);
        self.line(&format!("{name} = {value};"));
    }

    fn memory(&mut self) {
        let (index, value) = (self.expression(Type::U32, 2), self.expression(Type::U32, 2));
        self.line(&format!("own[{index} % 8u] = {value};"));
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expression(Type::BOOL, 3);
        self.open(&format!("if {condition} {{"));
        self.block(depth);
        if self.loops > 0 && self.random.u8(0..3) == 0 {
            let leave = self.random.choice(["break", "continue"]).unwrap_or("break");
            self.line(&format!("{leave};"));
        }
        if self.random.bool() {
            self.close("} else {");
            self.indent += 1;
            self.block(depth);
        }
        self.close("}");
    }

    fn counted_loop(&mut self, depth: u32) {
        let (name, trips) = (self.name("trip_"), self.random.u32(1..6));
        let trips = if self.random.bool() {
            format!("{trips}u")
        } else {
            format!("({} % {}u)", self.leaf(Type::U32), trips + 2)
        };
        self.open(&format!(
            "for (var {name} = 0u; {name} < {trips}; {name}++) {{"
        ));
        self.body(name, depth);
        self.close("}");
    }

    /// A loop with its own counter, a continuing block and, sometimes, a condition at its end.
    fn while_loop(&mut self, depth: u32) {
        let (name, trips) = (self.name("turn_"), self.random.u32(1..6));
        self.line(&format!("var {name} = 0u;"));
        self.open("loop {");
        self.line(&format!("if {name} >= {trips}u {{ break; }}"));
        self.body(name.clone(), depth);
        self.open("continuing {");
        self.line(&format!("{name} += 1u;"));
        if self.random.bool() {
            let condition = self.expression(Type::BOOL, 2);
            self.line(&format!("break if {condition};"));
        }
        self.close("}");
        self.close("}");
    }

    fn body(&mut self, counter: String, depth: u32) {
        let visible = self.variables.len();
        self.variables.push(Variable {
            name: counter,
            ty: Type::U32,
            mutable: false,
        });
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        self.variables.truncate(visible);
    }

    fn switch(&mut self, depth: u32) {
        let selector = self.expression(Type::U32, 2);
        self.open(&format!("switch {selector} % 4u {{"));
        for case in ["case 0u", "case 1u, 3u", "default"] {
            self.open(&format!("{case}: {{"));
            // A `continue` in here would be the loop's: allowed, and worth trying.
            self.block(depth);
            if self.random.u8(0..4) == 0 {
                self.line("break;");
            }
            self.close("}");
        }
        self.close("}");
    }

    fn structure(&mut self) {
        let name = self.name("s");
        let (count, weight) = (
            self.expression(Type::U32, 2),
            self.expression(Type::U32.of(Scalar::F32), 2),
        );
        let place = self.expression(
            Type {
                scalar: Scalar::I32,
                width: 3,
            },
            2,
        );
        self.line(&format!("var {name} = Pair({count}, {place}, {weight});"));
        let change = self.expression(Type::U32, 2);
        self.line(&format!("{name}.count += {change};"));
        for (field, ty) in [
            ("count", Type::U32),
            ("weight", Type::U32.of(Scalar::F32)),
            (
                "place",
                Type {
                    scalar: Scalar::I32,
                    width: 3,
                },
            ),
        ] {
            self.variables.push(Variable {
                name: format!("{name}.{field}"),
                ty,
                mutable: true,
            });
        }
    }
}

/// Expressions. All of them stand in parentheses or are calls, so that they go anywhere.
impl Generator {
    fn expression(&mut self, ty: Type, depth: u32) -> String {
        if depth == 0 || self.random.u8(0..6) == 0 {
            return self.leaf(ty);
        }
        if ty.width > 1 && self.random.u8(0..3) == 0 {
            return self.vector(ty, depth - 1);
        }
        if ty.width == 1 && ty.scalar != Scalar::Bool && self.random.u8(0..6) == 0 {
            let wide = Type {
                width: self.random.u8(2..5),
                ..ty
            };
            let component = self.random.choice(["x", "y"]).unwrap_or("x");
            return format!("{}.{component}", self.expression(wide, depth - 1));
        }
        if self.random.u8(0..8) == 0
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        match ty.scalar {
            Scalar::Bool => self.condition(ty, depth - 1),
            Scalar::F32 => self.float(ty, depth - 1),
            Scalar::I32 | Scalar::U32 => self.integer(ty, depth - 1),
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        let fitting: Vec<_> = self
            .variables
            .iter()
            .filter(|variable| variable.ty == ty)
            .map(|variable| &variable.name)
            .collect();
        if let Some(name) = self.random.choice(fitting)
            && self.random.u8(0..4) > 0
        {
            return name.clone();
        }
        if ty.width > 1 {
            return format!("{}({})", ty.name(), self.leaf(ty.component()));
        }
        // Literals take part with `zero`, so that no overflow is found while the shader is compiled.
        match ty.scalar {
            Scalar::Bool => "(zero == 0u)".to_owned(),
            Scalar::U32 if self.random.bool() => {
                format!("input[({} + zero) % 1024u]", self.random.u32(0..4096))
            }
            Scalar::U32 => format!("({}u ^ zero)", self.random.u32(..)),
            Scalar::I32 => format!("({}i ^ i32(zero))", self.random.i32(-1000..1000)),
            Scalar::F32 => format!("({}.0 + f32(zero))", self.random.i32(-50..50)),
        }
    }

    fn vector(&mut self, ty: Type, depth: u32) -> String {
        let width = ty.width;
        if self.random.bool() {
            let parts: Vec<_> = (0..width)
                .map(|_| self.expression(ty.component(), depth.min(1)))
                .collect();
            return format!("{}({})", ty.name(), parts.join(", "));
        }
        let from = Type {
            width: self.random.u8(2..5),
            ..ty
        };
        let letters = &["x", "y", "z", "w"][..from.width as usize];
        let swizzle: String = (0..width)
            .map(|_| *self.random.choice(letters.iter()).unwrap_or(&"x"))
            .collect();
        format!("{}.{swizzle}", self.expression(from, depth))
    }

    fn call(&mut self, ty: Type, depth: u32) -> Option<String> {
        // `scratch` is main's: functions call none.
        self.variables
            .iter()
            .find(|variable| variable.name == "scratch")?;
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|i| self.functions[*i].result == ty)
            .collect();
        let function = self.random.choice(fitting)?;
        let parameters = self.functions[function].parameters.clone();
        let arguments: Vec<_> = parameters
            .iter()
            .map(|ty| self.expression(*ty, depth.min(1)))
            .collect();
        Some(format!(
            "{}({}, &scratch)",
            self.functions[function].name,
            arguments.join(", ")
        ))
    }

    fn condition(&mut self, ty: Type, depth: u32) -> String {
        let scalar = self.random.choice(Type::NUMBERS).unwrap_or(Scalar::U32);
        let operand = Type {
            scalar,
            width: ty.width,
        };
        match self.random.u8(0..7) {
            0 if ty.width == 1 => format!(
                "({} && {})",
                self.expression(ty, depth),
                self.expression(ty, depth)
            ),
            1 if ty.width == 1 => format!(
                "({} || {})",
                self.expression(ty, depth),
                self.expression(ty, depth)
            ),
            2 => format!("(!{})", self.expression(ty, depth)),
            3 if ty.width == 1 => {
                let wide = Type {
                    width: self.random.u8(2..5),
                    ..ty
                };
                let fold = self.random.choice(["any", "all"]).unwrap_or("any");
                format!("{fold}({})", self.expression(wide, depth))
            }
            _ => {
                let operator = self
                    .random
                    .choice(["<", "<=", ">", ">=", "==", "!="])
                    .unwrap_or("<");
                format!(
                    "({} {operator} {})",
                    self.expression(operand, depth),
                    self.expression(operand, depth)
                )
            }
        }
    }

    fn integer(&mut self, ty: Type, depth: u32) -> String {
        let unsigned = ty.of(Scalar::U32);
        match self.random.u8(0..14) {
            0..=5 => {
                let operator = self
                    .random
                    .choice(["+", "-", "*", "/", "%", "&", "|", "^"])
                    .unwrap_or("+");
                format!(
                    "({} {operator} {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            6 => {
                let operator = self.random.choice(["<<", ">>"]).unwrap_or("<<");
                let by = format!(
                    "({} & {}(31u))",
                    self.expression(unsigned, depth),
                    unsigned.name()
                );
                format!("({} {operator} {by})", self.expression(ty, depth))
            }
            7 => {
                let function = [
                    "countOneBits",
                    "reverseBits",
                    "firstLeadingBit",
                    "firstTrailingBit",
                    "abs",
                    "countLeadingZeros",
                ];
                let function = self.random.choice(function).unwrap_or("abs");
                format!("{function}({})", self.expression(ty, depth))
            }
            8 => {
                let function = self.random.choice(["min", "max"]).unwrap_or("min");
                format!(
                    "{function}({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            9 => self.select(ty, depth),
            10 => {
                let (offset, count) =
                    (self.expression(Type::U32, 1), self.expression(Type::U32, 1));
                format!(
                    "extractBits({}, {offset} % 40u, {count} % 40u)",
                    self.expression(ty, depth)
                )
            }
            11 => {
                let other = if ty.scalar == Scalar::U32 {
                    Scalar::I32
                } else {
                    Scalar::U32
                };
                format!(
                    "bitcast<{}>({})",
                    ty.name(),
                    self.expression(ty.of(other), depth)
                )
            }
            12 => format!(
                "{}({})",
                ty.name(),
                self.expression(ty.of(Scalar::F32), depth)
            ),
            _ if ty.width == 1 && ty.scalar == Scalar::U32 => {
                format!(
                    "dot4U8Packed({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            _ if ty.scalar == Scalar::I32 => format!("(-{})", self.expression(ty, depth)),
            _ => format!("(~{})", self.expression(ty, depth)),
        }
    }

    fn float(&mut self, ty: Type, depth: u32) -> String {
        let small = if ty.width == 1 {
            "small".to_owned()
        } else {
            format!("small{}", ty.width)
        };
        match self.random.u8(0..8) {
            0..=2 => {
                let operator = self.random.choice(["+", "-", "*"]).unwrap_or("+");
                format!(
                    "{small}({} {operator} {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            3 => {
                let function = self
                    .random
                    .choice(["abs", "floor", "ceil", "sign", "round"])
                    .unwrap_or("abs");
                format!("{function}({})", self.expression(ty, depth))
            }
            4 => {
                let function = self.random.choice(["min", "max"]).unwrap_or("min");
                format!(
                    "{function}({}, {})",
                    self.expression(ty, depth),
                    self.expression(ty, depth)
                )
            }
            5 => self.select(ty, depth),
            6 => {
                let from = self
                    .random
                    .choice([Scalar::I32, Scalar::U32])
                    .unwrap_or(Scalar::I32);
                let integer = self.expression(ty.of(from), depth);
                let (from, limit) = (
                    ty.of(from).name(),
                    if from == Scalar::U32 {
                        "4095u"
                    } else {
                        "4095i"
                    },
                );
                format!("{}({integer} & {from}({limit}))", ty.name())
            }
            _ if ty.width == 1 => {
                let wide = Type {
                    width: self.random.u8(2..4),
                    ..ty
                };
                // At most 3 products of 2^12: still whole numbers below 2^24 when halved first.
                let half = |operand: String| format!("trunc({operand} / {}(2.0))", wide.name());
                let (a, b) = (self.expression(wide, depth), self.expression(wide, depth));
                format!("small(dot({}, {}))", half(a), half(b))
            }
            _ => format!("(-{})", self.expression(ty, depth)),
        }
    }

    fn select(&mut self, ty: Type, depth: u32) -> String {
        let condition = self.expression(ty.of(Scalar::Bool), depth);
        format!(
            "select({}, {}, {condition})",
            self.expression(ty, depth),
            self.expression(ty, depth)
        )
    }
}
