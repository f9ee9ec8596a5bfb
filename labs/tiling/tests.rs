//! The tests of the lab's own arithmetic; what needs a device says so.
