//! Tracks up to where execution is unconditional: there a value that is overwritten is dead before.

use crate::ir::Op;

/// Follows the instructions in order.
#[derive(Debug, Default)]
pub struct ControlEquivalence {
    /// The first instruction after which the present one is reached by every invocation that goes on.
    from: usize,
    /// The constructs that are open, the outermost first.
    open: Vec<Construct>,
    /// Loops so far.
    loops: usize,
}

#[derive(Debug)]
struct Construct {
    /// What `from` was outside.
    from: usize,
    /// Which of the loops it is.
    number: Option<usize>,
    kind: ConstructKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConstructKind {
    Choice,
    Switch,
    Loop,
    Call,
}

/// Where an instruction is.
#[derive(Debug, Clone, Copy)]
pub struct At {
    instruction: usize,
    /// The innermost loop around it.
    in_loop: Option<usize>,
}

impl ControlEquivalence {
    /// Takes in the next instruction: where it is.
    pub fn next(&mut self, instruction: usize, op: Op) -> At {
        let at = At { instruction, in_loop: self.open.iter().rev().find_map(|construct| construct.number) };
        match op {
            Op::If { .. } | Op::Predicate { .. } => self.enter(instruction, ConstructKind::Choice),
            Op::Switch { .. } => self.enter(instruction, ConstructKind::Switch),
            Op::Loop { .. } => self.enter(instruction, ConstructKind::Loop),
            Op::Call { .. } => self.enter(instruction, ConstructKind::Call),
            Op::Else { .. } | Op::Case { .. } => self.from = instruction + 1,
            Op::EndIf { .. } | Op::EndSwitch { .. } | Op::EndLoop { .. } | Op::EndCall => {
                self.from = self.open.pop().map_or(instruction + 1, |construct| construct.from);
            }
            Op::Break { .. } => self.jump(instruction, &[ConstructKind::Loop, ConstructKind::Switch]),
            Op::ExitTest { .. } | Op::Continue { .. } | Op::Back { .. } => {
                self.jump(instruction, &[ConstructKind::Loop])
            }
            Op::Return { .. } => self.jump(instruction, &[ConstructKind::Call]),
            _ => {}
        }
        at
    }

    fn enter(&mut self, instruction: usize, kind: ConstructKind) {
        let number = (kind == ConstructKind::Loop).then_some(self.loops);
        self.loops += usize::from(kind == ConstructKind::Loop);
        self.open.push(Construct { from: self.from, number, kind });
        self.from = instruction + 1;
    }

    /// Some invocations leave the innermost construct of these kinds, or go to its end.
    fn jump(&mut self, instruction: usize, out_of: &[ConstructKind]) {
        self.from = instruction + 1;
        for construct in self.open.iter_mut().rev() {
            if out_of.contains(&construct.kind) {
                break;
            }
            construct.from = instruction + 1;
        }
    }

    /// Whether every invocation that has been `before` comes to the present instruction next, without a turn of a loop
    /// that leads back to before it.
    pub fn follows(&self, before: At) -> bool {
        let still_open = |number| self.open.iter().any(|construct| construct.number == Some(number));
        before.instruction >= self.from && before.in_loop.is_none_or(still_open)
    }
}
