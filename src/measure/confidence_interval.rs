//! Several sessions: how sure a figure is that another run would find it again.
//!
//! Samples of one process say nothing of what differs between processes: where memory lies, what the driver compiled,
//! which clocks and neighbours it met. So a run times in several processes, its sessions, and the variance between their
//! medians makes the interval: Kalibera and Jones, *Rigorous Benchmarking in Reasonable Time* (2013), section 5; Georges,
//! Buytaert and Eeckhout, *Statistically Rigorous Java Performance Evaluation* (2007), section 3.2. Times are compared by
//! their logarithms: what disturbs a time multiplies it.

use serde::{Deserialize, Serialize};

use super::summary::quantile;
use super::{Clock, Samples, Summary};
use crate::units::Seconds;

/// How many sessions' worth the variance that all subjects have in common counts for a subject's own: a few sessions say
/// little of a variance, and neighbours that ran in the same rounds met the same machine (an empirical Bayes estimate:
/// Smyth, *Linear Models and Empirical Bayes Methods*, 2004, section 3).
const BORROWED: f64 = 4.0;

/// The least standard deviation between sessions that is believed, as a share: a clock's step and a batch's length are no
/// finer.
const FINEST: f64 = 0.002;

/// Half of a two-sided interval of 95 % and of one of 99.9 %, in standard errors, by degrees of freedom from 1 (Student's t).
const STUDENT: [[f64; 2]; 15] = [
    [12.71, 636.6],
    [4.303, 31.60],
    [3.182, 12.92],
    [2.776, 8.610],
    [2.571, 6.869],
    [2.447, 5.959],
    [2.365, 5.408],
    [2.306, 5.041],
    [2.262, 4.781],
    [2.228, 4.587],
    [2.201, 4.437],
    [2.179, 4.318],
    [2.160, 4.221],
    [2.145, 4.140],
    [2.131, 4.073],
];

/// How certain an interval is.
#[derive(Clone, Copy)]
enum Certainty {
    /// 95 %.
    Usual,
    /// 99.9 %: of a dozen variants in a hundred runs, about one is called different by chance.
    High,
}

fn student(freedom: f64, certainty: Certainty) -> f64 {
    let row = (freedom.floor() as usize).clamp(1, STUDENT.len()) - 1;
    STUDENT[row][certainty as usize]
}

/// What one session says of a subject: a logarithm, and the variance that its own samples give that.
#[derive(Clone, Copy)]
struct SessionValue {
    value: f64,
    within: f64,
}

impl SessionValue {
    /// The median of the logarithms of one session's samples; `None` without samples. Its variance is that of a median of normal
    /// samples, pi / 2 of a mean's; their standard deviation is taken from the middle half, which a few held-up samples do
    /// not touch: it is 1.349 of them wide.
    fn of(mut logs: Vec<f64>) -> Option<Self> {
        logs.sort_by(f64::total_cmp);
        let quartile = |share: f64| quantile(&logs, share);
        let count = logs.len() as f64;
        (!logs.is_empty()).then(|| {
            let deviation = (quartile(0.75) - quartile(0.25)) / 1.349;
            Self { value: quartile(0.5), within: std::f64::consts::FRAC_PI_2 * deviation * deviation / count }
        })
    }
}

/// A subject's logarithm over several sessions, one value each.
struct Center {
    value: f64,
    /// Of `value`.
    error: f64,
    freedom: f64,
}

impl Center {
    fn of(values: &[SessionValue], common: Common) -> Self {
        let (mean, variance) = moments(values);
        let own = (values.len() - 1) as f64;
        // What only the subject itself says is not counted twice.
        let borrowed = BORROWED.min(common.freedom - own).max(0.0);
        let moderated = (own * variance + borrowed * common.variance) / (own + borrowed);
        // One that scatters within its sessions has no steadier neighbours' variance between them.
        let within = values.iter().map(|one| one.within).sum::<f64>() / values.len() as f64;
        let error = moderated.max(within).max(FINEST * FINEST) / values.len() as f64;
        Self { value: mean, error: error.sqrt(), freedom: own + borrowed }
    }

