//! What one process of a run timed, and what all of them say together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::device::Timing;
use crate::harness::ladder::context::{Ladder, Timed, problem_report};
use crate::harness::ladder::prepare::subject::Subject;
use crate::harness::protocol::{Raced, SmallReport, Throughput};
use crate::lab::Lab;
use crate::measure::{Load, Ratio, Sampled, Summary, choose_clock, disturbs_gpu, ratios, summaries};
use crate::units::Seconds;

/// The batches of one process, by variant, and by variant and point where a part is swept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sitting {
    /// At the main size.
    pub main: BTreeMap<String, Sampled>,
    /// At the size where the launch costs more than the work.
    pub small: BTreeMap<String, Sampled>,
    /// Variants for which the machine did not hold still.
    pub unsteady: Vec<String>,
    /// What the canaries took, in their order: of the part for which they moved most.
    #[serde(default)]
    pub canaries: Vec<Sampled>,
    /// How long the process took, from its first look at the device on.
    #[serde(default)]
    pub took: Seconds,
    /// How much of that it timed kernels.
    #[serde(default)]
    pub timed: Seconds,
    /// What was raced for the roofs.
    #[serde(default)]
    pub raced: Raced,
    /// What else ran on the processors that it was timed on; `None` where that is not known or does not matter.
    pub load: Option<Load>,
    /// The share of the GPU's time that other processes used, where the device is one and its driver tells.
    #[serde(default)]
    pub gpu_others: Option<f64>,
    /// Why the GPU's clock was held down when it had been timed.
    #[serde(default)]
    pub held_down: Vec<String>,
}

impl Sitting {
    /// Keeps what the canaries took while a part was timed, where they moved more than for any part before.
    pub fn watched(&mut self, canaries: Vec<Sampled>) {
        let drift = |canaries: &[Sampled]| canaries.iter().map(|one| one.drift(one.clock())).fold(0.0, f64::max);
        if self.canaries.is_empty() || drift(&canaries) > drift(&self.canaries) {
            self.canaries = canaries;
        }
    }

    /// How long its batches took together.
    pub fn spent(&self) -> Seconds {
        Seconds(self.batches().map(|timing| timing.wall.0).sum())
    }

    /// How long those of these variants took at the main size.
    pub fn spent_on(&self, names: &[String]) -> Seconds {
        let batches = names.iter().filter_map(|name| self.main.get(name)).flat_map(|sampled| &sampled.batches);
        Seconds(batches.map(|timing| timing.wall.0).sum())
    }

    /// All batches.
    pub fn batches(&self) -> impl Iterator<Item = Timing> {
        self.main.values().chain(self.small.values()).flat_map(|sampled| sampled.batches.iter().copied())
    }
}

type Of = fn(&Sitting) -> &BTreeMap<String, Sampled>;

/// Puts what `sittings` say of the live variants of `ladders` into their times; see [`summaries`] for `drift`. What differs
/// between processes is the machine's and not a part's, so all parts tell of it: one of two variants alone would say too little.
pub fn gather(ladders: &mut [&mut Ladder], sittings: &[Sitting], lab: &Lab, drift: f64) {
    if ladders.is_empty() {
        return;
    }
    let rungs: Vec<Rungs> = ladders.iter().map(|ladder| Rungs::of(ladder)).collect();
    let main = gathered(&rungs, sittings, |sitting| &sitting.main, drift);
    let small = gathered(&rungs, sittings, |sitting| &sitting.small, drift);
    for (at, ladder) in ladders.iter_mut().enumerate() {
        fill(ladder, &rungs[at], (&main[at], &small[at]), sittings, lab);
    }
    let mut points: Vec<&mut Ladder> = ladders.iter_mut().flat_map(|ladder| &mut ladder.points).collect();
    gather(&mut points, sittings, lab, drift);
}

/// A ladder's variants: the keys of those that are live, and of a kernel of the baseline the place of today's.
struct Rungs {
    names: Vec<Option<String>>,
    today: Vec<Option<usize>>,
}

impl Rungs {
    fn of(ladder: &Ladder) -> Self {
        let live = |subject: &Subject| subject.live().then(|| ladder.key(subject));
        Self {
            names: ladder.subjects.iter().map(live).collect(),
            today: ladder.subjects.iter().map(|subject| ladder.today_of(subject)).collect(),
        }
    }
}

