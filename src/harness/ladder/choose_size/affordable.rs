//! Which of a lab's sizes a device can afford: arithmetic on what one run of each kernel took.

use crate::lab::Work;
use crate::units::{Bytes, Seconds};

/// How often a kernel that is long beside a batch is run: in each of two processes twice until its repeats are known and once or twice for
/// its time, verified before and after, and tried here.
const REPETITIONS: f64 = 8.0;

/// One of the sizes to choose from.
pub struct Step {
    pub size: u32,
    /// What each part asks of the device.
    pub parts: Vec<Demand>,
}

/// What a part asks of a device at one size.
pub struct Demand {
    pub work: Work,
    /// Bytes of its buffers.
    pub bytes: f64,
    /// Whether its buffers are to come from memory: its throughput is counted in bytes.
    pub from_memory: bool,
}

/// What a part took at one size.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// One run of each of its kernels, those of its sweep included.
    pub kernels: Seconds,
    /// Its data and what its outputs must be.
    pub data: Seconds,
}

/// What may be spent.
pub struct Allowed {
    /// Seconds of a run that kernels and their data may take.
    pub seconds: Seconds,
    /// Bytes of which a part that is to come from memory must have more.
    pub cached: Option<f64>,
    /// What the sizes are for: "a GPU".
    pub device: &'static str,
}

/// The size that is chosen.
#[derive(Debug, PartialEq)]
pub struct Choice {
    /// Its place in the sizes.
    pub step: usize,
    /// Why, in words that follow "because".
    pub because: String,
}

/// The largest of `steps`, smallest first, that is allowed, where the parts took `taken` at the one of index `tried`. Data that must exceed
/// the caches outrank the time.
pub fn afford(steps: &[Step], tried: usize, taken: &[Taken], allowed: &Allowed) -> Choice {
    let last = steps.len() - 1;
    let cost = |step: usize| {
        let parts = steps[step].parts.iter().zip(&steps[tried].parts).zip(taken);
        let seconds = parts.map(|((then, now), taken)| {
            REPETITIONS * taken.kernels.0 * growth(&now.work, &then.work)
                + taken.data.0 * then.bytes / now.bytes.max(1.0)
        });
        Seconds(seconds.sum())
    };
    let affordable = (0..=last).rev().find(|step| cost(*step).0 <= allowed.seconds.0);
    let beyond = (0..last).find(|step| exceeds(&steps[*step], allowed.cached)).unwrap_or(last);
    let takes = |step: usize| format!("its kernels and data take an estimated {} of the run", cost(step));
    let (step, because) = match (affordable, allowed.cached) {
        (affordable, Some(cached)) if beyond > affordable.unwrap_or(0) => {
            let why =
                if exceeds(&steps[beyond], Some(cached)) { "smaller" } else { "the lab has none larger, and smaller" };
            (beyond, format!("{why} data, of less than {}, may come from the caches; {}", Bytes(cached), takes(beyond)))
        }
        (None, _) => (0, format!("the lab has none smaller for {}; {}", allowed.device, takes(0))),
        (Some(step), _) if step == last => {
            (step, format!("the lab has none larger for {}; {}", allowed.device, takes(step)))
        }
        (Some(step), _) => {
            let next = steps[step + 1].size;
            let more =
                format!("at {next} they would take {}, and {} are meant for them", cost(step + 1), allowed.seconds);
            (step, format!("{}; {more}", takes(step)))
        }
    };
    Choice { step, because }
}

/// How many times as much `then` is as `now`: in what grows most.
pub fn growth(now: &Work, then: &Work) -> f64 {
    let amounts = |work: &Work| [work.flop.0, work.byte.0, work.items, work.waits];
    let ratios =
        amounts(now).into_iter().zip(amounts(then)).filter(|(now, _)| *now > 0.0).map(|(now, then)| then / now);
    ratios.reduce(f64::max).unwrap_or(1.0)
}

