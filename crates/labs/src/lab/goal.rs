//! What an attempt at an exercise must reach, and the figures it is measured by. Nothing is judged here.

/// How much of something, by the problem's own needs, counts in the figure of a goal: work that nobody needs makes no ratio
/// better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cap {
    /// The figure that it is about.
    pub of: Figure,
    /// What is held against the problem.
    pub figure: Figure,
    /// As much of it counts: about twice what the most laborious of the exercise's solutions takes.
    pub most: f64,
}

impl Cap {
    /// The most elements of an invocation: twice those of the exercises' starts that give it the most.
    pub const ELEMENTS: f64 = 128.0;

    /// In figures of `of` counts `most` of `figure`.
    pub const fn on(of: Figure, figure: Figure, most: f64) -> Self {
        Self { of, figure, most }
    }

    /// With more than `most` elements of the outputs for an invocation, the invocations that are missing are idle lanes.
    pub const fn share(most: f64) -> Self {
        Self::on(Figure::LaneEfficiency, Figure::OutputsPerInvocation, most)
    }

    /// The same for a problem whose outputs are few: an invocation has at most `most` of its elements.
    pub const fn part(most: f64) -> Self {
        Self::on(Figure::LaneEfficiency, Figure::ElementsPerInvocation, most)
    }

    /// The rule and its reason, as a sentence for students.
    pub fn rule(&self) -> String {
        let most = self.most;
        match (self.of, self.figure) {
            (_, Figure::OutputsPerInvocation | Figure::ElementsPerInvocation) => format!(
                "Lanes that are not launched are idle, too: with more than {most} elements an invocation, those that are \
                 missing count as lanes without work."
            ),
            (Figure::LaneEfficiency, _) => format!(
                "Idle lanes are counted as if the kernel took only {most} {}: instructions that nobody needs make no lane less idle.",
                self.figure.unit()
            ),
            (Figure::SectorsOverIdeal, _) => format!(
                "Beyond {most} {}, scattered requests are held against {most} alone, and so are the sectors of requests of few \
                 lanes against their bytes: loads that nobody needs make no other load coalesced.",
                self.figure.unit()
            ),
            (Figure::WavefrontsOverIdeal, _) => format!(
                "Beyond {most} {} without a conflict, conflicts are held against {most} alone: reads that nobody needs make no \
                 other read free of conflicts.",
                self.figure.unit()
            ),
            (Figure::WavefrontsPerMultiplyAdd, _) => format!(
                "With more than {most} {}, each request of global memory counts as a pass: a load past the tile spares none.",
                self.figure.unit()
            ),
            (Figure::LoadsPerWait, _) => {
                format!("Of the loads, {most} {} count: loads that nobody needs hide no latency.", self.figure.unit())
            }
            _ => format!("Of the workgroups, {most} an element count: workgroups that are not needed spare no turn."),
        }
    }
}

/// One thing that an attempt must reach.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Unique in its exercise; assignments give points by it: `coalesced`.
    pub id: &'static str,
    /// In a few words, with the figure: "at most 1.1 x the fewest DRAM bytes".
    pub title: &'static str,
    /// How it is judged.
    pub test: Test,
}

/// How a goal is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// It is WGSL, and binds what the problem has.
    Compiles,
    /// Every element is right at every size.
    Correct,
    /// The simulator finds no race, no access out of bounds, no divergent barrier, ...
    FreeOfFaults,
    /// The figure is at most this.
    AtMost(Figure, f64),
    /// The figure is at least this.
    AtLeast(Figure, f64),
    /// On a GPU, at least this many times as fast as the baseline.
    Faster(f64),
}

impl Test {
    /// What is counted; `None` where nothing is.
    pub fn figure(self) -> Option<Figure> {
        match self {
            Self::AtMost(figure, _) | Self::AtLeast(figure, _) => Some(figure),
            Self::Compiles | Self::Correct | Self::FreeOfFaults | Self::Faster(_) => None,
        }
    }
}

