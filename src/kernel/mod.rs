//! WGSL in, a checked and reflected kernel out.
