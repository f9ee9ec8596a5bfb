//! Turns naga's panics into errors: it adds up sizes and offsets without checking for overflow.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::KernelError;

thread_local! {
    /// Whether a panic of this thread is expected, and not printed.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Runs work that panics on sources that naga cannot handle.
///
/// # Errors
/// Those of `work`, and [`KernelError::Unsupported`] where it panics.
pub fn caught<T>(path: &str, work: impl FnOnce() -> Result<T, KernelError>) -> Result<T, KernelError> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !EXPECTED.get() {
                before(info);
            }
        }));
    });
    let outer = EXPECTED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(outer);
    result.unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or(panic.downcast_ref::<&str>().copied());
        let said = said.unwrap_or("it panicked");
        Err(KernelError::Unsupported {
            path: path.to_owned(),
            message: format!(
                "naga, which compiles WGSL, fails on this source ({said}); where it reports an overflow, a type is too large: \
                 check @align, @size and large arrays"
            ),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Kernel, Overrides};

    #[test]
    fn types_of_absurd_sizes_are_errors_and_no_panics() {
        for body in [
            "a: u32, @align(2147483648) b: u32",
            "@align(2147483648) a: u32",
            "a: u32, @size(4294967292) b: u32, c: u32",
            "a: array<u32, 500000000>, b: array<u32, 500000000>, c: array<u32, 500000000>",
        ] {
            let source = format!(
                "struct S {{ {body} }}
                @group(0) @binding(0) var<storage, read_write> s: array<S>;
                @compute @workgroup_size(1) fn main() {{ s[0].a = s[1].a; }}"
            );
            let kernel = Kernel::parse("k.wgsl", &source, None, &Overrides::default());
            let text = kernel.expect_err(body).to_string();
            assert!(text.contains("Size exceeds") || text.contains("too large"), "{text}");
        }
    }
}
