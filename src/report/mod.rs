//! (module report)
