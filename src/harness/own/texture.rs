//! Textures and samplers of a kernel of one's own, bound by flags.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::bind::Bound;
use super::job::{Fill, OwnKernel, Place};
use crate::harness::Refused;
use crate::host::Host;
use crate::kernel::{Kernel, ResourceBinding};
use crate::sim::texture::{
    AddressMode, Compare, Dimension, FilterMode, ResourceType, Resources, Sampler, TexelFormat, Texture, TextureClass,
    TextureType,
};

/// What `--texture G.B=` is followed by: `FORMAT:WIDTHxHEIGHTxDEPTH:WHAT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextureFill {
    /// The texels' format.
    pub format: String,
    /// Texels along x and y; along z, or layers.
    pub size: [u32; 3],
    /// What they hold.
    pub fill: Option<Fill>,
}

impl FromStr for TextureFill {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "write FORMAT:WIDTHxHEIGHTxDEPTH, then :FILE or :rand (without it, texels are zero)";
        let mut parts = text.splitn(3, ':');
        let format = parts.next().unwrap_or_default();
        let format: TexelFormat = format.parse().map_err(|error| format!("{error}; {form}"))?;
        let sizes: Result<Vec<u32>, _> = parts.next().unwrap_or_default().split('x').map(str::parse).collect();
        let size = match sizes.as_deref() {
            Ok([x]) => [*x, 1, 1],
            Ok([x, y]) => [*x, *y, 1],
            Ok([x, y, z]) => [*x, *y, *z],
            _ => return Err(format!("`{text}` has no size in texels: {form}")),
        };
        if size.contains(&0) {
            return Err(format!("`{text}`: a texture has one texel or more along each axis"));
        }
        let bytes = size.iter().try_fold(u64::from(format.bytes()), |bytes, size| bytes.checked_mul(u64::from(*size)));
        let bytes = bytes.ok_or_else(|| format!("`{text}` is too large"))?;
        let fill = match parts.next() {
            None | Some("zero") => None,
            Some("rand") => {
                let scalar = crate::kernel::Scalar::U32;
                Some(Fill::Random { scalar, count: bytes.div_ceil(4), below: None })
            }
            Some(path) => Some(Fill::File(path.into())),
        };
        Ok(Self { format: format.name().to_owned(), size, fill })
    }
}

impl fmt::Display for TextureFill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.size;
        write!(f, "{}:{x}x{y}x{z}", self.format)
    }
}

/// What `--sampler G.B=` is followed by: `nearest` or `linear`, `clamp`, `repeat` or `mirror`, and a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SamplerWords(Vec<String>);

impl FromStr for SamplerWords {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = Self(text.split(',').map(str::to_owned).collect());
        words.sampler().map(|_| words)
    }
}

impl SamplerWords {
    fn sampler(&self) -> Result<Sampler, String> {
        let mut sampler = Sampler::default();
        for word in &self.0 {
            match word.as_str() {
                "nearest" => {}
                "linear" => {
                    let address = sampler.address;
                    sampler = Sampler { address, compare: sampler.compare, ..Sampler::filtering(FilterMode::Linear) };
                }
                "clamp" => sampler.address = [AddressMode::ClampToEdge; 3],
                "repeat" => sampler.address = [AddressMode::Repeat; 3],
                "mirror" => sampler.address = [AddressMode::MirrorRepeat; 3],
                "less" => sampler.compare = Some(Compare::Less),
                "less-equal" => sampler.compare = Some(Compare::LessEqual),
                "greater" => sampler.compare = Some(Compare::Greater),
                "greater-equal" => sampler.compare = Some(Compare::GreaterEqual),
                "equal" => sampler.compare = Some(Compare::Equal),
                "not-equal" => sampler.compare = Some(Compare::NotEqual),
                other => {
                    return Err(format!(
                        "`{other}` says nothing of a sampler: nearest or linear; clamp, repeat or mirror; for a \
                         comparison sampler less, less-equal, greater, greater-equal, equal or not-equal"
                    ));
                }
            }
        }
        Ok(sampler)
    }
}

/// Whether texels may be stored there.
pub(super) fn is_stored(ty: &ResourceType) -> bool {
    matches!(ty, ResourceType::Texture(TextureType { class: TextureClass::Storage { stores: true, .. }, .. }))
}

