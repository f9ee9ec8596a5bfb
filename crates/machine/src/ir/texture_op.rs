//! Operations on textures.

/// An operation on a texture. Its operands lie in consecutive planes: three coordinates and the layer; then the level,
/// and what a comparison compares with; or the four values to store. The size is asked of a level alone.
#[derive(Debug, Clone, Copy)]
pub struct TextureOp {
    /// What is done.
    pub does: TextureDoes,
    /// Index into the program's buffers.
    pub texture: u16,
    /// Index into the program's sites.
    pub site: u32,
}

/// What is done with a texture.
#[derive(Debug, Clone, Copy)]
pub enum TextureDoes {
    /// Reads a texel.
    Load,
    /// Writes a texel.
    Store,
    /// Reads through a sampler.
    Sample(SampleOp),
    /// The size of a level.
    Size,
    /// The number of levels.
    Levels,
    /// The number of layers.
    Layers,
}

/// How a texture is sampled.
#[derive(Debug, Clone, Copy)]
pub struct SampleOp {
    /// Index into the program's samplers.
    pub sampler: u16,
    /// In texels.
    pub offset: [i32; 3],
    /// The component of four texels that is gathered.
    pub gather: Option<u8>,
    /// Whether texels are compared with a depth.
    pub compares: bool,
    /// `textureSampleBaseClampToEdge`.
    pub clamp_to_edge: bool,
    /// The layer is an `i32`.
    pub signed_layer: bool,
}
