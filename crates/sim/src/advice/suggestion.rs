//! What findings suggest. Each is tried: `tests/advice` has a kernel that calls for it and the same one changed as it says.

use crate::finding::Reason;
use crate::{Finding, FindingKind, Severity};

/// Makes the enum, its list and its texts from one row for each.
macro_rules! suggestions {
    ($($arm:ident = $name:literal, $text:literal;)*) => {
        /// Something to try.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the text says what each is")]
        pub enum Suggestion { $($arm,)* }

        impl Suggestion {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$arm,)*];

            /// A short name, for the test that tries it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$arm => $name,)* }
            }

            /// What follows `Next: ` in a finding's message, or begins what does.
            pub fn text(self) -> &'static str {
                match self { $(Self::$arm => $text,)* }
            }
        }
    };
}

suggestions! {
    Vector = "vector", "let each lane take all of its neighbouring elements at once, as a vec";
    SwapAxes = "swap-axes", "let what neighbouring lanes differ in, `local_invocation_id.x`, run along the rows: swap x and y";
    Tile = "tile", "pass a tile through workgroup memory: load it along its rows, wait at a barrier, and take from there what lies \
        across them";
    FieldArrays = "field-arrays", "put the values that neighbouring lanes take side by side: an array for each field in place of an \
        array of";
    Interleave = "interleave", "let invocation i of the workgroup take element i and step by the workgroup's size";
    LongerRows = "longer-rows", "make the workgroup longer along x";
    LongerTile = "longer-tile", "let more neighbouring lanes load, or store, each row of the tile";
    Gather = "gather", "let neighbouring invocations take neighbouring elements: sort the work by its address, or gather through \
        workgroup memory";
    Pad = "pad", "pad the rows of the array";
    NeighbouringWords = "neighbouring-words", "give neighbouring lanes neighbouring words";
    DecideAlike = "decide-alike", "let whole subgroups";
    MoreBefore = "more-before", "give each invocation more to do before it, so that it is a smaller part";
    CombineFirst = "combine-first", "combine before adding";
    CountInCopies = "count-in-copies", "count in a copy of the elements in workgroup memory, give each workgroup many inputs, and let \
        it add each element of its copy once, at its end";
    SpreadCopies = "spread-copies", "give each element several copies side by side in workgroup memory, for lanes with another \
        remainder each, and add them up at the end";
    ReuseLoads = "reuse-loads", "load a tile into workgroup memory once for the whole workgroup, or compute several results in each \
        invocation, so that a value in a register serves them all";
    Scatter = "scatter", "where an element counts for few of the results, as in a histogram, go over the elements once, and let \
        whoever reads one add it to its result: by `atomicAdd` to a copy of the results in workgroup memory, which each workgroup adds to \
        them at its end";
    LoadVectors = "load-vectors", "bind the buffer as vec4s and let an invocation take four neighbouring elements";
    KeepValue = "keep-value", "load it once, and keep it in a `let`";
    KeepValues = "keep-values", "load each value once and keep it for all that use it, in a `let` before the loop, or in a private \
        array that counters of loops with a constant number of passes index";
    StoreOnce = "store-once", "keep the value in a `var`, and store it once, after the loop";
    OneLoop = "one-loop", "go over the data once";
    WholeSubgroups = "whole-subgroups", "make `@workgroup_size` a multiple of";
    SmallerWorkgroups = "smaller-workgroups", "smaller workgroups, each invocation with more results where a tile must stay as large";
    SmallerTiles = "smaller-tiles", "smaller tiles";
    LargerWorkgroups = "larger-workgroups", "larger workgroups";
    FewerRegisters = "fewer-registers", "fewer values in registers: a smaller register tile";
    FewerWorkgroups = "fewer-workgroups", "Start fewer workgroups";
    MoreWorkgroups = "more-workgroups", "smaller workgroups or tiles, so that there are";
    SplitLoop = "split-loop", "let several workgroups share the loop behind each result, and add up their parts, so that there are";
    EvenRounds = "even-rounds", "smaller workgroups or tiles, so that the last round is a small part";
    ShareWork = "share-work", "let several workgroups share the long part, or hand out work in small equal pieces";
    ShareLoop = "share-loop", "share the loop among the lanes";
    ConstantIndices = "constant-indices", "index it by literals or by the counter of a loop with a constant number of passes";
    KnownDivisor = "known-divisor", "make the divisor known to the compiler, as a `const` or an `override`: then a power of two is a shift or \
        a mask, and another number a product";
    DropBarrier = "drop-barrier", "remove it";
    StoreResult = "store-result", "store the result, or look at the condition around the store";
    Fuse = "fuse", "do these steps in one kernel";
    FewerInstructions = "fewer-instructions", "Execute fewer instructions";
    ShareOperands = "share-operands", "Let instructions share operands";
    FewerFlop = "fewer-flop", "This is the roof of arithmetic";
    FewerSpecial = "fewer-special-functions", "Call exp, log, sqrt, sin and division less";
    DenserRequests = "denser-requests", "Make fewer and denser requests";
    OneAddress = "one-address", "Let all lanes of a subgroup ask a uniform buffer for one address at a time";
    FewerSharedReads = "fewer-shared-reads", "Read workgroup memory less for each result";
    FewerBarriers = "fewer-barriers", "Wait at fewer barriers for each result";
    ReuseInUnit = "reuse-in-unit", "Reuse data before it leaves the unit";
    FewerBytes = "fewer-bytes", "Move fewer bytes";
    FewerAtomics = "fewer-atomics", "Combine first";
    MoreInFlight = "more-in-flight", "Keep more in flight";
}

