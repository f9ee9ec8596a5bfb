//! How a variant ends that is not timed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::report::Status;
use crate::device::{DeviceError, LimitName};
use crate::lab::{Failure, GridError};

/// A variant's end before it is timed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// How it ended.
    pub status: Status,
    /// Why, where something is decided by that.
    pub failure: Option<Failure>,
    /// Why, in a sentence.
    pub reason: String,
}

impl Settled {
    /// It could not be compiled or run to its end.
    pub fn failed(reason: impl fmt::Display) -> Self {
        Self::new(Status::Failed, reason)
    }

    /// What it did is wrong.
    pub fn wrong(reason: impl fmt::Display) -> Self {
        Self::new(Status::Wrong, reason)
    }

    /// With this status, for a reason by which nothing is decided.
    pub fn new(status: Status, reason: impl fmt::Display) -> Self {
        Self { status, failure: None, reason: reason.to_string() }
    }

    /// The same for a reason by which something is decided.
    pub fn by(self, failure: impl Into<Option<Failure>>) -> Self {
        Self { failure: failure.into(), ..self }
    }
}

impl From<&GridError> for Settled {
    fn from(error: &GridError) -> Self {
        Self::failed(error).by(Failure::of_grid(error))
    }
}

impl From<&DeviceError> for Settled {
    fn from(error: &DeviceError) -> Self {
        let failure = match error {
            DeviceError::Limit { limit: LimitName::Invocations, .. } => Some(Failure::Invocations),
            DeviceError::Limit { limit: LimitName::WorkgroupMemory, .. } => Some(Failure::WorkgroupMemory),
            DeviceError::Refused(_) => Some(Failure::Compiler),
            _ => None,
        };
        Self::failed(error).by(failure)
    }
}
