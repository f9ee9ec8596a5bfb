//! The suggestions of findings. Each is tested: `tests/advice` has a kernel that calls for it and the same one changed as it says.

use crate::finding::{NEXT, Reason, SAME};
use crate::{Finding, FindingKind, Severity};

/// Makes the enum, its list and its texts from one row for each.
macro_rules! suggestions {
    ($($arm:ident = $name:literal, $text:literal;)*) => {
        /// A suggestion.
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
    Vector = "vector", "let each lane access its adjacent elements at once, as a vec";
    SwapAxes = "swap-axes", "let `local_invocation_id.x`, in which neighbouring lanes differ, run along the rows: swap x and y";
    Tile = "tile", "stage a tile in workgroup memory: load it along its rows, wait at a barrier, and read it across its rows from \
                    there";
    FieldArrays = "field-arrays", "put the values that neighbouring lanes access side by side: use one array per field instead of \
                                   an array of";
    Interleave = "interleave", "let invocation i of the workgroup take element i and step by the workgroup's size";
    LongerRows = "longer-rows", "make the workgroup longer along x";
    LongerTile = "longer-tile", "let more neighbouring lanes load, or store, each row of the tile";
    Gather = "gather", "let neighbouring invocations take neighbouring elements: sort the work by address, or gather through \
                        workgroup memory";
    Pad = "pad", "pad the rows of the array";
    NeighbouringWords = "neighbouring-words", "give neighbouring lanes neighbouring words";
    DecideAlike = "decide-alike", "let whole subgroups";
    MoreBefore = "more-before", "give each invocation more work before it, so that it becomes a smaller part";
    CombineFirst = "combine-first", "combine before adding";
    CountInCopies = "count-in-copies", "count in a copy of the elements in workgroup memory, give each workgroup many inputs, and let \
        it add each element of its copy once, at its end";
    SpreadCopies = "spread-copies", "keep N copies of each element side by side in workgroup memory, where lane mod N picks the \
                                     copy, and add the copies up at the end";
    ReuseLoads = "reuse-loads", "load a tile into workgroup memory once for the whole workgroup";
    SeveralResults = "several-results", "compute several results in each invocation, so that a value in a register serves them \
        all; where the operands of neighbours overlap, as a filter's do, take neighbours, from a tile in workgroup memory";
    PartialResults = "partial-results", "share what results have in common: let each workgroup add up once, with all its \
        invocations, what lies before its part, and make its own results from that by a scan in workgroup memory; or take it from \
        a dispatch before, which adds up each part";
    EarlierDispatch = "earlier-dispatch", "let a dispatch before this one add up each workgroup's part, and take what lies before it \
        from there";
    Scatter = "scatter", "where an element contributes to few of the results, as in a histogram, go over the elements once, and \
                          let the invocation that reads one add it to its result: with `atomicAdd`, to a copy of the results in \
                          workgroup memory, which each workgroup adds to the results at its end";
    LoadVectors = "load-vectors", "bind the buffer as vec4s and let each invocation access four adjacent elements";
    KeepValue = "keep-value", "load it once, and keep it in a `let`";
    KeepValues = "keep-values", "load each value once and keep it for all its uses: in a `let` before the loop";
    StoreOnce = "store-once", "keep the value in a `var`, and store it once, after the loop";
    OneLoop = "one-loop", "go over the data once";
    WholeSubgroups = "whole-subgroups", "make `@workgroup_size` a multiple of";
    SmallerWorkgroups = "smaller-workgroups", "use smaller workgroups, with more results per invocation where a tile must keep its \
                                               size";
    SmallerTiles = "smaller-tiles", "smaller tiles";
    LargerWorkgroups = "larger-workgroups", "larger workgroups";
    FewerRegisters = "fewer-registers", "fewer values in registers: a smaller register tile";
    FewerWorkgroups = "fewer-workgroups", "Start fewer workgroups";
    MoreWorkgroups = "more-workgroups", "smaller workgroups or tiles, so that there are";
    SplitLoop = "split-loop", "let several workgroups share the loop behind each result, and add up their parts, so that there are";
    EvenRounds = "even-rounds", "smaller workgroups or tiles, so that the last round is a small part";
    ShareWork = "share-work", "let several workgroups share the long part, or hand out work in small equal pieces";
    ShareLoop = "share-loop", "share the loop among the lanes";
    ConstantIndices = "constant-indices", "index it with literals";
    KnownDivisor = "known-divisor", "make the divisor known to the compiler, as a `const` or an `override`: a division by a power \
                                     of two then becomes a shift or a mask, and one by another number a multiplication";
    DropBarrier = "drop-barrier", "remove it";
    StoreResult = "store-result", "store the result, or check the condition around the store";
    Fuse = "fuse", "do these steps in one kernel";
    FewerInstructions = "fewer-instructions", "Execute fewer instructions";
    DenserRequests = "denser-requests", "Make fewer and denser requests";
    OneAddress = "one-address", "Let all lanes of a subgroup read one address of a uniform buffer at a time";
    FewerSharedReads = "fewer-shared-reads", "Read workgroup memory less often per result";
    FewerBarriers = "fewer-barriers", "Wait at fewer barriers per result";
    ReuseInUnit = "reuse-in-unit", "Reuse data before it leaves the unit";
    FewerBytes = "fewer-bytes", "Move fewer bytes";
    FewerAtomics = "fewer-atomics", "Combine first";
    MoreInFlight = "more-in-flight", "Keep more work in flight";
}

impl Suggestion {
    /// Whether the finding ends with this suggestion.
    pub(super) fn is_made_by(self, finding: &Finding) -> bool {
        finding.suggestion.as_ref().is_some_and(|text| text.starts_with(self.text()))
    }
}

/// Whether what the finding suggests distributes the work differently, so that what else is known of the loads no longer holds.
pub(super) fn suggests_another_algorithm(finding: &Finding) -> bool {
    [Suggestion::Scatter, Suggestion::PartialResults, Suggestion::EarlierDispatch]
        .iter()
        .any(|one| one.is_made_by(finding))
}

/// The text of a finding before its suggestion.
pub(super) struct Observation {
    /// All of it.
    pub text: String,
    reason: Option<Reason>,
}

impl Observation {
    /// What was seen, the reason, and further figures.
    pub fn because(seen: &str, why: &str, more: &str) -> Self {
        let text = format!("{seen}, because {why}{more}");
        Self { text, reason: Some(Reason { seen: seen.to_owned(), why: why.to_owned() }) }
    }
}

impl<T: Into<String>> From<T> for Observation {
    fn from(text: T) -> Self {
        Self { text: text.into(), reason: None }
    }
}

/// Of findings with the same reason and suggestion, only the first states them: the others refer to it.
pub(super) fn state_once(findings: &mut [Finding]) {
    for at in 1..findings.len() {
        let (earlier, [finding, ..]) = findings.split_at_mut(at) else { continue };
        let Some(first) = earlier.iter().find(|first| first.is_same_cause(finding)) else { continue };
        let seen = finding.reason.as_ref().map_or("", |reason| &reason.seen);
        let place = match first.line {
            Some(line) if first.line != finding.line => format!("on line {line}"),
            _ => "above".to_owned(),
        };
        finding.message = format!("{seen}, for the same reason as {place}{SAME}");
        finding.suggestion = None;
    }
}

/// A finding that ends with a suggestion: the observation and the reason, then the suggestion with `more` details.
pub(super) fn suggest(
    kind: FindingKind,
    severity: Severity,
    line: u32,
    observation: impl Into<Observation>,
    (suggestion, more): (Suggestion, String),
) -> Finding {
    let suggestion = format!("{}{more}", suggestion.text());
    let Observation { text, reason } = observation.into();
    let message = format!("{text}{NEXT}{suggestion}");
    Finding { suggestion: Some(suggestion), reason, ..Finding::new(kind, severity, message).at(line) }
}
