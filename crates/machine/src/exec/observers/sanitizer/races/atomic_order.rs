//! The history of an address that atomics access: whether their results depend on their order.

use crate::type_layout::Kind;

/// How an atomic operation changes the value at its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A sum or a difference.
    Add,
    And,
    Or,
    Xor,
    Min,
    Max,
    /// A store or an exchange, of this value.
    Put(u64),
    /// The new value depends on the old one: a compare-exchange.
    Depends,
}

impl Change {
    /// Whether two changes leave the same value in either order: those of one kind do, except stores of different values.
    fn commutes(self, other: Self) -> bool {
        self == other && self != Self::Depends
    }
}

/// What an atomic operation does at its address, and whether its result is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomicResult {
    /// The value that it read is used.
    pub value: bool,
    pub change: Option<Change>,
}

impl AtomicResult {
    /// Whether operations like it leave the same value and yield the same, in any order.
    pub fn commutes(self) -> bool {
        self.change.is_none_or(|change| !self.value && change.commutes(change))
    }
}

/// An invocation that accessed an address, when it did and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accessor {
    pub workgroup: u64,
    pub invocation: u32,
    pub site: u32,
    /// The epoch of the workgroup's last barrier that orders this memory.
    pub epoch: u32,
    /// The epoch of its last barrier of any kind.
    pub barrier: u32,
    /// The subgroup, and the epoch of its own last barrier.
    pub subgroup: (u32, u32),
}

impl Accessor {
    /// Whether nothing orders two operations.
    fn races(&self, other: &Self) -> bool {
        self.workgroup != other.workgroup || (!self.is(other) && self.epoch == other.epoch && !self.is_parted(other))
    }

    /// Whether a barrier of their subgroup orders them.
    fn is_parted(&self, other: &Self) -> bool {
        self.subgroup.0 == other.subgroup.0 && self.subgroup.1 != other.subgroup.1
    }

    /// Whether a barrier of their workgroup orders them.
    fn is_before(&self, other: &Self) -> bool {
        self.workgroup == other.workgroup && self.epoch != other.epoch
    }

    /// Whether a barrier stands between two operations, which it does not order.
    fn is_beside_barrier(&self, other: &Self) -> bool {
        self.workgroup == other.workgroup && self.barrier != other.barrier
    }

    fn is(&self, other: &Self) -> bool {
        (self.workgroup, self.invocation) == (other.workgroup, other.invocation)
    }
}

/// The last operations of two invocations, one of which differs from whichever comes next, and one of another kind.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Recent<T> {
    two: [Option<(Accessor, T)>; 2],
    other: Option<(Accessor, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { two: [None, None], other: None }
    }
}

impl<T: Copy + PartialEq> Recent<T> {
    /// Those that nothing orders with an operation of `me`.
    fn against(&self, me: Accessor) -> impl Iterator<Item = (Accessor, T)> + '_ {
        let all = self.two.iter().chain([&self.other]).flatten();
        all.filter(move |(who, _)| who.races(&me)).copied()
    }

    fn knows(&self, is: impl Fn(&Accessor) -> bool) -> bool {
        self.two.iter().chain([&self.other]).flatten().any(|(who, _)| is(who))
    }

    fn keep(&mut self, me: Accessor, what: T) {
        let is =
            |test: &dyn Fn(&Accessor) -> bool| self.two.iter().position(|one| one.is_none_or(|(who, _)| test(&who)));
        // An operation that a barrier of the workgroup orders before this one says less than this one.
        let place = is(&|who| who.is(&me)).or_else(|| is(&|who| who.is_before(&me))).unwrap_or(1);
        let gone = self.two[place].replace((me, what));
        if gone.is_some_and(|(_, known)| known != what) {
            self.other = gone;
        }
    }
}

/// History in a row of a subgroup that does one thing, after which those of invocations that are not known are alike: two are kept.
const SETTLED: u32 = 2;

/// What the order of an operation and of those before it decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unordered {
    /// The site whose result it decides.
    pub result: Option<u32>,
    /// The same where a barrier stands between the two that does not order them: the site of the operation, and the earlier one.
    pub beside_barrier: Option<(u32, u32)>,
}

impl Unordered {
    /// Adds that nothing orders an operation and an earlier one, which decides the result of `site`.
    fn add(&mut self, earlier: &Accessor, me: &Accessor, site: u32) {
        match earlier.is_beside_barrier(me) {
            true => self.beside_barrier.get_or_insert((me.site, earlier.site)).0,
            false => *self.result.get_or_insert(site),
        };
    }
}

/// A load by a workgroup that had changed the variable before its last barrier.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    pub who: Accessor,
    pub kind: Kind,
    /// The bits that it read.
    pub value: u64,
    /// Where another workgroup changed the place later.
    pub changed: Option<u32>,
}

