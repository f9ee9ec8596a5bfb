//! A part of a class, for one machine of several.

use std::fmt;
use std::str::FromStr;

/// Shard `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// The whole class.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether the submission at `place` of the roll belongs to it. Neighbours go to different shards, so that a run of
    /// slow submissions is shared.
    pub fn holds(self, place: usize) -> bool {
        place % self.of == self.index - 1
    }

    /// Whether it is the whole class.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no shard: I/N, from 1/N to N/N");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        if index == 0 || index > of {
            return Err(wrong());
        }
        Ok(Self { index, of })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_submission_belongs_to_exactly_one_shard() {
        for of in 1..6 {
            for place in 0..20 {
                let holding = (1..=of).filter(|index| Shard { index: *index, of }.holds(place));
                assert_eq!(holding.count(), 1);
            }
        }
    }

    #[test]
    fn shards_count_from_one() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "-1/2", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
