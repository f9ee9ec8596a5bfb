//! Work side by side.

/// What each of `all` gives, side by side where there are threads.
#[cfg(feature = "threads")]
pub fn side_by_side<T: Sync, R: Send>(all: &[T], give: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    all.par_iter().map(give).collect()
}

/// What each of `all` gives, one after the other.
#[cfg(not(feature = "threads"))]
pub fn side_by_side<T, R>(all: &[T], give: impl Fn(&T) -> R) -> Vec<R> {
    all.iter().map(give).collect()
}
