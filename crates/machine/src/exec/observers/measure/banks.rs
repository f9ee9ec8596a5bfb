//! Requests of workgroup memory: the wavefronts of each, from those of the previous request at the same site where they match.

use crate::cache::AccessKind;
use crate::count::wavefronts;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request};
use crate::machine::{MAX_WIDTH, MOST_BANKS, Target};

/// The state that is kept for each site.
#[derive(Debug)]
pub struct Banks<'a> {
    target: &'a Target,
    last: Vec<Last>,
    /// By site, and by the subgroups of a batch.
    neighbours: Vec<Neighbours>,
    batch: usize,
}

impl<'a> Banks<'a> {
    /// For a program of so many sites, and batches of so many subgroups.
    pub fn new(target: &'a Target, sites: usize, batch: usize) -> Self {
        let neighbours = vec![Neighbours::default(); sites * batch];
        Self { target, last: vec![Last::default(); sites], neighbours, batch }
    }

    /// The wavefronts of a request, the fewest that it could take, and the clocks for which it occupies the path to the
    /// registers: the results of loads whose lanes share addresses in pairs take as long as any.
    pub fn wavefronts(&mut self, request: &Request<'_>, does: AccessKind) -> [u64; 3] {
        let last = &mut self.last[request.access.site as usize];
        let addresses = &addresses(request)[..self.target.subgroup_width as usize];
        if !last.is_alike(request, addresses, self.target) {
            let (lanes, len) = active(request.mask, |lane| addresses[lane]);
            let of = |loads| wavefronts(&lanes[..len], request.bytes(), loads, self.target);
            let (total, ideal) = of(does == AccessKind::Reads);
            let in_pairs = self.target.paired_loads && request.bytes() > self.target.bank_bytes;
            last.wavefronts = [total, ideal, if in_pairs { of(false).0 } else { total }];
            (last.mask, last.bytes) = (request.mask, request.bytes());
            last.addresses.clear();
            last.addresses.extend_from_slice(addresses);
        }
        last.wavefronts
    }

    /// The wavefronts of an atomic operation of lanes at `addresses`: in each, a bank updates a word for one lane, whether
    /// others wait for this word or for another (Gómez-Luna et al., *Performance Modeling of Atomic Additions on GPU
    /// Scratchpad Memory*, 2013).
    pub fn atomic_wavefronts(&self, addresses: &[u32]) -> u64 {
        let banks = self.target.banks as usize;
        let mut lanes = [0; MOST_BANKS];
        for address in addresses {
            lanes[(address / self.target.bank_bytes) as usize % banks] += 1;
        }
        lanes.into_iter().max().unwrap_or(0)
    }

    /// Compilers merge four loads of adjacent words in an unrolled loop into one: the wavefronts that this saves.
    /// `wavefronts` are those of this load.
    pub fn joined(&mut self, request: &Request<'_>, wavefronts: u64) -> Option<u64> {
        let place = request.access.site as usize * self.batch + request.subgroup % self.batch;
        let apart = self.neighbours[place].add(request, wavefronts)?;
        let four = 4 * request.bytes();
        let (lanes, len) = active(request.mask, |lane| address(request, lane).wrapping_sub(3 * request.bytes()));
        if !lanes[..len].iter().all(|(_, first)| first.is_multiple_of(four)) {
            return None;
        }
        let (together, _) = crate::count::wavefronts(&lanes[..len], four, false, self.target);
        Some(apart.saturating_sub(together))
    }
}

/// The last request of a site: the next one often has the same pattern elsewhere.
#[derive(Debug, Clone, Default)]
struct Last {
    mask: Mask,
    bytes: u32,
    /// By lane, active or not.
    addresses: Vec<u32>,
    /// As returned by [`Banks::wavefronts`].
    wavefronts: [u64; 3],
}

impl Last {
    /// Whether all lanes of `request` have moved by the same number of whole words: then only the banks have changed places.
    #[inline(always)]
    fn is_alike(&self, request: &Request<'_>, addresses: &[u32], target: &Target) -> bool {
        let Some(&first) = self.addresses.first() else {
            return false;
        };
        let moved = addresses[0].wrapping_sub(first);
        let lanes = self.addresses.iter().zip(addresses);
        let other = lanes.fold(0, |other, (was, is)| other | (is.wrapping_sub(*was) ^ moved));
        (self.mask, self.bytes, other) == (request.mask, request.bytes(), 0) && moved.is_multiple_of(target.bank_bytes)
    }
}

/// Consecutive loads of one site, each of the word after the previous one.
#[derive(Debug, Clone, Copy, Default)]
struct Neighbours {
    subgroup: usize,
    mask: Mask,
    /// The addresses of the first and of the last active lane.
    ends: [u32; 2],
    loads: u32,
    wavefronts: u64,
}

impl Neighbours {
    /// Adds the next load. Returns the wavefronts of four where it is the fourth.
    fn add(&mut self, request: &Request<'_>, wavefronts: u64) -> Option<u64> {
        let lanes = [request.mask.trailing_zeros(), Mask::BITS - 1 - request.mask.leading_zeros()];
        let ends = lanes.map(|lane| address(request, lane as usize % MAX_WIDTH));
        let after = self.ends.map(|address| address.wrapping_add(request.bytes()));
        let follows = self.subgroup == request.subgroup && self.mask == request.mask && ends == after;
        let (subgroup, mask) = (request.subgroup, request.mask);
        *self = match follows && self.loads > 0 {
            true => Self { ends, loads: self.loads + 1, wavefronts: self.wavefronts + wavefronts, ..*self },
            // A load of four words begins at a multiple of them.
            false => Self { subgroup, mask, ends, loads: u32::from(ends[0] % (4 * request.bytes()) == 0), wavefronts },
        };
        (self.loads == 4).then(|| {
            self.loads = 0;
            self.wavefronts
        })
    }
}

/// The active lanes, each with its address, and their number.
#[inline(always)]
fn active(mask: Mask, address: impl Fn(usize) -> u32) -> ([(u32, u32); MAX_WIDTH], usize) {
    let mut lanes = [(0, 0); MAX_WIDTH];
    let mut len = 0;
    for lane in Lanes(mask) {
        lanes[len] = (lane as u32, address(lane));
        len += 1;
    }
    (lanes, len)
}

/// The addresses of a request by lane; those of inactive lanes are arbitrary.
#[inline(always)]
fn addresses(request: &Request<'_>) -> [u32; MAX_WIDTH] {
    let mut addresses = [0; MAX_WIDTH];
    if request.pattern == Pattern::Other {
        let known = request.addresses.len().min(MAX_WIDTH);
        addresses[..known].copy_from_slice(&request.addresses[..known]);
        return addresses;
    }
    for lane in Lanes(request.mask) {
        addresses[lane] = address(request, lane);
    }
    addresses
}

/// The address of an active lane.
pub fn address(request: &Request<'_>, lane: usize) -> u32 {
    match request.pattern {
        Pattern::Uniform => request.addresses[request.mask.trailing_zeros() as usize % MAX_WIDTH],
        Pattern::Blocks { lanes, step } => {
            request.addresses[lane / lanes * lanes].wrapping_add((lane % lanes) as u32 * step)
        }
        Pattern::Other => request.addresses[lane],
    }
}
