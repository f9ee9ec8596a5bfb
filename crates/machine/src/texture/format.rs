//! Texel formats: from bits to values and back.
//!
//! Conversions are those of WebGPU's texel format tables and of Vulkan's "Fixed-Point Data Conversions" and "Shared
//! Exponent to RGB".

use std::fmt;
use std::str::FromStr;

use half::f16;

use super::Texel;

/// The formats that there are, by WebGPU's names.
const NAMES: [&str; 46] = [
    "r8unorm",
    "r8snorm",
    "r8uint",
    "r8sint",
    "r16unorm",
    "r16snorm",
    "r16uint",
    "r16sint",
    "r16float",
    "rg8unorm",
    "rg8snorm",
    "rg8uint",
    "rg8sint",
    "r32uint",
    "r32sint",
    "r32float",
    "rg16unorm",
    "rg16snorm",
    "rg16uint",
    "rg16sint",
    "rg16float",
    "rgba8unorm",
    "rgba8unorm-srgb",
    "rgba8snorm",
    "rgba8uint",
    "rgba8sint",
    "bgra8unorm",
    "bgra8unorm-srgb",
    "rgb9e5ufloat",
    "rgb10a2uint",
    "rgb10a2unorm",
    "rg11b10ufloat",
    "rg32uint",
    "rg32sint",
    "rg32float",
    "rgba16unorm",
    "rgba16snorm",
    "rgba16uint",
    "rgba16sint",
    "rgba16float",
    "rgba32uint",
    "rgba32sint",
    "rgba32float",
    "depth16unorm",
    "depth32float",
    "stencil8",
];

/// What the bits of a channel mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Unorm,
    Snorm,
    Uint,
    Sint,
    Float,
    /// Without a sign; 5 bits of exponent.
    UnsignedFloat,
    /// Three mantissas of 9 bits and one exponent of 5.
    SharedExponent,
}

/// A texel format of WebGPU; parsed from and shown by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TexelFormat {
    name: &'static str,
    /// Bits of the channels, from the least significant bit on; 0 where there is none.
    bits: [u8; 4],
    encoding: Encoding,
}

impl fmt::Display for TexelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Debug for TexelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for TexelFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = NAMES.into_iter().find(|name| *name == text);
        let name = name.ok_or_else(|| format!("`{text}` is not a texel format; there are: {}", NAMES.join(", ")))?;
        let plain = name.trim_end_matches("-srgb");
        let encoding = match plain {
            _ if name == "stencil8" => Encoding::Uint,
            _ if plain.ends_with("ufloat") && name.starts_with("rgb9") => Encoding::SharedExponent,
            _ if plain.ends_with("ufloat") => Encoding::UnsignedFloat,
            _ if plain.ends_with("float") => Encoding::Float,
            _ if plain.ends_with("unorm") => Encoding::Unorm,
            _ if plain.ends_with("snorm") => Encoding::Snorm,
            _ if plain.ends_with("uint") => Encoding::Uint,
            _ => Encoding::Sint,
        };
        let bits = match name {
            "rgb9e5ufloat" => [9, 9, 9, 5],
            "rgb10a2uint" | "rgb10a2unorm" => [10, 10, 10, 2],
            "rg11b10ufloat" => [11, 11, 10, 0],
            _ => {
                let letters = plain.find(|c: char| c.is_ascii_digit()).unwrap_or(plain.len());
                let digits: String = plain[letters..].chars().take_while(char::is_ascii_digit).collect();
                let channels = if letters > 4 { 1 } else { letters };
                std::array::from_fn(|at| if at < channels { digits.parse().unwrap_or(0) } else { 0 })
            }
        };
        Ok(Self { name, bits, encoding })
    }
}

impl TexelFormat {
    /// The name in WGSL, such as `rgba8unorm`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Bytes of a texel: 1, 2, 4, 8 or 16.
    pub fn bytes(self) -> u32 {
        self.bits.iter().map(|bits| u32::from(*bits)).sum::<u32>() / 8
    }

    /// What a shader gets of it.
    pub fn texel(self) -> Texel {
        match self.encoding {
            Encoding::Uint => Texel::Uint,
            Encoding::Sint => Texel::Sint,
            _ => Texel::Float,
        }
    }

    /// Whether it holds depths.
    pub fn is_depth(self) -> bool {
        self.name.starts_with("depth")
    }