/// The texels and shapes of the kernel's textures, and its samplers.
pub(super) fn bind(kernel: &Kernel, own: &OwnKernel, host: &dyn Host) -> Result<(Vec<Bound>, Resources), Refused> {
    let (mut bound, mut resources) = (Vec::new(), Resources::default());
    let mut missing = Vec::new();
    for resource in &kernel.resources {
        let place = Place { group: resource.group, binding: resource.binding };
        let key = (place.group, place.binding);
        match resource.ty {
            ResourceType::Sampler { .. } => match own.samplers.iter().find(|(at, _)| *at == place) {
                Some((_, words)) => {
                    resources.samplers.insert(key, words.sampler().map_err(Refused::unserved)?);
                }
                None => missing.push((format!("--sampler {place}=linear"), resource)),
            },
            ResourceType::Texture(ty) => match own.textures.iter().find(|(at, _)| *at == place) {
                Some((_, given)) => {
                    let (texels, texture) = texture(resource, ty, given, host)?;
                    bound.push(texels);
                    resources.textures.insert(key, texture);
                }
                None => missing.push((format!("--texture {place}={}", suggested(ty)), resource)),
            },
        }
    }
    if missing.is_empty() {
        return Ok((bound, resources));
    }
    let line = |(flag, resource): &(String, &ResourceBinding)| {
        format!("  {flag}  `{}`, line {}", resource.name, resource.line)
    };
    Err(Refused::unserved(format!(
        "{}: {} of its textures and samplers are not bound. Add, with sizes and contents of your choice:\n{}",
        kernel.path,
        missing.len(),
        missing.iter().map(line).collect::<Vec<_>>().join("\n")
    )))
}

fn texture(
    resource: &ResourceBinding,
    ty: TextureType,
    given: &TextureFill,
    host: &dyn Host,
) -> Result<(Bound, Texture), Refused> {
    let place = Place { group: resource.group, binding: resource.binding };
    let failed = |why: String| Refused::unserved(format!("--texture {place}={given}: {why}"));
    let format: TexelFormat = given.format.parse().map_err(failed)?;
    let texture = Texture { format, dimension: ty.dimension, size: given.size, levels: 1 };
    let bytes = texture.bytes();
    if let Some(fill) = &given.fill {
        let has = fill.bytes(host).map_err(failed)?;
        if matches!(fill, Fill::File(_)) && has != bytes {
            return Err(failed(format!("its texels take {bytes} bytes, and the file has {has}")));
        }
    }
    let fill = given.fill.clone().unwrap_or(Fill::Zero(bytes));
    let (name, patches) = (resource.name.clone(), Vec::new());
    Ok((Bound { place, name, fill, bytes, given: bytes, patches, used: true }, texture))
}

/// A texture that fits a declaration.
fn suggested(ty: TextureType) -> String {
    use crate::sim::texture::Texel;
    let format = match ty.class {
        TextureClass::Storage { format, .. } => format.name(),
        TextureClass::Depth => "depth32float",
        TextureClass::Sampled(Texel::Float) => "rgba8unorm",
        TextureClass::Sampled(Texel::Uint) => "r32uint",
        TextureClass::Sampled(Texel::Sint) => "r32sint",
    };
    let size = match (ty.dimension, ty.arrayed) {
        (Dimension::D1, _) => "64",
        (Dimension::D2, false) => "64x64",
        (Dimension::D2, true) => "64x64x4",
        (Dimension::D3, _) => "16x16x16",
    };
    let rand = if is_stored(&ResourceType::Texture(ty)) || format.ends_with("float") { "" } else { ":rand" };
    format!("{format}:{size}{rand}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_is_a_format_a_size_and_what_it_holds() {
        let texture: TextureFill = "rgba8unorm:8x4:in.bin".parse().unwrap();
        assert_eq!((texture.size, texture.fill), ([8, 4, 1], Some(Fill::File("in.bin".into()))));
        assert_eq!("r32float:16".parse::<TextureFill>().unwrap().fill, None);
        for text in ["rgba9:4x4", "r32float", "r32float:0x4", "r32float:ax4", "r32float:1x2x3x4"] {
            assert!(text.parse::<TextureFill>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_sampler_is_said_in_words() {
        let sampler = "linear,repeat".parse::<SamplerWords>().unwrap().sampler().unwrap();
        assert_eq!((sampler.magnify, sampler.address[0]), (FilterMode::Linear, AddressMode::Repeat));
        assert!("bicubic".parse::<SamplerWords>().is_err());
    }
}
