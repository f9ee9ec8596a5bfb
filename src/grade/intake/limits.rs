//! How much is read of one submission.

/// Bytes of one WGSL file: a kernel of a lab has a few thousand.
pub const LARGEST_SOURCE: u64 = 1 << 20;

/// Bytes of one report: a ladder's has about 100,000.
pub const LARGEST_EVIDENCE: u64 = 4 << 20;

/// Bytes of a zip.
pub const LARGEST_ARCHIVE: u64 = 16 << 20;

/// Files and folders, of any kind, that a submission may hold.
pub const MOST_ENTRIES: usize = 10_000;

/// WGSL files and reports that are read.
pub const MOST_FILES: usize = 64;

/// Folders within folders.
pub const MOST_DEPTH: usize = 32;

/// Unpacked over packed bytes: text packs to a quarter or a tenth, and what packs better than this is no text that a
/// person wrote.
pub const MOST_RATIO: u64 = 200;

/// Bytes below which no ratio is asked for: a short file of blanks packs well too.
pub const RATIO_FROM: u64 = 64 << 10;

/// Notes about what was left out that are kept.
pub const MOST_NOTES: usize = 20;
