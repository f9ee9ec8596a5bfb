//! Limits on the nesting and the length of a source: naga, drivers' compilers and the simulator's lowering recurse over it,
//! and their time grows faster than its length.

use super::KernelError;
use super::comment::comment;

/// The most operators of one expression, including those of the brackets around it. Sums of as many terms recurse as deep.
/// naga itself refuses 200 nested brackets. Where no thread can be started, the stack is the caller's.
const MOST_OPERATORS: u32 = if cfg!(all(feature = "threads", not(target_family = "wasm"))) { 4000 } else { 250 };

/// `else` branches of one source: a chain of them nests.
const MOST_BRANCHES: u32 = MOST_OPERATORS;

/// The most members of a struct: WGSL's limit.
const MOST_MEMBERS: u32 = 1023;

/// The most functions of a source: naga takes many seconds for ten times as many.
const MOST_FUNCTIONS: u32 = 4000;

/// Bytes of stack: several times what the deepest accepted source needs.
#[cfg(all(feature = "threads", not(target_family = "wasm")))]
const STACK: usize = 256 << 20;

/// Runs `work` on a thread whose stack is deep enough to recurse over a kernel, or here if no thread can be started.
#[cfg(all(feature = "threads", not(target_family = "wasm")))]
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let mut done = None;
    let spawned = std::thread::scope(|scope| -> std::io::Result<()> {
        let run = || done = work.take().map(|work| work());
        let thread = std::thread::Builder::new().stack_size(STACK);
        if let Err(panic) = thread.spawn_scoped(scope, run)?.join() {
            std::panic::resume_unwind(panic);
        }
        Ok(())
    });
    match (spawned, done, work) {
        (Ok(()), Some(done), _) => done,
        (_, _, Some(work)) => work(),
        _ => unreachable!("the work is either done or still here"),
    }
}

/// Runs `work` here: there is no other thread.
#[cfg(not(all(feature = "threads", not(target_family = "wasm"))))]
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    work()
}

/// Checks that no expression of `source` is nested too deep.
///
/// # Errors
/// [`KernelError::Unsupported`] with the line.
pub fn check(path: &str, source: &str) -> Result<(), KernelError> {
    let mut scan = Scan::default();
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at = match comment(&bytes[at..]) {
            0 => scan.step(bytes, at),
            skipped => at + skipped,
        };
        if let Some(what) = scan.exceeded() {
            let line = 1 + bytes[..at.min(bytes.len())].iter().filter(|byte| **byte == b'\n').count();
            return Err(KernelError::Unsupported { path: path.to_owned(), message: format!("line {line}: {what}") });
        }
    }
    Ok(())
}

/// The operators of each open bracket, and the branches.
#[derive(Default)]
struct Scan {
    open: Vec<u32>,
    here: u32,
    sum: u32,
    branches: u32,
    functions: u32,
    /// The members of the struct that is open.
    members: Option<u32>,
}

impl Scan {
    /// Scans one byte or word. Returns where the next begins.
    fn step(&mut self, bytes: &[u8], at: usize) -> usize {
        match bytes[at] {
            b'(' | b'[' => {
                self.open.push(self.here);
                self.here = 0;
            }
            b')' | b']' => {
                self.sum -= self.here;
                self.here = self.open.pop().unwrap_or(0);
            }
            b',' => {
                self.sum -= self.here;
                self.here = 0;
            }
            b';' | b'{' | b'}' => {
                if bytes[at] == b'}' {
                    self.members = None;
                }
                self.open.clear();
                (self.here, self.sum) = (0, 0);
            }
            b':' => self.members = self.members.map(|members| members + 1),
            b'.' if at > 0 && bytes[at - 1].is_ascii_digit() => {}
            b'!' | b'~' | b'-' | b'+' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'=' | b'>' | b'.' => {
                self.here += 1;
                self.sum += 1;
            }
            letter if letter.is_ascii_alphabetic() || letter == b'_' => {
                let rest = &bytes[at..];
                let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                let len = rest.iter().take_while(|byte| word(byte)).count();
                match &rest[..len] {
                    b"else" => self.branches += 1,
                    b"fn" => self.functions += 1,
                    b"struct" => self.members = Some(0),
                    _ => {}
                }
                return at + len;
            }
            _ => {}
        }
        at + 1
    }

    fn exceeded(&self) -> Option<String> {
        let deep = "compilers recurse over it and run out of stack: split it up with `let` or a loop";
        if self.sum > MOST_OPERATORS {
            return Some(format!("an expression of more than {MOST_OPERATORS} operators; {deep}"));
        }
        if self.branches > MOST_BRANCHES {
            return Some(format!("more than {MOST_BRANCHES} `else` branches in one source; {deep}"));
        }
        if self.members.is_some_and(|members| members > MOST_MEMBERS) {
            return Some(format!(
                "a struct of more than {MOST_MEMBERS} members, which is WGSL's limit; make it an array, or a struct of structs"
            ));
        }
        (self.functions > MOST_FUNCTIONS).then(|| {
            format!("more than {MOST_FUNCTIONS} functions in one source, which take compilers minutes; remove those that the \
                     kernel does not call")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(source: &str) -> bool {
        check("k.wgsl", source).is_err()
    }

    #[test]
    fn what_would_run_out_of_stack_is_refused_with_its_line() {
        let deep = |text: &str| text.repeat(5000);
        for expression in [
            deep("- "),
            deep("!"),
            format!("x{}", deep(" + x")),
            format!("x{}", deep(".x")),
            format!("f(1, {}", deep("-f(-").repeat(2)),
        ] {
            let source = format!("fn main() {{\n    let y = {expression}x;\n}}");
            let error = check("k.wgsl", &source).map_err(|error| error.to_string());
            assert!(error.is_err_and(|text| text.contains("k.wgsl: line 2:")));
        }
        assert!(refused(&deep("if a {} else ")));
    }

    #[test]
    fn too_many_members_or_functions_are_refused_at_once() {
        let members = |count: u32| -> String { (0..count).map(|i| format!("m{i}: u32, ")).collect() };
        let of = |count: u32| format!("struct A {{ {} }} struct B {{ {0} }}", members(count));
        assert!(refused(&of(4000)) && !refused(&of(1023)));
        assert!(refused(&"fn f() {}\n".repeat(50_000)) && !refused(&"fn f() {}\n".repeat(1000)));
    }

    #[test]
    fn long_sources_and_tables_are_not() {
        assert!(!refused(&"x = -a + b[i - 1];\n".repeat(100_000)));
        let table = "-1.0, 2.0 * x, ".repeat(100_000);
        assert!(!refused(&format!("let t = array({table}0.0);")));
        assert!(!refused(&format!("/*{}*/ // {0}", "- ".repeat(9000))));
        assert!(!refused("/* /* */ - */ )))],,, }"));
    }

    #[test]
    fn work_on_the_deep_stack_returns_its_result() {
        assert_eq!(on_deep_stack(|| 7), 7);
    }
}