    /// Half the width of where the true value lies.
    fn itself(&self, certainty: Certainty) -> f64 {
        student(self.freedom, certainty) * self.error
    }

    /// Half the width of where another run's value is expected, which errs as this one does.
    fn another(&self) -> f64 {
        self.itself(Certainty::Usual) * std::f64::consts::SQRT_2
    }
}

/// Mean and variance; the variance of one value is 0.
fn moments(values: &[SessionValue]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().map(|one| one.value).sum::<f64>() / count;
    let squares: f64 = values.iter().map(|one| (one.value - mean).powi(2)).sum();
    (mean, squares / (count - 1.0).max(1.0))
}

/// The median of a variance that `freedom` degrees of freedom tell, as a share of the true one: Wilson and Hilferty, *The
/// Distribution of Chi-Square* (1931).
fn median_share(freedom: f64) -> f64 {
    (1.0 - 2.0 / (9.0 * freedom)).powi(3)
}

/// What the subjects of a run have in common.
#[derive(Clone, Copy)]
struct Common {
    /// Their usual variance between sessions: the median's, so that one restless subject makes no other look restless (Phipson
    /// et al., *Robust Hyperparameter Estimation Protects Against Hypervariable Genes*, 2016).
    variance: f64,
    /// Degrees of freedom of all of them.
    freedom: f64,
}

impl Common {
    fn of(subjects: &[Vec<SessionValue>]) -> Self {
        let several = subjects.iter().filter(|values| values.len() > 1);
        let variances = several.map(|values| (moments(values).1, values.len() as f64 - 1.0));
        // What is held against itself never varies, and says nothing.
        let telling: Vec<(f64, f64)> = variances.filter(|(variance, _)| *variance > 0.0).collect();
        let mut unbiased: Vec<f64> = telling.iter().map(|(variance, own)| variance / median_share(*own)).collect();
        unbiased.sort_by(f64::total_cmp);
        let usual = if unbiased.is_empty() { 0.0 } else { quantile(&unbiased, 0.5) };
        Self { variance: usual.max(FINEST * FINEST), freedom: telling.iter().map(|(_, own)| own).sum() }
    }
}

/// What the sessions of each subject say together, by `clock`; `None` for a subject without samples. No interval is narrower than
/// `drift` to either side, a share.
pub fn summaries(subjects: &[Vec<&Samples>], clock: Clock, drift: f64) -> Vec<Option<Summary>> {
    let times: Vec<Vec<Vec<Seconds>>> = subjects
        .iter()
        .map(|sessions| sessions.iter().map(|sampled| sampled.times(clock)).filter(|t| !t.is_empty()).collect())
        .collect();
    let values = |times: &Vec<Seconds>| SessionValue::of(times.iter().map(|time| time.0.ln()).collect());
    let logs: Vec<Vec<SessionValue>> =
        times.iter().map(|sessions| sessions.iter().filter_map(values).collect()).collect();
    let common = Common::of(&logs);
    times.iter().zip(&logs).map(|(times, logs)| summary(times, logs, common, drift)).collect()
}

fn summary(sessions: &[Vec<Seconds>], medians: &[SessionValue], common: Common, drift: f64) -> Option<Summary> {
    let all = Summary::of(&sessions.concat())?;
    if medians.len() < 2 {
        let [low, high] = [1.0 - drift, 1.0 + drift].map(|share| all.median.0 * share);
        return Some(Summary { low: Seconds(all.low.0.min(low)), high: Seconds(all.high.0.max(high)), ..all });
    }
    let center = Center::of(medians, common);
    let half = center.another().max(drift);
    let median = center.value.exp();
    let unrest: Vec<f64> = sessions.iter().filter_map(|times| Some(Summary::of(times)?.unrest)).collect();
    Some(Summary {
        median: Seconds(median),
        low: Seconds(all.low.0.min((center.value - half).exp())),
        high: Seconds(all.high.0.max((center.value + half).exp())),
        unrest: unrest.iter().sum::<f64>() / unrest.len() as f64,
        ..all
    })
}

