//! Query sets of timestamps.

use std::sync::{Arc, Mutex};

use wgpu::custom::{DispatchQuerySet, QuerySetInterface};

use crate::session::locked;

/// A query set; clones share it.
#[derive(Debug, Clone)]
pub struct QuerySet {
    /// Estimated nanoseconds.
    values: Arc<Mutex<Vec<u64>>>,
}

impl QuerySet {
    pub fn new(count: u32) -> Self {
        Self { values: Arc::new(Mutex::new(vec![0; count as usize])) }
    }

    /// The simulator's query set behind wgpu's.
    ///
    /// # Panics
    /// Where it belongs to another instance.
    pub fn of(set: &DispatchQuerySet) -> &Self {
        set.as_custom().expect("the query set is one of the simulator's instance")
    }

    pub fn len(&self) -> u32 {
        locked(&self.values).len() as u32
    }

    pub fn set(&self, index: u32, value: u64) {
        if let Some(slot) = locked(&self.values).get_mut(index as usize) {
            *slot = value;
        }
    }

    /// The bytes of some values, as a resolve writes them.
    pub fn bytes(&self, first: u32, count: u32) -> Vec<u8> {
        let values = locked(&self.values);
        let values = values.iter().skip(first as usize).take(count as usize);
        values.flat_map(|value| value.to_le_bytes()).collect()
    }
}

impl QuerySetInterface for QuerySet {
    fn destroy(&self) {}
}
