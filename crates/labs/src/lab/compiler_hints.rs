//! Sentences that help where a compiler refuses a kernel, whatever the exercise.

use super::{Failure, Hint, Sign};

impl Hint {
    /// What a compiler's message says, in every exercise; before the exercise's own.
    pub const COMPILER: &'static [Self] = &[
        Self::new(
            "workgroup-too-large",
            Sign::RefusedFor(Failure::Invocations),
            "A workgroup has too many invocations for the device: the message says how many are allowed. @workgroup_size counts \
             invocations, not elements: where an invocation computes several elements, the tile of a workgroup is larger than its \
             @workgroup_size.",
        ),
        Self::new(
            "workgroup-memory",
            Sign::RefusedFor(Failure::WorkgroupMemory),
            "The arrays in workgroup memory are too large for the device: the message says how many bytes are allowed to all of them \
             together. Make the tile smaller, or bring it in by parts, one after the other.",
        ),
        Self::new(
            "no-elect",
            Sign::Compiler("`subgroupElect`"),
            "WGSL has subgroupElect, but this compiler does not know it yet. Ask for one lane by its number: subgroup_invocation_id == 0u.",
        ),
        Self::new(
            "no-entry-point",
            Sign::RefusedFor(Failure::NoEntryPoint),
            "A kernel begins at its entry point: a function with `@compute @workgroup_size(...)` in front of `fn`. The starting kernel has one; here \
             there is none, or the file is empty.",
        ),
        Self::new(
            "no-entry-attribute",
            Sign::Compiler("Functions that are not entry points"),
            "Only an entry point has parameters with @builtin. What makes a function one stands in front of `fn`: \
             `@compute @workgroup_size(...)`.",
        ),
        Self::new(
            "another-language",
            Sign::Foreign,
            "The line that the message points at is not WGSL, but as other languages have it. In WGSL: `&&`, `||` and `!` for and, or and not; \
             `else if` for elif; `true` and `false`; `select(b, a, condition)` for `condition ? a : b`, which Python writes `a if condition else b`; \
             `for (var i = 0u; i < n; i++) { }` for a loop over a range; `const N = 8u;` for #define; `x * x` for `x ** 2`; `vec4<f32>` for float4; \
             no infinity, but a number below or above all others; `workgroupBarrier()` for __syncthreads(), and @builtin parameters of the entry \
             point for threadIdx and blockIdx.",
        ),
        Self::new(
            "atomic-access",
            Sign::Compiler("atomic variables cannot be accessed directly"),
            "An atomic is touched through its address and by the functions for it alone: atomicAdd(&bins[at], 1u), atomicLoad(&bins[at]), \
             atomicStore(&bins[at], 0u). The `&` belongs to it.",
        ),
        Self::new(
            "undeclared",
            Sign::Compiler("no definition in scope"),
            "The name that the message points at is declared nowhere, or not where it is used. Is it spelled as where it is declared? A `let` or \
             `var` is known in its own block only, a built-in value is a parameter of the entry point, and a function is WGSL's or yours.",
        ),
        Self::new(
            "unexpected",
            Sign::Compiler(", found \""),
            "Reading stopped where the message points: what is missing belongs there, or at the end of the line before, where a semicolon or a bracket \
             is easily forgotten. Variables are declared by `let name = ...;` or `var name: f32;`, with no type in front; \
             `i++` is a statement, not a value.",
        ),
        Self::new(
            "reserved",
            Sign::Compiler("is a reserved keyword"),
            "WGSL keeps this word for itself, though it may mean nothing yet: choose another name.",
        ),
        Self::new(
            "pointer-parameter",
            Sign::Compiler("is a pointer of space"),
            "WGSL allows a pointer to workgroup memory or to a buffer as a parameter, but this compiler does not take it. Leave the parameter out, \
             and use the variable itself in the function: it is declared outside of all functions.",
        ),
        Self::new(
            "no-return",
            Sign::Compiler("does not match the declared return type"),
            "Each way to the end of a function that gives a value must end in a `return` of that type. WGSL allows a function to end in a loop that is left \
             by `return` alone, but this compiler wants one more `return` after the loop. If there is one, is its value of the declared type?",
        ),
        Self::new(
            "subgroups-in-rows",
            Sign::Compiler("Workgroup size is multi dimensional"),
            "WGSL allows subgroup_id and subgroup_invocation_id in a workgroup of several dimensions, but this compiler does not: give @workgroup_size one \
             number, and compute rows and columns from local_invocation_index.",
        ),
        Self::new(
            "immutable",
            Sign::Compiler("immutable binding"),
            "A `let` keeps the value that it was given: declare by `var` what is to change.",
        ),
        Self::new(
            "read-only",
            Sign::Compiler("writing to this location is not permitted"),
            "What is assigned to may only be read there: an input is declared `read`, and a uniform buffer is never written. Results go to the output, \
             what is needed in between into a `var`.",
        ),
    ];
}
