//! What an output must be, with its tolerance, and how far one was from it.

use serde::{Deserialize, Serialize};

/// What one output must be, element by element, in double precision.
pub struct Expected {
    /// The value of element `i`.
    pub value: Box<dyn Fn(usize) -> f64 + Send + Sync>,
    /// The largest error that element `i` may have; 0 asks for equality.
    pub tolerance: Box<dyn Fn(usize) -> f64 + Send + Sync>,
    /// Where the tolerance comes from, in words or as a formula.
    pub basis: String,
    /// The largest relative L2 error of all elements together (the length of the errors over that of the values), where
    /// there is one: the worst case of an element may be far from what roundings that are not all alike come to.
    pub norm: Option<f64>,
    /// Called with the elements that will be asked for, where they are few of many: what computes them together may do
    /// so now.
    pub prepare: Option<Prepare>,
    /// What element `i` would be if no data had been rounded when they were stored, where the error against that is measured.
    pub truth: Option<Values>,
    /// What a compiler may make of the kernel that it must not, where the values show it.
    pub undone: Option<Undone>,
}

/// From an element's index to a value in double precision.
pub type Values = Box<dyn Fn(usize) -> f64 + Send + Sync>;

/// What an output holds where a compiler has undone what the kernel does: then that is reported, and the output is not called wrong.
pub struct Undone {
    /// The value of element `i` then, to the last bit.
    pub value: Values,
    /// What has happened, as a sentence.
    pub says: &'static str,
}

/// How far an output is from the truth: what it would be if no data had been rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Relative L2 error: the length of the errors over that of the true values. Elements that became infinite are counted as lost alone.
    pub error_l2: f64,
    /// The largest error of an element, in units in the last place (of f32 or f16, as the output is) of its true value.
    pub max_ulp: f64,
    /// The share of the elements whose true value is a number other than zero, and that became zero or infinite.
    #[serde(default)]
    pub lost: f64,
}

/// The errors of all elements of an output together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Together {
    /// Relative L2 error: the length of the errors over that of the expected values.
    pub error_l2: f64,
    /// The largest that is allowed.
    pub tolerance_l2: f64,
    /// The lowest error of an element, as a share of its value.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Together {
    /// Whether they are allowed; an error that is no number is not.
    pub fn passed(&self) -> bool {
        self.error_l2 <= self.tolerance_l2
    }
}

/// See [`Expected::prepare`].
pub type Prepare = Box<dyn Fn(&[usize]) + Send + Sync>;

impl Expected {
    /// Element `i` must equal `value(i)` to the last bit.
    pub fn exactly(value: impl Fn(usize) -> f64 + Send + Sync + 'static) -> Self {
        Self::within(value, |_| 0.0, "exact")
    }

    /// Element `i` must be within `tolerance(i)` of `value(i)`; `basis` says why that is right.
    pub fn within(
        value: impl Fn(usize) -> f64 + Send + Sync + 'static,
        tolerance: impl Fn(usize) -> f64 + Send + Sync + 'static,
        basis: &str,
    ) -> Self {
        Self {
            value: Box::new(value),
            tolerance: Box::new(tolerance),
            basis: basis.to_owned(),
            norm: None,
            prepare: None,
            truth: None,
            undone: None,
        }
    }

    /// The same, with the error against `truth` measured beside.
    #[must_use]
    pub fn against(self, truth: impl Fn(usize) -> f64 + Send + Sync + 'static) -> Self {
        Self { truth: Some(Box::new(truth)), ..self }
    }
}

#[cfg(test)]
impl Expected {
    /// How many of the first `len` elements are refused where `got` makes them. A NaN on either side is.
    pub fn refused(&self, len: usize, got: impl Fn(usize) -> f32) -> usize {
        let right = |i: usize| (f64::from(got(i)) - (self.value)(i)).abs() <= (self.tolerance)(i);
        (0..len).filter(|i| !right(*i)).count()
    }
}