/// Stands between what is seen and what to try.
const NEXT: &str = ". Next: ";

impl Finding {
    /// Whether it ends in this suggestion.
    pub(super) fn suggests(&self, suggestion: Suggestion) -> bool {
        self.suggestion.as_ref().is_some_and(|text| text.starts_with(suggestion.text()))
    }

    /// Takes back what it suggests, where that leads elsewhere than is wanted; what it says was seen stays.
    pub fn withhold_suggestion(&mut self) {
        let Some(suggestion) = self.suggestion.take() else { return };
        let seen = self.message.strip_suffix(&suggestion).and_then(|message| message.strip_suffix(NEXT));
        self.message = seen.unwrap_or(&self.message).to_owned();
    }
}

/// What a finding tells before its suggestion.
pub(super) struct Told {
    /// All of it.
    pub text: String,
    reason: Option<Reason>,
}

impl Told {
    /// What was seen, why it is so, and what follows from that.
    pub fn because(seen: &str, why: &str, more: &str) -> Self {
        let text = format!("{seen}, because {why}{more}");
        Self { text, reason: Some(Reason { seen: seen.to_owned(), why: why.to_owned() }) }
    }
}

impl<T: Into<String>> From<T> for Told {
    fn from(text: T) -> Self {
        Self { text: text.into(), reason: None }
    }
}

/// Of findings with one reason and one suggestion, tells both of the first: further ones say where that stands.
pub(super) fn tell_once(findings: &mut [Finding]) {
    for at in 1..findings.len() {
        let (told, [finding, ..]) = findings.split_at_mut(at) else { continue };
        let Some(Reason { seen, why }) = finding.reason.clone().filter(|_| finding.suggestion.is_some()) else {
            continue;
        };
        let is_same = |first: &&Finding| {
            (first.kind, &first.suggestion) == (finding.kind, &finding.suggestion)
                && first.reason.as_ref().is_some_and(|reason| reason.why == why)
        };
        let Some(first) = told.iter().find(is_same) else { continue };
        let place = match first.line {
            Some(line) if first.line != finding.line => format!("on line {line}"),
            _ => "above".to_owned(),
        };
        finding.message = format!("{seen}, for the same reason as {place}; the same is worth trying");
        finding.suggestion = None;
    }
}

/// A finding that ends in a suggestion: what is seen and why, then the suggestion with `more` of its figures.
pub(super) fn suggest(
    kind: FindingKind,
    severity: Severity,
    line: u32,
    told: impl Into<Told>,
    (suggestion, more): (Suggestion, String),
) -> Finding {
    let suggestion = format!("{}{more}", suggestion.text());
    let Told { text, reason } = told.into();
    let message = format!("{text}{NEXT}{suggestion}");
    Finding { suggestion: Some(suggestion), reason, ..Finding::new(kind, severity, message).at(line) }
}
