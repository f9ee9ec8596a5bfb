//! The CPU's vector instructions, chosen when the simulator runs.
//!
//! The same code is compiled twice, for the baseline and for CPUs with AVX2. Both round alike: nothing is contracted, and
//! `fma` is correctly rounded either way, so results do not depend on the CPU.

/// The instructions that the hot loops may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Features {
    /// What every CPU of the target has.
    Baseline,
    /// AVX2, FMA and operations on bits. Only [`Features::detect`] makes it, on a CPU that has all of them.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    Avx2,
}

impl Features {
    /// The best that this CPU has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let bits = has!("popcnt") && has!("lzcnt") && has!("bmi1") && has!("bmi2");
            if has!("avx2") && has!("fma") && bits {
                return Self::Avx2;
            }
        }
        Self::Baseline
    }
}

/// Defines functions that run their inlined body with the features given.
macro_rules! with_features {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)? = $body:ident;)*) => {$(
        $(#[$doc])*
        #[allow(unsafe_code)]
        #[allow(clippy::too_many_arguments)]
        pub fn $name(features: Features, $($arg: $ty),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,popcnt,lzcnt,bmi1,bmi2")]
            fn avx2($($arg: $ty),*) $(-> $result)? {
                $body($($arg),*)
            }
            match features {
                // SAFETY: `Features::Avx2` exists only where the CPU was found to have all of these.
                #[cfg(target_arch = "x86_64")]
                Features::Avx2 => unsafe { avx2($($arg),*) },
                _ => $body($($arg),*),
            }
        }
    )*};
}
pub(in crate::exec) use with_features;
