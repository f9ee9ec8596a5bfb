//! The sessions of a run together: times with their intervals, and ratios.

use std::collections::BTreeMap;

use super::steadiness::unsteady;
use crate::device::Timing;
use crate::harness::ladder::prepare::ladder::{Ladder, Timed, problem_report};
use crate::harness::ladder::prepare::variant_under_test::VariantUnderTest;
use crate::harness::protocol::{SmallReport, Throughput, TimingSession};
use crate::lab::Lab;
use crate::measure::{Load, Ratio, Samples, Summary, choose_clock, disturbs_gpu, ratios, summaries};
use crate::units::Seconds;

/// The batches of a session at one size.
type Of = fn(&TimingSession) -> &BTreeMap<String, Samples>;

/// Puts what `sessions` say of the live variants of `ladders` into their times; see [`summaries`] for `drift`. What differs
/// between processes is the machine's and not a part's, so all parts tell of it: one of two variants alone would say too little.
pub fn gather(ladders: &mut [&mut Ladder], sessions: &[TimingSession], lab: &Lab, drift: f64) {
    if ladders.is_empty() {
        return;
    }
    let rungs: Vec<Rungs> = ladders.iter().map(|ladder| Rungs::of(ladder)).collect();
    let main = gathered(&rungs, sessions, |session| &session.main, drift);
    let small = gathered(&rungs, sessions, |session| &session.small, drift);
    for (at, ladder) in ladders.iter_mut().enumerate() {
        fill(ladder, &rungs[at], (&main[at], &small[at]), sessions, lab);
    }
    let mut points: Vec<&mut Ladder> = ladders.iter_mut().flat_map(|ladder| &mut ladder.points).collect();
    gather(&mut points, sessions, lab, drift);
}

/// A ladder's variants: the keys of those that are live, and of a kernel of the baseline the place of today's.
struct Rungs {
    names: Vec<Option<String>>,
    today: Vec<Option<usize>>,
}

