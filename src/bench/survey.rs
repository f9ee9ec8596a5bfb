//! The device's roofs: theoretical and measured.

use super::event::Fatal;
use super::report::Roofs;
use super::request::Request;
use crate::device::{Device, Facts};

/// All roofs of `device`.
///
/// # Errors
/// [`Fatal`] where the device was lost.
pub fn roofs(_device: &mut dyn Device, _facts: &Facts, _request: &Request) -> Result<Roofs, Fatal> {
    Ok(Roofs::default())
}
