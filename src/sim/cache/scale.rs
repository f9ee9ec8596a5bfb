//! From the workgroups that were run to all of a launch.

/// How the workgroups that were run stand for the launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Workgroups of the launch.
    pub workgroups: u64,
    /// Workgroups that were run.
    pub run: u64,
    /// Workgroups that were replayed first, on cold caches.
    pub first_wave: u64,
    /// Sectors that were passed on, and the ones of them that were replayed.
    pub passed_on: u64,
    pub replayed: u64,
}

/// Sectors that had to be fetched although they had been fetched before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Again {
    pub all: u64,
    /// The ones in the first wave: a wave that gets in its own way.
    pub in_first_wave: u64,
}

impl Sample {
    /// A count before level 2, for all workgroups.
    pub fn asked(self, count: u64) -> u64 {
        ratio(count, self.workgroups, self.run)
    }

    /// A count from level 2 on, for all workgroups and all of their traces.
    pub fn replayed(self, count: u64) -> u64 {
        if self.passed_on == self.replayed {
            return self.asked(count);
        }
        ratio(self.asked(count), self.passed_on, self.replayed)
    }

    /// Repeated fetches. The first wave finds cold caches, so that it has none that are due to an earlier wave; each later
    /// one has, and so would all that were not run.
    pub fn again(self, again: Again) -> u64 {
        let Self {
            workgroups,
            run,
            first_wave,
            ..
        } = self;
        if run == workgroups || run <= first_wave {
            return self.replayed(again.all);
        }
        let within = ratio(again.in_first_wave, run, first_wave).min(again.all);
        let between = ratio(
            again.all - within,
            workgroups - first_wave,
            run - first_wave,
        );
        // `between` is for all workgroups already; `replayed` would scale it once more.
        let cut = if self.passed_on == self.replayed {
            between
        } else {
            ratio(between, self.passed_on, self.replayed)
        };
        self.replayed(within) + cut
    }
}

/// `count * numerator / denominator`, to the nearest.
fn ratio(count: u64, numerator: u64, denominator: u64) -> u64 {
    let denominator = u128::from(denominator.max(1));
    let scaled = u128::from(count) * u128::from(numerator);
    u64::try_from((scaled + denominator / 2) / denominator).unwrap_or(u64::MAX)
}
