//! An attempt with other values for its constants.

use super::variant_under_test::{self, VariantUnderTest};
use crate::device::{AnyDevice, RuntimeChecks};
use crate::harness::protocol::Settled;
use crate::kernel::{Kernel, Overrides};
use crate::lab::{Configuration, Failure, configured_in_words, constant_value, with_constant};

/// `subject` with these values in its text, compiled to be verified.
pub async fn configured(
    device: &mut AnyDevice,
    subject: &VariantUnderTest,
    values: &Configuration,
) -> VariantUnderTest {
    let kernels = subject.kernels.iter().map(|kernel| with_values(kernel, values)).collect();
    let again = subject.again(subject.check.clone());
    variant_under_test::with_kernels(again, device, kernels, RuntimeChecks::All, true).await
}

/// That a kernel's text has each constant that an exercise gives other values.
///
/// # Errors
/// How the attempt ends, where it lacks one.
pub fn has_constants(kernel: &Kernel, configurations: &[&Configuration]) -> Result<(), Settled> {
    let names = configurations.iter().flat_map(|values| values.iter().map(|(name, _)| *name));
    match names.into_iter().find(|name| constant_value(&kernel.source, name).is_none()) {
        None => Ok(()),
        Some(name) => Err(Settled::failed(format!(
            "{} has no `const {name} = ...;`, outside of functions and on one line: this exercise gives it other values, and tries the kernel \
             with them",
            kernel.path
        ))
        .by(Failure::CoverConstant)),
    }
}

fn with_values(kernel: &Kernel, values: &Configuration) -> Result<Kernel, Settled> {
    let text = values.iter().fold(kernel.source.clone(), |text, (name, value)| {
        with_constant(&text, name, &value.to_string()).unwrap_or(text)
    });
    Kernel::parse(&kernel.path, &text, Some(&kernel.entry), &Overrides::new()).map_err(|error| {
        let end = Settled::from(&error);
        Settled { reason: format!("with {}: {}", configured_in_words(values), end.reason), ..end }
    })
}
