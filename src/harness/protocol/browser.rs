//! What a page in a browser cannot do as a process does.

use crate::device::Facts;

/// None: a browser hands out its adapter to who asks for it, and lists none before.
pub fn adapters() -> &'static [Facts] {
    &[]
}
