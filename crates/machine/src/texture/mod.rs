//! Textures and samplers, as a launch binds them.
//!
//! A texture's bytes are its texels, row after row, layer after layer, level after level, with nothing between them.
//! GPUs lay texels out in tiles, each in its own way: the sectors that are counted are those of rows.

mod format;
mod sampler;

pub use format::TexelFormat;
pub use sampler::{AddressMode, Compare, FilterMode, Sampler};

use std::collections::BTreeMap;

use naga::{ImageClass, ImageDimension, ScalarKind, StorageAccess, TypeInner};

/// How many coordinates a texel has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// `texture_1d`.
    D1,
    /// `texture_2d`, also in layers.
    D2,
    /// `texture_3d`.
    D3,
}

impl Dimension {
    /// Coordinates of a texel, layers apart.
    pub fn axes(self) -> usize {
        match self {
            Self::D1 => 1,
            Self::D2 => 2,
            Self::D3 => 3,
        }
    }
}

/// The shape of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// What a texel is.
    pub format: TexelFormat,
    /// How many coordinates.
    pub dimension: Dimension,
    /// Texels along x and y; along z, or layers.
    pub size: [u32; 3],
    /// Levels of detail, 1 or more.
    pub levels: u32,
}

impl Texture {
    /// Texels of a level along x and y, and along z or layers.
    pub fn level_size(&self, level: u32) -> [u32; 3] {
        let [x, y, z] = self.size;
        let halved = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        let flat = self.dimension == Dimension::D1;
        [halved(x), if flat { y } else { halved(y) }, if self.dimension == Dimension::D3 { halved(z) } else { z }]
    }

    fn level_bytes(&self, level: u32) -> u64 {
        let texels = self.level_size(level).map(u64::from).into_iter().fold(1, u64::saturating_mul);
        texels.saturating_mul(u64::from(self.format.bytes()))
    }

    /// Where a level begins, in bytes.
    pub fn level_start(&self, level: u32) -> u64 {
        (0..level.min(32)).map(|level| self.level_bytes(level)).fold(0, u64::saturating_add)
    }

    /// Bytes of all levels.
    pub fn bytes(&self) -> u64 {
        self.level_start(self.levels)
    }

    /// Array layers.
    pub fn layers(&self) -> u32 {
        if self.dimension == Dimension::D3 { 1 } else { self.size[2] }
    }

    /// What is wrong with the shape, if anything.
    pub fn problem(&self) -> Option<String> {
        let [x, y, z] = self.size;
        let most = 32 - x.max(y).max(if self.dimension == Dimension::D3 { z } else { 1 }).leading_zeros();
        if self.size.contains(&0) {
            Some(format!("a texture of {x} x {y} x {z} texels has none"))
        } else if self.dimension == Dimension::D1 && y != 1 {
            Some(format!("a texture_1d has one row, not {y}"))
        } else if !(1..=most).contains(&self.levels) {
            Some(format!("{} levels of {x} x {y} x {z} texels: there can be 1 to {most}", self.levels))
        } else {
            None
        }
    }
}

/// What a launch binds besides bytes: the shapes of its textures, and its samplers, by group and binding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resources {
    /// The shape of each texture, whose texels are among the launch's bindings.
    pub textures: BTreeMap<(u32, u32), Texture>,
    /// How each sampler filters, clamps and compares.
    pub samplers: BTreeMap<(u32, u32), Sampler>,
}

/// The type of a texture variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureType {
    /// How many coordinates.
    pub dimension: Dimension,
    /// Whether it has layers.
    pub arrayed: bool,
    /// What may be done with it.
    pub class: TextureClass,
}

/// What may be done with a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureClass {
    /// Load and sample: `texture_2d<f32>`.
    Sampled(Texel),
    /// Load, sample and compare: `texture_depth_2d`.
    Depth,
    /// Load or store texels of one format: `texture_storage_2d<rgba8unorm, write>`.
    Storage {
        /// The texels' format.
        format: TexelFormat,
        /// Whether the shader may load.
        loads: bool,
        /// Whether the shader may store.
        stores: bool,
    },
}

/// What a shader gets of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texel {
    /// `f32`.
    Float,
    /// `i32`.
    Sint,
    /// `u32`.
    Uint,
}