impl Load {
    /// Whether others have changed the place since, to these bits.
    pub fn came_before(&self, value: u64) -> bool {
        self.changed.is_some() && self.value != value
    }
}

/// The last operations at one address.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct History {
    changes: Recent<Change>,
    /// The invocations that used the value that they read, and the site.
    readers: Recent<u32>,
    /// The last load behind a barrier.
    pub load: Option<Load>,
}

impl History {
    /// Records an operation. Returns what depends on which comes first.
    pub fn record(&mut self, me: Accessor, result: AtomicResult) -> Unordered {
        let differs = |before: Change| result.value || result.change.is_some_and(|change| !change.commutes(before));
        let mut found = Unordered::default();
        for (who, _) in self.changes.against(me).filter(|(_, change)| differs(*change)) {
            found.add(&who, &me, me.site);
        }
        if let Some(change) = result.change {
            for (who, site) in self.readers.against(me) {
                found.add(&who, &me, site);
            }
            self.changes.keep(me, change);
            if let Some(load) = self.load.as_mut().filter(|load| load.who.workgroup != me.workgroup) {
                load.changed.get_or_insert(me.site);
            }
        }
        if result.value {
            self.readers.keep(me, me.site);
        }
        found
    }

    /// The same for invocations of one subgroup between two barriers, which do the same one after the other. `depends` receives
    /// each outcome and how many in a row have it.
    pub fn record_row(
        &mut self,
        mut row: impl Iterator<Item = Accessor> + Clone,
        result: AtomicResult,
        mut depends: impl FnMut(Unordered, u64),
    ) {
        let (mut outcome, mut times, mut settled) = (Unordered::default(), 0, false);
        for at in 1.. {
            let Some(me) = row.next() else {
                break;
            };
            let mine = self.record(me, result);
            if times > 0 && mine != outcome {
                depends(outcome, std::mem::take(&mut times));
            }
            (outcome, times) = (mine, times + 1);
            // Each of the rest has the same outcome, and takes the place of the one before it.
            if let Some(last) = row.clone().last().filter(|_| settled) {
                times += row.by_ref().count() as u64;
                self.record(last, result);
            }
            settled = at == SETTLED && row.clone().last().is_some_and(|last| !self.knows_behind(me, &last));
        }
        depends(outcome, times);
    }

