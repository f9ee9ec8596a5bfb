//! What a candidate must write.

use crate::harness::protocol::{BindingPoint, Expected, OutputComparison, OutputType, Outputs, RunError, Tuning};
use crate::harness::user::outputs::written;
use crate::harness::user::prepare::BoundKernel;
use crate::harness::user::tolerance::Allowed;
use crate::host::Host;

/// Where a buffer is bound, its bytes, and the type of what it holds.
pub type Place = (BindingPoint, u64, OutputType);

/// What the unchanged kernel wrote to each buffer that it may write.
pub struct Reference {
    pub places: Vec<Place>,
    held: Vec<Vec<u8>>,
}

impl Reference {
    /// The buffers that `bound` may write.
    pub fn places(bound: &BoundKernel<'_>) -> Vec<Place> {
        written(bound, bound)
    }

    /// What the unchanged kernel wrote, which must be as expected.
    ///
    /// # Errors
    /// [`RunError`] where it is not, or nothing is written.
    pub fn new(places: Vec<Place>, held: Vec<Vec<u8>>, expect: &[Expected], host: &dyn Host) -> Result<Self, RunError> {
        if places.is_empty() {
            return Err(RunError::unserved("the kernel may write nothing by which candidates could be verified"));
        }
        for expected in expect {
            let place = places.iter().zip(&held).find(|((place, ..), _)| *place == expected.place);
            let ((place, _, form), held) = place.ok_or_else(|| {
                RunError::unserved(format!("--expect {}: the kernel may write nothing there", expected.place))
            })?;
            let compared = OutputComparison::with_file((&place.declared(), form, held), expected, host);
            let compared = compared.map_err(RunError::unserved)?;
            if let Some(first) = compared.first.first() {
                return Err(RunError::wrong(format!("the unchanged kernel is wrong: {first}")));
            }
        }
        Ok(Self { places, held })
    }

    /// Why a candidate that wrote `held` is wrong; `None` where all of it agrees.
    pub fn differs(&self, held: &[Vec<u8>], tuning: &Tuning) -> Option<String> {
        let allowed = Allowed { tolerance: tuning.tolerance, ..Allowed::default() };
        for (((place, _, form), wanted), got) in self.places.iter().zip(&self.held).zip(held) {
            let mut outputs = Outputs::default();
            outputs.add(&place.declared(), form, wanted, got, allowed);
            if wanted.len() != got.len() {
                return Some(format!("it does not write {}, which the unchanged kernel does", place.declared()));
            }
            if let Some(first) = outputs.list.first() {
                return Some(first.describe(["the unchanged kernel wrote", "it wrote"]));
            }
        }
        None
    }
}
