//! (module check)
