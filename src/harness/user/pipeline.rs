//! A pipeline: dispatches in order, whose buffers go from one to the next in memory.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::contents::Held;
use super::npy;
use super::on_device::left;
use super::prepare::{BoundKernel, compile, source};
use super::run::{dispatch, entering, open};
use crate::Shown;
use crate::harness::protocol::{
    BindingPoint, Event, Expected, Fill, KeptReport, KernelReport, OutputComparison, OutputType, Pipeline,
    PipelinePass, PipelineReport, Request, RunError, SavedBuffer, UserKernel,
};
use crate::host::Host;
use crate::kernel::Kernel;
use crate::sim::Finding;
use crate::sim::advice::{HandOvers, Handed, Touch, hand_overs, unfused};

/// Runs all passes on one device, then saves and compares what was asked for. A kernel is parsed once, however often it is dispatched.
pub async fn run_pipeline(
    request: &Request,
    pipeline: &Pipeline,
    host: &'static dyn Host,
    emit: &mut dyn FnMut(Event),
) -> Result<PipelineReport, RunError> {
    let mut buffers = Buffers::new(pipeline, request.seed, host)?;
    let compiled = compile_all(pipeline, host)?;
    let mut device = open(request, host).await?;
    let round = pipeline.round();
    let mut passes = Vec::new();
    for (number, pass) in round.repeat(pipeline.repeat as usize) {
        let kernel = compiled[&key(&pass.kernel)].clone();
        let mut prepared = BoundKernel::of(kernel, request, &buffers.bind(pass), host)?;
        // What later rounds hand over, the first does, too.
        prepared.written_by = (passes.len() < round.len()).then(|| buffers.hand_overs.written_by(&bindings(pass)));
        buffers.written_once(pass, &prepared).map_err(|why| refused(pipeline, &format!("pass {number}"), &why))?;
        let (report, held) = dispatch(&prepared, &mut device, &mut entering(&pass.kernel, emit)).await?;
        buffers.take(pipeline, pass, &prepared, &held)?;
        passes.push(KernelReport { lines: Vec::new(), hottest: Vec::new(), ..report });
    }
    Ok(PipelineReport {
        schema: PipelineReport::SCHEMA.to_owned(),
        file: pipeline.file.shown(),
        findings: buffers.handed_on(pipeline, &passes).into_iter().collect(),
        passes,
        saved: buffers.save(pipeline, host)?,
        expected: buffers.expected(pipeline, host)?,
        against: None,
        kept: buffers.keep(pipeline, host)?,
    })
}

/// What tells a kernel from another: its file, its entry point and its overrides.
type Key<'a> = (&'a Path, &'a Option<String>, &'a [(String, String)]);

fn key(kernel: &UserKernel) -> Key<'_> {
    (&kernel.file, &kernel.entry, &kernel.overrides)
}

fn compile_all<'a>(pipeline: &'a Pipeline, host: &dyn Host) -> Result<BTreeMap<Key<'a>, Kernel>, RunError> {
    let mut compiled = BTreeMap::new();
    for PipelinePass { kernel, .. } in &pipeline.passes {
        if let Entry::Vacant(place) = compiled.entry(key(kernel)) {
            place.insert(compile(kernel, &source(kernel, host)?)?);
        }
    }
    Ok(compiled)
}

fn refused(pipeline: &Pipeline, what: &str, why: &str) -> RunError {
    RunError::unserved(format!("{}: {what}: {why}", pipeline.file.shown()))
}

/// A buffer between dispatches.
struct Buffer {
    bytes: Vec<u8>,
    /// What its bytes are, as far as passes that wrote it tell.
    ty: OutputType,
    /// Until a pass binds it, what it is filled with where that is more than bytes: unwritten, or an array with a type.
    fresh: Option<Fill>,
    /// Where it is saved as an array: the file, as the last pass that bound it knows its type.
    array: Option<(BindingPoint, Vec<u8>)>,
}

/// All buffers, by name.
struct Buffers {
    all: BTreeMap<String, Buffer>,
    /// Of each pass that ran, by its number from 0, the places that its kernel may write.
    written: Vec<BTreeSet<BindingPoint>>,
    /// On whom they depend that read them.
    hand_overs: HandOvers<String>,
}

impl Buffers {
    fn new(pipeline: &Pipeline, seed: u64, host: &dyn Host) -> Result<Self, RunError> {
        let mut all = BTreeMap::new();
        for (binding, (name, fill)) in (0..).zip(&pipeline.buffers) {
            let failed = |why: String| refused(pipeline, &format!("buffers.{name}"), &why);
            let size = fill.bytes(host).map_err(failed)?;
            let bytes = fill.make(BindingPoint { group: 0, binding }, seed, size as usize, host).map_err(failed)?;
            let more = match fill {
                Fill::Unwritten(_) => true,
                Fill::File(path) => npy::is_named(path),
                _ => false,
            };
            let fresh = more.then(|| fill.clone());
            all.insert(name.clone(), Buffer { bytes, ty: OutputType::Words, fresh, array: None });
        }
        Ok(Self { all, written: Vec::new(), hand_overs: HandOvers::default() })
    }

