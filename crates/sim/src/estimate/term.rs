//! The time that one resource needs of a launch.

use super::Limit;

/// The time that one resource needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The resource.
    pub limit: Limit,
    /// Seconds; none where nothing can be said without a figure that is missing. Where some figures are, what is known
    /// takes at least so long.
    pub time_s: Option<f64>,
    /// The machine's figures that are missing, by their path in its file.
    pub missing: Vec<&'static str>,
}
