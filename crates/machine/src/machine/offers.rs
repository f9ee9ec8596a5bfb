//! The multiply-adds of cooperative matrices that a machine offers to WGSL.

use crate::ir::Product;

/// Some of the multiply-adds of cooperative matrices that WGSL has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offers {
    /// A bit for each of [`Product::ALL`].
    bits: u8,
    /// Whether nobody knows what the machine offers.
    unknown: bool,
}

impl Offers {
    /// All of them: for a machine of which no more is known than its [`Target`](super::Target).
    pub const ALL: Self = Self { bits: u8::MAX, unknown: false };
    /// None, since it is not known which.
    pub const UNKNOWN: Self = Self { bits: 0, unknown: true };

    /// Those of these names, each as `16x16 f16 f32`: rows and columns, the type of the factors, the type of the sums. `None` where one
    /// is no multiply-add that WGSL has.
    pub(super) fn of<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Option<Self> {
        let mut bits = 0;
        for name in names {
            let name = name?;
            bits |= 1 << Product::ALL.iter().position(|product| product.name() == name)?;
        }
        Some(Self { bits, unknown: false })
    }

    /// Whether products of this kind are among them.
    pub fn has(self, product: Product) -> bool {
        Product::ALL.iter().position(|known| *known == product).is_some_and(|at| self.bits >> at & 1 == 1)
    }

    /// Whether the machine offers the multiply-add of this name: `16x16 f16 f32`.
    pub fn has_named(self, name: &str) -> bool {
        Product::ALL.iter().any(|product| product.name() == name && self.has(*product))
    }

    /// That it does not offer `what`, and what it does, in words.
    pub fn lack(self, what: &str) -> String {
        let has: Vec<String> =
            Product::ALL.iter().filter(|product| self.has(**product)).map(|product| product.in_words()).collect();
        let lacking = format!("cooperative matrices of {what}, which this machine does not offer: it offers");
        match has.is_empty() {
            true if self.unknown => {
                format!("cooperative matrices of {what}: which ones this machine offers is not known")
            }
            true => format!("{lacking} none of as many rows as columns"),
            false => format!("{lacking} {}", has.join(", ")),
        }
    }
}