/// A figure drawn from the simulator's counters, on the default machine and at the exercise's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Sectors of global memory over the fewest that could hold the bytes of each request: 1 is coalesced.
    SectorsOverIdeal,
    /// Sectors of global memory, in bytes, over the fewest bytes that the problem needs: 1 is coalesced and moves
    /// nothing twice. Requests of few lanes, which are coalesced by themselves, do not escape it.
    /// What compilers leave counts: two loads of one place in one straight line are one.
    SectorsOverFewest,
    /// The same as the source asks, whatever compilers leave of it.
    SectorsAsWritten,
    /// Passes over the banks of workgroup memory over the fewest possible: 1 is free of conflicts. The banks of atomic
    /// operations are not counted: each is taken to need a pass for each lane.
    WavefrontsOverIdeal,
    /// Passes over the banks of workgroup memory for each multiply-add of a whole subgroup that the problem needs.
    WavefrontsPerMultiplyAdd,
    /// Active lanes over all lanes, 0 to 1.
    LaneEfficiency,
    /// Branches after which lanes go different ways, over all branches, 0 to 1.
    DivergentBranches,
    /// DRAM bytes over the fewest that the problem needs.
    DramOverFewest,
    /// Bytes requested of global memory over the fewest that the problem needs.
    RequestedOverFewest,
    /// Bytes requested of global memory over the requests: 128 for 32 lanes of one f32 each.
    BytesPerRequest,
    /// FLOPs executed over those that the problem needs.
    FlopOverNeeded,
    /// Lanes issued, active or not, for each FLOP that the problem needs: what divergence and work done twice cost
    /// together. A multiply-add is one instruction of two FLOPs.
    LanesPerFlop,
    /// Lanes issued, active or not, for each byte that the problem needs.
    LanesPerByte,
    /// Requests of global memory for each multiply-add of a whole subgroup that the problem needs.
    RequestsPerMultiplyAdd,
    /// Passes over the banks of workgroup memory for each 128 bytes that the problem needs.
    WavefrontsPerLine,
    /// Requests of global memory for each 128 bytes (a word for each of 32 lanes) that the problem needs.
    RequestsPerLine,
    /// Elements of the outputs over the invocations launched.
    OutputsPerInvocation,
    /// The problem's size, where that is its elements, over the invocations launched.
    ElementsPerInvocation,
    /// The workgroups launched over the problem's size, where that is its elements.
    WorkgroupsPerElement,
    /// Turns that lanes take at atomics (those of a subgroup at one address take theirs one after the other), over the problem's
    /// size, where that is its elements.
    TurnsPerElement,
    /// Passes over the banks of workgroup memory that atomics take (lanes that meet in a bank take turns, at one element or at several),
    /// over the problem's size, where that is its elements.
    AtomicWavefrontsPerElement,
    /// The turns of [`Self::TurnsPerElement`] over the workgroups launched.
    TurnsPerWorkgroup,
    /// Barriers that a workgroup comes to.
    BarriersPerWorkgroup,
    /// Bytes of an invocation's own variables: beyond about 1000 (255 registers of 4 bytes) they spill to memory.
    PrivateBytes,
    /// Bytes of workgroup memory of a workgroup.
    WorkgroupBytes,
    /// Waits for storage memory on the longest way through a workgroup, for each item that the problem has of an output: of
    /// a walk, waits a step. Loads that nothing parts wait together.
    WaitsPerItem,
    /// Loads on the longest way through a workgroup for each of these waits.
    LoadsPerWait,
    /// Resident subgroups over the most that a unit holds, 0 to 1.
    Occupancy,
    /// Dispatches that the host makes in one run.
    Dispatches,
    /// The relative L2 error against the truth, all elements of the output together.
    ErrorL2,
    /// FLOPs executed by matrix units over those that the problem needs.
    MatrixFlopOverNeeded,
}

impl Figure {
    /// What it counts, in a few words that fit after "at most 1.1": "x the fewest bytes".
    pub fn unit(self) -> &'static str {
        match self {
            Self::SectorsOverIdeal => "x the fewest sectors for its requests",
            Self::SectorsOverFewest => "x the fewest sectors for the problem",
            Self::SectorsAsWritten => "x the fewest sectors for the problem in the source",
            Self::WavefrontsOverIdeal => "x the fewest passes over the banks",
            Self::WavefrontsPerMultiplyAdd => "passes over the banks a multiply-add",
            Self::LaneEfficiency => "of the lanes active",
            Self::DivergentBranches => "of the branches divergent",
            Self::DramOverFewest => "x the fewest DRAM bytes",
            Self::RequestedOverFewest => "x the fewest bytes requested",
            Self::BytesPerRequest => "bytes a request",
            Self::FlopOverNeeded => "x the FLOPs needed",
            Self::LanesPerFlop => "lanes issued a FLOP",
            Self::LanesPerByte => "lanes issued a byte",
            Self::RequestsPerMultiplyAdd => "requests a multiply-add",
            Self::WavefrontsPerLine => "passes over the banks for 128 bytes",
            Self::RequestsPerLine => "requests for 128 bytes",
            Self::OutputsPerInvocation => "elements of the outputs an invocation",
            Self::ElementsPerInvocation => "elements an invocation",
            Self::WorkgroupsPerElement => "workgroups an element",
            Self::TurnsPerElement => "turns at atomics an element",
            Self::AtomicWavefrontsPerElement => "passes of atomics over the banks an element",
            Self::TurnsPerWorkgroup => "turns at atomics a workgroup",
            Self::BarriersPerWorkgroup => "barriers a workgroup",
            Self::PrivateBytes => "bytes of variables an invocation",
            Self::WorkgroupBytes => "bytes of workgroup memory",
            Self::WaitsPerItem => "waits for memory a step",
            Self::LoadsPerWait => "loads under way at each wait",
            Self::Occupancy => "of the subgroups that a unit has room for",
            Self::Dispatches => "dispatches",
            Self::ErrorL2 => "as relative error (root mean square)",
            Self::MatrixFlopOverNeeded => "x the FLOPs needed, on matrix units",
        }
    }
}

