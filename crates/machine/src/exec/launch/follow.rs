//! The traffic behind the L2 cache of a launch of which only a sample is run, and how large a sample may be.
//!
//! Whether L2 has a line depends on all requests since the line was last used. So whole waves are run, one after the other,
//! from a few points of the launch on: first until the caches are full, since their earlier contents are not known, and
//! then some more, which are measured. The requests of a launch while its caches are still empty come from the first of
//! these stretches.

use super::dispatch::{Asking, Dispatch};
use super::portion::{AddressTraces, Sink};
use super::sample::{FEWEST, Neighbours, Sample, all_of};
use crate::cache::{Caches, Flow, L2, Passed, Stream, Waves};
use crate::count::Tally;
use crate::exec::options::{Launch, LaunchError, Options, Sampling};
use std::ops::Range;

/// Points of the launch from which waves are run.
const STRETCHES: u64 = 4;

/// Waves of a stretch that are measured.
const MEASURED: u64 = 4;

/// A launch of so few waves is run from start to end, where that does not take too long.
const SHORT: u64 = 2 * STRETCHES * (MEASURED + 1);

/// The most subgroup instructions of a stretch of a quick look.
const STRETCH: u64 = 1 << 26;

/// The most work of all stretches together: two to three seconds of one core.
const STRETCHED: u64 = 1 << 27;

/// The same where it was said how many workgroups to run: so many times the work of these...
const TIMES_SAMPLE: u64 = 8;

/// ...and half a second in any case.
const LEAST_STRETCHED: u64 = 1 << 25;

/// The work of a sample of long workgroups: a second or so of one core.
const LONG: u64 = 1 << 26;

/// So few workgroups are all run, so that nothing is missed that occurs in only one part of a launch, unless they take much
/// longer than a sample of more would. Of a launch that takes too long, no more than these are run.
const MANY: u64 = 1024;

/// So few are all run if one of them does not show that this takes too long: a pilot run would cost a good part of that.
const FEW: u64 = 4 * LEAST;

/// How many times the work of a larger launch all of [`MANY`] workgroups may take.
const LONGER: u64 = 2;

/// The fewest workgroups that are run of a launch that takes too long: some of each stratum, unless a workgroup takes too long.
/// A pilot run, which tells the work of one, has as many.
const LEAST: u64 = 64;

/// The fewest even then: neighbours along each axis, and the last one.
const LEAST_LONG: u64 = 4;

/// The share of a whole launch's instructions that a sample of a longer one may take.
const SAMPLED: u64 = 8;

/// The fewest steps of a pilot workgroup.
const FEWEST_STEPS: u64 = 1 << 12;

/// The cost of a memory request in instructions, with everything that is looked for.
const A_REQUEST: u64 = 32;

/// The same of each of its sectors, where these are many.
const A_SECTOR: u64 = 2;

/// The most invocations of a launch that is run whole: each keeps records of what it writes.
const MOST_WHOLE: u64 = 1 << 20;

/// The most workgroups of a sample of a few: that many tell as much as more would.
const MOST_FEW: u64 = 256;

/// Bytes of the smallest element of most buffers.
const WORD_BYTES: u32 = 4;

