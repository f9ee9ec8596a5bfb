//! Answers questions on stdin, a line each, as the page's module does: `cargo run -p lockstep-web --example reply <questions.jsonl`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    for question in std::io::stdin().lines() {
        let answer = pollster::block_on(lockstep_web::reply(&question?, &mut |_| {}));
        writeln!(std::io::stdout(), "{answer}")?;
    }
    Ok(())
}
