//! The caches of a machine, by sector: which of a launch's global memory traffic reaches L2, and which DRAM.
//!
//! # How the executor feeds it
//!
//! 1. [`Regions::new`] lays the launch's bindings out in one address space and [`Caches::new`] takes the machine's
//!    figures and the occupancy. Both are made once a launch.
//! 2. Each worker thread keeps one [`L1`] from [`Caches::l1`]. For each workgroup that it runs it calls
//!    [`L1::begin`], then, for each request, [`L1::request`] with the
//!    ranges of bytes that it touches, with the subgroup that made it, in the subgroup's program order; [`L1::barrier`] where the
//!    workgroup passes a barrier (it only frees memory); and [`L1::finish`], which returns the workgroup's [`AddressTrace`]:
//!    what L1 passed on.
//! 3. One [`CacheRequests`] from [`Caches::asked`] adds up what the traces ask for, and one [`L2`] from [`Caches::memory`]
//!    takes them with [`L2::push`], both **in ascending workgroup order**, whatever thread made them.
//!    [`Caches::traffic`] makes the launch's [`Traffic`] of the two.
//!
//! Where a launch is sampled, [`CacheRequests`] scales each stratum for what it stands for, but what passes the shared levels
//! does not follow from scattered workgroups. Whole waves, one after the other, are replayed from some points of the
//! launch on until the caches are full, and what passes them from then on stands for the launch ([`Passed`]).
//!
//! L1 depends on its own workgroup alone, not on the order in which its subgroups were run, and the shared levels on
//! the order of pushes alone: the result is the same on any number of threads.
//!
//! # The model
//!
//! * Every level is fully associative with least-recently-used replacement by line, and a line holds only those sectors
//!   that were asked for. (GPUs hash addresses over their sets, which comes close to full associativity.)
//! * The subgroups of a workgroup run side by side: L1 serves one line of each in turn, or, on machines whose schedulers keep to a
//!   subgroup, its requests up to the next one that waits (`cache.l1_turn_requests`). All of L1 is the workgroup's until each
//!   subgroup has had a turn.
//! * L1 belongs to a unit. The workgroups that are resident on it divide it evenly, and each begins with an empty
//!   one: neighbours in a dispatch run on different units. What workgroups from all over the launch read is there from
//!   earlier ones where it fits ([`Reuse`]): estimated for the launch, not line by line.
//!   Reads allocate; writes go through to L2 and allocate nothing; atomics are done in L2 and drop the sectors,
//!   and atomic loads read from there.
//! * L1 looks up the lines of one request at once, but where its tags lie in banks, lines of one bank after each other
//!   ([`Traffic::l1_lookups`]).
//! * The workgroups that run at the same time (units x resident workgroups, in order of their index) reach L2 in
//!   turns of [`QUANTUM`] trace entries each. L2 writes back: a written sector is not fetched, and is written to the
//!   next level once, when its line is evicted or the launch ends. A partly written sector counts as a whole one.
//! * A memory-side cache (Infinity Cache, system level cache), where the machine has one, does the same behind L2.
//! * All levels are cold when the launch begins and flushed when it ends, so that a launch is charged for its own bytes.
//!
//! # Bounds
//!
//! A trace keeps [`TRACE_ENTRIES`] entries of 8 bytes, more where workgroups are few. What a workgroup passes on beyond
//! that is taken to hit like its recorded part, and [`Traffic::truncated`] says so. A [`L1`] queues at most
//! [`QUEUED_ENTRIES`] entries and then serves the subgroups as far as they have come. [`L2`] holds at most
//! [`PENDING_ENTRIES`] entries at a time and then replays before its wave is full. The levels take 24 to 40 bytes for each
//! line in use.

mod caches;
mod distance;
mod handover;
mod l1;
mod l2;
mod lru;
mod regions;
mod requests;
mod reuse;
mod stream;
#[cfg(test)]
mod tests;
mod traffic;
mod waves;

pub use caches::Caches;
pub use distance::distances;
pub use handover::{Dependence, Handover, Writers};
pub use l1::{AccessKind, AddressTrace, Asks, L1, QUEUED_ENTRIES, Requester, TRACE_ENTRIES};
pub use l2::{Flow, L2, PENDING_ENTRIES, QUANTUM};
pub use regions::Regions;
pub use requests::CacheRequests;
pub use reuse::Reuse;
pub use stream::Stream;
pub use traffic::{Passed, Traffic};
pub use waves::Waves;
