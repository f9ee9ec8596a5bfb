//! Sectors of global memory that one request touches.

/// What one request of one subgroup touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// Distinct sectors in the union of all lanes' accesses.
    pub sectors: u64,
    /// The fewest sectors that could hold the distinct bytes.
    pub ideal: u64,
}

/// The footprint of accesses that together cover `bytes` bytes from `start` without a gap.
pub fn run_footprint(start: u32, bytes: u32, sector: u32) -> Footprint {
    let (start, bytes, shift) = (u64::from(start), u64::from(bytes), sector.trailing_zeros());
    Footprint {
        sectors: ((start + bytes - 1) >> shift) - (start >> shift) + 1,
        ideal: bytes.div_ceil(u64::from(sector)),
    }
}

/// The footprint of one access of `bytes` bytes at each address. Sorts the addresses where they are not ascending.
pub fn footprint(addresses: &mut [u32], bytes: u32, sector: u32) -> Footprint {
    if !addresses.is_sorted() {
        addresses.sort_unstable();
    }
    let shift = sector.trailing_zeros();
    let (mut sectors, mut distinct) = (0u64, 0u64);
    // The first sector and the first byte that have not been counted.
    let (mut next_sector, mut next_byte) = (0u64, 0u64);
    for &address in addresses.iter() {
        let (start, end) = (u64::from(address), u64::from(address) + u64::from(bytes));
        let (first, last) = ((start >> shift).max(next_sector), (end - 1) >> shift);
        if last + 1 > first {
            sectors += last + 1 - first;
            next_sector = last + 1;
        }
        distinct += end - start.max(next_byte).min(end);
        next_byte = next_byte.max(end);
    }
    Footprint {
        sectors,
        ideal: distinct.div_ceil(u64::from(sector)),
    }
}
