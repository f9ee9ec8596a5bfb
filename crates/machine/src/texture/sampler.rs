//! Samplers.

/// The texel that a coordinate beyond the edge stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressMode {
    /// The last one.
    #[default]
    ClampToEdge,
    /// The texture is repeated.
    Repeat,
    /// The texture is repeated, every other time mirrored.
    MirrorRepeat,
}

impl AddressMode {
    /// The texel along an axis of `size`.
    pub fn texel(self, at: i64, size: u32) -> u32 {
        let size = i64::from(size);
        let inside = match self {
            Self::ClampToEdge => at.clamp(0, size - 1),
            Self::Repeat => at.rem_euclid(size),
            Self::MirrorRepeat => match at.rem_euclid(2 * size) {
                at if at < size => at,
                at => 2 * size - 1 - at,
            },
        };
        inside as u32
    }
}

/// How the texels around a coordinate are blended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilterMode {
    /// The one that is nearest, alone.
    #[default]
    Nearest,
    /// Those around it, by their distances.
    Linear,
}

/// How a comparison sampler compares: reference, then texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Never true.
    Never,
    /// `<`.
    Less,
    /// `==`.
    Equal,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `!=`.
    NotEqual,
    /// `>=`.
    GreaterEqual,
    /// Always true.
    Always,
}

impl Compare {
    /// Whether `reference` compares so with the texel.
    pub fn holds(self, reference: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

/// How a texture is sampled. The default is WebGPU's: nearest texels, clamped to the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Along u, v and w.
    pub address: [AddressMode; 3],
    /// In level 0 and where texels are larger than what is asked for.
    pub magnify: FilterMode,
    /// In smaller levels.
    pub minify: FilterMode,
    /// Between levels.
    pub levels: FilterMode,
    /// Least and most level of detail.
    pub lod: [f32; 2],
    /// Of a comparison sampler.
    pub compare: Option<Compare>,
}

impl Default for Sampler {
    fn default() -> Self {
        let nearest = FilterMode::Nearest;
        Self {
            address: [AddressMode::ClampToEdge; 3],
            magnify: nearest,
            minify: nearest,
            levels: nearest,
            lod: [0.0, 32.0],
            compare: None,
        }
    }
}

impl Sampler {
    /// One filter for everything.
    pub fn filtering(filter: FilterMode) -> Self {
        Self { magnify: filter, minify: filter, levels: filter, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::AddressMode::{ClampToEdge, MirrorRepeat, Repeat};

    #[test]
    fn coordinates_beyond_the_edge_are_clamped_repeated_or_mirrored() {
        let all = |mode: super::AddressMode| [-2, -1, 0, 3, 4, 5].map(|at| mode.texel(at, 4));
        assert_eq!(all(ClampToEdge), [0, 0, 0, 3, 3, 3]);
        assert_eq!(all(Repeat), [2, 3, 0, 3, 0, 1]);
        assert_eq!(all(MirrorRepeat), [1, 0, 0, 3, 3, 2]);
    }
}
