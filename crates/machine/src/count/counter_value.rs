//! What becomes of a row in the table of counters.

use crate::occupancy::OccupancyLimit;

/// A number that the simulator adds up, over sites, lines and launches.
pub(super) trait Sum {
    /// Adds what one site or line counted.
    fn gather(&mut self, count: u64);
    /// The count, where it is known.
    fn known(&self) -> Option<u64>;
    /// Adds what the launch after this one counted; not known where one of the two is not.
    fn then(&mut self, next: &Self);
}

impl Sum for u64 {
    fn gather(&mut self, count: u64) {
        *self += count;
    }

    fn known(&self) -> Option<u64> {
        Some(*self)
    }

    fn then(&mut self, next: &Self) {
        *self += next;
    }
}

impl Sum for Option<u64> {
    fn gather(&mut self, count: u64) {
        *self.get_or_insert(0) += count;
    }

    fn known(&self) -> Option<u64> {
        *self
    }

    fn then(&mut self, next: &Self) {
        *self = self.zip(*next).map(|(a, b)| a + b);
    }
}

/// A counter as a number, where it is one and is known.
pub(super) trait Figure {
    fn figure(&self) -> Option<f64>;
}

macro_rules! figures {
    ($($type:ty: $self:ident => $figure:expr;)*) => {$(
        impl Figure for $type {
            fn figure(&self) -> Option<f64> {
                let $self = self;
                $figure
            }
        }
    )*};
}

figures! {
    u32: count => Some(f64::from(*count));
    u64: count => Some(*count as f64);
    f64: share => Some(*share);
    Option<u64>: count => count.map(|count| count as f64);
    Option<f64>: share => *share;
    String: _name => None;
    Option<OccupancyLimit>: _limit => None;
}

