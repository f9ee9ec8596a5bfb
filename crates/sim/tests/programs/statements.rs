//! Statements.

use super::types::{Scalar, Type};
use super::{Generator, Subgroups, Variable};

impl Generator {
    pub(super) fn statements(&mut self, depth: u32) {
        for _ in 0..self.random.u32(1..5) {
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
        match self.random.u8(0..if depth == 0 { 13 } else { 22 }) {
            0..=4 => self.declaration(),
            5..=8 => self.assignment(),
            9 => self.products(),
            10 => self.add_to_total(),
            11 if self.dialect.subgroups == Subgroups::Anywhere => self.across_lanes(),
            12 => self.own_slot(),
            13..=15 => self.branch(depth),
            16 | 17 => self.counted_loop(depth),
            18 => self.while_loop(depth),
            19 | 20 => self.switch(depth),
            _ => self.declaration(),
        }
    }

    fn declaration(&mut self) {
        let ty = self.storable(2);
        let value = self.expression(&ty, 3);
        let mutable = self.random.bool();
        let name = self.name("v");
        let keyword = if mutable { "var" } else { "let" };
        self.line(&format!("{keyword} {name}: {} = {value};", ty.name()));
        self.variables.push(Variable { name, ty, mutable, addressable: mutable });
    }

    fn assignment(&mut self) {
        let ty = self.number();
        let Some(place) = self.reference(&ty, true) else {
            return self.declaration();
        };
        let Type::Vector(scalar, _) = ty else { unreachable!("a number is a vector") };
        if !scalar.is_float() && self.once_in(3) {
            let value = self.expression(&ty, 2);
            let operator = self.choose(["+=", "-=", "*=", "^=", "|=", "&=", "/=", "%="]);
            return self.line(&format!("{place} {operator} {value};"));
        }
        let value = self.expression(&ty, 3);
        self.line(&format!("{place} = {value};"));
    }

    /// A product that is named, and what it is added to: a sum and its product may be made in one instruction, but not
    /// where the product, or a part of it, is needed elsewhere.
    fn products(&mut self) {
        let (scalar, width) = (self.scalar(), self.random.u8(1..5));
        let (ty, one) = (Type::Vector(scalar, width), Type::Vector(scalar, 1));
        let (a, b) = (self.expression(&ty, 1), self.expression(&ty, 1));
        let product = self.name("product");
        let value = self.kept_small(&ty, format!("({a} * {b})"));
        self.line(&format!("let {product} = {value};"));
        self.show(&product, &ty, false);
        let part = if width == 1 { product.clone() } else { format!("{product}.{}", self.letter(width)) };
        let sum = self.name("sum");
        let other = self.leaf(&one);
        let value = self.choose([format!("({part} + {other})"), format!("({other} + {part})")]);
        let value = self.kept_small(&one, value);
        self.line(&format!("let {sum} = {value};"));
        self.show(&sum, &one, false);
    }

    /// An operation of its own for each word, so that the order of invocations does not show.
    pub(super) fn add_to_total(&mut self) {
        let operations = ["Add", "Max", "Min", "Or", "Xor", "And"];
        let word = self.random.usize(0..operations.len());
        if word < 4 && self.random.bool() {
            let value = self.expression(&Type::Vector(Scalar::I32, 1), 2);
            return self.line(&format!("atomic{}(&sums[{word}], {value});", operations[word]));
        }
        let value = self.expression(&Type::U32, 2);
        self.line(&format!("atomic{}(&totals[{word}], {value});", operations[word]));
    }

    /// Before a barrier: something to read behind it.
    pub(super) fn meet(&mut self) {
        if self.random.bool() {
            self.add_to_total();
        }
    }

    /// An atomic that no other invocation touches: what it yields may be used.
    fn own_slot(&mut self) {
        let in_main = self.variables.iter().any(|variable| variable.name == "index");
        if !in_main {
            return self.declaration();
        }
        let ty = Type::Vector(Scalar::I32, 1);
        let (value, name) = (self.expression(&ty, 2), self.name("old"));
        let operation = self.choose(["Add", "Sub", "Max", "Min", "And", "Or", "Xor", "Exchange"]);
        if !self.dialect.exact && self.once_in(3) {
            let expected = self.expression(&ty, 1);
            self.line(&format!("let {name} = atomicCompareExchangeWeak(&slots[index], {expected}, {value});"));
            self.show(&format!("{name}.old_value"), &ty, false);
            return self.show(&format!("{name}.exchanged"), &Type::BOOL, false);
        }
        self.line(&format!("let {name} = atomic{operation}(&slots[index], {value});"));
        self.show(&name, &ty, false);
    }

    /// An operation across the lanes of a subgroup.
    pub(super) fn across_lanes(&mut self) {
        let mut ty = self.number();
        let Type::Vector(scalar, _) = ty else { unreachable!("a number is a vector") };
        let name = self.name("across");
        let value = if self.uniform && self.random.bool() {
            self.shuffle(&ty)
        } else {
            let x = self.expression(&ty, 2);
            match self.random.u8(0..8) {
                0..=3 => {
                    let mut operations = vec!["Min", "Max"];
                    if !scalar.is_float() {
                        operations.extend(["And", "Or", "Xor"]);
                    }
                    // In whatever order: exact floats of 16 bits would not stay exact.
                    if !self.dialect.exact || scalar != Scalar::F16 {
                        operations.extend(["Add", "InclusiveAdd", "ExclusiveAdd"]);
                    }
                    if !self.dialect.exact || !scalar.is_float() {
                        operations.extend(["Mul", "InclusiveMul", "ExclusiveMul"]);
                    }
                    let operation = self.choose(operations);
                    self.kept_small(&ty, format!("subgroup{operation}({x})"))
                }
                4 | 5 => format!("subgroupBroadcastFirst({x})"),
                6 => {
                    let condition = self.expression(&Type::BOOL, 2);
                    ty = Type::Vector(Scalar::U32, 4);
                    format!("subgroupBallot({condition})")
                }
                _ => {
                    let condition = self.expression(&Type::BOOL, 2);
                    ty = Type::BOOL;
                    format!("subgroup{}({condition})", self.choose(["Any", "All"]))
                }
            }
        };
        self.line(&format!("let {name} = {value};"));
        self.show(&name, &ty, false);
    }

    /// Another lane's value, where all lanes of the subgroup are active: `lanes` of them, from the first on.
    fn shuffle(&mut self, ty: &Type) -> String {
        let (x, lane) = (self.expression(ty, 2), self.expression(&Type::U32, 1));
        let name = self.name("x");
        self.line(&format!("let {name} = {x};"));
        let by = self.random.u32(1..4);
        match self.random.u8(0..5) {
            0 => format!("subgroupBroadcast({name}, 0u)"),
            1 => format!("subgroupShuffle({name}, {lane} % lanes)"),
            2 => {
                format!("select({name}, subgroupShuffleDown({name}, {by}u), place + {by}u < lanes)")
            }
            3 => format!("select({name}, subgroupShuffleUp({name}, {by}u), place >= {by}u)"),
            _ => format!("select({name}, subgroupShuffleXor({name}, {by}u), (place ^ {by}u) < lanes)"),
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expression(&Type::BOOL, 3);
        self.open(&format!("if {condition} {{"));
        self.block(depth);
        if self.loops > 0 && self.once_in(3) {
            let leave = self.choose(["break", "continue"]);
            self.line(&format!("{leave};"));
        } else if let (Some(result), true) = (self.returns.clone(), self.once_in(6)) {
            let value = result.map(|ty| self.expression(&ty, 1)).unwrap_or_default();
            self.line(&format!("return {value};"));
        }
        if self.random.bool() {
            self.close("} else {");
            self.indent += 1;
            self.block(depth);
        }
        self.close("}");
    }

    fn counted_loop(&mut self, depth: u32) {
        let (name, trips) = (self.name("trip_"), self.random.u32(1..5));
        let trips = if self.random.bool() {
            format!("{trips}u")
        } else {
            format!("({} % {}u)", self.leaf(&Type::U32), trips + 1)
        };
        self.open(&format!("for (var {name} = 0u; {name} < {trips}; {name}++) {{"));
        self.body(&name, depth);
        self.close("}");
    }

    /// A loop with its own counter, a continuing block and, sometimes, a condition at its end.
    fn while_loop(&mut self, depth: u32) {
        let (name, trips) = (self.name("turn_"), self.random.u32(1..5));
        self.line(&format!("var {name} = 0u;"));
        self.open("loop {");
        self.line(&format!("if {name} >= {trips}u {{ break; }}"));
        self.body(&name, depth);
        self.open("continuing {");
        self.line(&format!("{name} += 1u;"));
        if self.random.bool() {
            let condition = self.expression(&Type::BOOL, 2);
            self.line(&format!("break if {condition};"));
        }
        self.close("}");
        self.close("}");
    }

    fn body(&mut self, counter: &str, depth: u32) {
        let visible = self.variables.len();
        self.show(counter, &Type::U32, false);
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        self.variables.truncate(visible);
    }

    fn switch(&mut self, depth: u32) {
        let selector = self.expression(&Type::U32, 2);
        self.open(&format!("switch {selector} % 4u {{"));
        for case in ["case 0u", "case 1u, 3u", "default"] {
            self.open(&format!("{case}: {{"));
            // A `continue` in here would be the loop's: allowed, and worth trying.
            self.block(depth);
            if self.once_in(4) {
                self.line("break;");
            }
            self.close("}");
        }
        self.close("}");
    }
}