fn fill(
    ladder: &mut Ladder,
    Rungs { names, today }: &Rungs,
    (main, small): (&Gathered, &Gathered),
    sittings: &[Sitting],
    lab: &Lab,
) {
    let loads: Vec<Load> = sittings.iter().filter_map(|sitting| sitting.load).collect();
    let shares: Vec<f64> = sittings.iter().filter_map(|sitting| sitting.gpu_others).collect();
    let used = (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64);
    let disturbed = Load::mean(&loads).and_then(|load| load.disturbs()).or_else(|| disturbs_gpu(used?));
    for (at, subject) in ladder.subjects.iter().enumerate().filter(|(_, subject)| subject.live()) {
        let Some(time) = main.summaries[at] else {
            continue;
        };
        ladder.times[at] = Some(Timed {
            time,
            unsteady: names[at].as_ref().and_then(|name| unsteady(name, sittings)).or_else(|| disturbed.clone()),
            over_first: main.ratios[at].filter(|_| today[at].is_none()),
            over_then: main.ratios[at].filter(|_| today[at].is_some()),
            small: small.summaries[at].and_then(|time| {
                let size = ladder.small?;
                let problem = problem_report(&(ladder.part.problem)(size));
                Some(SmallReport {
                    size,
                    time,
                    per_dispatch_s: Seconds(time.median.0 / subject.variant.passes.len() as f64),
                    throughput: Throughput::of(lab.metric_of(ladder.part), &problem, time.median),
                    speedup: small.ratios[at].map(|ratio| ratio.inverse().value),
                })
            }),
        });
    }
}

/// The smallest change that `sittings` could have seen of each of `pairs`, each a kernel of the baseline and what it became: the largest of
/// these; `None` where none was timed twice.
pub fn smallest(pairs: &[String], sittings: &[Sitting]) -> Option<f64> {
    let timed = |names: &[String]| -> Vec<[&Sampled; 2]> {
        sittings.iter().filter_map(|one| Some([one.main.get(names.first()?)?, one.main.get(names.get(1)?)?])).collect()
    };
    let all: Vec<Timing> = sittings.iter().flat_map(Sitting::batches).collect();
    let pairs: Vec<Vec<[&Sampled; 2]>> = pairs.chunks(2).map(timed).collect();
    let found = ratios(&pairs, choose_clock(&all).0);
    found.iter().flatten().map(Ratio::smallest).reduce(f64::max)
}

/// Why there is no verdict on the variant of that key: in half of the sittings that timed it or more, the machine did not hold
/// still.
fn unsteady(key: &str, sittings: &[Sitting]) -> Option<String> {
    let timed = sittings.iter().filter(|sitting| sitting.main.contains_key(key)).count();
    let restless = |sitting: &&Sitting| sitting.unsteady.iter().any(|name| name == key);
    let times = sittings.iter().filter(restless).count();
    (2 * times >= timed.max(1)).then(|| "the machine did not hold still".to_owned())
}

/// How many of `sittings` timed something at the main size.
pub fn that_timed(sittings: &[Sitting]) -> usize {
    sittings.iter().filter(|sitting| !sitting.main.is_empty()).count()
}

/// That there was time for fewer processes than were `wanted`, and what that leaves unseen; `None` where there was time for all, or
/// where it leaves nothing unseen that more would show.
pub fn too_short(ladders: &[Ladder], sittings: &[Sitting], wanted: usize) -> Option<String> {
    let timed = that_timed(sittings);
    let ratios = ladders.iter().flat_map(|ladder| &ladder.times).flatten().filter_map(|timed| timed.over_first);
    let mut smallest: Vec<f64> = ratios.map(|ratio| ratio.smallest()).collect();
    smallest.sort_by(f64::total_cmp);
    let middle = smallest.get(smallest.len() / 2).filter(|middle| timed < wanted && **middle > Ratio::LEAST)?;
    let fewer = if ladders.iter().any(|ladder| !ladder.points.is_empty()) { ", or fewer `--points`," } else { "" };
    Some(format!(
        "there was time for {timed} processes in place of {wanted}: this run is too short to tell most kernels apart that \
         differ by less than {:.0} %; a smaller `--size`{fewer} or some kernels by `--variant` leaves time for more",
        (100.0 * middle).ceil()
    ))
}

/// That a GPU did not run as fast as it can, in words.
pub fn held_down(sittings: &[Sitting]) -> Option<String> {
    let mut reasons: Vec<&str> = sittings.iter().flat_map(|sitting| &sitting.held_down).map(String::as_str).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let many = sittings.iter().filter(|sitting| !sitting.held_down.is_empty()).count();
    (many > 0).then(|| {
        let all = sittings.len();
        format!("the GPU's clock was held down in {many} of {all} processes that timed: {}", reasons.join(", "))
    })
}