/// Makes the structs that hold counters, their sums and their descriptions from one row for each counter:
/// `{ HOW(DEPENDS) name: type, "unit", "words" }`, with `, ideal name` where another counter is the least that it could be. Its doc
/// comment, in sentences, says how it is counted; the handbook prints it.
///
/// `HOW` says what counts it and how it adds up:
///
/// * `segment`: by the straight lines of instructions that run; sums over lines and launches;
/// * `site`: where one instruction runs ([`SiteTally`](super::SiteTally)); sums over sites, lines and launches;
/// * `launch`: for a launch as a whole; sums over launches;
/// * `figure`: for a launch as a whole; formed anew, or kept, where launches are taken together;
/// * `model`: where one instruction runs, for the estimate alone.
///
/// `DEPENDS` says what decides it ([`DependsOn`](super::DependsOn)), and so what a sample of the workgroups says of it:
///
/// * `addresses`: which lanes are active, and their addresses; a sample is scaled;
/// * `values`: the data; after a sample it is unknown, so that its type is an `Option`. No `model` can be one: the estimate of a
///   sample needs it;
/// * `sampling`: how many workgroups were run.
macro_rules! counters {
    (@sort $all:tt $line:tt $site:tt) => { counters!(@emit $all $line $site); };
    (@sort [$($all:tt)*] [$($line:tt)*] [$($site:tt)*] {$(#[doc = $doc:literal])* segment($depends:ident) $($row:tt)*} $($rest:tt)*) => {
        counters!(@sort [$($all)* {$(#[doc = $doc])* segment($depends) $($row)*}] [$($line)* {$(#[doc = $doc])* $depends $($row)*}] [$($site)*] $($rest)*);
    };
    (@sort [$($all:tt)*] [$($line:tt)*] [$($site:tt)*] {$(#[doc = $doc:literal])* site($depends:ident) $($row:tt)*} $($rest:tt)*) => {
        counters!(@sort [$($all)* {$(#[doc = $doc])* site($depends) $($row)*}] [$($line)* {$(#[doc = $doc])* $depends $($row)*}]
            [$($site)* {shown $($row)*}] $($rest)*);
    };
    (@sort $all:tt $line:tt [$($site:tt)*] {$(#[doc = $doc:literal])* model(addresses) $($row:tt)*} $($rest:tt)*) => {
        counters!(@sort $all $line [$($site)* {hidden $($row)*}] $($rest)*);
    };
    (@sort [$($all:tt)*] $line:tt $site:tt {$($row:tt)*} $($rest:tt)*) => {
        counters!(@sort [$($all)* {$($row)*}] $line $site $($rest)*);
    };
    (@emit
        [$({$(#[doc = $doc:literal])* $how:ident($depends:ident) $name:ident: $type:ty, $unit:literal, $words:literal $(, ideal $ideal:ident)?})*]
        [$({$(#[doc = $line_doc:literal])* $line_depends:ident $line_name:ident: $line_type:ty, $($line_rest:tt)*})*]
        [$({$shown:ident $site_name:ident: $site_type:ty, $($site_rest:tt)*})*]
    ) => {
        /// The counters of one launch, totals over all its workgroups.
        ///
        /// An *instruction* is one scalar operation of one subgroup; loop plumbing, copies between registers, the
        /// addressing of an array and the short-circuit of `&&` and `||` are none. A *branch* is a condition that one
        /// subgroup evaluates in an `if`, a `switch`, a loop's exit test or a `break if`. Uniform buffers and immediates
        /// are served by the constant cache: they are no global requests. A loop whose counter runs to a constant in 32
        /// passes or fewer is taken to be unrolled, as every GPU compiler does: its test and increment are neither.
        /// Atomic operations are counted as such only.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Counters { $($(#[doc = $doc])* pub $name: $type,)* }

        /// The counters of one source line, totals over the launch.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct LineCounters {
            /// The source line, from 1.
            pub line: u32,
            $($(#[doc = $line_doc])* pub $line_name: $line_type,)*
        }

        /// What one memory access, branch or barrier of the program did.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        #[allow(missing_docs, reason = "said in the table of counters")]
        pub struct SiteTally { $(pub $site_name: u64,)* }

        impl SiteTally {
            /// Adds `scale` of each count of another.
            pub fn add(&mut self, other: &Self, scale: impl Fn(u64) -> u64) {
                $(self.$site_name += scale(other.$site_name);)*
            }
        }

        impl LineCounters {
            /// Adds what a site of this line counted.
            fn add_site(&mut self, site: &SiteTally) {
                $(counters!(@add_site $shown self site $site_name);)*
            }

            /// Makes every counter known: of what was not asked for, nothing was counted.
            fn complete(&mut self) {
                $(self.$line_name.gather(0);)*
            }

            /// Forgets what a sample cannot know.
            pub fn forget_values(&mut self) {
                $(counters!(@forget $line_depends self $line_name);)*
            }
        }

        impl Counters {
            /// Every counter, in the order of the JSON.
            pub const TABLE: &'static [Counter] = &[$(Counter {
                name: stringify!($name),
                unit: $unit,
                words: $words,
                description: concat!($($doc),*),
                sums: counters!(@sums $how),
                by_line: counters!(@by_line $how),
                depends_on: counters!(@depends_on $depends),
                read: |all| all.$name.figure(),
                ideal: counters!(@ideal $($ideal)?),
            },)*];

            /// Adds what a line counted.
            fn add_line(&mut self, line: &LineCounters) {
                $(self.$line_name.gather(line.$line_name.known().unwrap_or(0));)*
            }

            /// Forgets what a sample cannot know.
            pub fn forget_values(&mut self) {
                $(counters!(@forget $depends self $name);)*
            }

            /// Adds the sums of the launch after this one.
            fn add_launch(&mut self, next: &Self) {
                $(counters!(@add_launch $how self next $name);)*
            }
        }
    };
    (@add_site shown $self:ident $site:ident $name:ident) => { $self.$name.gather($site.$name); };
    (@add_site hidden $($row:tt)*) => {};
    (@add_launch figure $($row:tt)*) => {};
    (@add_launch $how:ident $self:ident $next:ident $name:ident) => { $self.$name.then(&$next.$name); };
    (@forget values $self:ident $name:ident) => { $self.$name = None };
    (@forget $depends:ident $self:ident $name:ident) => {};
    (@depends_on addresses) => { DependsOn::Addresses };
    (@depends_on values) => { DependsOn::Values };
    (@depends_on sampling) => { DependsOn::Sampling };
    (@sums figure) => { false };
    (@sums $how:ident) => { true };
    (@by_line segment) => { true };
    (@by_line site) => { true };
    (@by_line $how:ident) => { false };
    (@ideal) => { None };
    (@ideal $ideal:ident) => { Some(|all| all.$ideal.figure()) };
    ($($rows:tt)*) => { counters!(@sort [] [] [] $($rows)*); };
}
pub(super) use counters;

#[cfg(test)]
mod tests {
    /// A table beside the simulator's, with a counter that it has not.
    #[allow(dead_code, reason = "one test looks at a part of it")]
    mod example {
        use super::super::super::DependsOn;
        use super::super::{Figure, Sum};
        use serde::{Deserialize, Serialize};

        pub struct Counter {
            name: &'static str,
            unit: &'static str,
            words: &'static str,
            description: &'static str,
            sums: bool,
            by_line: bool,
            depends_on: DependsOn,
            read: fn(&Counters) -> Option<f64>,
            ideal: Option<fn(&Counters) -> Option<f64>>,
        }

        counters! {
            { /// Stores.
              site(addresses) stores: u64, "stores", "Stores" }
            { /// Zeros that are stored.
              site(values) zeros: Option<u64>, "zeros", "Zeros that are stored" }
            { /// Workgroups that were run.
              launch(sampling) run: u64, "workgroups", "Workgroups that were run" }
        }

        #[test]
        fn a_sample_says_nothing_of_values_and_nor_does_a_sum_with_it() {
            let mut line = LineCounters { stores: 8, zeros: Some(3), ..LineCounters::default() };
            let mut sampled = Counters { run: 2, ..Counters::default() };
            sampled.add_line(&line);
            let whole = sampled.clone();
            line.forget_values();
            sampled.forget_values();
            assert_eq!((line.stores, line.zeros), (8, None));
            assert_eq!(sampled, Counters { zeros: None, ..whole.clone() });
            sampled.add_launch(&whole);
            assert_eq!((sampled.stores, sampled.zeros), (16, None));
        }
    }
}
