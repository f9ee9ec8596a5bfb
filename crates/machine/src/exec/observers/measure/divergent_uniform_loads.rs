//! Loads from uniform buffers whose lanes ask for several addresses.

use super::banks::address;
use crate::exec::lanes::{Lanes, Pattern, Request};
use crate::machine::MAX_WIDTH;

const WORD: u32 = 4;

/// The different words that the lanes of a request ask for, and the lines that their addresses are in; `None` where all
/// have one address.
pub fn divergent_loads(request: &Request<'_>, line_bytes: u32) -> Option<[u64; 2]> {
    if request.pattern == Pattern::Uniform {
        return None;
    }
    let mut addresses = [0; MAX_WIDTH];
    let mut n = 0;
    for lane in Lanes(request.mask) {
        addresses[n] = address(request, lane);
        n += 1;
    }
    let addresses = &mut addresses[..n];
    addresses.sort_unstable();
    let different = addresses.chunk_by(|a, b| a == b).count() as u64;
    let lines = addresses.chunk_by(|a, b| a / line_bytes == b / line_bytes).count() as u64;
    (different > 1).then_some([different * u64::from(request.bytes().div_ceil(WORD)), lines])
}