/// The batches of a ladder's live variants, in its order, over all sittings.
struct Gathered {
    summaries: Vec<Option<Summary>>,
    /// Each variant's time over that of the first one that was timed; of a kernel of the baseline, today's over its.
    ratios: Vec<Option<Ratio>>,
}

/// What all of `rungs` say together, for each of them.
fn gathered(rungs: &[Rungs], sittings: &[Sitting], of: Of, drift: f64) -> Vec<Gathered> {
    let subject = |name: &Option<String>| -> Vec<&Sampled> {
        sittings.iter().filter_map(|sitting| of(sitting).get(name.as_ref()?)).collect()
    };
    let subjects: Vec<Vec<&Sampled>> = rungs.iter().flat_map(|rungs| &rungs.names).map(subject).collect();
    let batches = subjects.iter().flatten().flat_map(|sampled| sampled.batches.iter().copied());
    let (clock, _) = choose_clock(&batches.collect::<Vec<_>>());
    let pairs: Vec<Vec<[&Sampled; 2]>> = rungs.iter().flat_map(|rungs| pairs(rungs, sittings, of)).collect();
    let mut summaries = summaries(&subjects, clock, drift).into_iter();
    let mut ratios = ratios(&pairs, clock).into_iter();
    let each = rungs.iter().map(|rungs| Gathered {
        summaries: summaries.by_ref().take(rungs.names.len()).collect(),
        ratios: ratios.by_ref().take(rungs.names.len()).collect(),
    });
    each.collect()
}

/// What each variant is held against, and it, where a process timed both: the first one that was timed, or what it was.
fn pairs<'a>(Rungs { names, today }: &Rungs, sittings: &'a [Sitting], of: Of) -> Vec<Vec<[&'a Sampled; 2]>> {
    let timed = |name: &&String| sittings.iter().any(|sitting| of(sitting).contains_key(*name));
    let first = names.iter().flatten().find(timed);
    let pairs = names.iter().zip(today).map(|(name, today)| {
        let [before, after] = match today {
            Some(today) => [name.as_ref(), names[*today].as_ref()],
            None => [first, name.as_ref()],
        };
        let pair = |sitting| Some([of(sitting).get(before?)?, of(sitting).get(after?)?]);
        sittings.iter().filter_map(pair).collect()
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Plan;

    fn sitting(factor: f64) -> Sitting {
        let sampled = |time: f64| {
            let batches = [1.0, 1.01, 0.99].map(|share| Timing { wall: Seconds(time * share), gpu: None });
            Sampled { repeats: 1, batches: batches.into() }
        };
        let times = [("a (then)", 1.0), ("a", 1.05), ("b (then)", 1.0), ("b", factor)];
        Sitting { main: times.map(|(name, time)| (name.to_owned(), sampled(time))).into(), ..Sitting::default() }
    }

    #[test]
    fn a_pair_alone_in_its_part_is_told_apart_by_what_all_parts_say_of_the_machine() {
        let rungs = |names: &[&str]| Rungs {
            names: names.iter().map(|name| Some((*name).to_owned())).collect(),
            today: vec![None; names.len()],
        };
        let sittings = [1.0, 1.001].map(|moved| {
            let mut one = sitting(1.7 * moved);
            let batches = one.main.get_mut("a").expect("it is there").batches.iter_mut();
            batches.for_each(|timing| timing.wall.0 *= moved);
            one
        });
        let differ = |rungs: &[Rungs]| -> Vec<bool> {
            let ratio = |gathered: &Gathered| gathered.ratios[1].expect("two processes timed both").differs();
            gathered(rungs, &sittings, |sitting| &sitting.main, 0.03).iter().map(ratio).collect()
        };
        let (many, pair) = (["b (then)", "a", "a", "a", "a"], ["b (then)", "b"]);
        assert_eq!(differ(&[rungs(&pair)]), [false]);
        assert_eq!(differ(&[rungs(&pair), rungs(&many)]), [true, true]);
    }

    #[test]
    fn of_several_pairs_the_one_that_scatters_most_says_what_could_be_seen() {
        let sittings = [1.0, 1.2, 0.9, 1.1].map(sitting);
        let pairs = ["a (then)", "a", "b (then)", "b"].map(str::to_owned);
        assert!(smallest(&pairs[..2], &sittings).is_some_and(|smallest| smallest < Plan::FINE));
        assert!(smallest(&pairs, &sittings).is_some_and(|smallest| smallest > 0.1));
        assert_eq!(smallest(&pairs, &sittings[..1]), None);
    }
}
