//! Random statements.

use super::generate::{Generator, Scalar, Type, Variable};

impl Generator {
    pub(super) fn statements(&mut self, depth: u32) {
        for _ in 0..self.random.u32(1..4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    /// A block of statements, after which its variables are out of sight.
    pub(super) fn block(&mut self, depth: u32) {
        let visible = self.variables.len();
        self.statements(depth.saturating_sub(1));
        self.variables.truncate(visible);
    }

    pub(super) fn statement(&mut self, depth: u32) {
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

    pub(super) fn declaration(&mut self) {
        let ty = self.number();
        let value = self.expression(ty, 3);
        let mutable = self.random.u8(0..4) > 0;
        let name = self.name("v");
        let keyword = if mutable { "var" } else { "let" };
        self.line(&format!("{keyword} {name}: {} = {value};", ty.name()));
        self.variables.push(Variable { name, ty, mutable });
    }

    pub(super) fn assignment(&mut self) {
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

    pub(super) fn memory(&mut self) {
        let (index, value) = (self.expression(Type::U32, 2), self.expression(Type::U32, 2));
        self.line(&format!("own[{index} % 8u] = {value};"));
    }

    pub(super) fn branch(&mut self, depth: u32) {
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

    pub(super) fn counted_loop(&mut self, depth: u32) {
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
    pub(super) fn while_loop(&mut self, depth: u32) {
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

    pub(super) fn body(&mut self, counter: String, depth: u32) {
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

    pub(super) fn switch(&mut self, depth: u32) {
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

    pub(super) fn structure(&mut self) {
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
