//! Markdown as the handbook has it, as HTML: headings with places to link to, tables and code that scroll by themselves.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html::push_html};

const TABLE: &str =
    r#"<div class="scroll" tabindex="0" role="group" aria-label="table"><table class="figures prose"><thead>"#;

/// What stands under one heading, for a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Its place in the page.
    pub id: String,
    pub text: String,
}

/// A text as HTML, and its sections. The first heading is the page's own.
pub fn html(markdown: &str) -> (Markup, Vec<Section>) {
    let mut events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let sections = sections(&mut events);
    let mut text = String::new();
    push_html(&mut text, events.into_iter().map(event));
    (PreEscaped(text), sections)
}

/// Names each heading's place.
fn sections(events: &mut [Event<'_>]) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut taken = BTreeSet::new();
    let mut heading = None;
    let mut level = HeadingLevel::H1;
    for at in 0..events.len() {
        match &mut events[at] {
            Event::Start(Tag::Heading { level: own, .. }) => {
                // A heading is one level below the one before it at most.
                level = (*own).min(HeadingLevel::try_from(level as usize + 1).unwrap_or(level));
                *own = level;
                heading = Some(at);
                sections.push(Section::default());
            }
            Event::End(TagEnd::Heading(own)) => {
                *own = level;
                let (Some(start), Some(section)) = (heading.take(), sections.last_mut()) else { continue };
                section.id = unique(slug(&section.title), &mut taken);
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
                    *id = Some(section.id.clone().into());
                }
            }
            Event::Text(text) | Event::Code(text) => {
                let Some(section) = sections.last_mut() else { continue };
                if heading.is_some() { section.title += text } else { section.text += text }
            }
            // Within a line, what stands out ends where its last letter does.
            Event::End(TagEnd::Link | TagEnd::Emphasis | TagEnd::Strong) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                if let Some(section) = sections.last_mut().filter(|_| heading.is_none()) {
                    section.text.push(' ');
                }
            }
            _ => {}
        }
    }
    sections.retain(|section| !section.title.is_empty());
    sections
}

fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

fn unique(id: String, taken: &mut BTreeSet<String>) -> String {
    let free = (1..).map(|n| if n == 1 { id.clone() } else { format!("{id}-{n}") }).find(|id| !taken.contains(id));
    let id = free.unwrap_or(id);
    taken.insert(id.clone());
    id
}

/// An event as the site writes it.
fn event(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: address(&dest_url).into(), title, id })
        }
        Event::Start(Tag::Table(_)) => Event::Html(TABLE.into()),
        Event::Start(Tag::TableHead) => Event::Html("<tr>".into()),
        Event::End(TagEnd::TableHead) => Event::Html("</tr></thead><tbody>".into()),
        Event::Start(Tag::TableCell) => Event::Html("<td>".into()),
        Event::End(TagEnd::TableCell) => Event::Html("</td>".into()),
        Event::End(TagEnd::Table) => Event::Html("</tbody></table></div>\n".into()),
        Event::Start(Tag::CodeBlock(_)) => Event::Html(r#"<pre tabindex="0"><code>"#.into()),
        Event::End(TagEnd::CodeBlock) => Event::Html("</code></pre>\n".into()),
        other => other,
    }
}

/// Where a link of the book leads on the site.
fn address(link: &str) -> String {
    if link.contains("://") {
        return link.to_owned();
    }
    link.replace("README.md", "index.html").replace(".md", ".html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_and_headings_have_places() {
        let (page, sections) =
            html("# A `title`\n\nSee [it](../tiling/README.md#x) and [that](a.md).\n\n## Twice\n\n## Twice\n");
        let page = page.into_string();
        assert!(page.contains(r#"href="../tiling/index.html#x""#) && page.contains(r#"href="a.html""#), "{page}");
        assert!(page.contains(r#"<h1 id="a-title">A <code>title</code></h1>"#), "{page}");
        assert_eq!(sections.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["a-title", "twice", "twice-2"]);
        assert_eq!(sections[0].text.trim(), "See it and that.");
    }

    #[test]
    fn tables_and_code_scroll_by_themselves() {
        let (page, _) = html("| a | b |\n| --- | --- |\n| 1 | `2` |\n\n```\nx < y\n```\n");
        let page = page.into_string();
        assert!(page.contains("<thead><tr><td>a</td><td>b</td></tr></thead><tbody><tr>"), "{page}");
        assert!(page.contains("<td><code>2</code></td></tr>\n</tbody></table></div>"), "{page}");
        assert!(page.contains("<pre tabindex=\"0\"><code>x &lt; y\n</code></pre>"), "{page}");
    }
}
