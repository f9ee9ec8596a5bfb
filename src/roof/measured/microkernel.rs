//! The micro-kernels that are tuned: a shape is one of the two templates, written out.

use std::fmt;

use crate::device::Facts;
use crate::kernel::{Kernel, KernelError, Overrides};

const COMPUTE: &str = include_str!("compute.wgsl");
const COPY: &str = include_str!("copy.wgsl");

/// The largest workgroup of up to `wanted` invocations that `facts` allows, a power of two: then it divides
/// whatever the grid must cover.
pub fn workgroup(facts: &Facts, wanted: u32) -> u32 {
    let limits = facts.limits;
    let most = limits.max_invocations.min(limits.max_workgroup_size[0]);
    1 << most.min(wanted).max(1).ilog2()
}

/// A small and a large workgroup, as far as they are others than `size`.
pub fn other_workgroups(facts: &Facts, size: u32) -> impl Iterator<Item = u32> {
    let others = [64, 1024].map(|wanted| workgroup(facts, wanted));
    others.into_iter().filter(move |other| *other != size)
}

/// How a step of a chain is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepForm {
    /// `a * y + b`: three operands.
    Affine,
    /// `y * y + b`: two.
    Quadratic,
}

/// One way to keep the arithmetic units busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputeShape {
    /// What a step is.
    pub form: StepForm,
    /// Scalars in a vector: 1, 2 or 4.
    pub width: u32,
    /// Chains that do not wait for each other.
    pub chains: u32,
    /// Steps of each chain in a trip of the loop.
    pub unroll: u32,
    /// Invocations in a workgroup.
    pub workgroup: u32,
}

impl ComputeShape {
    /// Scalar steps of one invocation in one trip of the loop.
    pub fn steps(&self) -> u32 {
        self.width * self.chains * self.unroll
    }

    /// The shape's WGSL.
    pub fn source(&self) -> String {
        let mut source = String::new();
        for line in COMPUTE.lines() {
            match line.split_once("; // ") {
                _ if line.starts_with("alias Value") => {
                    source += &format!("alias Value = {};\n", vector("f32", self.width));
                }
                Some((_, "chain")) => each_chain(self.chains, line, &mut source),
                Some((code, "step")) => {
                    let code = match self.form {
                        StepForm::Affine => code.to_owned(),
                        StepForm::Quadratic => code.replace("a * y0", "y0 * y0"),
                    };
                    for _ in 0..self.unroll {
                        each_chain(self.chains, &format!("{code};"), &mut source);
                    }
                }
                _ => source += &format!("{line}\n"),
            }
        }
        source
    }

    /// The shape as a kernel.
    ///
    /// # Errors
    /// [`KernelError`] only where the template is at fault.
    pub fn kernel(&self) -> Result<Kernel, KernelError> {
        Kernel::parse(&format!("measured/compute.wgsl ({self})"), &self.source(), None, &overrides(self.workgroup))
    }
}

/// A line of a template for each chain.
pub fn each_chain(chains: u32, line: &str, source: &mut String) {
    for chain in 0..chains {
        let line = line.replace("y0", &format!("y{chain}")).replace("0u", &format!("{chain}u"));
        *source += &format!("{line}\n");
    }
}

impl fmt::Display for ComputeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = match self.form {
            StepForm::Affine => "a*y+b",
            StepForm::Quadratic => "y*y+b",
        };
        let chains = plural(self.chains, "chain");
        let vector = if self.width == 1 { "scalars".to_owned() } else { format!("vec{}", self.width) };
        write!(f, "{form}, {chains} of {vector}, {} steps unrolled, workgroups of {}", self.unroll, self.workgroup)
    }
}

/// Where the elements of one invocation lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A workgroup apart: neighbouring invocations touch neighbouring elements.
    Interleaved,
    /// Side by side.
    Contiguous,
}

/// One way to copy memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyShape {
    /// Whether the words are of 64 bits, or of 32.
    pub wide_words: bool,
    /// Words in a vector: 1, 2 or 4.
    pub width: u32,
    /// Elements that one invocation copies.
    pub per_invocation: u32,
    /// Where they lie.
    pub layout: Layout,
    /// Invocations in a workgroup.
    pub workgroup: u32,
}

impl CopyShape {
    /// Bytes that one workgroup copies.
    pub fn workgroup_bytes(&self) -> u64 {
        let word = if self.wide_words { 8 } else { 4 };
        u64::from(word * self.width * self.per_invocation * self.workgroup)
    }

    /// The shape's WGSL.
    pub fn source(&self) -> String {
        let word = if self.wide_words { "u64" } else { "u32" };
        let mut source = String::new();
        for line in COPY.lines() {
            match line.split_once("; // ") {
                _ if line.starts_with("alias Value") => {
                    source += &format!("alias Value = {};\n", vector(word, self.width));
                }
                _ if line.starts_with("const PER") => {
                    source += &format!("const PER: u32 = {}u;\n", self.per_invocation);
                }
                Some((code, "apart")) if self.layout == Layout::Contiguous => {
                    let code =
                        code.replace("block + local", "block + local * PER").replace("step = WORKGROUP", "step = 1u");
                    source += &format!("{code};\n");
                }
                Some((code, "element")) => {
                    for element in 0..self.per_invocation {
                        source += &code.replace("0u", &format!("{element}u"));
                        source += ";\n";
                    }
                }
                _ => source += &format!("{line}\n"),
            }
        }
        source
    }

    /// The shape as a kernel.
    ///
    /// # Errors
    /// [`KernelError`] only where the template is at fault.
    pub fn kernel(&self) -> Result<Kernel, KernelError> {
        Kernel::parse(&format!("measured/copy.wgsl ({self})"), &self.source(), None, &overrides(self.workgroup))
    }
}

impl fmt::Display for CopyShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.wide_words { "u64" } else { "u32" };
        let layout = match (self.per_invocation, self.layout) {
            (1, _) => "",
            (_, Layout::Interleaved) => " a workgroup apart",
            (_, Layout::Contiguous) => " side by side",
        };
        write!(
            f,
            "{} of {} an invocation{layout}, workgroups of {}",
            self.per_invocation,
            vector(word, self.width),
            self.workgroup
        )
    }
}

fn vector(word: &str, width: u32) -> String {
    match width {
        1 => word.to_owned(),
        _ => format!("vec{width}<{word}>"),
    }
}

/// The workgroup's size.
pub fn overrides(size: u32) -> Overrides {
    Overrides::from([("WORKGROUP".to_owned(), f64::from(size))])
}

/// So many of them.
pub fn plural(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