/// Fewer processes than these say too little of a variance that only they know.
const FEWEST: usize = 3;

/// Where another run's values are expected, each at 95 %, by those that the processes of this one found; `None` of values that
/// fewer than three found. No bounds are nearer than `drift`, a share.
pub fn another_run(found: &[Vec<f64>], drift: f64) -> Vec<Option<[f64; 2]>> {
    let logs = |values: &Vec<f64>| values.iter().map(|value| SessionValue { value: value.ln(), within: 0.0 }).collect();
    let all: Vec<Vec<SessionValue>> = found.iter().map(logs).collect();
    let common = Common::of(&all);
    let bounds = |logs: &Vec<SessionValue>| {
        let values = || logs.iter().map(|one| one.value);
        let (least, most) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let center = Center::of(logs, common);
        let half = center.another().max(drift);
        let ends = [least.min(center.value - half).exp(), most.max(center.value + half).exp()];
        (logs.len() >= FEWEST).then_some(ends)
    };
    all.iter().map(bounds).collect()
}

/// How many times as long one subject takes as another, by batches of the same rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The second's time over the first's.
    pub value: f64,
    /// The lower end of the interval of 99.9 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Ratio {
    /// What is compared must differ by this share at least, however small its interval is.
    pub const LEAST: f64 = 0.01;

    /// Whether the two differ: the interval excludes 1, and the difference is one that matters.
    pub fn differs(&self) -> bool {
        (self.low > 1.0 || self.high < 1.0) && (self.value - 1.0).abs() >= Self::LEAST
    }

    /// The smallest difference that this run could have seen, as a share: half the interval.
    pub fn smallest(&self) -> f64 {
        ((self.high / self.low).sqrt() - 1.0).max(Self::LEAST)
    }

    /// The first's time over the second's.
    pub fn inverse(&self) -> Self {
        Self { value: 1.0 / self.value, low: 1.0 / self.high, high: 1.0 / self.low }
    }
}

/// Pairs of subjects, each by its sessions: how many times as long the second takes. `None` for a pair with fewer than two
/// sessions in common: what differs between processes was not seen.
pub fn ratios(pairs: &[Vec<[&Samples; 2]>], clock: Clock) -> Vec<Option<Ratio>> {
    let of_pair = |sessions: &Vec<[&Samples; 2]>| -> Vec<SessionValue> {
        sessions.iter().filter_map(|[first, second]| paired(&first.times(clock), &second.times(clock))).collect()
    };
    let logs: Vec<Vec<SessionValue>> = pairs.iter().map(of_pair).collect();
    let common = Common::of(&logs);
    logs.iter().map(|logs| (logs.len() > 1).then(|| ratio(logs, common))).collect()
}

fn ratio(logs: &[SessionValue], common: Common) -> Ratio {
    let center = Center::of(logs, common);
    let half = center.itself(Certainty::High);
    Ratio { value: center.value.exp(), low: (center.value - half).exp(), high: (center.value + half).exp() }
}