    fn is_srgb(self) -> bool {
        self.name.ends_with("-srgb")
    }

    /// The place of red, green, blue and alpha among the channels.
    fn order(self) -> [usize; 4] {
        if self.name.starts_with('b') { [2, 1, 0, 3] } else { [0, 1, 2, 3] }
    }

    /// Red, green, blue and alpha, as the bits of what a shader gets. Colours that are not there are 0, alpha is 1.
    pub fn decode(self, texel: u128) -> [u32; 4] {
        let channels = self.channels(texel);
        if self.encoding == Encoding::SharedExponent {
            let scale = 2f32.powi(channels[3] as i32 - 15 - 9);
            let [r, g, b] = [0, 1, 2].map(|at| (channels[at] as f32 * scale).to_bits());
            return [r, g, b, 1f32.to_bits()];
        }
        let one = if self.texel() == Texel::Float { 1f32.to_bits() } else { 1 };
        let order = self.order();
        std::array::from_fn(|at| match self.bits[order[at]] {
            0 => {
                if at == 3 {
                    one
                } else {
                    0
                }
            }
            bits => {
                let value = decode(self.encoding, bits, channels[order[at]]);
                if self.is_srgb() && at < 3 { linear(f32::from_bits(value)).to_bits() } else { value }
            }
        })
    }

    /// How far neighbouring values of red, green, blue and alpha are apart, as a share of the largest; 0 for integers and
    /// for colours that are not there.
    pub fn steps(self) -> [f64; 4] {
        let order = self.order();
        std::array::from_fn(|at| match (self.encoding, i32::from(self.bits[order[at]])) {
            (Encoding::Uint | Encoding::Sint, _) | (_, 0) => 0.0,
            (Encoding::Unorm, bits) => 1.0 / (2f64.powi(bits) - 1.0),
            (Encoding::Snorm, bits) => 1.0 / (2f64.powi(bits - 1) - 1.0),
            (Encoding::Float, 32) => 2f64.powi(-23),
            (Encoding::Float, _) => 2f64.powi(-10),
            // Five bits of each are the exponent.
            (Encoding::UnsignedFloat, bits) => 2f64.powi(5 - bits),
            (Encoding::SharedExponent, _) if at == 3 => 0.0,
            (Encoding::SharedExponent, bits) => 2f64.powi(1 - bits),
        })
    }

    /// The texel that holds these values best.
    pub fn encode(self, values: [u32; 4]) -> u128 {
        let order = self.order();
        let mut texel = 0;
        let mut shift = 0;
        for (channel, bits) in self.bits.into_iter().enumerate() {
            if bits > 0 {
                let value = values[order[channel]];
                texel |= u128::from(encode(self.encoding, bits, value)) << shift;
                shift += u32::from(bits);
            }
        }
        texel
    }

    fn channels(self, texel: u128) -> [u32; 4] {
        let mut shift = 0;
        self.bits.map(|bits| {
            let value = (texel >> shift) & ((1 << bits) - 1);
            shift += u32::from(bits);
            value as u32
        })
    }
}

/// The value of a channel of so many bits.
fn decode(encoding: Encoding, bits: u8, raw: u32) -> u32 {
    let signed = (raw << (32 - bits)) as i32 >> (32 - bits);
    let most = |bits: u8| ((1u64 << bits) - 1) as f32;
    match encoding {
        Encoding::Uint | Encoding::SharedExponent => raw,
        Encoding::Sint => signed as u32,
        Encoding::Unorm => (raw as f32 / most(bits)).to_bits(),
        Encoding::Snorm => (signed as f32 / most(bits - 1)).max(-1.0).to_bits(),
        Encoding::Float if bits == 16 => f16::from_bits(raw as u16).to_f32().to_bits(),
        Encoding::Float => raw,
        // The upper bits of an f16 that has no sign.
        Encoding::UnsignedFloat => f16::from_bits((raw << (15 - bits)) as u16).to_f32().to_bits(),
    }
}