impl Rungs {
    fn of(ladder: &Ladder) -> Self {
        let live = |subject: &VariantUnderTest| subject.live().then(|| ladder.key(subject));
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
    sessions: &[TimingSession],
    lab: &Lab,
) {
    let loads: Vec<Load> = sessions.iter().filter_map(|session| session.load).collect();
    let shares: Vec<f64> = sessions.iter().filter_map(|session| session.gpu_others).collect();
    let used = (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64);
    let disturbed = Load::mean(&loads).and_then(|load| load.disturbs()).or_else(|| disturbs_gpu(used?));
    for (at, subject) in ladder.subjects.iter().enumerate().filter(|(_, subject)| subject.live()) {
        let Some(time) = main.summaries[at] else {
            continue;
        };
        ladder.times[at] = Some(Timed {
            time,
            unsteady: names[at].as_ref().and_then(|name| unsteady(name, sessions)).or_else(|| disturbed.clone()),
            over_first: main.ratios[at].filter(|_| today[at].is_none()),
            over_baseline: main.ratios[at].filter(|_| today[at].is_some()),
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

/// The smallest change that `sessions` could have seen of each of `pairs`, each a kernel of the baseline and what it became: the largest of
/// these; `None` where none was timed twice.
pub fn coarsest(pairs: &[String], sessions: &[TimingSession]) -> Option<f64> {
    let timed = |names: &[String]| -> Vec<[&Samples; 2]> {
        sessions.iter().filter_map(|one| Some([one.main.get(names.first()?)?, one.main.get(names.get(1)?)?])).collect()
    };
    let all: Vec<Timing> = sessions.iter().flat_map(TimingSession::batches).collect();
    let pairs: Vec<Vec<[&Samples; 2]>> = pairs.chunks(2).map(timed).collect();
    let found = ratios(&pairs, choose_clock(&all).0);
    found.iter().flatten().map(Ratio::smallest).reduce(f64::max)
}

/// How many of `sessions` timed something at the main size.
pub fn that_timed(sessions: &[TimingSession]) -> usize {
    sessions.iter().filter(|session| !session.main.is_empty()).count()
}

/// The batches of a ladder's live variants, in its order, over all sessions.
struct Gathered {
    summaries: Vec<Option<Summary>>,
    /// Each variant's time over that of the first one that was timed; of a kernel of the baseline, today's over its.
    ratios: Vec<Option<Ratio>>,
}

/// What all of `rungs` say together, for each of them.
fn gathered(rungs: &[Rungs], sessions: &[TimingSession], of: Of, drift: f64) -> Vec<Gathered> {
    let subject = |name: &Option<String>| -> Vec<&Samples> {
        sessions.iter().filter_map(|session| of(session).get(name.as_ref()?)).collect()
    };
    let subjects: Vec<Vec<&Samples>> = rungs.iter().flat_map(|rungs| &rungs.names).map(subject).collect();
    let batches = subjects.iter().flatten().flat_map(|sampled| sampled.batches.iter().copied());
    let (clock, _) = choose_clock(&batches.collect::<Vec<_>>());
    let pairs: Vec<Vec<[&Samples; 2]>> = rungs.iter().flat_map(|rungs| pairs(rungs, sessions, of)).collect();
    let mut summaries = summaries(&subjects, clock, drift).into_iter();
    let mut ratios = ratios(&pairs, clock).into_iter();
    let each = rungs.iter().map(|rungs| Gathered {
        summaries: summaries.by_ref().take(rungs.names.len()).collect(),
        ratios: ratios.by_ref().take(rungs.names.len()).collect(),
    });
    each.collect()
}

/// What each variant is held against, and it, where a process timed both: the first one that was timed, or what it was.
fn pairs<'a>(Rungs { names, today }: &Rungs, sessions: &'a [TimingSession], of: Of) -> Vec<Vec<[&'a Samples; 2]>> {
    let timed = |name: &&String| sessions.iter().any(|session| of(session).contains_key(*name));
    let first = names.iter().flatten().find(timed);
    let pairs = names.iter().zip(today).map(|(name, today)| {
        let [before, after] = match today {
            Some(today) => [name.as_ref(), names[*today].as_ref()],
            None => [first, name.as_ref()],
        };
        let pair = |session| Some([of(session).get(before?)?, of(session).get(after?)?]);
        sessions.iter().filter_map(pair).collect()
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Plan;

    fn session(factor: f64) -> TimingSession {
        let sampled = |time: f64| {
            let batches = [1.0, 1.01, 0.99].map(|share| Timing { wall: Seconds(time * share), gpu: None });
            Samples { repeats: 1, batches: batches.into() }
        };
        let times = [("a (then)", 1.0), ("a", 1.05), ("b (then)", 1.0), ("b", factor)];
        TimingSession {
            main: times.map(|(name, time)| (name.to_owned(), sampled(time))).into(),
            ..TimingSession::default()
        }
    }

    #[test]
    fn a_pair_alone_in_its_part_is_told_apart_by_what_all_parts_say_of_the_machine() {
        let rungs = |names: &[&str]| Rungs {
            names: names.iter().map(|name| Some((*name).to_owned())).collect(),
            today: vec![None; names.len()],
        };
        let sessions = [1.0, 1.001].map(|moved| {
            let mut one = session(1.7 * moved);
            let batches = one.main.get_mut("a").expect("it is there").batches.iter_mut();
            batches.for_each(|timing| timing.wall.0 *= moved);
            one
        });
        let differ = |rungs: &[Rungs]| -> Vec<bool> {
            let ratio = |gathered: &Gathered| gathered.ratios[1].expect("two processes timed both").differs();
            gathered(rungs, &sessions, |session| &session.main, 0.03).iter().map(ratio).collect()
        };
        let (many, pair) = (["b (then)", "a", "a", "a", "a"], ["b (then)", "b"]);
        assert_eq!(differ(&[rungs(&pair)]), [false]);
        assert_eq!(differ(&[rungs(&pair), rungs(&many)]), [true, true]);
    }

    #[test]
    fn of_several_pairs_the_one_that_scatters_most_says_what_could_be_seen() {
        let sessions = [1.0, 1.2, 0.9, 1.1].map(session);
        let pairs = ["a (then)", "a", "b (then)", "b"].map(str::to_owned);
        assert!(coarsest(&pairs[..2], &sessions).is_some_and(|smallest| smallest < Plan::FINE));
        assert!(coarsest(&pairs, &sessions).is_some_and(|smallest| smallest > 0.1));
        assert_eq!(coarsest(&pairs, &sessions[..1]), None);
    }
}