/// What one session says of the second's time over the first's, round by round; `None` without a common round.
fn paired(first: &[Seconds], second: &[Seconds]) -> Option<SessionValue> {
    SessionValue::of(first.iter().zip(second).map(|(first, second)| (second.0 / first.0).ln()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Timing;

    fn sampled(times: &[f64]) -> Samples {
        let batches = times.iter().map(|time| Timing { wall: Seconds(*time), gpu: None }).collect();
        Samples { repeats: 1, batches }
    }

    /// Four sessions, a factor each.
    fn sessions(factors: [f64; 4], times: &[f64]) -> Vec<Samples> {
        let scaled = |factor: f64| sampled(&times.iter().map(|time| time * factor).collect::<Vec<_>>());
        factors.map(scaled).into()
    }

    fn pairs<'a>(first: &'a [Samples], second: &'a [Samples]) -> Vec<[&'a Samples; 2]> {
        first.iter().zip(second).map(|(a, b)| [a, b]).collect()
    }

    const STEADY: [f64; 5] = [1.0, 1.01, 0.99, 1.0, 1.005];

    #[test]
    fn what_differs_between_processes_is_in_the_interval_though_each_process_is_steady() {
        let apart = sessions([1.0, 1.2, 0.9, 1.1], &STEADY);
        let one = Summary::of(&apart[0].times(Clock::Wall)).expect("samples");
        let all = summaries(&[apart.iter().collect()], Clock::Wall, Summary::DRIFT)[0].expect("samples");
        assert!(one.spread() < 0.04 && all.spread() > 0.2, "{one:?} {all:?}");
        assert!(all.low.0 < 0.9 && all.high.0 > 1.2);
        let alike = sessions([1.0; 4], &STEADY);
        let all = summaries(&[alike.iter().collect()], Clock::Wall, Summary::DRIFT)[0].expect("samples");
        assert!((all.spread() - Summary::DRIFT).abs() < 0.005, "{all:?}");
    }

    #[test]
    fn a_restless_pair_makes_no_other_restless_and_borrows_no_rest_where_it_scatters_within_a_process() {
        let first = sessions([1.0; 4], &STEADY);
        let steady = sessions([1.002, 0.999, 1.001, 1.0], &STEADY);
        let restless = sessions([1.2, 0.9, 1.15, 1.0], &STEADY);
        // Its medians agree by chance.
        let scattered = sessions([1.0, 1.001, 0.999, 1.0], &[1.0, 1.3, 0.8, 0.75, 1.25]);
        let all = [&steady, &steady, &restless, &scattered].map(|second| pairs(&first, second));
        let found: Vec<f64> = ratios(&all, Clock::Wall).iter().map(|ratio| ratio.expect("four").smallest()).collect();
        assert!(found[0] < 0.03 && found[2] > 0.1 && found[3] > 0.2, "{found:?}");
    }

    #[test]
    fn a_single_process_has_its_own_interval() {
        let only = sampled(&STEADY);
        assert_eq!(summaries(&[vec![&only], vec![]], Clock::Wall, Summary::DRIFT), [only.summary(Clock::Wall), None]);
    }

    #[test]
    fn five_percent_show_in_pairs_where_the_processes_differ_by_far_more() {
        let restless = [1.0, 1.4, 0.8, 1.1];
        let first = sessions(restless, &STEADY);
        let slower = sessions(restless.map(|factor| factor * 1.05), &STEADY);
        let same = sessions(restless.map(|factor| factor * 1.004), &STEADY);
        let [Some(slower), Some(same)] = ratios(&[pairs(&first, &slower), pairs(&first, &same)], Clock::Wall)[..]
        else {
            panic!("both have four sessions")
        };
        assert!(slower.differs() && (slower.value - 1.05).abs() < 1e-9, "{slower:?}");
        assert!(!same.differs() && same.smallest() < 0.02, "{same:?}");
        assert!(slower.inverse().value < 1.0 && slower.inverse().differs());
    }

    #[test]
    fn pairs_that_scatter_between_processes_do_not_differ_and_say_what_they_could_have_seen() {
        let first = sessions([1.0; 4], &STEADY);
        let second = sessions([1.2, 0.9, 1.15, 1.0], &STEADY);
        let ratio = ratios(&[pairs(&first, &second)], Clock::Wall)[0].expect("four sessions");
        assert!(!ratio.differs() && ratio.smallest() > 0.15, "{ratio:?}");
        assert_eq!(ratios(&[pairs(&first[..1], &second[..1])], Clock::Wall), [None]);
    }
}