    /// Whether an operation of an invocation behind `me` is kept, up to `last` of the same workgroup.
    fn knows_behind(&self, me: Accessor, last: &Accessor) -> bool {
        let behind = |who: &Accessor| {
            who.workgroup == me.workgroup && (me.invocation + 1..=last.invocation).contains(&who.invocation)
        };
        self.changes.knows(behind) || self.readers.knows(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An invocation of a workgroup of two subgroups.
    fn who(invocation: u32) -> Accessor {
        Accessor { workgroup: 0, invocation, site: 0, epoch: 1, barrier: 1, subgroup: (invocation / 32, 0) }
    }

    /// What is found at one address, by invocation and what it does there.
    fn outcomes(operations: &[(Accessor, AtomicResult)]) -> Vec<Unordered> {
        let mut at = History::default();
        let all = operations.iter().zip(0..);
        all.map(|((who, result), site)| at.record(Accessor { site, ..*who }, *result)).collect()
    }

    /// The sites whose results depend on the order.
    fn found(operations: &[(Accessor, AtomicResult)]) -> Vec<u32> {
        outcomes(operations).into_iter().filter_map(|found| found.result).collect()
    }

    fn only(change: Change) -> AtomicResult {
        AtomicResult { value: false, change: Some(change) }
    }

    const READ: AtomicResult = AtomicResult { value: true, change: None };

    #[test]
    fn changes_of_one_kind_commute_and_others_do_not() {
        use Change::{Add, And, Depends, Max, Min, Or, Put, Xor};
        let all = [Add, And, Or, Xor, Min, Max, Put(1), Put(2), Depends];
        for (at, first) in all.into_iter().enumerate() {
            for (other, second) in all.into_iter().enumerate() {
                let differs = at != other || first == Depends;
                let found = found(&[(who(0), only(first)), (who(1), only(second))]);
                assert_eq!(!found.is_empty(), differs, "{first:?}, then {second:?}");
            }
        }
    }

    #[test]
    fn the_last_operation_of_an_invocation_hides_nothing() {
        let add = only(Change::Add);
        assert_eq!(found(&[(who(0), add), (who(1), add), (who(1), READ)]), [2]);
        assert_eq!(found(&[(who(0), only(Change::Put(0))), (who(0), add), (who(1), add)]), [2]);
        assert_eq!(found(&[(who(0), READ), (who(1), READ), (who(1), add)]), [0]);
        let next = |invocation| Accessor { epoch: 2, ..who(invocation) };
        assert_eq!(found(&[(who(0), only(Change::Put(0))), (next(0), add), (next(1), add), (next(1), READ)]), [3]);
    }

    #[test]
    fn another_workgroup_is_not_ordered_by_barriers() {
        let (clear, add) = (only(Change::Put(0)), only(Change::Add));
        let next = |invocation| Accessor { epoch: 2, ..who(invocation) };
        let other = Accessor { workgroup: 1, ..who(0) };
        assert_eq!(found(&[(who(0), clear), (next(0), add), (next(1), add), (next(2), add), (other, add)]), [4]);
    }

    #[test]
    fn the_old_value_depends_on_which_operation_is_first() {
        let slot = AtomicResult { value: true, change: Some(Change::Add) };
        assert_eq!(found(&[(who(0), slot), (who(1), only(Change::Add))]), [0]);
        assert_eq!(found(&[(who(0), slot), (who(0), only(Change::Add))]), []);
    }

    #[test]
    fn barriers_order_operations() {
        let (clear, add) = (only(Change::Put(0)), only(Change::Add));
        let later = Accessor { epoch: 2, ..who(40) };
        assert_eq!(found(&[(who(0), clear), (later, add)]), []);
        let after = |invocation| Accessor { subgroup: (invocation / 32, 5), ..who(invocation) };
        assert_eq!(found(&[(who(0), clear), (after(1), add)]), []);
        assert_eq!(found(&[(who(0), clear), (after(33), add)]), [1]);
    }

    #[test]
    fn a_barrier_that_does_not_order_operations_is_told_apart_from_none() {
        let (clear, add) = (only(Change::Put(0)), only(Change::Add));
        let behind = |invocation| Accessor { barrier: 2, ..who(invocation) };
        let beside = |operations: &[_]| {
            let all = outcomes(operations);
            assert_eq!(all.iter().filter_map(|found| found.result).next(), None);
            all.into_iter().filter_map(|found| found.beside_barrier).collect::<Vec<_>>()
        };
        assert_eq!(beside(&[(who(0), clear), (behind(1), add)]), [(1, 0)]);
        assert_eq!(beside(&[(who(0), READ), (behind(1), add)]), [(1, 0)]);
        assert_eq!(beside(&[(who(0), add), (behind(1), add)]), []);
        let other = Accessor { workgroup: 1, ..behind(0) };
        assert_eq!(found(&[(who(0), clear), (other, add)]), [1]);
    }

    #[test]
    fn a_load_is_early_where_another_workgroup_changes_the_place_later() {
        let other = Accessor { workgroup: 1, ..who(0) };
        let load = Load { who: who(0), kind: Kind::U32, value: 3, changed: None };
        let after = |operation: (Accessor, AtomicResult)| {
            let mut at = History { load: Some(load), ..History::default() };
            at.record(operation.0, operation.1);
            at.load.expect("it is kept")
        };
        assert!(after((other, only(Change::Add))).came_before(4));
        assert!(!after((other, only(Change::Add))).came_before(3), "it is as it was");
        assert!(!after((who(5), only(Change::Add))).came_before(4), "the same workgroup");
        assert!(!after((other, READ)).came_before(4));
    }

    #[test]
    fn a_row_at_once_is_as_one_by_one() {
        let mut random = fastrand::Rng::with_seed(1);
        let changes = [None, Some(Change::Add), Some(Change::Max), Some(Change::Put(1)), Some(Change::Depends)];
        for _ in 0..2000 {
            let (mut rows, mut single) = (History::default(), History::default());
            for site in 0..12 {
                let mut result = AtomicResult { value: random.bool(), change: changes[random.usize(..changes.len())] };
                result.value |= result.change.is_none();
                let (subgroup, lanes) = (random.u32(..2), random.u32(..));
                let one = Accessor {
                    workgroup: random.u64(..2),
                    invocation: 0,
                    site,
                    epoch: random.u32(..2),
                    barrier: random.u32(..2),
                    subgroup: (subgroup, random.u32(..2)),
                };
                let lanes = (0..32).filter(move |lane| lanes >> lane & 1 == 1 || lanes % 5 == 0);
                let row = lanes.map(|lane| Accessor { invocation: subgroup * 32 + lane, ..one });
                let (mut outcomes, mut expected) = (Vec::new(), Vec::new());
                rows.record_row(row.clone(), result, |outcome, times| {
                    outcomes.extend(std::iter::repeat_n(outcome, times as usize));
                });
                expected.extend(row.map(|who| single.record(who, result)));
                assert_eq!((outcomes, rows), (expected, single), "{result:?}");
            }
        }
    }
}
