//! The lanes in which values are undefined, and why.

use crate::exec::lanes::{Lanes, Mask};
use crate::ir::Reg;
use naga::FastHashMap;

/// Why a value is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It was taken from a lane that does not take part; whether that lane has returned.
    InactiveLane { source: u32, returned: bool },
    /// It was read at an index that is not below the length.
    OutOfBounds { at: u32, len: u32 },
    /// It was read from this byte on, where nothing had been written, by an access that begins at a byte and has a length; and why
    /// this is reported.
    Unwritten { byte: u32, access: (u32, u32), why: &'static str },
}

/// Where a lane got an undefined value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    pub site: u32,
    pub subgroup: u32,
    pub lane: u32,
    pub why: Why,
    /// Whether its use has been reported.
    pub used: bool,
}

impl Origin {
    pub fn new(site: u32, (subgroup, lane): (u32, usize), why: Why) -> Self {
        Self { site, subgroup, lane: lane as u32, why, used: false }
    }
}

/// The most origins of one value that are followed, besides the first of each lane: a sum over an array that was never written has
/// one for each load.
const MOST: usize = 64;

/// The lanes in which a value is undefined, by origin: an index into the origins, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UndefinedLanes {
    parts: Vec<(u32, Mask)>,
    /// The lanes of all parts.
    lanes: Mask,
}

impl UndefinedLanes {
    pub fn add(&mut self, origin: u32, lanes: Mask) {
        match self.parts.binary_search_by_key(&origin, |(known, _)| *known) {
            _ if lanes == 0 => return,
            Ok(at) => self.parts[at].1 |= lanes,
            Err(at) if self.has_room(self.parts.len(), lanes) => self.parts.insert(at, (origin, lanes)),
            Err(_) => return,
        }
        self.lanes |= lanes;
    }

    /// Whether another origin is followed, where there are so many.
    fn has_room(&self, origins: usize, lanes: Mask) -> bool {
        origins < MOST || lanes & !self.lanes != 0
    }

    pub fn parts(&self) -> impl Iterator<Item = (u32, Mask)> + '_ {
        self.parts.iter().copied()
    }

    pub fn lanes(&self) -> Mask {
        self.lanes
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Undefined where either of two values is.
    pub fn or(mut self, other: &Self) -> Self {
        if self == *other || other.is_empty() {
            return self;
        }
        let own = std::mem::take(&mut self.parts);
        let (mut own, mut count) = (own.iter().copied().peekable(), own.len());
        self.parts.reserve(count + other.parts.len());
        for (origin, lanes) in other.parts() {
            while let Some(part) = own.next_if(|(known, _)| *known < origin) {
                self.parts.push(part);
            }
            match own.next_if(|(known, _)| *known == origin) {
                Some((_, held)) => self.parts.push((origin, held | lanes)),
                None if self.has_room(count, lanes) => {
                    self.parts.push((origin, lanes));
                    count += 1;
                }
                None => continue,
            }
            self.lanes |= lanes;
        }
        self.parts.extend(own);
        self
    }

    pub fn within(self, lanes: Mask) -> Self {
        self.moved(|held| held & lanes)
    }

    /// The same with the lanes of each origin replaced.
    pub fn moved(mut self, to: impl Fn(Mask) -> Mask) -> Self {
        self.parts.iter_mut().for_each(|(_, held)| *held = to(*held));
        self.parts.retain(|(_, held)| *held != 0);
        self.lanes = self.parts.iter().fold(0, |all, (_, lanes)| all | lanes);
        self
    }
}

/// An address that was out of bounds before it was clamped.
#[derive(Debug)]
struct Stray {
    address: Reg,
    undefined: UndefinedLanes,
    /// Lanes that have not read through it yet.
    fresh: Mask,
}

/// The undefined values in the registers of a subgroup.
#[derive(Debug, Default)]
pub struct UndefinedValues {
    /// By plane; empty where none is undefined.
    planes: Vec<UndefinedLanes>,
    strays: Vec<Stray>,
    /// By site and lane.
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

    /// Notes the origin of a lane's value. Returns the index of the origins of the same site.
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

    /// The origin of a lane's value; that of another lane, where it came by a way that is not followed.
    pub fn origin(&mut self, at: u32, lane: usize) -> Option<&mut Origin> {
        let by_lane = self.origins.get_mut(at as usize)?;
        match by_lane.get(lane) {
            Some(Some(_)) => by_lane[lane].as_mut(),
            _ => by_lane.iter_mut().flatten().next(),
        }
    }

    pub fn plane(&self, plane: usize) -> UndefinedLanes {
        self.planes.get(plane).cloned().unwrap_or_default()
    }

    /// The lanes in which any of some consecutive planes is undefined.
    pub fn of_planes(&self, first: usize, planes: u32) -> UndefinedLanes {
        let all = self.planes.iter().skip(first).take(planes as usize);
        all.fold(UndefinedLanes::default(), |all, undefined| all.or(undefined))
    }

    /// Notes the undefined lanes of some planes, of `all` that there are.
    pub fn set_planes(&mut self, (first, planes): (usize, u32), undefined: &UndefinedLanes, all: usize) {
        if !undefined.is_empty() && self.planes.is_empty() {
            self.planes = vec![UndefinedLanes::default(); all];
        }
        for plane in self.planes.iter_mut().skip(first).take(planes as usize) {
            plane.clone_from(undefined);
        }
    }

    pub fn has_strays(&self) -> bool {
        !self.strays.is_empty()
    }

    /// The lanes in which the address in this register was out of bounds.
    pub fn stray(&self, address: Reg) -> UndefinedLanes {
        let found = self.strays.iter().find(|stray| stray.address == address);
        found.map(|stray| stray.undefined.clone()).unwrap_or_default()
    }

    /// Notes in which of the active lanes it was.
    pub fn set_stray(&mut self, address: Reg, undefined: UndefinedLanes, active: Mask) {
        let fresh = undefined.lanes();
        match self.strays.iter_mut().find(|stray| stray.address == address) {
            Some(stray) => {
                stray.undefined = std::mem::take(&mut stray.undefined).within(!active).or(&undefined);
                stray.fresh = stray.fresh & !active | fresh;
            }
            None if fresh != 0 => self.strays.push(Stray { address, undefined, fresh }),
            None => {}
        }
    }

    /// The lanes that read through an address out of bounds for the first time.
    pub fn first_read(&mut self, address: Reg, active: Mask) -> Vec<(u32, usize)> {
        let Some(stray) = self.strays.iter_mut().find(|stray| stray.address == address) else {
            return Vec::new();
        };
        let now = stray.fresh & active;
        stray.fresh &= !active;
        let parts = stray.undefined.parts().map(|(origin, lanes)| (origin, Lanes(lanes & now)));
        parts.flat_map(|(origin, lanes)| lanes.map(move |lane| (origin, lane))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_many_origins_keeps_one_for_each_lane() {
        let of_lane = |lane: u32, count: u32| {
            (0..count).fold(UndefinedLanes::default(), |mut undefined, origin| {
                undefined.add(lane * 1000 + origin, 1 << lane);
                undefined
            })
        };
        let all = of_lane(0, 500).or(&of_lane(1, 500)).or(&of_lane(2, 1));
        assert_eq!(all.lanes(), 0b111);
        assert_eq!(all.parts().count(), MOST + 2);
        assert!(all.parts().is_sorted());
        // One that is known is so in other lanes, too.
        let mut all = all;
        all.add(0, 0b1000);
        assert_eq!(all.lanes(), 0b1111);
    }
}
