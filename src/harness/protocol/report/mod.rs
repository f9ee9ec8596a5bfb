//! What a run yields: of a lab, or of a kernel of one's own.

mod kernel;
mod lab;
mod note;
mod outputs;
mod roofs;
mod source;
mod tuning;
mod unit;
mod variant;

pub use kernel::{
    EstimateReport, HotLine, KeptReport, KernelReport, KernelTime, OutputComparison, PairReport, PipelineReport,
    PolicyReport, SavedBuffer, SavedReport, TermReport,
};
pub use lab::{CanaryReport, ClockReport, DeviceReport, ProblemReport, Report, SCHEMA, SizeChoice, SweepReport};
pub use note::Note;
pub(in crate::harness) use outputs::Disagreement;
pub use outputs::{Layout, OutputType, Outputs, Tolerance};
pub use roofs::{ByteRate, ComputeRoof, FlopRate, Interval, MemoryRoof, Roof, Roofs, ShownRoof, TunedRates};
pub use source::{SourceReport, said_of_pass};
pub use tuning::{CandidateReport, ElsewhereReport, TuningReport};
pub use unit::{OrdinateUnit, RateUnit};
pub use variant::{BaselineKernelReport, CheckReport, SampledCheck, SmallReport, Status, Throughput, VariantReport};
