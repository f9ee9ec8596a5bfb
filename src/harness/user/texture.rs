//! Textures and samplers of a kernel of one's own, bound by flags.

use std::fmt;
use std::str::FromStr;

use super::bind::BoundBuffer;
use crate::harness::protocol::{BindingPoint, Fill, RunError, SamplerWords, TextureFill, UserKernel};
use crate::host::Host;
use crate::kernel::{Kernel, ResourceBinding, Scalar};
use crate::sim::texture::{
    AddressMode, Compare, Dimension, FilterMode, ResourceType, Resources, Sampler, TexelFormat, Texture, TextureClass,
    TextureType,
};

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
                let scalar = random_in(format.name());
                Some(Fill::Random { scalar, count: bytes.div_ceil(scalar.bytes() as u64), below: None })
            }
            Some(path) => Some(Fill::File(path.into())),
        };
        Ok(Self { format: format.name().to_owned(), size, fill })
    }
}

/// What random texels are made of: floats are numbers, not random bits, many of which would be infinite or none.
fn random_in(format: &str) -> Scalar {
    match format {
        _ if format.ends_with("32float") => Scalar::F32,
        _ if format.ends_with("16float") => Scalar::F16,
        _ => Scalar::U32,
    }
}

impl fmt::Display for TextureFill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.size;
        write!(f, "{}:{x}x{y}x{z}", self.format)
    }
}

impl FromStr for SamplerWords {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = Self(text.split([',', ' ', ':', '+']).filter(|word| !word.is_empty()).map(str::to_owned).collect());
        words.sampler().map(|_| words)
    }
}

impl SamplerWords {
    /// Whether it samples between texels.
    pub(super) fn filters(&self) -> bool {
        self.0.iter().any(|word| word == "linear")
    }

    /// The sampler for a variable that compares, or does not.
    fn for_variable(&self, comparison: bool) -> Result<Sampler, String> {
        let sampler = self.sampler()?;
        match (comparison, sampler.compare) {
            (true, None) => Err("it is a comparison sampler: add a comparison, such as less".to_owned()),
            (false, Some(_)) => Err("it is not a comparison sampler: leave the comparison out".to_owned()),
            _ => Ok(sampler),
        }
    }

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

/// The textures and samplers that are not bound: the flag that would bind each, and what it is.
pub(super) fn missing(kernel: &Kernel, user: &UserKernel) -> Vec<(String, String)> {
    let flag = |resource: &ResourceBinding| {
        let place = BindingPoint { group: resource.group, binding: resource.binding };
        match resource.ty {
            ResourceType::Sampler { .. } if user.samplers.iter().any(|(at, _)| *at == place) => None,
            ResourceType::Sampler { comparison } => {
                Some(format!("--sampler {place}={}", if comparison { "linear,less" } else { "linear" }))
            }
            ResourceType::Texture(_) if user.textures.iter().any(|(at, _)| *at == place) => None,
            ResourceType::Texture(ty) => Some(format!("--texture {place}={}", suggested(ty))),
        }
    };
    let reported =
        |resource: &ResourceBinding| Some((flag(resource)?, format!("`{}`, line {}", resource.name, resource.line)));
    kernel.resources.iter().filter_map(reported).collect()
}

/// The texels and shapes of the kernel's textures, and its samplers, all of which are given.
pub(super) fn bind(
    kernel: &Kernel,
    user: &UserKernel,
    host: &dyn Host,
) -> Result<(Vec<BoundBuffer>, Resources), RunError> {
    let (mut bound, mut resources) = (Vec::new(), Resources::default());
    for resource in &kernel.resources {
        let place = BindingPoint { group: resource.group, binding: resource.binding };
        let key = (place.group, place.binding);
        match resource.ty {
            ResourceType::Sampler { comparison } => {
                if let Some((_, words)) = user.samplers.iter().find(|(at, _)| *at == place) {
                    let failed = |why| {
                        let words = words.0.join(",");
                        RunError::unserved(format!(
                            "--sampler {place}={words}: `{}`, line {}: {why}",
                            resource.name, resource.line
                        ))
                    };
                    resources.samplers.insert(key, words.for_variable(comparison).map_err(failed)?);
                }
            }
            ResourceType::Texture(ty) => {
                if let Some((_, given)) = user.textures.iter().find(|(at, _)| *at == place) {
                    let (texels, texture) = texture(resource, ty, given, host)?;
                    bound.push(texels);
                    resources.textures.insert(key, texture);
                }
            }
        }
    }
    Ok((bound, resources))
}

fn texture(
    resource: &ResourceBinding,
    ty: TextureType,
    given: &TextureFill,
    host: &dyn Host,
) -> Result<(BoundBuffer, Texture), RunError> {
    let place = BindingPoint { group: resource.group, binding: resource.binding };
    let failed = |why: String| RunError::unserved(format!("--texture {place}={given}: {why}"));
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
    Ok((BoundBuffer { place, name, fill, bytes, given: bytes, patches, used: true }, texture))
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
    let rand = if is_stored(&ResourceType::Texture(ty)) || ty.class == TextureClass::Depth { "" } else { ":rand" };
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
        let random = |scalar, count| Some(Fill::Random { scalar, count, below: None });
        assert_eq!("rgba16float:3x5:rand".parse::<TextureFill>().unwrap().fill, random(Scalar::F16, 60));
        assert_eq!("rg32float:3:rand".parse::<TextureFill>().unwrap().fill, random(Scalar::F32, 6));
        assert_eq!("r8unorm:3:rand".parse::<TextureFill>().unwrap().fill, random(Scalar::U32, 1));
        for text in ["rgba9:4x4", "r32float", "r32float:0x4", "r32float:ax4", "r32float:1x2x3x4"] {
            assert!(text.parse::<TextureFill>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_sampler_is_said_in_words() {
        let sampler = "linear,repeat".parse::<SamplerWords>().unwrap().sampler().unwrap();
        assert_eq!((sampler.magnify, sampler.address[0]), (FilterMode::Linear, AddressMode::Repeat));
        assert!("bicubic".parse::<SamplerWords>().is_err());
        let fits = |words: &str, comparison| words.parse::<SamplerWords>().unwrap().for_variable(comparison).is_ok();
        assert!(fits("linear", false) && fits("linear,less", true));
        assert!(!fits("linear", true) && !fits("less", false));
    }
}
