//! What a runner counts while its workgroups run; `requests` has what they ask of memory.

mod requests;

pub use requests::Local;

use super::banks::Banks;
use super::lanes::{Mask, first_lanes, members};
use crate::cache::{Caches, Level1, Trace};
use crate::count::{Follower, Path, Ranges, SiteTally, Tally, Visits};
use crate::machine::Target;
use crate::program::Program;

/// The counts of one runner.
#[derive(Debug)]
pub struct Counts<'a> {
    target: &'a Target,
    program: &'a Program,
    /// What each segment adds to the path of a subgroup that runs it.
    steps: Vec<Path>,
    path: Follower,
    /// Lanes of a subgroup.
    width: usize,
    /// All lanes of a plane.
    whole: Mask,
    /// Since the last barrier, memory was touched that several invocations write.
    touched: bool,
    /// Where the workgroup meets, and how many subgroups came.
    met: (u32, u64),
    caches: Option<&'a Caches>,
    /// Of the current stratum.
    tally: Tally,
    /// Of every stratum; that of the current one is in `tally`.
    strata: Vec<Tally>,
    stratum: usize,
    /// Where the atomics of the workgroup have been.
    visits: Visits,
    /// The first level of the caches, where they are modelled.
    level1: Option<Level1>,
    /// The bytes of the current request.
    ranges: Ranges,
    banks: Banks<'a>,
}

impl<'a> Counts<'a> {
    /// For a program whose workgroups are sampled from so many strata.
    pub fn new(program: &'a Program, target: &'a Target, caches: Option<&'a Caches>, strata: usize) -> Self {
        let mut all = vec![Tally::new(program.sites.len(), program.segments.len()); strata];
        Self {
            target,
            program,
            steps: program.segments.iter().map(Path::of).collect(),
            path: Follower::new(program.subgroups_abreast()),
            width: program.width as usize,
            whole: first_lanes(program.lanes as usize),
            touched: false,
            met: (0, 0),
            caches,
            tally: std::mem::take(&mut all[0]),
            strata: all,
            stratum: 0,
            visits: Visits::default(),
            level1: caches.map(Caches::level1),
            ranges: Ranges::default(),
            banks: Banks::new(target, program.sites.len(), program.subgroups_abreast()),
        }
    }

    /// Counts for another stratum from now on.
    pub fn enter_stratum(&mut self, stratum: usize) {
        if stratum != self.stratum {
            std::mem::swap(&mut self.tally, &mut self.strata[self.stratum]);
            std::mem::swap(&mut self.tally, &mut self.strata[stratum]);
            self.stratum = stratum;
        }
    }

    /// The counts of each stratum.
    pub fn finish(mut self) -> Vec<Tally> {
        self.strata[self.stratum] = self.tally;
        self.strata
    }

    /// The workgroup of this number in the launch begins.
    pub fn begin(&mut self, workgroup: u64) {
        self.path.begin(workgroup);
        self.visits.begin();
        (self.touched, self.met) = (false, (0, 0));
        if let Some(level1) = &mut self.level1 {
            level1.begin();
        }
    }

    /// A workgroup ends: what its level 1 passed on, where caches are modelled.
    pub fn end(&mut self) -> Trace {
        self.path.end(&mut self.tally.lengths);
        let level1 = self.level1.as_mut();
        level1.map(Level1::finish).unwrap_or_default()
    }

    /// The subgroups that run have come to a barrier of their workgroup or to their end.
    pub fn stop(&mut self) {
        self.path.stop();
    }

    /// All subgroups of a workgroup wait for each other.
    pub fn meet(&mut self) {
        self.path.meet();
        let (site, subgroups) = std::mem::take(&mut self.met);
        if subgroups > 0 && !std::mem::take(&mut self.touched) {
            self.site(site).idle_barriers += subgroups;
        }
        if let Some(level1) = &mut self.level1 {
            level1.barrier();
        }
    }

    fn site(&mut self, site: u32) -> &mut SiteTally {
        &mut self.tally.sites[site as usize]
    }

    /// How many subgroups have active lanes.
    #[inline(always)]
    pub fn active(&self, mask: Mask) -> u64 {
        match self.path.each.len() {
            abreast if abreast == 1 || mask == self.whole => abreast as u64,
            _ => members(mask, self.width).count() as u64,
        }
    }

    /// A straight line of instructions is run with these lanes active.
    #[inline(always)]
    pub fn segment(&mut self, segment: u32, mask: Mask) {
        let subgroups = self.active(mask);
        let tally = &mut self.tally.segments[segment as usize];
        tally.runs += subgroups;
        tally.lanes += u64::from(mask.count_ones());
        let step = self.steps[segment as usize];
        if subgroups == self.path.each.len() as u64 {
            self.path.all = self.path.all.then(step);
            return;
        }
        for (at, _) in members(mask, self.width) {
            self.path.each[at] = self.path.each[at].then(step);
        }
    }

    /// What the subgroup of a request did.
    #[inline(always)]
    fn path(&mut self, subgroup: usize) -> &mut Path {
        let abreast = self.path.each.len();
        &mut self.path.each[subgroup % abreast]
    }

    /// A branch sends some active lanes one way, the others another.
    pub fn branch(&mut self, site: u32, [one, other]: [Mask; 2]) {
        let subgroups = self.active(one | other);
        let parts = one != 0 && other != 0;
        let width = self.width;
        if !parts || self.path.each.len() == 1 {
            let tally = self.site(site);
            tally.branches += subgroups;
            tally.divergent_branches += u64::from(parts);
            return;
        }
        let tally = self.site(site);
        for (at, _) in members(one | other, width) {
            let of = |mask: Mask| mask >> (at * width) & first_lanes(width) != 0;
            tally.branches += 1;
            tally.divergent_branches += u64::from(of(one) && of(other));
        }
    }

    /// A `switch` sends the active lanes of a subgroup to so many places.
    pub fn switch(&mut self, site: u32, ways: usize) {
        let tally = self.site(site);
        tally.branches += 1;
        tally.divergent_branches += u64::from(ways > 1);
    }

    /// The subgroups of these lanes reach a barrier.
    pub fn barrier(&mut self, site: u32, mask: Mask) {
        self.site(site).barriers += self.active(mask);
    }

    /// The subgroups of these lanes wait at a barrier of their workgroup.
    pub fn arrive(&mut self, site: u32, mask: Mask) {
        self.met = (site, self.met.1 + self.active(mask));
    }
}
