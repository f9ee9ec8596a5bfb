//! Answers a question on stdin as the page's module does: `cargo run -p lockstep-web --example reply <question.json`.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut question = Vec::new();
    std::io::stdin().read_to_end(&mut question)?;
    std::io::stdout().write_all(lockstep_web::reply(&question).as_bytes())
}
