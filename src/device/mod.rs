//! (module device)
