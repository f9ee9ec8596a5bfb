//! What a kernel does as a bag of features, which neither names nor the order of independent statements, dead code, comments or the
//! kind of its loops change: by this near copies are found.

mod arithmetic;
mod parts;
mod uses;

use std::collections::BTreeSet;

use naga::compact::{KeepUnused, compact};
use naga::{Expression, Function, GlobalVariable, Handle, Module, Statement, TypeInner};

use self::parts::{effects, kind, operands, variant};
use self::uses::Uses;
use crate::kernel::{Kernel, Overrides};

/// How deep the pieces of an expression are that count as features: each node with what lies below it.
const DEPTHS: [usize; 2] = [2, 4];

/// Calls within calls that are read as if they stood where they are called.
const CALLS: usize = 8;

/// A value, by its place in its function.
type Value = Handle<Expression>;

/// The values that were looked at, by how many calls deep they are.
type Seen = [BTreeSet<Value>; CALLS + 1];

/// Features that are kept of a kernel: a hostile one may call as often as it likes.
const MOST: usize = 20_000;

/// The features of the WGSL `source`, sorted, each as often as it occurs; `None` where it does not compile.
pub fn features(source: &str) -> Option<Vec<u32>> {
    let mut module = Kernel::parse("", source, None, &Overrides::new()).ok()?.module;
    compact(&mut module, KeepUnused::No);
    Some(of_module(&module))
}

fn of_module(module: &Module) -> Vec<u32> {
    let functions: Vec<Uses<'_>> = module.functions.iter().map(|(_, function)| Uses::of(function)).collect();
    let mut all = Vec::new();
    for entry in &module.entry_points {
        let uses = &Uses::of(&entry.function);
        Reader { module, functions: &functions, uses, caller: None, depth: 0 }.features(&mut all);
    }
    all.sort_unstable();
    all
}

/// Reads a function where it is called, as if it stood there.
#[derive(Clone, Copy)]
struct Reader<'m, 'r> {
    module: &'m Module,
    /// Of the module's functions, by their places.
    functions: &'r [Uses<'m>],
    uses: &'r Uses<'m>,
    /// Who calls it, with what.
    caller: Option<(&'r Reader<'m, 'r>, &'m [Value])>,
    /// How many calls deep it is.
    depth: usize,
}

