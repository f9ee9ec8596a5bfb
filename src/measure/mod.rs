//! (module measure)