    /// The kernel of a pass with what it binds.
    fn bind(&mut self, pass: &PipelinePass) -> UserKernel {
        let buffers = pass.bind.iter().filter_map(|(place, name)| {
            let buffer = self.all.get_mut(name)?;
            let shared = || Fill::Shared { name: name.clone(), bytes: buffer.bytes.clone() };
            Some((*place, buffer.fresh.take().unwrap_or_else(shared)))
        });
        UserKernel { buffers: buffers.collect(), hands_on: true, ..pass.kernel.clone() }
    }

    /// That nothing the kernel may write is bound a second time, which WebGPU does not allow.
    fn written_once(&self, pass: &PipelinePass, prepared: &BoundKernel<'_>) -> Result<(), String> {
        let often = |name: &String| pass.bind.iter().filter(|(_, bound)| bound == name).count() > 1;
        let written = written(prepared);
        match pass.bind.iter().find(|(place, name)| written.contains(place) && often(name)) {
            Some((place, name)) => {
                Err(format!("`{name}` is bound more than once, and the kernel may write it at {place}"))
            }
            None => Ok(()),
        }
    }

    /// Takes what a dispatch left.
    fn take(
        &mut self,
        pipeline: &Pipeline,
        pass: &PipelinePass,
        prepared: &BoundKernel<'_>,
        held: &Held,
    ) -> Result<(), RunError> {
        let written = written(prepared);
        for (place, name) in &pass.bind {
            let bound = prepared.bound.iter().find(|bound| bound.place == *place);
            let Some((buffer, bound)) = self.all.get_mut(name).zip(bound) else { continue };
            if written.contains(place) {
                buffer.bytes = left(prepared, bound, &held.whole)?;
                buffer.ty = OutputType::of(&prepared.kernel, *place);
            }
            // Only a kernel knows the types of an array.
            if let Some(file) = pipeline.save.get(name).filter(|file| npy::is_named(file)) {
                let array = npy::written(&prepared.kernel, *place, &buffer.bytes);
                let failed = |why| RunError::unserved(format!("--save {place}={}: {why}", file.shown()));
                buffer.array = Some((*place, array.map_err(failed)?));
            }
        }
        self.written.push(written);
        self.hand_overs.add(self.written.len(), &bindings(pass), &held.writers, &held.dependences);
        Ok(())
    }

    /// What dispatches of the first round write only for a later one to read, where they were simulated and both can be one. What is saved, or
    /// expected, is a result.
    fn handed_on(&self, pipeline: &Pipeline, passes: &[KernelReport]) -> Option<Finding> {
        let round = pipeline.round();
        let first = &passes[..round.len()];
        let moved = first.iter().map(|done| done.counters.as_ref()?.dram_bytes).sum::<Option<u64>>()?;
        let touch = |(pass, written): (&PipelinePass, &BTreeSet<BindingPoint>), name: &String| {
            let mut places = pass.bind.iter().filter(|(_, bound)| bound == name).map(|(place, _)| place).peekable();
            places.peek()?;
            Some(if places.any(|place| written.contains(place)) { Touch::Writes } else { Touch::Reads })
        };
        let result = |name: &String| pipeline.save.contains_key(name) || pipeline.expect.contains_key(name);
        let mut handed = Vec::new();
        for (name, buffer) in self.all.iter().filter(|(name, _)| !result(name)) {
            let passes = round.iter().map(|(_, pass)| *pass).zip(&self.written);
            let touches: Vec<_> = passes.map(|done| touch(done, name)).collect();
            let bytes = buffer.bytes.len() as u64;
            let all = hand_overs(&touches).into_iter().filter(|(_, to)| self.hand_overs.can_fuse(*to, name));
            handed.extend(all.map(|(from, to)| Handed { name: name.clone(), from, to, bytes }));
        }
        handed.sort_by_key(|one| (one.from, one.to));
        unfused(round.len(), &handed, Some(moved))
    }

    /// Writes the files that were asked for.
    fn save(&self, pipeline: &Pipeline, host: &dyn Host) -> Result<Vec<SavedBuffer>, RunError> {
        let one = |(name, file): (&String, &PathBuf)| {
            let buffer = &self.all[name];
            let failed =
                |why: &dyn std::fmt::Display| RunError::unserved(format!("save.{name}: {}: {why}", file.shown()));
            let bytes = match &buffer.array {
                Some((_, array)) => array,
                None if npy::is_named(file) => {
                    return Err(failed(&"no pass binds it, so that the array's type is not known"));
                }
                None => &buffer.bytes,
            };
            host.write(file, bytes).map_err(|error| failed(&error))?;
            Ok(SavedBuffer { buffer: name.clone(), file: file.shown(), bytes: bytes.len() as u64 })
        };
        pipeline.save.iter().map(one).collect()
    }

