//! Runs one workgroup instruction by instruction.

use super::context::Context;
use super::interpreter::{Runner, run_by, step};
use super::observers::TraceRecorder;
use super::options::{Launch, LaunchError, Options};
use super::subgroup::{Stop, Subgroup};
use crate::execution_trace::{ExecutionTrace, LaneSet, SCHEMA, TraceOf};
use crate::ir::{CompiledTables, Op, Program};
use crate::machine::Target;

/// Runs one workgroup of a launch and records its steps.
pub fn trace(
    (program, tables): (&Program, &CompiledTables),
    launch: &Launch<'_>,
    target: &Target,
    options: &Options,
    of: TraceOf,
) -> Result<ExecutionTrace, LaunchError> {
    let (asked, workgroups) = (of.workgroup, launch.workgroups);
    if (0..3).any(|axis| asked[axis] >= workgroups[axis]) {
        return Err(LaunchError::NoWorkgroup { asked, workgroups });
    }
    let options = Options { races: false, uninitialized: false, access_samples: false, ..options.clone() };
    let context = Context::new((program, tables), launch, target, &options, false)?;
    let ([x, y, z], [nx, ny, _]) = (asked.map(u64::from), workgroups.map(u64::from));
    let number = x + nx * (y + ny * z);
    let mut runner = Runner::new(&context);
    let subgroups = runner.subgroups.iter().map(|sg| LaneSet::from_bits(sg.full)).collect();
    let mut recorder = TraceRecorder::new(&context, runner.subgroups.len(), of.most_steps);
    let complete = run_by(&mut runner, number, |runner, sg| record(runner, sg, &mut recorder));
    let complete = complete && !recorder.is_full();
    let (variables, steps) = recorder.finish();
    Ok(ExecutionTrace {
        schema: SCHEMA,
        workgroup: asked,
        workgroup_size: program.workgroup_size,
        width: program.width,
        sector_bytes: target.sector_bytes,
        banks: Some(target.banks),
        bank_bytes: Some(target.bank_bytes),
        subgroups,
        variables,
        steps,
        complete,
    })
}

/// Runs a subgroup to its next barrier, to its end, or until there is no room for more steps: then the others still run to
/// their next barrier, and the trace ends.
fn record(runner: &mut Runner<'_>, sg: &mut Subgroup, recorder: &mut TraceRecorder<'_>) -> Stop {
    if !recorder.begin_phase(sg) {
        return Stop::Budget { line: runner.context.program.lines[sg.pc] };
    }
    loop {
        let at = sg.pc;
        if !recorder.before(sg) {
            return Stop::Done;
        }
        let stop = match runner.context.program.ops[at] {
            // One instruction at a time: a load that could be executed with it is recorded by itself.
            Op::Index { dst, base, index, len, stride, site, .. } => {
                sg.pc += 1;
                runner.index(sg, [dst, base, index], len, stride, site);
                None
            }
            _ => step(runner, sg),
        };
        recorder.after(sg, at, stop);
        if let Some(stop) = stop {
            return stop;
        }
    }
}
