//! From a file and flags to a kernel whose every buffer is known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bind::{BoundBuffer, bind};
use super::contents::Contents;
use super::lab_problem;
use super::texture;
use crate::Shown;
use crate::device::{DeviceError, Facts, LimitName};
use crate::harness::protocol::{BindingPoint, Request, RunError, UserKernel};
use crate::host::Host;
use crate::kernel::{AccessMode, Kernel, KernelError, Overrides, Scalar, override_declarations};
use crate::lab::configured_in_words;
use crate::sim::Writers;
use crate::sim::texture::Resources;

/// A file over this size is no kernel.
const LARGEST_SOURCE: u64 = 4 << 20;

/// Bytes of all buffers that the simulator holds whole, also where it runs only some workgroups.
const HELD_WHOLE: u64 = 64 << 20;

/// A kernel with what it binds; no buffer is made yet.
pub struct BoundKernel<'a> {
    pub kernel: Kernel,
    /// What it binds.
    pub bound: Vec<BoundBuffer>,
    /// The shapes of its textures, and its samplers.
    pub resources: Resources,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// What is solved, in words, where it is a lab's problem.
    pub problem: Option<String>,
    /// What is worth a note: buffers that the kernel does not use.
    pub notes: Vec<String>,
    /// What was asked for.
    pub user: UserKernel,
    /// Seed of random buffers, and of the simulator's order.
    pub seed: u64,
    /// Host threads; `None` for all.
    pub threads: Option<u16>,
    /// Where its files are.
    pub host: &'a dyn Host,
    /// Where launches follow each other on the simulator: who wrote what is bound.
    pub written_by: Option<BTreeMap<(u32, u32), Arc<Writers>>>,
}

