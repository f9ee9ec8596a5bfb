//! The memory that all workgroups share.

use crate::fault::{LaunchShadow, Owners};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The words of a binding.
#[derive(Debug)]
pub enum Words {
    /// Never written by the kernel.
    Frozen(Vec<u32>),
    /// Written by workgroups that may run at the same time.
    Shared(Vec<AtomicU32>),
}

/// A binding in memory.
#[derive(Debug)]
pub struct BufferMemory {
    pub words: Words,
    pub bytes: u32,
    /// `var<uniform>`.
    pub uniform: bool,
    /// The address of the first byte, for the caches.
    pub address: u64,
    /// Who touched it, where workgroups run at the same time.
    pub owners: Option<Owners>,
    /// The initial bytes mean nothing: reads before writes are findings.
    pub output: bool,
}

impl BufferMemory {
    /// The bytes, as they are now.
    pub fn copy_to(&self, bytes: &mut [u8]) {
        if let Words::Shared(words) = &self.words {
            for (bytes, word) in bytes.chunks_mut(4).zip(words) {
                bytes.copy_from_slice(&word.load(Relaxed).to_le_bytes()[..bytes.len()]);
            }
        }
    }
}

/// Little-endian words; the last one is filled up with zeros.
pub fn to_words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks(4)
        .map(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            u32::from_le_bytes(word)
        })
        .collect()
}

/// Shadows of all buffers while workgroups run in order.
#[derive(Debug, Default)]
pub struct LaunchShadows(pub Vec<LaunchShadow>);
