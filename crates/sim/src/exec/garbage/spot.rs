//! Which lanes of a value mean nothing, and by what.

use crate::code::Reg;
use crate::exec::lanes::{Lanes, Mask};
use naga::FastHashMap;

/// Why a value means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It was taken from a lane that does not take part; whether that has returned.
    Elsewhere { source: u32, returned: bool },
    /// It was read at an index that is not below the length.
    Beyond { at: u32, len: u32 },
    /// It was read from this byte on, by an access to so many from another on, where nothing had been written, and why that is
    /// told.
    Unread { byte: u32, access: (u32, u32), why: &'static str },
}

/// Where a lane got a value that means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub site: u32,
    pub subgroup: u32,
    pub lane: u32,
    pub why: Why,
    /// Whether its use is told.
    pub used: bool,
}

impl Origin {
    pub fn new(site: u32, (subgroup, lane): (u32, usize), why: Why) -> Self {
        Self { site, subgroup, lane: lane as u32, why, used: false }
    }
}

/// Origins of one value that are followed, besides the first of each lane: a sum over all of an array that nobody wrote has as
/// many as its loop has lines.
const MOST: usize = 64;

/// Lanes in which a value means nothing, by the origin: an index into the origins, which rise.
#[derive(Debug, Clone, Default)]
pub struct Spot {
    parts: Vec<(u32, Mask)>,
}

impl Spot {
    pub fn add(&mut self, origin: u32, lanes: Mask) {
        match self.parts.binary_search_by_key(&origin, |(known, _)| *known) {
            _ if lanes == 0 => {}
            Ok(at) => self.parts[at].1 |= lanes,
            Err(at) if self.parts.len() < MOST || lanes & !self.lanes() != 0 => self.parts.insert(at, (origin, lanes)),
            Err(_) => {}
        }
    }

    pub fn parts(&self) -> impl Iterator<Item = (u32, Mask)> + '_ {
        self.parts.iter().copied()
    }

    pub fn lanes(&self) -> Mask {
        self.parts.iter().fold(0, |all, (_, lanes)| all | lanes)
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What is made of two values.
    pub fn and(mut self, other: &Self) -> Self {
        for (origin, lanes) in other.parts() {
            self.add(origin, lanes);
        }
        self
    }

    pub fn within(mut self, lanes: Mask) -> Self {
        self.parts.iter_mut().for_each(|(_, held)| *held &= lanes);
        self.parts.retain(|(_, held)| *held != 0);
        self
    }

    /// The same in whichever lanes `to` says of the lanes that it is in.
    pub fn moved(mut self, to: impl Fn(Mask) -> Mask) -> Self {
        self.parts.iter_mut().for_each(|(_, held)| *held = to(*held));
        self.within(Mask::MAX)
    }
}

/// An address that was out of bounds before it was clamped.
#[derive(Debug)]
struct Stray {
    address: Reg,
    spot: Spot,
    /// Lanes that have read nothing through it yet.
    fresh: Mask,
}

/// What of a subgroup's registers means nothing.
#[derive(Debug, Default)]
pub struct UndefinedValues {
    /// By plane; empty where nothing is.
    planes: Vec<Spot>,
    strays: Vec<Stray>,
    /// What came from each site, by lane.
    origins: Vec<Vec<Option<Origin>>>,
    /// The place in `origins` of each site.
    sites: FastHashMap<u32, u32>,
}

impl UndefinedValues {
    pub fn is_empty(&self) -> bool {
        self.planes.is_empty() && self.strays.is_empty()
    }

    pub fn clear(&mut self) {
        self.planes.clear();
        self.strays.clear();
        self.origins.clear();
        self.sites.clear();
    }

    /// Notes where a lane has something from; returns the index of what came from the same site.
    pub fn learn(&mut self, lane: usize, origin: Origin) -> u32 {
        let origins = &mut self.origins;
        let at = *self.sites.entry(origin.site).or_insert_with(|| {
            origins.push(Vec::new());
            origins.len() as u32 - 1
        });
        let by_lane = &mut origins[at as usize];
        if by_lane.len() <= lane {
            by_lane.resize(lane + 1, None);
        }
        by_lane[lane] = Some(origin);
        at
    }

    /// Where a lane has something from: what another lane has from there, where it came by a way that is not followed.
    pub fn origin(&mut self, at: u32, lane: usize) -> Option<&mut Origin> {
        let by_lane = self.origins.get_mut(at as usize)?;
        match by_lane.get(lane) {
            Some(Some(_)) => by_lane[lane].as_mut(),
            _ => by_lane.iter_mut().flatten().next(),
        }
    }

    pub fn plane(&self, plane: usize) -> Spot {
        self.planes.get(plane).cloned().unwrap_or_default()
    }

    /// In any of some consecutive planes.
    pub fn of_planes(&self, first: usize, planes: u32) -> Spot {
        let all = self.planes.iter().skip(first).take(planes as usize);
        all.fold(Spot::default(), |all, spot| all.and(spot))
    }

    /// Notes what of some planes means nothing, of `all` that there are.
    pub fn set(&mut self, (first, planes): (usize, u32), spot: &Spot, all: usize) {
        if !spot.is_empty() && self.planes.is_empty() {
            self.planes = vec![Spot::default(); all];
        }
        for plane in self.planes.iter_mut().skip(first).take(planes as usize) {
            plane.clone_from(spot);
        }
    }

    pub fn has_strays(&self) -> bool {
        !self.strays.is_empty()
    }

    /// In which lanes the address in this register was out of bounds.
    pub fn stray(&self, address: Reg) -> Spot {
        let found = self.strays.iter().find(|stray| stray.address == address);
        found.map(|stray| stray.spot.clone()).unwrap_or_default()
    }

    /// Notes in which of the active lanes it is.
    pub fn set_stray(&mut self, address: Reg, spot: Spot, active: Mask) {
        let fresh = spot.lanes();
        match self.strays.iter_mut().find(|stray| stray.address == address) {
            Some(stray) => {
                stray.spot = std::mem::take(&mut stray.spot).within(!active).and(&spot);
                stray.fresh = stray.fresh & !active | fresh;
            }
            None if fresh != 0 => self.strays.push(Stray { address, spot, fresh }),
            None => {}
        }
    }

    /// The lanes of a stray that read through it for the first time.
    pub fn first_read(&mut self, address: Reg, active: Mask) -> Vec<(u32, usize)> {
        let Some(stray) = self.strays.iter_mut().find(|stray| stray.address == address) else {
            return Vec::new();
        };
        let now = stray.fresh & active;
        stray.fresh &= !active;
        let parts = stray.spot.parts().map(|(origin, lanes)| (origin, Lanes(lanes & now)));
        parts.flat_map(|(origin, lanes)| lanes.map(move |lane| (origin, lane))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_many_origins_keeps_one_for_each_lane() {
        let of_lane = |lane: u32, count: u32| {
            (0..count).fold(Spot::default(), |mut spot, origin| {
                spot.add(lane * 1000 + origin, 1 << lane);
                spot
            })
        };
        let all = of_lane(0, 500).and(&of_lane(1, 500)).and(&of_lane(2, 1));
        assert_eq!(all.lanes(), 0b111);
        assert_eq!(all.parts().count(), MOST + 2);
        assert!(all.parts().is_sorted());
        // One that is known is so in other lanes, too.
        let mut all = all;
        all.add(0, 0b1000);
        assert_eq!(all.lanes(), 0b1111);
    }
}
