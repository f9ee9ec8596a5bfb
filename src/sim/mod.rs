//! The `sim` device.
