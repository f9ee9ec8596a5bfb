//! The file around a report.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::player;
use crate::text::{REPLACED, clean};

/// Nothing is fetched, nothing is run that is not named, nothing is sent: the browser itself sees to it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A whole file that needs nothing else. What `body` escapes can act as nothing but text.
pub fn page(title: &str, style: &str, body: &Markup) -> String {
    file(title, POLICY, style, body)
}

/// The file of a report; `plays` where it holds a trace, which takes a script.
pub(super) fn report(title: &str, body: &Markup, plays: bool) -> String {
    const STYLE: &str = concat!(include_str!("drawing.css"), include_str!("style.css"));
    let body = html! {
        main { (body) }
        footer class="foot" {
            p {
                "Made by lockstep " (env!("CARGO_PKG_VERSION")) ". This file is complete in itself: "
                (if plays { "its one script steps through the trace, and it" } else { "it has no script and" })
                " asks for nothing from the network."
            }
        }
        @if plays { script { (PreEscaped(player::SCRIPT)) } }
    };
    if plays {
        let policy = format!("{POLICY}; script-src {}", player::script_source());
        return file(title, &policy, &format!("{STYLE}{}", player::STYLE), &body);
    }
    file(title, POLICY, STYLE, &body)
}

fn file(title: &str, policy: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "lockstep " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    // A device's name or a source may hold what has no place in a text.
    clean(&page.into_string(), |_| REPLACED)
}
