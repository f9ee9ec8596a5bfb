//! Finds the name that a mistyped one was meant to be.

/// The known name that is spelled most like `name`, ignoring case, with at most one typing error per three letters. `None`
/// where no name is so close.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let slips = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let (slips, near) = known.into_iter().map(|known| (slips(known), known)).min_by_key(|(slips, _)| *slips)?;
    (slips <= name.chars().count().div_ceil(3)).then_some(near)
}