impl Dispatch<'_> {
    /// Which workgroups to run, and the address traces of those that need not be run.
    pub fn sample(&self, launch: &Launch<'_>) -> Result<(Sample, AddressTraces), LaunchError> {
        let sample = match self.options.sampling {
            Sampling::Full => Sample::full(all_of(launch.workgroups)),
            Sampling::Sampled { max_workgroups } => {
                Sample::spread(launch.workgroups, max_workgroups.max(1), self.words())
            }
            Sampling::Bounded { instructions } => self.bounded(launch, instructions)?,
            Sampling::Few { whole, some } => return self.few(launch, whole, some),
            Sampling::Parts { parts, each } => Sample::parts(launch.workgroups, parts, each),
        };
        Ok((sample, AddressTraces::new()))
    }

    /// Words of a sector: a workgroup so many places further on has moved by whole sectors, whatever the step between
    /// neighbours is.
    pub fn words(&self) -> u64 {
        u64::from(self.target.sector_bytes / WORD_BYTES).max(1)
    }

    /// A few workgroups, where a pilot shows that all take more than `whole` instructions.
    fn few(&self, launch: &Launch<'_>, whole: u64, some: u64) -> Result<(Sample, AddressTraces), LaunchError> {
        let total = all_of(launch.workgroups);
        // A workgroup that takes more steps than its share is not examined further.
        let step_budget = (whole / total.max(1)).clamp(FEWEST_STEPS, self.options.step_budget);
        let options = Options { step_budget, ..self.unwatched() };
        let quiet = Dispatch { options: &options, caches: None, ..*self };
        let pilot = Sample::range(total / 2..(total / 2 + 1).min(total));
        let (context, part) = quiet.run(launch, &pilot, || None)?;
        if context.is_broken_off() {
            return self.fewest(launch, 0);
        }
        let each: f64 = part.tallies.iter().map(|tally| self.work(tally)).sum();
        let affords = |instructions: u64| (instructions as f64 / each.max(1.0)) as u64;
        let invocations = total.saturating_mul(u64::from(self.program.invocations()));
        match affords(whole) >= total && invocations <= MOST_WHOLE {
            true => Ok((Sample::full(total), AddressTraces::new())),
            false => self.fewest(launch, affords(some).min(MOST_FEW)),
        }
    }

    /// About `most` workgroups. Where these are only neighbours that all make the same requests, moved by whole sectors and
    /// independent of the contents of memory, one stands for them.
    fn fewest(&self, launch: &Launch<'_>, most: u64) -> Result<(Sample, AddressTraces), LaunchError> {
        let sample = Sample::few(launch.workgroups, most, self.words());
        let alone = sample.neighbours.filter(|_| sample.is_of_neighbours() && self.caches.is_some());
        let asking = alone.map(|neighbours| (neighbours, Asking::of(self)));
        let Some((neighbours, asking)) = asking.filter(|(_, asking)| asking.is_slice()) else {
            return Ok((sample, AddressTraces::new()));
        };
        let traces = asking.dispatch(self).traces(launch, &neighbours.all().collect::<Vec<_>>())?;
        let stream = self.along(&neighbours, &traces);
        Ok(match stream.filter(|stream| stream.is_whole() && self.leads_beside(stream, &neighbours, &traces)) {
            Some(_) => (Sample::alike(launch.workgroups, neighbours), traces),
            None => (sample, AddressTraces::new()),
        })
    }

    /// The traffic behind the L2 cache of a launch of which a sample was run.
    pub fn passed(
        &self,
        launch: &Launch<'_>,
        sample: &Sample,
        sink: &Sink,
        tallies: &[Tally],
    ) -> Result<Passed, LaunchError> {
        let total = all_of(launch.workgroups);
        if self.caches.is_none_or(|caches| caches.hold(self.regions)) {
            return Ok(Passed::First(Flow::default()));
        }
        let (derived, stands) = self.stream(launch, sample, sink).unzip();
        let stands = stands == Some(true);
        let afforded = match self.is_quick() {
            true => afforded(tallies, sample, total, STRETCH, |tally| self.instructions(tally)),
            false => afforded(tallies, sample, total, self.stretched(tallies), |tally| self.work(tally)),
        };
        // Along one axis, neighbours may stand for each other but not for the rows into which the kernel divides the launch.
        let folded = !stands || (!self.is_quick() && launch.workgroups.iter().filter(|n| **n > 1).count() == 1);
        if let Some(passed) = folded.then(|| self.unfolded(launch, afforded)).transpose()?.flatten() {
            return Ok(passed);
        }
        let derived = match derived {
            Some(derived) if stands => return Ok(derived),
            derived => derived,
        };
        Ok(match self.run_waves(launch, sample, afforded)? {
            Followed::Passed(passed) => passed,
            // What one workgroup and its neighbours ask for tells it where the others ask for about as much.
            Followed::TooLong if !self.is_quick() => {
                derived.filter(|_| self.is_typical(sample, sink, total)).unwrap_or(Passed::Unknown)
            }
            Followed::NeverFull | Followed::TooLong => derived.unwrap_or(Passed::First(Flow::default())),
        })
    }

    /// The most work that stretches of the launch may take.
    fn stretched(&self, tallies: &[Tally]) -> u64 {
        let own = tallies.iter().map(|tally| self.work(tally)).sum::<f64>() as u64;
        match self.options.sampling {
            Sampling::Sampled { .. } => own.saturating_mul(TIMES_SAMPLE).clamp(LEAST_STRETCHED, STRETCHED.max(own)),
            _ => STRETCHED,
        }
    }

    /// Whether the workgroup whose stream is moved to the others asks for about as many sectors as they do.
    fn is_typical(&self, sample: &Sample, sink: &Sink, total: u64) -> bool {
        let stream = sample.neighbours.and_then(|neighbours| sink.kept.get(&neighbours.number));
        let mean = sink.asked.totals().l2_sectors() as f64 / total.max(1) as f64;
        stream.is_some_and(|own| (own.l2_sectors() as f64 - mean).abs() <= TYPICAL * mean)
    }

    /// The traffic behind the L2 cache, derived from the address streams of neighbours, and whether these stand for all
    /// workgroups; `None` where nothing follows from them.
    fn stream(&self, launch: &Launch<'_>, sample: &Sample, sink: &Sink) -> Option<(Passed, bool)> {
        let neighbours = sample.neighbours?;
        let stream = self.along(&neighbours, &sink.kept)?;
        let (passed, stands) = stream.passed(self.caches?, launch.workgroups.map(u64::from));
        Some((passed, stands && self.leads_beside(&stream, &neighbours, &sink.kept)))
    }

    /// The stream of a workgroup and its neighbours; `None` where one was not run, or they do not make the same requests.
    pub fn along(&self, neighbours: &Neighbours, traces: &AddressTraces) -> Option<Stream> {
        let at = |number: u64| traces.get(&number);
        let next = neighbours.next.map(|next| next.and_then(|(apart, number)| Some((apart, at(number)?))));
        Stream::new(self.caches?, self.regions, neighbours.place, at(neighbours.number)?, next)
    }

    /// Whether the adjacent workgroups are where the stream predicts: two that are far apart may match while those between
    /// them do not, since every other workgroup may have nothing to do.
    fn leads_beside(&self, stream: &Stream, neighbours: &Neighbours, traces: &AddressTraces) -> bool {
        let mut beside = neighbours.beside.iter().enumerate().filter_map(|(axis, number)| Some((axis, (*number)?)));
        beside.all(|(axis, number)| {
            let traces = traces.get(&neighbours.number).zip(traces.get(&number));
            traces.zip(self.caches).is_some_and(|(traces, caches)| stream.leads(self.regions, caches, axis, traces))
        })
    }

    /// The traffic behind the L2 cache, by running waves of at most so many workgroups.
    fn run_waves(&self, launch: &Launch<'_>, sample: &Sample, most: u64) -> Result<Followed, LaunchError> {
        let wave = self.caches.map_or(0, Caches::wave).max(1) as u64;
        let (waves, total) = (STRETCHES * (MEASURED + 1) * wave, all_of(launch.workgroups));
        let too_long = if self.is_quick() { waves > most } else { most.max(sample.len) < total.min(wave) };
        match too_long {
            true => Ok(Followed::TooLong),
            false => Ok(self.follow(launch, sample, most)?.map_or(Followed::NeverFull, Followed::Passed)),
        }
    }

    /// Whether the launch gets only a quick look.
    fn is_quick(&self) -> bool {
        matches!(self.options.sampling, Sampling::Few { .. } | Sampling::Parts { .. })
    }

    /// The traffic behind the L2 cache, by running stretches. All of them together take at most as many workgroups as the sample, or
    /// `most`; in a quick look, each of them does.
    fn follow(&self, launch: &Launch<'_>, sample: &Sample, most: u64) -> Result<Option<Passed>, LaunchError> {
        let (Some(caches), total) = (self.caches, all_of(launch.workgroups)) else {
            return Ok(None);
        };
        let asking = Asking::of(self);
        let quiet = asking.dispatch(self);
        let wave = caches.wave().max(1) as u64;
        let waves = total.div_ceil(wave);
        let all = if self.is_quick() { most.saturating_mul(STRETCHES) } else { most };
        let whole = waves <= SHORT && all >= total;
        // Where even a few waves take long, fewer are measured, from fewer points.
        let points = (all / (2 * wave)).clamp(1, STRETCHES);
        let afforded = most.max(sample.len) / if self.is_quick() { 1 } else { points };
        let held = caches.hold_behind_l2(self.regions);
        let plan = Stretches::new(points, afforded.div_ceil(wave), self.is_quick(), held);
        for (program, parallel) in quiet.fast_ways(total).chain([(quiet.program, false)]) {
            let context = quiet.prepare(program, launch, 1, parallel)?;
            let run = |waves: Range<u64>, memory: L2| {
                let sample = Sample::range(waves.start * wave..(waves.end * wave).min(total));
                let sink = Some(Sink::whole(caches.asked(self.regions, &[1.0], false), memory));
                let part = self.part(&context, &sample, parallel, sink);
                let memory = part.sink.and_then(|sink| sink.memory);
                memory.filter(|_| !context.is_broken_off())
            };
            let passed = match whole {
                true => run(0..waves, caches.memory()).map(|mut memory| {
                    memory.flush();
                    Passed::All(memory.flow())
                }),
                false => plan.run(caches.memory(), waves, run),
            };
            if !context.is_broken_off() {
                return Ok(passed);
            }
        }
        Ok(None)
    }

    /// The same options, without looking for faults.
    pub fn unwatched(&self) -> Options {
        Options { races: false, uninitialized: false, access_samples: false, ..self.options.clone() }
    }

    /// All workgroups, or some of each stratum where a pilot shows that all take more than so many `instructions`. How many the
    /// pilot runs, and how many of long workgroups are run at least, depends on one of them.
    fn bounded(&self, launch: &Launch<'_>, instructions: u64) -> Result<Sample, LaunchError> {
        let total = all_of(launch.workgroups);
        if total <= FEWEST {
            return Ok(Sample::full(total));
        }
        let options = self.unwatched();
        let quiet = Dispatch { options: &options, caches: None, ..*self };
        // How many workgroups so much work allows, by a sample that stands for so many.
        let affords = |sample: &Sample, of: u64, work: u64| -> Result<u64, LaunchError> {
            let (context, part) = quiet.run(launch, sample, || None)?;
            // One that does not end ends the launch.
            let ends = !context.is_broken_off();
            Ok(if ends { afforded(&part.tallies, sample, of, work, |tally| self.work(tally)) } else { u64::MAX })
        };
        let long = affords(&Sample::range(total / 2..total / 2 + 1), 1, LONG)?;
        if total <= FEW && long.saturating_mul(instructions / LONG) >= total {
            return Ok(Sample::full(total));
        }
        let least = long.clamp(LEAST_LONG, LEAST);
        let pilot = Sample::few(launch.workgroups, least, self.words());
        let most = affords(&pilot, total, instructions)?;
        let whole = if total <= MANY { most.saturating_mul(LONGER) } else { most };
        Ok(match whole < total {
            true => Sample::few(launch.workgroups, (most / SAMPLED).clamp(least, MANY), self.words()),
            false => Sample::full(total),
        })
    }

    /// The work of the simulator: subgroup instructions, of which memory requests count for several.
    fn work(&self, tally: &Tally) -> f64 {
        let requests = tally.sites.iter().map(|site| {
            let all = site.global_requests + site.shared_requests + site.atomic_requests;
            (all * A_REQUEST).max(site.global_sectors * A_SECTOR)
        });
        self.instructions(tally) + requests.sum::<u64>() as f64
    }

    /// Subgroup instructions, memory accesses included.
    pub fn instructions(&self, tally: &Tally) -> f64 {
        let segments = self.program.segments.iter().zip(&tally.segments);
        let each = segments.map(|(segment, counted)| {
            let costs = segment.costs.iter().map(|cost| u64::from(cost.instructions));
            costs.sum::<u64>() as f64 * counted.runs as f64
        });
        each.sum()
    }
}

