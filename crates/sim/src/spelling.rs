//! A name that was mistyped, and the one that was meant.

/// The name that is spelled most like `name`, whatever its case: one slip of a key for each three letters makes one of the
/// other. `None` where none is so near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let slips = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let (slips, near) = known.into_iter().map(|known| (slips(known), known)).min_by_key(|(slips, _)| *slips)?;
    (slips <= name.chars().count().div_ceil(3)).then_some(near)
}