/// The channel of so many bits that holds a value best.
fn encode(encoding: Encoding, bits: u8, value: u32) -> u32 {
    let float = f32::from_bits(value);
    let mask = ((1u64 << bits) - 1) as u32;
    let number = if float.is_nan() { 0.0 } else { float };
    match encoding {
        Encoding::Uint => value.min(mask),
        Encoding::Sint => {
            let most = (mask >> 1) as i32;
            (value as i32).clamp(-most - 1, most) as u32 & mask
        }
        Encoding::Unorm => (number.clamp(0.0, 1.0) * mask as f32).round_ties_even() as u32,
        Encoding::Snorm => (number.clamp(-1.0, 1.0) * (mask >> 1) as f32).round_ties_even() as i32 as u32 & mask,
        Encoding::Float if bits == 16 => u32::from(f16::from_f32(float).to_bits()),
        Encoding::Float | Encoding::SharedExponent => value,
        Encoding::UnsignedFloat if float.is_nan() => mask,
        Encoding::UnsignedFloat => u32::from(f16::from_f32(float.max(0.0)).to_bits()) >> (15 - bits),
    }
}

/// From sRGB to linear, as WebGPU's `-srgb` formats are read.
fn linear(value: f32) -> f32 {
    if value <= 0.040_45 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(name: &str) -> TexelFormat {
        name.parse().unwrap()
    }

    fn floats(name: &str, texel: u128) -> [f32; 4] {
        format(name).decode(texel).map(f32::from_bits)
    }

    #[test]
    fn every_format_has_a_size_and_keeps_what_it_holds() {
        for name in NAMES {
            let format = format(name);
            assert!([1, 2, 4, 8, 16].contains(&format.bytes()), "{name}: {}", format.bytes());
            if format.is_srgb() || format.encoding == Encoding::SharedExponent {
                continue;
            }
            let mask = u128::MAX >> (128 - 8 * format.bytes());
            let texel = 0x3c01_2f5a_4180_0000_3f40_1203_4240_7f3bu128 & mask;
            assert_eq!(format.encode(format.decode(texel)), texel, "{name}");
        }
    }

    #[test]
    fn neighbouring_values_are_a_step_apart() {
        let steps = |name: &str| format(name).steps();
        assert_eq!(steps("bgra8unorm"), [1.0 / 255.0; 4]);
        assert_eq!(steps("rg16float"), [1.0 / 1024.0, 1.0 / 1024.0, 0.0, 0.0]);
        assert_eq!(steps("rgba32uint"), [0.0; 4]);
        for name in ["rgba8snorm", "rgb10a2unorm", "rgba16float", "rg11b10ufloat"] {
            let format = format(name);
            let one = format.encode([1f32.to_bits(); 4]);
            let [below, _, _, _] = format.decode(one - 1);
            let apart = 1.0 - f64::from(f32::from_bits(below));
            assert!(apart > 0.0 && apart <= 1.01 * format.steps()[0], "{name}: {apart}");
        }
    }

    #[test]
    fn channels_that_are_not_there_are_zero_and_alpha_is_one() {
        assert_eq!(floats("r32float", u128::from(2.5f32.to_bits())), [2.5, 0.0, 0.0, 1.0]);
        assert_eq!(format("rg16uint").decode(0x0007_ffff), [0xffff, 7, 0, 1]);
        assert_eq!(format("r8sint").decode(0xfe), [-2i32 as u32, 0, 0, 1]);
    }

    #[test]
    fn bytes_are_in_the_order_of_the_name() {
        let texel = 0xff80_0040;
        let near = |got: [f32; 4], wanted: [f32; 4]| got.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.003);
        assert!(near(floats("rgba8unorm", texel), [0.25, 0.0, 0.5, 1.0]));
        assert!(near(floats("bgra8unorm", texel), [0.5, 0.0, 0.25, 1.0]));
        assert!(near(floats("rgba8unorm-srgb", 0xff00_0080), [0.2159, 0.0, 0.0, 1.0]));
    }

    #[test]
    fn values_beyond_a_format_are_clamped_and_rounded() {
        let encode = |name: &str, values: [f32; 4]| format(name).encode(values.map(f32::to_bits));
        assert_eq!(encode("rgba8unorm", [2.0, -1.0, 0.5, f32::NAN]), 0x0080_00ff);
        assert_eq!(encode("rgba8snorm", [-2.0, 1.0, 0.0, 0.0]), 0x7f81);
        assert_eq!(format("rgba8sint").encode([300, -300i32 as u32, 0, 0]), 0x807f);
        assert_eq!(format("rg11b10ufloat").decode(0x3c0).map(f32::from_bits), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats("rgb9e5ufloat", 16 << 27 | 256), [1.0, 0.0, 0.0, 1.0]);
    }
}
