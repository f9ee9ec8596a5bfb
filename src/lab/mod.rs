//! What a lab is.