impl<'a> BoundKernel<'a> {
    /// Reads, compiles and binds `user`, with the size and seed of `request`.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn new(request: &Request, user: &UserKernel, host: &'a dyn Host) -> Result<Self, RunError> {
        Self::of(compile(user, &source(user, host)?)?, request, user, host)
    }

    /// As [`BoundKernel::new`], of the kernel that `user` names.
    ///
    /// # Errors
    /// [`RunError`].
    pub(super) fn of(
        kernel: Kernel,
        request: &Request,
        user: &UserKernel,
        host: &'a dyn Host,
    ) -> Result<Self, RunError> {
        let (seed, threads, user) = (request.seed, request.threads, user.clone());
        if let Some(found) = lab_problem::find(&user)? {
            let of_lab = lab_problem::bind(&found, &kernel, request, &user, host)?;
            return Ok(Self {
                kernel,
                bound: of_lab.bound,
                resources: Resources::default(),
                workgroups: of_lab.workgroups,
                problem: Some(of_lab.problem),
                notes: of_lab.notes,
                user,
                seed,
                threads,
                host,
                written_by: None,
            });
        }
        if let Some(size) = request.size {
            return Err(RunError::unserved(format!(
                "--size {size}: {} is not a lab's shader, or it is bound by flags; name its lab with --lab",
                kernel.path
            )));
        }
        let (bound, resources, notes) = bind(&kernel, &user, host)?;
        Ok(Self {
            kernel,
            bound,
            resources,
            workgroups: user.workgroups.unwrap_or([1; 3]),
            problem: None,
            notes,
            user,
            seed,
            threads,
            host,
            written_by: None,
        })
    }

    /// It as a device with these `facts` runs it, where it is a lab's kernel that takes constants from the device.
    ///
    /// # Errors
    /// [`RunError`].
    pub(super) fn fitted(self, request: &Request, facts: &Facts) -> Result<Self, RunError> {
        let Some(found) = lab_problem::find(&self.user)? else {
            return Ok(self);
        };
        let (text, changed) = found.fitted(&self.kernel.source, facts);
        if changed.is_empty() {
            return Ok(self);
        }
        let mut fitted = Self::of(compile(&self.user, &text)?, request, &self.user, self.host)?;
        let values = configured_in_words(&changed);
        fitted.notes.push(format!("with {values} in place of the file's, as this device's subgroups and matrices are"));
        Ok(fitted)
    }

    /// What `bound` holds at first.
    ///
    /// # Errors
    /// [`RunError`] where its file cannot be read.
    pub(super) fn contents(&self, bound: &BoundBuffer) -> Result<Contents, RunError> {
        let contents = Contents::new(&bound.fill, bound.place, self.seed, &bound.patches, self.host);
        contents.map_err(RunError::unserved)
    }

    /// What `bound` holds at first, `bytes` bytes of it.
    ///
    /// # Errors
    /// [`RunError`] where its file cannot be read.
    pub(super) fn initial(&self, bound: &BoundBuffer, bytes: u64) -> Result<Vec<u8>, RunError> {
        Ok(self.contents(bound)?.whole(bytes as usize))
    }

    /// Bytes of all that is bound.
    pub(super) fn bytes(&self) -> u64 {
        self.bound.iter().map(|bound| bound.bytes).sum()
    }

    /// Whether only some of its workgroups are run, since so few were asked for.
    pub(super) fn is_sampled(&self) -> bool {
        let workgroups: u64 = self.workgroups.iter().map(|&count| u64::from(count)).product();
        self.user.sample.is_some_and(|sample| sample < workgroups)
    }

    /// Whether the simulator holds only the pages of buffers that are touched.
    pub(super) fn is_paged(&self) -> bool {
        self.is_sampled() && self.bytes() > HELD_WHOLE
    }

    /// Whether the kernel may write what is bound there.
    pub(super) fn writes(&self, bound: &BoundBuffer) -> bool {
        let at = (bound.place.group, bound.place.binding);
        let buffer = self.kernel.bindings.iter().find(|binding| (binding.group, binding.binding) == at);
        let texture = self.kernel.resources.iter().find(|resource| (resource.group, resource.binding) == at);
        buffer.is_some_and(|binding| binding.access == AccessMode::ReadWrite)
            || texture.is_some_and(|resource| texture::is_stored(&resource.ty))
    }

    /// What is bound at `place` before the run; `None` where nothing is.
    ///
    /// # Errors
    /// [`RunError`] where its file cannot be read.
    pub(super) fn contents_at(&self, place: BindingPoint) -> Result<Option<Contents>, RunError> {
        let bound = self.bound.iter().find(|bound| bound.place == place);
        bound.map(|bound| self.contents(bound)).transpose()
    }

    /// Whether the variable at `place` has atomics in it.
    pub(super) fn has_atomics(&self, place: BindingPoint) -> bool {
        let module = &self.kernel.module;
        let at = |variable: &naga::GlobalVariable| {
            variable.binding.is_some_and(|at| (at.group, at.binding) == (place.group, place.binding))
        };
        module.global_variables.iter().any(|(_, variable)| at(variable) && is_atomic(module, variable.ty))
    }

    /// Whether what `bound` holds after the run is asked for.
    pub(super) fn is_wanted(&self, bound: &BoundBuffer) -> bool {
        self.saved(bound).next().is_some() || (self.user.hands_on || self.user.keep.is_some()) && self.writes(bound)
    }

    /// That the device has what the kernel needs, and room for the dispatch and the buffers.
    ///
    /// # Errors
    /// [`RunError`], which names the feature or the limit.
    pub fn fits(&self, facts: &Facts) -> Result<(), RunError> {
        if let Some(feature) = facts.lacks(self.kernel.needs) {
            return Err(RunError::unserved(format!(
                "{}: {} has no {}, which the kernel needs",
                self.kernel.path,
                facts.name,
                feature.name()
            )));
        }
        let exceeded = |what: String, needed: String, limit, allowed: String| {
            RunError::unserved(DeviceError::Limit { what, needed, limit, device: facts.name.clone(), allowed })
        };
        let allowed = facts.limits.max_workgroups;
        for (axis, count) in ['x', 'y', 'z'].into_iter().zip(self.workgroups) {
            if count > allowed {
                return Err(exceeded(
                    format!("--dispatch along {axis}"),
                    format!("{count} workgroups"),
                    LimitName::Workgroups,
                    allowed.to_string(),
                ));
            }
        }
        let limits = facts.limits;
        let allowed = limits.max_storage_binding.min(limits.max_buffer_size);
        match self.bound.iter().find(|bound| bound.bytes > allowed) {
            Some(bound) => Err(exceeded(
                format!("--buffer {}={}", bound.place, bound.fill),
                format!("{} bytes", bound.bytes),
                LimitName::StorageBinding,
                format!("{allowed} bytes"),
            )),
            None => Ok(()),
        }
    }

    /// The files that `bound` is written to after the run.
    pub(super) fn saved(&self, bound: &BoundBuffer) -> impl Iterator<Item = &(BindingPoint, PathBuf)> {
        let place = bound.place;
        self.user.saves.iter().filter(move |(at, _)| *at == place)
    }

    /// Whether the kernel reads `var<immediate>`.
    pub fn has_immediates(&self) -> bool {
        let variables = &self.kernel.module.global_variables;
        variables.iter().any(|(_, variable)| variable.space == naga::AddressSpace::Immediate)
    }
}

fn is_atomic(module: &naga::Module, ty: naga::Handle<naga::Type>) -> bool {
    match &module.types[ty].inner {
        naga::TypeInner::Atomic(_) => true,
        naga::TypeInner::Array { base, .. } => is_atomic(module, *base),
        naga::TypeInner::Struct { members, .. } => members.iter().any(|member| is_atomic(module, member.ty)),
        _ => false,
    }
}

/// The text of the kernel that `user` names.
///
/// # Errors
/// As [`read`].
pub(super) fn source(user: &UserKernel, host: &dyn Host) -> Result<String, RunError> {
    user.text.clone().map_or_else(|| read(&user.file, host), Ok)
}

