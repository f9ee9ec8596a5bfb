//! Runs one workgroup.

use super::interpret::interpret;
use super::subgroup::Stop;
use super::worker::Worker;

/// Runs one workgroup to its end, or until a budget is spent: then returns `false`.
pub fn run(worker: &mut Worker<'_>, workgroup: u64) -> bool {
    worker.begin(workgroup);
    let options = worker.context.options;
    if worker.budget.before > options.launch_budget {
        worker.sanitizer.out_of_launch();
        return false;
    }
    let mut subgroups = std::mem::take(&mut worker.subgroups);
    let mut order: Vec<usize> = (0..subgroups.len()).collect();
    let seed = options.seed ^ workgroup.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut finished = true;
    while finished && subgroups.iter().any(|sg| sg.stop != Some(Stop::Done)) {
        random.shuffle(&mut order);
        for &index in &order {
            let sg = &mut subgroups[index];
            if sg.stop == Some(Stop::Done) {
                continue;
            }
            let stop = match worker.width {
                32 => interpret::<32>(worker.features, worker, sg),
                _ => interpret::<0>(worker.features, worker, sg),
            };
            sg.stop = Some(stop);
            worker.counts.stop();
            if let Stop::Budget { line } = stop {
                worker.sanitizer.out_of_steps(line);
                finished = false;
                break;
            }
        }
        if finished {
            worker.sanitizer.meet(&subgroups);
            worker.counts.meet();
        }
    }
    worker.subgroups = subgroups;
    finished
}
