//! A name that nothing has.

use thiserror::Error;

use crate::sim::spelling::nearest;

/// What was asked for is not there: says what there is, and which of it may have been meant.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Unknown(String);

impl Unknown {
    /// "`lacks` `name`; `has`: a, b, c", such as "there is no lab `x`; there are: tiling, fusion".
    pub fn new(lacks: &str, name: &str, has: &str, known: &[&str]) -> Self {
        let meant = nearest(name, known.iter().copied());
        let meant = meant.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Self(format!("{lacks} `{name}`; {has}: {}{meant}", known.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_key_is_answered_with_the_name_that_is_near() {
        let known = ["coalescing", "tiling"];
        let said = |name| Unknown::new("there is no lab", name, "there are", &known).to_string();
        assert_eq!(said("Tilling"), "there is no lab `Tilling`; there are: coalescing, tiling; did you mean `tiling`?");
        assert!(said("fusion").ends_with("there are: coalescing, tiling"));
        assert!(said("").ends_with("tiling"));
    }
}
