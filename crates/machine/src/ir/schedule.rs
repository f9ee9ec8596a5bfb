//! What observers of a run know of the compiled kernel: which loads wait, what segments issue, and which instructions requests need.

/// A loop whose number of iterations is known at run time only: several are unrolled together, and their loads are waited for together.
#[derive(Debug, Clone)]
pub struct PartlyUnrolled {
    /// The segment before it, which runs once where the loop does.
    pub entry: usize,
    /// A segment that each iteration runs.
    pub iteration: usize,
    /// Iterations that are laid out together.
    pub together: u32,
    /// Its loads of storage and of workgroup memory that wait, which no store of it parts.
    pub sites: Vec<u32>,
}

/// How a load, an atomic or an access to a private array is compiled.
#[derive(Debug, Clone, Copy)]
pub struct SiteSchedule {
    /// A load that an instruction waits for before the next load is made: loads that nothing parts overlap.
    pub waits: bool,
    /// A load of what only the next iteration of its loop needs.
    pub prefetches: bool,
    /// A load in a loop that is unrolled whole: what its iterations read side by side, they read at once.
    pub unrolled: bool,
    /// An element of a private array whose index is known at run time only: registers cannot hold the array.
    pub local: bool,
    /// A load of one address for all lanes, which the scalar unit makes.
    pub scalar: bool,
    /// What becomes of an atomic where all lanes meet at one address.
    pub combining: Combining,
    /// Of its copies, those that are left; none where no lane makes the load.
    pub kept: u32,
    /// Its copies in the program.
    pub copies: u32,
}

/// What becomes of a subgroup's atomic operations at one address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Combining {
    /// Each lane's is an operation.
    #[default]
    Apart,
    /// They become one.
    Combined,
    /// Not known, for want of this figure of the machine: at best they become one.
    Unknown(&'static str),
}

impl SiteSchedule {
    /// Of so many requests of the program, those of the compiled kernel.
    pub fn kept_of(&self, requests: u64) -> u64 {
        requests * u64::from(self.kept) / u64::from(self.copies)
    }
}

/// What must happen one after the other in a segment.
#[derive(Debug, Clone, Copy, Default)]
pub struct SegmentSchedule {
    /// Instructions that it issues.
    pub issued: u32,
    /// Instructions that wait for each other, one after the other: what a run adds to a subgroup's time at least.
    pub chain: u32,
    /// Waits for workgroup memory in unrolled loops: their loads overlap, and the sites do not say so.
    pub shared_waits: u32,
    /// Waits for storage memory in such loops.
    pub global_waits: u32,
    /// Of these, the ones for what only the next iteration needs.
    pub prefetch_waits: u32,
}

/// Instructions that a compiler adds to a segment for divisions of integers by what is known at run time only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// The straight line that it stands in.
    pub segment: usize,
    /// Its source line.
    pub line: u32,
    /// How many they are.
    pub instructions: u32,
}

/// The tables of one compiled kernel.
#[derive(Debug, Clone, Default)]
pub struct CompiledTables {
    /// By site of the program.
    pub sites: Vec<SiteSchedule>,
    /// By segment of the program.
    pub segments: Vec<SegmentSchedule>,
    /// Divisions that are routines.
    pub divisions: Vec<Division>,
    /// The instructions that requests of global memory need, where these do not depend on what memory holds.
    pub slice: Option<Vec<usize>>,
}