/// Whether what is to come from memory exceeds what caches hold, as far as that is known.
fn exceeds(step: &Step, cached: Option<f64>) -> bool {
    let from_memory = step.parts.iter().filter(|part| part.from_memory);
    from_memory.map(|part| part.bytes).all(|bytes| cached.is_none_or(|cached| bytes > cached))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Products of square matrices, by eight kernels that reach from a hundredth to a half of what the device can do.
    const SHARES: [f64; 8] = [0.01, 0.03, 0.08, 0.15, 0.2, 0.3, 0.4, 0.5];

    fn products() -> Vec<Step> {
        let part =
            |n: f64| Demand { work: Work::new(2.0 * n.powi(3), 12.0 * n * n), bytes: 12.0 * n * n, from_memory: false };
        [512, 1024, 2048, 4096].map(|size| Step { size, parts: vec![part(f64::from(size))] }).into()
    }

    fn copies() -> Vec<Step> {
        let part = |n: f64| Demand { work: Work::new(0.0, 8.0 * n * n), bytes: 8.0 * n * n, from_memory: true };
        [2048, 4096, 8192, 16_384].map(|size| Step { size, parts: vec![part(f64::from(size))] }).into()
    }

    fn gpu(cached: Option<f64>) -> Allowed {
        Allowed { seconds: Seconds(5.0), cached, device: "a GPU" }
    }

    /// What is chosen, tried from the smallest size on, by a device with launches of 20 us; and the seconds that it then really takes.
    fn chosen(steps: &[Step], seconds: impl Fn(&Step) -> f64, allowed: &Allowed) -> (u32, f64, String) {
        let mut tried = 0;
        loop {
            let taken = [Taken { kernels: Seconds(seconds(&steps[tried])), data: Seconds(0.0) }];
            let choice = afford(steps, tried, &taken, allowed);
            if choice.step <= tried || choice.step + 1 == steps.len() {
                let step = &steps[choice.step];
                return (step.size, REPETITIONS * seconds(step), choice.because);
            }
            tried = choice.step;
        }
    }

    #[test]
    fn slow_and_fast_devices_all_end_in_time_and_the_fast_ones_solve_more() {
        let on = |flop_per_s: f64| {
            let seconds = move |step: &Step| {
                let times = SHARES.map(|share| 20e-6 + step.parts[0].work.flop.0 / (share * flop_per_s));
                times.iter().sum::<f64>()
            };
            chosen(&products(), seconds, &gpu(None))
        };
        let [integrated, laptop, server] = [0.4e12, 10e12, 60e12].map(on);
        assert_eq!([integrated.0, laptop.0, server.0], [512, 2048, 4096]);
        for (size, took, because) in [integrated, laptop, server] {
            assert!(took <= 5.0, "{size}: {took} s, {because}");
        }
    }

    #[test]
    fn the_reason_names_what_was_too_long_or_that_nothing_was() {
        let at = |kernels: f64| {
            let taken = [Taken { kernels: Seconds(kernels), data: Seconds(0.1) }];
            afford(&products(), 1, &taken, &gpu(None))
        };
        let between = at(0.05);
        assert_eq!(
            between.because,
            "its kernels and data take an estimated 3.60 s of the run; at 4096 they would take 27.2 s, and 5.00 s are meant for them"
        );
        assert_eq!(
            at(0.001).because,
            "the lab has none larger for a GPU; its kernels and data take an estimated 2.11 s of the run"
        );
        assert_eq!(
            at(9.0).because,
            "the lab has none smaller for a GPU; its kernels and data take an estimated 18.0 s of the run"
        );
        assert_eq!([between.step, at(0.001).step, at(9.0).step], [2, 3, 0]);
    }

    #[test]
    fn data_that_must_exceed_the_caches_outrank_the_time() {
        let slow = |step: &Step| step.parts[0].bytes / 0.4e9;
        let (size, took, because) = chosen(&copies(), slow, &gpu(Some(384e6)));
        assert_eq!((size, took > 5.0), (8192, true));
        assert!(because.starts_with("smaller data, of less than 384 MB, may come from the caches; its"), "{because}");
        assert_eq!(chosen(&copies(), slow, &gpu(None)).0, 4096);
        let (size, _, because) = chosen(&copies(), slow, &gpu(Some(1e12)));
        assert_eq!(size, 16_384);
        assert!(because.starts_with("the lab has none larger, and smaller"), "{because}");
    }

    #[test]
    fn references_that_take_long_on_the_host_count_too() {
        let taken = [Taken { kernels: Seconds(1e-6), data: Seconds(0.5) }];
        assert_eq!(afford(&copies(), 1, &taken, &gpu(None)).step, 2);
    }

    #[test]
    fn work_grows_as_what_grows_most_of_it() {
        let work = |flop, byte, items| Work::new(flop, byte).items(items);
        assert_eq!(growth(&work(1.0, 2.0, 0.0), &work(8.0, 4.0, 5.0)), 8.0);
        assert_eq!(growth(&work(0.0, 2.0, 1.0), &work(8.0, 4.0, 5.0)), 5.0);
    }
}