/// Goals that several exercises have.
impl Goal {
    /// It is WGSL, and binds what the problem has.
    pub const COMPILES: Self =
        Self { id: "compiles", title: "compiles, with the bindings of the exercise", test: Test::Compiles };

    /// Every element is right at every size.
    pub const CORRECT: Self = Self { id: "correct", title: "every element right, at every size", test: Test::Correct };

    /// The simulator finds no fault.
    pub const FAULTLESS: Self =
        Self { id: "faults", title: "free of races and other faults", test: Test::FreeOfFaults };

    /// Requests touch no more sectors than their bytes fill.
    pub const COALESCED: Self =
        Self::at_most("coalesced", "at most 1.1 x the fewest sectors for its requests", Figure::SectorsOverIdeal, 1.1);

    /// No sector is moved twice.
    pub const FETCHED_ONCE: Self =
        Self::at_most("traffic", "at most 1.1 x the fewest sectors for the problem", Figure::SectorsOverFewest, 1.1);

    /// The same where all lanes read a few numbers: these come from a cache, and are asked for nevertheless.
    pub const FETCHED_ALMOST_ONCE: Self =
        Self::at_most("traffic", "at most 1.3 x the fewest sectors for the problem", Figure::SectorsOverFewest, 1.3);

    /// Workgroup memory without bank conflicts.
    pub const BANKS: Self =
        Self::at_most("banks", "no bank conflicts: at most 1.1 x the fewest passes", Figure::WavefrontsOverIdeal, 1.1);

    /// Nearly the fewest bytes to and from DRAM.
    pub const DRAM: Self = Self::at_most("dram", "DRAM bytes within 1.2 x of the fewest", Figure::DramOverFewest, 1.2);

    /// The same of a problem that reads each of its elements once.
    pub const DRAM_ONCE: Self =
        Self::at_most("dram", "DRAM bytes within 1.1 x of the fewest", Figure::DramOverFewest, 1.1);

    /// What an invocation has of its own fits its registers.
    pub const PRIVATE: Self =
        Self::at_most("private", "at most 1000 bytes of variables an invocation", Figure::PrivateBytes, 1000.0);

    /// Nearly all lanes active.
    pub const LANES: Self = Self::at_least("lanes", "at least 0.9 of the lanes at work", Figure::LaneEfficiency, 0.9);

    /// The figure is at most `most`.
    pub const fn at_most(id: &'static str, title: &'static str, figure: Figure, most: f64) -> Self {
        Self { id, title, test: Test::AtMost(figure, most) }
    }

    /// The figure is at least `least`.
    pub const fn at_least(id: &'static str, title: &'static str, figure: Figure, least: f64) -> Self {
        Self { id, title, test: Test::AtLeast(figure, least) }
    }

    /// At least `times` as fast as the start.
    pub const fn faster(times: f64, title: &'static str) -> Self {
        Self { id: "faster", title, test: Test::Faster(times) }
    }
}

/// An exercise's goals: these, after those that every exercise has.
macro_rules! goals {
    ($($goal:expr),* $(,)?) => {
        &[$crate::lab::Goal::COMPILES, $crate::lab::Goal::CORRECT, $crate::lab::Goal::FAULTLESS, $($goal),*]
    };
}
pub(crate) use goals;

#[cfg(test)]
mod tests {
    use crate::lab::handout;
    use crate::labs;

    #[test]
    fn the_handouts_tables_say_how_much_counts_in_each_figure() {
        for lab in labs::ALL {
            let page = handout(lab.name).unwrap_or_default();
            for cap in lab.exercises.iter().flat_map(|exercise| exercise.caps) {
                let row = format!("| counted: {} |", cap.figure.unit());
                let found = page.lines().find(|line| line.starts_with(&row));
                let said = found.is_some_and(|line| line.contains(&format!("up to {}", cap.most)));
                assert!(said, "{}: {row} up to {}", lab.name, cap.most);
                assert!(cap.rule().ends_with('.') && cap.rule().contains(&cap.most.to_string()), "{}", cap.rule());
            }
        }
    }
}
