//! The lanes, in motion: a trace as something to step through, by a script within the page.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::sim::execution_trace::ExecutionTrace;

/// The player's script: the only one that a page may run.
pub const SCRIPT: &str = include_str!("../../../web/player/player.js");

/// Its style, in the page's colours.
pub const STYLE: &str = include_str!("../../../web/player/player.css");

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    trace: &'a ExecutionTrace,
    source: &'a str,
}

/// The place of the player, with its data.
pub fn player(trace: &ExecutionTrace, source: &str) -> Markup {
    // Of a text in JSON no character but this can end the element that holds it.
    let data = serde_json::to_string(&Data { trace, source }).unwrap_or_default().replace('<', "\\u003c");
    html! {
        div class="motion" {
            script type="application/json" data-trace { (PreEscaped(data)) }
            noscript { p { "The steps of a workgroup are shown by a script, which this browser does not run." } }
        }
    }
}

/// What a content security policy calls the script.
pub fn script_source() -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(SCRIPT)))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= group.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_rfc_4648_writes_them() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
