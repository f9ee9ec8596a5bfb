//! Keeps drivers from complaining on stderr of what no kernel needs.

/// Mesa's software driver looks for a Wayland display whenever it lists adapters, and says on stderr that there is none
/// where `XDG_RUNTIME_DIR` is not set (a login without a seat, a container). A folder that holds no display is as good.
///
/// To be called first of all: the environment may change only while there is one thread.
#[allow(unsafe_code)]
pub fn expect_no_display() {
    const PLACE: &str = "XDG_RUNTIME_DIR";
    if cfg!(target_os = "linux") && std::env::var_os(PLACE).is_none() {
        // SAFETY: the process has only its first thread yet, so nobody reads the environment meanwhile.
        unsafe { std::env::set_var(PLACE, std::env::temp_dir()) };
    }
}
