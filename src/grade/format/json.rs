//! The gradebook itself, schema `lockstep/gradebook/1`.

use super::form::pretty;
use super::{Format, Render};

pub const FORMAT: Format = Format::new("json", Render::Class("gradebook.json", |book, _| pretty(book)));