/// What a variable that is neither buffer nor memory binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceType {
    /// A texture, sampled or stored to.
    Texture(TextureType),
    /// A sampler; a comparing one or not.
    Sampler {
        /// `sampler_comparison`.
        comparison: bool,
    },
}

impl ResourceType {
    /// The type of a variable.
    ///
    /// # Errors
    /// What it is, where the simulator has no such thing.
    pub fn of(inner: &TypeInner) -> Result<Self, String> {
        let (dim, arrayed, class) = match *inner {
            TypeInner::Sampler { comparison } => return Ok(Self::Sampler { comparison }),
            TypeInner::Image { dim, arrayed, class } => (dim, arrayed, class),
            TypeInner::BindingArray { .. } => return Err("an array of bindings".to_owned()),
            TypeInner::AccelerationStructure { .. } => {
                return Err("an acceleration structure, for ray queries".to_owned());
            }
            _ => return Err("a resource that is neither buffer, texture nor sampler".to_owned()),
        };
        let dimension = match dim {
            ImageDimension::D1 => Dimension::D1,
            ImageDimension::D2 => Dimension::D2,
            ImageDimension::D3 => Dimension::D3,
            ImageDimension::Cube => return Err("a cube texture".to_owned()),
        };
        let class = match class {
            ImageClass::Sampled { multi: true, .. } | ImageClass::Depth { multi: true } => {
                return Err("a multisampled texture".to_owned());
            }
            ImageClass::External => return Err("an external texture".to_owned()),
            ImageClass::Depth { .. } => TextureClass::Depth,
            ImageClass::Sampled { kind: ScalarKind::Sint, .. } => TextureClass::Sampled(Texel::Sint),
            ImageClass::Sampled { kind: ScalarKind::Uint, .. } => TextureClass::Sampled(Texel::Uint),
            ImageClass::Sampled { .. } => TextureClass::Sampled(Texel::Float),
            ImageClass::Storage { access, .. } if access.contains(StorageAccess::ATOMIC) => {
                return Err("a texture of atomics".to_owned());
            }
            ImageClass::Storage { format, access } => {
                let name = format!("{format:?}").to_lowercase();
                let format = name.parse().map_err(|_| format!("a texture of {name} texels"))?;
                TextureClass::Storage {
                    format,
                    loads: access.contains(StorageAccess::LOAD),
                    stores: access.contains(StorageAccess::STORE),
                }
            }
        };
        Ok(Self::Texture(TextureType { dimension, arrayed, class }))
    }
}

impl TextureType {
    /// Why a texture cannot be bound to a variable of this type.
    pub fn mismatch(&self, texture: &Texture) -> Option<String> {
        if let Some(problem) = texture.problem() {
            return Some(problem);
        }
        if texture.dimension != self.dimension {
            return Some(format!("it is {:?}, and a {:?} texture is bound", self.dimension, texture.dimension));
        }
        if !self.arrayed && texture.layers() != 1 {
            return Some(format!("it has no layers, and a texture of {} is bound", texture.layers()));
        }
        let format = texture.format;
        let fits = match self.class {
            TextureClass::Sampled(texel) => format.texel() == texel,
            TextureClass::Depth => format.is_depth(),
            TextureClass::Storage { format: wanted, .. } => format == wanted,
        };
        let wanted = match self.class {
            TextureClass::Sampled(texel) => format!("{texel:?} texels"),
            TextureClass::Depth => "depth texels".to_owned(),
            TextureClass::Storage { format, .. } => format!("{format} texels"),
        };
        (!fits).then(|| format!("it takes {wanted}, and a texture of {format} is bound"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_halve_and_follow_each_other() {
        let format = "rgba8unorm".parse().unwrap();
        let texture = Texture { format, dimension: Dimension::D2, size: [6, 4, 3], levels: 3 };
        assert_eq!([0, 1, 2].map(|level| texture.level_size(level)), [[6, 4, 3], [3, 2, 3], [1, 1, 3]]);
        assert_eq!(texture.bytes(), 4 * 3 * (24 + 6 + 1));
        assert_eq!(texture.problem(), None);
        assert!(Texture { levels: 4, ..texture }.problem().is_some());
        assert!(Texture { size: [0, 1, 1], ..texture }.problem().is_some());
    }
}
