//! The passes of the modelled compiler, in the order in which they run. Each is one file, and has one line here.

pub mod address_folding;
pub mod branch_cse;
pub mod common_subexpressions;
pub mod constant_folding;
pub mod constant_propagation;
pub mod dead_code;
pub mod expansion;
pub mod fusion;
pub mod half_packing;
pub mod loop_invariant;
pub mod multiply_add;
pub mod partial_unrolling;
pub mod register_pressure;
pub mod saturation;
pub mod scalar_unit;
pub mod software_pipelining;
pub mod strength_reduction;
pub mod unrolling;

use super::code::Code;
use crate::machine::Target;

/// One transformation of the modelled compiler.
pub struct Pass {
    /// Its name in compilers' textbooks.
    pub name: &'static str,
    /// Where it says that compilers do so.
    pub source: &'static str,
    /// Whether the compilers of such a machine have it.
    pub when: fn(&Target) -> bool,
    /// Changes the code.
    pub run: fn(&mut Code<'_>),
}

/// Every machine's compilers have it.
fn always(_: &Target) -> bool {
    true
}

/// All of them, in order.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "constant propagation",
        source: "LLVM ScalarEvolution.cpp, computeExitCountExhaustively; Mesa nir_loop_analyze.c",
        when: always,
        run: constant_propagation::run,
    },
    Pass {
        name: "unrolling",
        source: "LLVM IndVarSimplify.cpp; Mesa nir_opt_loop_unroll.c",
        when: always,
        run: unrolling::run,
    },
    Pass {
        name: "constant folding",
        source: "LLVM ConstantFolding.cpp; Mesa nir_opt_constant_folding.c",
        when: always,
        run: constant_folding::run,
    },
    Pass {
        name: "address folding",
        source: "CUDA binary utilities, LDG and LDS; RDNA3 ISA, offsets of memory instructions",
        when: always,
        run: address_folding::run,
    },
    Pass {
        name: "f16 packing",
        source: "PTX ISA, f16x2; RDNA3 ISA, V_PK_*",
        when: |target| target.packed_f16 > 1,
        run: half_packing::run,
    },
    Pass {
        name: "instruction fusion",
        source: "CUDA binary utilities, IADD3, LEA, LOP3, SHF; RDNA3 ISA, V_ADD3_U32, V_AND_OR_B32, V_BFE_U32",
        when: |target| target.three_operands || target.any_logic,
        run: fusion::run,
    },
    Pass {
        name: "saturation",
        source: "PTX ISA, .sat; RDNA3 ISA, CLAMP",
        when: |target| target.saturates,
        run: saturation::run,
    },
    Pass {
        name: "strength reduction",
        source: "LLVM InstCombineMulDivRem.cpp; Mesa nir_opt_algebraic.py",
        when: always,
        run: strength_reduction::run,
    },
    Pass {
        name: "multiply-add",
        source: "WGSL and SPIR-V without NoContraction; CUDA binary utilities, FFMA, IDP",
        when: always,
        run: multiply_add::run,
    },
    Pass {
        name: "common subexpressions",
        source: "Value numbering: LLVM EarlyCSE.cpp; Mesa nir_opt_cse.c",
        when: always,
        run: common_subexpressions::run,
    },
    Pass { name: "dead code", source: "LLVM DCE.cpp; Mesa nir_opt_dce.c", when: always, run: dead_code::run },
    Pass {
        name: "scalar unit",
        source: "RDNA3 ISA, SALU; Mesa ACO, s_buffer_load",
        when: |target| target.scalar_unit,
        run: scalar_unit::run,
    },
    Pass {
        name: "common code of branches",
        source: "LLVM SimplifyCFG.cpp; Mesa nir_opt_peephole_select.c",
        when: always,
        run: branch_cse::run,
    },
    Pass {
        name: "loop-invariant code motion",
        source: "LLVM LICM.cpp; Mesa nir_opt_licm.c",
        when: always,
        run: loop_invariant::run,
    },
    Pass {
        name: "expansion",
        source: "CUDA C++ Programming Guide, arithmetic instructions; Mesa nir_lower_idiv.c, vtn_glsl450.c",
        when: always,
        run: expansion::run,
    },
    Pass {
        name: "partial unrolling",
        source: "LLVM LoopUnrollRuntime.cpp and NVPTXTargetTransformInfo.cpp, getUnrollingPreferences",
        when: |target| target.runtime_unroll > 1,
        run: partial_unrolling::run,
    },
    Pass {
        name: "software pipelining",
        source: "LLVM MachinePipeliner.cpp",
        when: always,
        run: software_pipelining::run,
    },
    Pass {
        name: "register pressure",
        source: "Live ranges: LLVM RegisterPressure.cpp",
        when: always,
        run: register_pressure::run,
    },
];
