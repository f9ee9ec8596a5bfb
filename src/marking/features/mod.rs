//! What a kernel does as a bag of features, which neither names nor the order of independent statements, dead code, comments or the
//! kind of its loops change: by this near copies are found.

mod parts;

use std::collections::{BTreeMap, BTreeSet};

use naga::compact::{KeepUnused, compact};
use naga::{
    BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Statement, TypeInner,
    UnaryOperator,
};

use self::parts::{blocks, effects, kind, operands, variant};
use crate::kernel::{Kernel, Overrides};

/// How deep the pieces of an expression are that count as features: each node with what lies below it.
const DEPTHS: [usize; 2] = [2, 4];

/// Variables that stand for each other, one after the other.
const HOPS: usize = 16;

/// The features of the WGSL `source`, sorted, each as often as it occurs; `None` where it does not compile.
pub fn features(source: &str) -> Option<Vec<u32>> {
    let mut module = Kernel::parse("", source, None, &Overrides::new()).ok()?.module;
    compact(&mut module, KeepUnused::No);
    Some(of_module(&module))
}

fn of_module(module: &Module) -> Vec<u32> {
    let mut all = Vec::new();
    let functions = module.functions.iter().map(|(_, function)| function);
    for function in functions.chain(module.entry_points.iter().map(|entry| &entry.function)) {
        all.extend(Reader::new(module, function).features());
    }
    all.sort_unstable();
    all
}

/// Reads one function.
struct Reader<'m> {
    module: &'m Module,
    function: &'m Function,
    /// Variables that are given a value once: they stand for it.
    once: BTreeMap<Handle<LocalVariable>, Handle<Expression>>,
    /// Variables that bear on something beside themselves.
    live: BTreeSet<Handle<LocalVariable>>,
}