/// A hash of what `parts` are (FNV-1a).
fn hash(parts: &[u64]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn named(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl<'m> Reader<'m, '_> {
    /// The function that is called for this result, and what it returns, where that is known.
    fn call(&self, result: Value) -> Option<(Reader<'m, '_>, Value)> {
        let (function, arguments) = self.uses.calls.get(&result)?;
        let within = self.entered(*function, arguments)?;
        Some((within, within.uses.returned?))
    }

    /// What the caller gives for an argument.
    fn given(&self, expression: &Expression) -> Option<(&Reader<'m, '_>, Value)> {
        let Expression::FunctionArgument(at) = expression else { return None };
        let (caller, arguments) = self.caller?;
        Some((caller, *arguments.get(*at as usize)?))
    }

    fn entered(&self, function: Handle<Function>, arguments: &'m [Value]) -> Option<Reader<'m, '_>> {
        let uses = &self.functions[function.index()];
        (self.depth < CALLS).then_some(Reader { uses, caller: Some((self, arguments)), depth: self.depth + 1, ..*self })
    }

    /// Adds what it does to `found`.
    fn features(&self, found: &mut Vec<u32>) {
        let uses = self.uses;
        for statement in uses.statements(|statement| uses.counts(statement)) {
            if found.len() > MOST {
                return;
            }
            match statement {
                Statement::Store { pointer, .. }
                    if uses.local(*pointer).is_some_and(|local| uses.once.contains_key(&local)) =>
                {
                    continue;
                }
                // Braces alone do nothing.
                Statement::Block(_) => continue,
                // A function stands for what it does.
                Statement::Call { function, arguments, .. }
                    if let Some(within) = self.entered(*function, arguments) =>
                {
                    within.features(found);
                    continue;
                }
                Statement::Return { value }
                    if self.caller.is_some() && (value.is_none() || uses.returned.is_some()) =>
                {
                    continue;
                }
                _ => {}
            }
            let mut roots = effects(statement);
            let kind = kind(statement);
            if let Statement::If { condition, .. } = statement {
                // A branch within a branch asks what one asks of both.
                roots = uses.conditions(*condition);
                found.extend(roots.iter().map(|root| hash(&[kind, self.value(*root, 6)]) as u32));
            } else {
                let whole: Vec<u64> = roots.iter().map(|root| self.value(*root, 6)).collect();
                found.push(hash(&[&[kind], &whole[..]].concat()) as u32);
            }
            self.pieces(&roots, &mut Seen::default(), found);
        }
    }

    /// Adds the pieces of which `roots` are made to `found`, but for those that are `seen` at the same depth of calls.
    fn pieces(&self, roots: &[Value], seen: &mut Seen, found: &mut Vec<u32>) {
        let before = seen[self.depth].clone();
        roots.iter().for_each(|root| self.uses.below(*root, &mut seen[self.depth]));
        let pieces: Vec<_> = seen[self.depth].difference(&before).copied().collect();
        for value in pieces {
            if found.len() > MOST {
                return;
            }
            let expression = &self.uses.function.expressions[value];
            if let Some((within, returned)) = self.call(value) {
                seen[within.depth].clear();
                within.pieces(&[returned], seen, found);
            } else if let Some((caller, argument)) = self.given(expression) {
                caller.pieces(&[argument], seen, found);
            } else if !operands(expression).is_empty() && !matches!(expression, Expression::Load { .. }) {
                found.extend(DEPTHS.map(|depth| self.value(value, depth) as u32));
                found.extend(DEPTHS.iter().filter_map(|depth| Some(self.product_within(expression, *depth)? as u32)));
            }
        }
    }

    /// What `value` is, as far down as `depth`.
    fn value(&self, value: Value, depth: usize) -> u64 {
        let value = self.uses.stands_for(value);
        let expression = &self.uses.function.expressions[value];
        if let Some((within, returned)) = self.call(value) {
            return within.value(returned, depth);
        }
        if let Some((caller, argument)) = self.given(expression) {
            return caller.value(argument, depth);
        }
        if depth == 0 {
            return named("...");
        }
        let of = |operand: Value| self.value(operand, depth - 1);
        if let Some(found) = self.arithmetic(value, depth) {
            return found;
        }
        match expression {
            Expression::Literal(literal) => named(&format!("{literal:?}")),
            Expression::Constant(constant) => self.constant(self.module.constants[*constant].init),
            Expression::LocalVariable(local) => {
                hash(&[named("local"), self.ty(self.uses.function.local_variables[*local].ty)])
            }
            Expression::GlobalVariable(global) => self.global(&self.module.global_variables[*global]),
            Expression::FunctionArgument(at) => {
                let argument = &self.uses.function.arguments[*at as usize];
                hash(&[named("argument"), named(&format!("{:?}", argument.binding)), self.ty(argument.ty)])
            }
            Expression::Load { pointer } => of(*pointer),
            Expression::AccessIndex { base, index } => hash(&[named("at"), u64::from(*index), of(*base)]),
            Expression::CallResult(_) => named("call"),
            other => {
                let parts: Vec<u64> = operands(other).into_iter().map(of).collect();
                hash(&[&[named(variant(other).as_str())], &parts[..]].concat())
            }
        }
    }

    fn constant(&self, value: Value) -> u64 {
        match &self.module.global_expressions[value] {
            Expression::Literal(literal) => named(&format!("{literal:?}")),
            Expression::Constant(constant) => self.constant(self.module.constants[*constant].init),
            other => named(&variant(other)),
        }
    }

    fn global(&self, global: &GlobalVariable) -> u64 {
        let place =
            global.binding.as_ref().map_or(0, |binding| 1 + u64::from(binding.group) * 64 + u64::from(binding.binding));
        hash(&[named(&format!("{:?}", global.space)), place, self.ty(global.ty)])
    }

    fn ty(&self, ty: Handle<naga::Type>) -> u64 {
        match &self.module.types[ty].inner {
            TypeInner::Array { base, .. } => hash(&[named("array"), self.ty(*base)]),
            TypeInner::Struct { members, .. } => hash(&[named("struct"), members.len() as u64]),
            TypeInner::Pointer { base, .. } => hash(&[named("pointer"), self.ty(*base)]),
            other => named(&format!("{other:?}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "@group(0) @binding(0) var<storage, read_write> z: array<f32>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            let first = id.x * 8u;
            var sum = 0.0;
            for (var i = 0u; i < 8u; i++) { sum += z[first + i] * 2.0; }
            z[first] = sum;
            z[first + 1u] = 0.0;
        }";

    #[test]
    fn what_hides_a_copy_changes_no_feature() {
        let own = features(SUM).expect("it compiles");
        let mut bounded = None;
        let copies = [
            SUM.replace("sum", "total").replace("first", "begin").replace("for (", "// mine\n for ("),
            SUM.replace(
                "for (var i = 0u; i < 8u; i++) { sum += z[first + i] * 2.0; }",
                "var i = 0u; while (i < 8u) { sum += 2.0 * z[i + first]; i++; }",
            ),
            SUM.replace("var sum", "var idle = id.y; if (idle > 3u) { idle = 1u; } var sum"),
            SUM.replace("z[first] = sum;\n            z[first + 1u] = 0.0;", "z[first + 1u] = 0.0; z[first] = sum;"),
            SUM.replace("@compute", "fn twice(v: f32) -> f32 { return 2.0 * v; }\n@compute")
                .replace("z[first + i] * 2.0", "twice(z[first + i])"),
            SUM.replace("@compute", "fn end(at: u32, v: f32) { z[at] = v; z[at + 1u] = 0.0; }\n@compute")
                .replace("z[first] = sum;\n            z[first + 1u] = 0.0;", "end(first, sum);"),
            SUM.replace("var sum", "var q = 0u; var idle = 7u; while (q < 3u) { idle += q; q++; } var sum"),
            SUM.replace("id.x * 8u", "id.x << 3u")
                .replace("sum += z[first + i] * 2.0", "sum = fma(2.0, z[i + first], sum)"),
            SUM.replace("let first", "if (id.x > 9u) { return; } let first"),
            SUM.replace("let first", "if (!(9u >= id.x)) { return; } let first"),
            SUM.replace("let first = id.x * 8u;", "if (id.x <= 9u) { let first = id.x * 8u;")
                .replace("= 0.0;\n        }", "= 0.0; } }"),
        ];
        for (at, copy) in copies.into_iter().enumerate() {
            let found = features(&copy).expect("it compiles");
            // The last ones have a bound that the first have not.
            let own = if at < 8 { &own } else { bounded.get_or_insert_with(|| found.clone()) };
            let other = own.iter().filter(|feature| !found.contains(feature)).count();
            assert!(other + found.len().abs_diff(own.len()) <= 2, "{other} of {} in\n{copy}", own.len());
        }
    }

    #[test]
    fn another_program_has_other_features() {
        let own = features(SUM).expect("it compiles");
        let other = features(&SUM.replace("z[first + i] * 2.0", "exp(z[id.x + i * 64u])")).expect("it compiles");
        assert!(own.iter().filter(|feature| !other.contains(feature)).count() >= 4);
        assert_eq!(features("no kernel"), None);
    }
}