/// The text of a WGSL file.
///
/// # Errors
/// [`RunError`] where it cannot be read, is too large or no text.
pub fn read(path: &Path, host: &dyn Host) -> Result<String, RunError> {
    let failed = |reason: String| RunError::unserved(format!("{}: {reason}", path.shown()));
    let length = host.length(path).map_err(|error| failed(error.to_string()))?;
    let length = length.ok_or_else(|| failed("this is not a file".to_owned()))?;
    if length > LARGEST_SOURCE {
        return Err(failed(format!("{length} bytes are too many for a kernel (at most {LARGEST_SOURCE})")));
    }
    let bytes = host.read(path).map_err(|error| failed(error.to_string()))?;
    let line = |at: usize| 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        failed(format!("line {}: this is not UTF-8 text, so it is not WGSL", line(error.valid_up_to())))
    })?;
    if let Some(at) = text.find('\0') {
        return Err(failed(format!(
            "line {}: a byte is zero, which no WGSL has: this may be UTF-16, or not text",
            line(at)
        )));
    }
    // Some editors begin a file with a byte order mark.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned())
}

/// The kernel that `user` names in `source`.
///
/// # Errors
/// [`RunError`] where it is wrong, or its entry point or overrides are not found.
pub fn compile(user: &UserKernel, source: &str) -> Result<Kernel, RunError> {
    let path = user.file.shown();
    let overrides = overrides(&path, &user.overrides, source)?;
    Kernel::parse(&path, source, user.entry.as_deref(), &overrides).map_err(|error| match &error {
        KernelError::Compile(error) => RunError::by_compiler(&path, error),
        KernelError::Override { .. } => RunError::unserved(format!("{error}{}", without_value(source, &overrides))),
        KernelError::Entry { found, .. } if !found.is_empty() => {
            RunError::unserved(format!("{error}; choose one with --entry NAME"))
        }
        KernelError::Entry { .. } => RunError::wrong(&error),
        KernelError::Unsupported { .. } => RunError::unserved(&error),
    })
}

/// The overrides that must be given a value, as flags.
fn without_value(source: &str, given: &Overrides) -> String {
    let missing: Vec<String> = override_declarations(source)
        .into_iter()
        .filter(|known| !known.has_default && !given.contains_key(&known.key))
        .map(|known| format!("--override {}=VALUE", known.name))
        .collect();
    if missing.is_empty() {
        return String::new();
    }
    format!("; it has no value of its own: add {}", missing.join(" "))
}

fn overrides(path: &str, typed: &[(String, String)], source: &str) -> Result<Overrides, RunError> {
    if typed.is_empty() {
        return Ok(Overrides::new());
    }
    let known = override_declarations(source);
    if known.is_empty()
        && let Err(KernelError::Compile(error)) = Kernel::parse(path, source, None, &Overrides::new())
    {
        return Err(RunError::by_compiler(path, &error));
    }
    let mut overrides = Overrides::new();
    for (name, value) in typed {
        let declaration = known.iter().find(|declaration| declaration.name == *name || declaration.key == *name);
        let Some(declaration) = declaration else {
            let names: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
            let names =
                if names.is_empty() { "it has none".to_owned() } else { format!("it has: {}", names.join(", ")) };
            return Err(RunError::unserved(format!(
                "--override {name}={value}: {path} has no override `{name}`; {names}"
            )));
        };
        let number = number(value).ok_or_else(|| {
            RunError::unserved(format!("--override {name}={value}: `{value}` is not a finite number, true or false"))
        })?;
        if let Some(scalar) = declaration.scalar.filter(|scalar| !holds(*scalar, number)) {
            let ty = Scalar::of(scalar).map_or("number", Scalar::name);
            return Err(RunError::unserved(format!(
                "--override {name}={value}: `{name}` is of {ty}, which {value} is not"
            )));
        }
        if overrides.insert(declaration.key.clone(), number).is_some() {
            return Err(RunError::unserved(format!("--override {name}={value}: `{name}` is given twice")));
        }
    }
    Ok(overrides)
}

/// Whether a number is one of a type.
fn holds(scalar: naga::Scalar, number: f64) -> bool {
    let whole = |low: f64, high: f64| number.fract() == 0.0 && (low..=high).contains(&number);
    match (scalar.kind, scalar.width) {
        (naga::ScalarKind::Uint, _) => whole(0.0, u32::MAX.into()),
        (naga::ScalarKind::Sint, _) => whole(i32::MIN.into(), i32::MAX.into()),
        (naga::ScalarKind::Float, 2) => number.abs() <= half::f16::MAX.to_f64(),
        (naga::ScalarKind::Float, 4) => number.abs() <= f32::MAX.into(),
        _ => true,
    }
}

fn number(text: &str) -> Option<f64> {
    match text {
        "true" => return Some(1.0),
        "false" => return Some(0.0),
        _ => {}
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok().map(f64::from);
    }
    let digits = text.strip_suffix(['u', 'i', 'f', 'h']).unwrap_or(text);
    digits.parse().ok().filter(|number: &f64| number.is_finite())
}