/// A hash of what `parts` are (FNV-1a).
fn hash(parts: &[u64]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn named(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl<'m> Reader<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Self {
        let mut reader = Self { module, function, once: BTreeMap::new(), live: BTreeSet::new() };
        reader.find_once();
        reader.find_live();
        reader
    }

    /// Every statement, those within others too.
    fn statements(&self) -> Vec<&'m Statement> {
        let mut all = Vec::new();
        let mut waiting: Vec<&Block> = vec![&self.function.body];
        while let Some(block) = waiting.pop() {
            for statement in block.iter() {
                waiting.extend(blocks(statement));
                all.push(statement);
            }
        }
        all
    }

    /// The variable that a pointer leads to, where it is the function's own.
    fn local(&self, mut pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
        loop {
            pointer = match self.function.expressions[pointer] {
                Expression::LocalVariable(local) => return Some(local),
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => base,
                _ => return None,
            };
        }
    }

    fn find_once(&mut self) {
        let mut stores: BTreeMap<Handle<LocalVariable>, Vec<Option<Handle<Expression>>>> = BTreeMap::new();
        for (local, variable) in self.function.local_variables.iter() {
            stores.entry(local).or_default().extend(variable.init.map(Some));
        }
        for statement in self.statements() {
            match *statement {
                Statement::Store { pointer, value } => {
                    let whole = matches!(self.function.expressions[pointer], Expression::LocalVariable(_));
                    if let Some(local) = self.local(pointer) {
                        stores.entry(local).or_default().push(whole.then_some(value));
                    }
                }
                // A variable whose address is handed on may change anywhere.
                Statement::Call { ref arguments, .. } => {
                    for local in arguments.iter().filter_map(|argument| self.local(*argument)) {
                        stores.entry(local).or_default().push(None);
                    }
                }
                _ => {}
            }
        }
        self.once = stores
            .into_iter()
            .filter_map(|(local, values)| match values[..] {
                [Some(value)] => Some((local, value)),
                _ => None,
            })
            .collect();
    }

    fn find_live(&mut self) {
        loop {
            let mut values = BTreeSet::new();
            for statement in self.statements().into_iter().filter(|statement| self.counts(statement)) {
                effects(statement).into_iter().for_each(|value| self.below(value, &mut values));
            }
            let live: BTreeSet<_> = values.into_iter().filter_map(|value| self.local(value)).collect();
            if live == self.live {
                return;
            }
            self.live = live;
        }
    }

    /// Whether the statement bears on anything: a store to a variable that nothing live reads does not, nor a branch or a loop
    /// without anything in it that does.
    fn counts(&self, statement: &Statement) -> bool {
        let within = || blocks(statement).into_iter().flat_map(|block| block.iter());
        let leaves = |inner: &&Statement| matches!(inner, Statement::Break | Statement::Continue);
        match *statement {
            Statement::Emit(_) => false,
            Statement::Store { pointer, .. } => self.local(pointer).is_none_or(|local| self.live.contains(&local)),
            Statement::Loop { .. } => within().filter(|inner| !leaves(inner)).any(|inner| self.goes_on(inner)),
            Statement::Block(_) | Statement::If { .. } | Statement::Switch { .. } => {
                within().any(|inner| self.counts(inner))
            }
            _ => true,
        }
    }

    /// Whether a statement of a loop bears on anything but how long the loop goes on.
    fn goes_on(&self, statement: &Statement) -> bool {
        let leaves = |block: &Block| block.iter().all(|inner| matches!(inner, Statement::Break | Statement::Emit(_)));
        match statement {
            Statement::If { accept, reject, .. } if leaves(accept) && leaves(reject) => false,
            other => self.counts(other),
        }
    }

    /// What `root` is computed from, itself included. A hostile kernel's values may be nested as deep as it likes.
    fn below(&self, root: Handle<Expression>, seen: &mut BTreeSet<Handle<Expression>>) {
        let mut waiting = vec![root];
        while let Some(value) = waiting.pop() {
            let value = self.stands_for(value);
            if seen.insert(value) {
                waiting.extend(operands(&self.function.expressions[value]));
            }
        }
    }

    fn features(&self) -> Vec<u32> {
        let mut found = Vec::new();
        for statement in self.statements().into_iter().filter(|statement| self.counts(statement)) {
            if let Statement::Store { pointer, .. } = *statement
                && self.local(pointer).is_some_and(|local| self.once.contains_key(&local))
            {
                continue;
            }
            let kind = kind(statement);
            let roots = effects(statement);
            let whole: Vec<u64> = roots.iter().map(|root| self.value(*root, 6)).collect();
            found.push(hash(&[&[kind], &whole[..]].concat()) as u32);
            let mut pieces = BTreeSet::new();
            roots.iter().for_each(|root| self.below(*root, &mut pieces));
            let does = |value: &Handle<Expression>| {
                let expression = &self.function.expressions[*value];
                !operands(expression).is_empty() && !matches!(expression, Expression::Load { .. })
            };
            let pieces = pieces.into_iter().filter(does);
            found.extend(pieces.flat_map(|value| DEPTHS.map(|depth| self.value(value, depth) as u32)));
        }
        found
    }

    /// The value of a variable that is given one once.
    fn stands_for(&self, mut value: Handle<Expression>) -> Handle<Expression> {
        // Two variables may stand for each other.
        for _ in 0..HOPS {
            let Expression::Load { pointer } = self.function.expressions[value] else { break };
            let Expression::LocalVariable(local) = self.function.expressions[pointer] else { break };
            let Some(once) = self.once.get(&local) else { break };
            value = *once;
        }
        value
    }

    /// What `value` is, as far down as `depth`.
    fn value(&self, value: Handle<Expression>, depth: usize) -> u64 {
        let value = self.stands_for(value);
        let expression = &self.function.expressions[value];
        if depth == 0 {
            return named("...");
        }
        let of = |operand: Handle<Expression>| self.value(operand, depth - 1);
        match expression {
            Expression::Literal(literal) => named(&format!("{literal:?}")),
            Expression::Constant(constant) => self.constant(self.module.constants[*constant].init),
            Expression::LocalVariable(local) => {
                hash(&[named("local"), self.ty(self.function.local_variables[*local].ty)])
            }
            Expression::GlobalVariable(global) => self.global(&self.module.global_variables[*global]),
            Expression::FunctionArgument(at) => {
                let argument = &self.function.arguments[*at as usize];
                hash(&[named("argument"), named(&format!("{:?}", argument.binding)), self.ty(argument.ty)])
            }
            Expression::Binary { op, left, right } => binary(*op, of(*left), of(*right)),
            Expression::Unary { op: UnaryOperator::LogicalNot, expr } => hash(&[named("not"), of(*expr)]),
            Expression::Load { pointer } => of(*pointer),
            Expression::AccessIndex { base, index } => hash(&[named("at"), u64::from(*index), of(*base)]),
            Expression::CallResult(_) => named("call"),
            other => {
                let parts: Vec<u64> = operands(other).into_iter().map(of).collect();
                hash(&[&[named(variant(other).as_str())], &parts[..]].concat())
            }
        }
    }

    fn constant(&self, value: Handle<Expression>) -> u64 {
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

/// An operation on two values; what may change sides does.
fn binary(op: BinaryOperator, left: u64, right: u64) -> u64 {
    use BinaryOperator as Op;
    let (op, left, right) = match op {
        Op::Greater => (Op::Less, right, left),
        Op::GreaterEqual => (Op::LessEqual, right, left),
        op => (op, left, right),
    };
    let either = matches!(
        op,
        Op::Add
            | Op::Multiply
            | Op::Equal
            | Op::NotEqual
            | Op::And
            | Op::ExclusiveOr
            | Op::InclusiveOr
            | Op::LogicalAnd
            | Op::LogicalOr
    );
    let (left, right) = if either && right < left { (right, left) } else { (left, right) };
    // Whether a loop goes on below its end or stops at it is the same.
    let op = match op {
        Op::LessEqual => (Op::Less, right, left),
        op => (op, left, right),
    };
    hash(&[named(&format!("{:?}", op.0)), op.1, op.2])
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
        let copies = [
            SUM.replace("sum", "total").replace("first", "begin").replace("for (", "// mine\n for ("),
            SUM.replace(
                "for (var i = 0u; i < 8u; i++) { sum += z[first + i] * 2.0; }",
                "var i = 0u; while (i < 8u) { sum += 2.0 * z[i + first]; i++; }",
            ),
            SUM.replace("var sum", "var idle = id.y; if (idle > 3u) { idle = 1u; } var sum"),
            SUM.replace("z[first] = sum;\n            z[first + 1u] = 0.0;", "z[first + 1u] = 0.0; z[first] = sum;"),
        ];
        for copy in copies {
            let found = features(&copy).expect("it compiles");
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
