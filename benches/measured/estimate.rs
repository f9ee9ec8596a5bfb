//! Estimates of the same kernels, beside the times.

use anyhow::{Context, Result};
use lockstep::sim::machine::Machine;
use rayon::prelude::*;

use crate::case::Case;

/// What was estimated of a kernel.
struct Estimated {
    seconds: f64,
    limiter: String,
}

/// Prints each case's measured and estimated time, then how far the estimates are off.
pub fn print(machine: &Machine, cases: &[(Case, f64)]) {
    let estimates: Vec<_> = cases.par_iter().map(|(case, _)| estimate(machine, case)).collect();
    let mut ratios = Vec::new();
    println!("measured us,estimated us,ratio,limiter,kernel");
    for ((case, measured), estimated) in cases.iter().zip(estimates) {
        match estimated {
            Ok(Estimated { seconds, limiter }) => {
                let ratio = seconds / measured;
                println!("{:.2},{:.2},{ratio:.3},{limiter},{}", 1e6 * measured, 1e6 * seconds, case.name);
                ratios.push(ratio);
            }
            Err(error) => println!("{:.2},-,-,-,{}: {error:#}", 1e6 * measured, case.name),
        }
    }
    let mut errors: Vec<f64> = ratios.iter().map(|ratio| ratio.max(1.0 / ratio)).collect();
    errors.sort_by(f64::total_cmp);
    let within = |factor: f64| 100 * errors.iter().filter(|error| **error <= factor).count() / errors.len().max(1);
    if let Some(median) = errors.get(errors.len() / 2) {
        println!("{} kernels: half within a factor of {median:.2}, {} % within 1.5", errors.len(), within(1.5));
    }
}

fn estimate(machine: &Machine, case: &Case) -> Result<Estimated> {
    let program = case.launched.program(machine)?;
    let estimate = case.launched.simulate(&program, machine)?.estimate;
    let limiter = estimate.limiter.map_or_else(|| "-".to_owned(), |limit| limit.name().to_owned());
    Ok(Estimated { seconds: estimate.time_s.context("no estimate")?, limiter })
}
