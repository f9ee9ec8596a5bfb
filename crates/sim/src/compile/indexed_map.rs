//! Maps from registers and from instructions, as lists by their numbers: passes ask for every operand of every instruction, which a list
//! answers sooner than a hash map.

use crate::ir::{CONSTANT, NONE, Reg};

/// What such a map is from.
pub trait Index: Copy {
    /// Which of the lists it is in, and where.
    fn place(self) -> (usize, usize);
    /// What has such a place.
    fn at(list: usize, place: usize) -> Self;
}

/// An instruction.
impl Index for usize {
    fn place(self) -> (usize, usize) {
        (0, self)
    }

    fn at(_: usize, place: usize) -> Self {
        place
    }
}

/// A register: the kernel's own, those of the pool of literals, or none.
impl Index for Reg {
    fn place(self) -> (usize, usize) {
        match self {
            NONE => (2, 0),
            reg => (usize::from(reg & CONSTANT != 0), (reg & !CONSTANT) as usize),
        }
    }

    fn at(list: usize, place: usize) -> Self {
        [0, CONSTANT, NONE][list] | place as Reg
    }
}

/// A value for some registers or instructions.
#[derive(Debug, Clone)]
pub struct IndexedMap<K, T> {
    lists: [Vec<Option<T>>; 3],
    len: usize,
    keys: std::marker::PhantomData<K>,
}

/// Some registers or instructions.
pub type IndexedSet<K> = IndexedMap<K, ()>;

impl<K, T> Default for IndexedMap<K, T> {
    fn default() -> Self {
        Self { lists: [const { Vec::new() }; 3], len: 0, keys: std::marker::PhantomData }
    }
}

impl<K: Index, T> IndexedMap<K, T> {
    pub fn get(&self, key: K) -> Option<&T> {
        let (list, place) = key.place();
        self.lists[list].get(place)?.as_ref()
    }

    pub fn get_mut(&mut self, key: K) -> Option<&mut T> {
        let (list, place) = key.place();
        self.lists[list].get_mut(place)?.as_mut()
    }

    pub fn contains(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    /// Returns what was there before.
    pub fn insert(&mut self, key: K, value: T) -> Option<T> {
        let before = self.slot(key).replace(value);
        self.len += usize::from(before.is_none());
        before
    }

    fn slot(&mut self, key: K) -> &mut Option<T> {
        let (list, place) = key.place();
        let list = &mut self.lists[list];
        if list.len() <= place {
            list.resize_with(place + 1, || None);
        }
        &mut list[place]
    }

    pub fn remove(&mut self, key: K) -> Option<T> {
        let (list, place) = key.place();
        let before = self.lists[list].get_mut(place)?.take();
        self.len -= usize::from(before.is_some());
        before
    }

    /// What is there, or else what is made for it.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> T) -> &mut T {
        self.len += usize::from(!self.contains(key));
        self.slot(key).get_or_insert_with(value)
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Leaves those for which `stays` says so.
    pub fn retain(&mut self, stays: impl Fn(K, &T) -> bool) {
        for (list, values) in self.lists.iter_mut().enumerate() {
            for (place, value) in values.iter_mut().enumerate() {
                if value.as_ref().is_some_and(|value| !stays(K::at(list, place), value)) {
                    *value = None;
                    self.len -= 1;
                }
            }
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        let lists = self.lists.iter().enumerate();
        lists.flat_map(|(list, values)| {
            values.iter().enumerate().filter_map(move |(place, value)| Some((K::at(list, place), value.as_ref()?)))
        })
    }

    /// All of them without their values, in order.
    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.iter().map(|(key, _)| key)
    }
}

impl<K: Index> IndexedSet<K> {
    /// Returns whether it was not there before.
    pub fn add(&mut self, key: K) -> bool {
        self.insert(key, ()).is_none()
    }
}

impl<K: Index, T> Extend<(K, T)> for IndexedMap<K, T> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, more: I) {
        for (key, value) in more {
            self.insert(key, value);
        }
    }
}

impl<K: Index> Extend<K> for IndexedSet<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, more: I) {
        for key in more {
            self.add(key);
        }
    }
}

impl<K: Index, T> FromIterator<(K, T)> for IndexedMap<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(all: I) -> Self {
        let mut map = Self::default();
        map.extend(all);
        map
    }
}

impl<K: Index> FromIterator<K> for IndexedSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(all: I) -> Self {
        let mut set = Self::default();
        set.extend(all);
        set
    }
}

impl<K: Index, T: PartialEq> PartialEq for IndexedMap<K, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_literals_and_none_are_kept_apart() {
        let mut map: IndexedMap<Reg, u32> = [(3, 30), (CONSTANT | 3, 40), (NONE, 50)].into_iter().collect();
        assert_eq!((map.get(3), map.get(CONSTANT | 3), map.get(NONE), map.len()), (Some(&30), Some(&40), Some(&50), 3));
        assert_eq!((map.insert(3, 31), map.remove(CONSTANT | 3), map.remove(2)), (Some(30), Some(40), None));
        assert_eq!((*map.get_or_insert_with(3, || 60), *map.get_or_insert_with(4, || 70)), (31, 70));
        assert_eq!(map.iter().collect::<Vec<_>>(), [(3, &31), (4, &70), (NONE, &50)]);
    }

    #[test]
    fn maps_are_the_same_where_they_hold_the_same_however_long_their_lists_are() {
        let (mut longer, same): (IndexedSet<usize>, IndexedSet<usize>) =
            ([1, 9].into_iter().collect(), [1].into_iter().collect());
        assert!(longer != same);
        longer.retain(|at, ()| at < 9);
        assert!(longer == same && longer.len() == 1);
    }
}