/// How many workgroups so much work allows, by the work of a sample.
fn afforded(tallies: &[Tally], sample: &Sample, total: u64, work: u64, of: impl Fn(&Tally) -> f64) -> u64 {
    let each = tallies.iter().zip(&sample.factors).map(|(tally, factor)| of(tally) * factor);
    (work as f64 / each.sum::<f64>().max(1.0) * total as f64) as u64
}

/// What running waves reported.
enum Followed {
    Passed(Passed),
    /// Nothing: the caches were never full.
    NeverFull,
    /// Nothing: they would take too long.
    TooLong,
}

/// How far the sectors that a workgroup asks for may be from those of the mean one, for it to stand for all.
const TYPICAL: f64 = 0.1;

/// The waves of a launch that are run.
struct Stretches {
    /// Points that they begin at.
    points: u64,
    /// The most waves of a stretch, including those that fill the caches.
    most: u64,
    /// Waves of a stretch that are measured.
    measured: u64,
    /// Whether the level before DRAM holds all that the launch touches.
    held: bool,
}

impl Stretches {
    /// From so many points on, so many waves each.
    fn new(points: u64, waves: u64, is_quick: bool, held: bool) -> Self {
        let most = waves.max(if is_quick { MEASURED } else { 1 });
        Self { points, most, measured: waves.clamp(1, MEASURED), held }
    }

    /// Runs them; `None` where the caches were never full, or the run broke off.
    fn run(&self, mut memory: L2, waves: u64, mut run: impl FnMut(Range<u64>, L2) -> Option<L2>) -> Option<Passed> {
        let (mut all, mut next) = (Waves::new(self.held), 0);
        for stretch in 0..self.points {
            let start = waves * stretch / self.points;
            if start > next {
                memory.empty();
                next = start;
            }
            let end = (start + self.most).min(waves);
            let (mut here, mut left) = (Waves::new(self.held), self.measured);
            while next < end && left > 0 {
                let before = memory.before();
                memory = run(next..next + 1, memory)?;
                memory.replay();
                left -= u64::from(here.add(before, &memory));
                next += 1;
            }
            all = if stretch == 0 { here } else { all.and(here) };
        }
        all.passed(1)
    }
}
