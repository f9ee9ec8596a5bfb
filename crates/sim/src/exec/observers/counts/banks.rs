//! Requests of workgroup memory: what the banks take for each, by what is known of the one before it at the same site.

use crate::cache::AccessKind;
use crate::count::wavefronts;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request};
use crate::machine::{MAX_WIDTH, MOST_BANKS, Target};

/// What is kept of the requests of each site.
#[derive(Debug)]
pub struct Banks<'a> {
    target: &'a Target,
    last: Vec<Last>,
    /// By site, and by the subgroups that run abreast.
    neighbours: Vec<Neighbours>,
    abreast: usize,
}

impl<'a> Banks<'a> {
    /// For a program of so many sites, and so many subgroups that run abreast.
    pub fn new(target: &'a Target, sites: usize, abreast: usize) -> Self {
        let neighbours = vec![Neighbours::default(); sites * abreast];
        Self { target, last: vec![Last::default(); sites], neighbours, abreast }
    }

    /// The wavefronts of a request, the fewest that it could take, and the clocks for which it holds the way to the registers: of
    /// loads whose lanes share addresses in pairs, the results are as long as any.
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

    /// The passes of an atomic operation of lanes at `addresses`: in each, a bank changes a word for one lane, whether others wait for
    /// this word or for another (Gómez-Luna et al., *Performance Modeling of Atomic Additions on GPU Scratchpad Memory*, 2013).
    pub fn atomic_wavefronts(&self, addresses: &[u32]) -> u64 {
        let banks = self.target.banks as usize;
        let mut lanes = [0; MOST_BANKS];
        for address in addresses {
            lanes[(address / self.target.bank_bytes) as usize % banks] += 1;
        }
        lanes.into_iter().max().unwrap_or(0)
    }

    /// Where a loop that compilers unroll has read four neighbouring words one by one, they make one load of it: the wavefronts that
    /// this saves. `wavefronts` are those of this load.
    pub fn joined(&mut self, request: &Request<'_>, wavefronts: u64) -> Option<u64> {
        let place = request.access.site as usize * self.abreast + request.subgroup % self.abreast;
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

/// A site's last request: the next one often lies alike, only elsewhere.
#[derive(Debug, Clone, Default)]
struct Last {
    mask: Mask,
    bytes: u32,
    /// By lane, active or not.
    addresses: Vec<u32>,
    /// As [`Banks::wavefronts`] gives them.
    wavefronts: [u64; 3],
}

impl Last {
    /// Whether each lane of `request` accesses as many whole words further as every other: their banks change places, and that is all.
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

/// Loads of one site that follow each other, each of the word after the last one's.
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
    /// Takes in the next load; the wavefronts of four where it is the fourth of them.
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

/// The active lanes, each with its address, and how many they are.
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

/// The addresses of a request by lane; those of inactive lanes mean nothing.
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