    /// The buffers beside what they must be.
    fn expected(&self, pipeline: &Pipeline, host: &dyn Host) -> Result<Vec<OutputComparison>, RunError> {
        let one = |(name, expected): (&String, &Expected)| {
            let Buffer { bytes, ty, .. } = &self.all[name];
            OutputComparison::with_file((&format!("`{name}`"), ty, bytes), expected, host)
                .map_err(|why| RunError::unserved(format!("expect.{name}: {why}")))
        };
        pipeline.expect.iter().map(one).collect()
    }

    /// Writes all buffers to the folder that was asked for.
    fn keep(&self, pipeline: &Pipeline, host: &dyn Host) -> Result<Vec<KeptReport>, RunError> {
        let Some(folder) = &pipeline.keep else {
            return Ok(Vec::new());
        };
        let one = |(binding, (name, buffer)): (u32, (&String, &Buffer))| {
            let (place, file) = (BindingPoint { group: 0, binding }, folder.join(format!("{binding}.bin")));
            let written = host.write(&file, &buffer.bytes);
            written.map_err(|error| RunError::unserved(format!("{}: {error}", file.shown())))?;
            Ok(KeptReport { place, name: format!("`{name}`"), form: buffer.ty.clone(), file })
        };
        (0..).zip(&self.all).map(one).collect()
    }
}

/// What a pass binds, by group and binding.
fn bindings(pass: &PipelinePass) -> Vec<((u32, u32), String)> {
    pass.bind.iter().map(|(place, name)| ((place.group, place.binding), name.clone())).collect()
}

/// Where a kernel may write.
fn written(prepared: &BoundKernel<'_>) -> BTreeSet<BindingPoint> {
    prepared.bound.iter().filter(|bound| prepared.writes(bound)).map(|bound| bound.place).collect()
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use pollster::block_on;

    use super::*;
    use crate::device::Selector;
    use crate::harness::protocol::Job;
    use crate::host::Native;

    /// A host with one file, on which nothing can be written.
    struct ReadOnly;

    impl Host for ReadOnly {
        fn now(&self) -> Duration {
            Native.now()
        }

        fn length(&self, path: &Path) -> io::Result<Option<u64>> {
            Ok(Some(self.read(path)?.len() as u64))
        }

        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            let words: [u32; 4] = [2, 12, 22, 32];
            let found = path.ends_with("wanted.bin").then(|| bytemuck::cast_slice(&words).to_vec());
            found.ok_or_else(|| io::ErrorKind::NotFound.into())
        }

        fn entries(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Ok(Vec::new())
        }

        fn write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
            Err(io::ErrorKind::ReadOnlyFilesystem.into())
        }
    }

    #[test]
    fn buffers_go_from_pass_to_pass_without_a_file() {
        let source = "
            @group(0) @binding(0) var<storage, read> a: array<u32>;
            @group(0) @binding(1) var<storage, read_write> b: array<u32>;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { b[i] = a[i] + 1u; }";
        let pass = |from: &str, to: &str| PipelinePass {
            kernel: UserKernel {
                file: "next.wgsl".into(),
                text: Some(source.to_owned()),
                workgroups: Some([1; 3]),
                ..UserKernel::default()
            },
            bind: [(0, from), (1, to)]
                .map(|(binding, name)| (BindingPoint { group: 0, binding }, name.to_owned()))
                .into(),
            repeat: 1,
        };
        let expected =
            Expected { place: BindingPoint { group: 0, binding: 0 }, file: "wanted.bin".into(), tolerance: None };
        let fill = |text: &str| text.parse::<Fill>().expect("a filling");
        let pipeline = Pipeline {
            buffers: [("ping".to_owned(), fill("u32:0,10,20,30")), ("pong".to_owned(), fill("zero:16"))].into(),
            passes: vec![pass("ping", "pong"), pass("pong", "ping")],
            repeat: 1,
            expect: [("ping".to_owned(), expected)].into(),
            ..Pipeline::default()
        };
        let job = Job::Pipeline(Box::new(pipeline.clone()));
        let request = Request { device: Selector::Simulated(String::new()), ..Request::new(job) };
        let report = block_on(run_pipeline(&request, &pipeline, &ReadOnly, &mut |_| {})).expect("it runs");
        assert_eq!(report.passes.len(), 2);
        assert!(report.expected[0].outputs.agree, "{:?}", report.expected);
    }
}
