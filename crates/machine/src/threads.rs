//! Runs work in parallel.

/// The results of `all`, in parallel where there are threads.
#[cfg(feature = "threads")]
pub fn side_by_side<T: Sync, R: Send>(all: &[T], give: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    all.par_iter().map(give).collect()
}

/// The results of `all`, one after the other.
#[cfg(not(feature = "threads"))]
pub fn side_by_side<T, R>(all: &[T], give: impl Fn(&T) -> R) -> Vec<R> {
    all.iter().map(give).collect()
}
