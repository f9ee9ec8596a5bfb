//! Turns at the address of an atomic: whether what they yield depends on their order.

/// What an atomic operation took from its address, or put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Took {
    /// It changed the value, and what it found there is not used: such operations commute.
    Nothing,
    /// It changed the value, and uses what it found there.
    Old,
    Value,
    Put(u32),
}

/// Who was at an address, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    pub workgroup: u64,
    pub invocation: u32,
    pub epoch: u32,
}

impl Who {
    /// Whether nothing orders two turns.
    fn races(&self, other: &Self) -> bool {
        self.workgroup != other.workgroup || (self.invocation != other.invocation && self.epoch == other.epoch)
    }
}

/// The last turns at one address.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turns {
    /// Who changed the value last, and the value where it was replaced.
    changed: Option<(Who, Option<u32>)>,
    /// Who read it last, and the site.
    read: Option<(Who, u32)>,
}

impl Turns {
    /// Takes a turn; returns the site whose result depends on whose turn is first.
    pub fn take(&mut self, me: Who, took: Took, site: u32) -> Option<u32> {
        let before = self.changed.filter(|(who, _)| who.races(&me));
        let depends = match (took, before) {
            (Took::Old | Took::Value, Some(_)) => Some(site),
            (Took::Put(value), Some((_, put))) if put != Some(value) => Some(site),
            _ => None,
        };
        if took == Took::Value {
            self.read = Some((me, site));
            return depends;
        }
        let reader = self.read.filter(|(who, _)| who.races(&me));
        let put = match took {
            Took::Put(value) => Some(value),
            _ => None,
        };
        self.changed = Some((me, put));
        depends.or(reader.map(|(_, site)| site))
    }
}
