//! Textures: what is loaded, stored, sampled and asked of them.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Resource, Value};
use crate::ir::{Buffer, SamplerBinding};
use crate::ir::{NONE, Op, Reg, SampleOp, TextureDoes, TextureOp};
use crate::texture::{ResourceType, TextureClass, TextureType};
use crate::type_layout::Kind;
use naga::valid::GlobalUse;
use naga::{Expression, GlobalVariable, Handle, ImageQuery, SampleLevel, ScalarKind};

/// The operands of an `ImageSample`, besides the texture and the sampler.
pub(super) struct Sampled {
    pub coordinate: Handle<Expression>,
    pub array_index: Option<Handle<Expression>>,
    pub offset: Option<Handle<Expression>>,
    pub level: SampleLevel,
    pub depth_ref: Option<Handle<Expression>>,
    pub gather: Option<u8>,
    pub clamp_to_edge: bool,
}

impl<'m> Builder<'m> {
    /// Makes room for a texture or a sampler.
    pub(super) fn resource(&mut self, handle: Handle<GlobalVariable>, usage: GlobalUse) -> Lowered<()> {
        let global = &self.module.global_variables[handle];
        let ty = self.check(ResourceType::of(&self.module.types[global.ty].inner))?;
        let Some(binding) = global.binding else {
            return Err(self.unsupported("a resource without a binding"));
        };
        let (group, binding) = (binding.group, binding.binding);
        let name = global.name.clone().unwrap_or_default();
        let resource = match ty {
            ResourceType::Sampler { .. } => {
                self.samplers.push(SamplerBinding { group, binding, name });
                Resource::Sampler(self.samplers.len() as u16 - 1)
            }
            ResourceType::Texture(texture) => {
                let mut writable = false;
                if let TextureClass::Storage { format, stores, .. } = texture.class {
                    writable = stores && usage.contains(GlobalUse::WRITE);
                    self.granule = self.granule.min(format.bytes());
                }
                let texture = Some(texture);
                self.buffers.push(Buffer { group, binding, name, writable, uniform: false, min_bytes: 1, texture });
                Resource::Texture(self.buffers.len() as u16 - 1)
            }
        };
        self.resources.insert(handle, resource);
        Ok(())
    }

    fn texture_of(&mut self, scope: &mut Scope<'m>, image: Handle<Expression>) -> Lowered<(u16, TextureType)> {
        if let Value::Resource(Resource::Texture(texture)) = self.value(scope, image)?
            && let Some(ty) = self.buffers[texture as usize].texture
        {
            return Ok((texture, ty));
        }
        Err(self.unsupported("a texture that is not a variable"))
    }

    /// Coordinates and layer in four registers, zero where there are none.
    fn coordinates(
        &mut self,
        scope: &mut Scope<'m>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
    ) -> Lowered<Vec<Reg>> {
        let mut regs = self.plain(scope, coordinate)?.to_vec();
        regs.resize(3, self.word(0));
        regs.push(self.optional(scope, layer)?);
        Ok(regs)
    }

    fn optional(&mut self, scope: &mut Scope<'m>, handle: Option<Handle<Expression>>) -> Lowered<Reg> {
        match handle {
            Some(handle) => self.scalar(scope, handle),
            None => Ok(self.word(0)),
        }
    }

    /// Emits the operation on `operands`, which it finds in consecutive planes; returns `results` planes.
    fn texture_op(&mut self, texture: u16, does: TextureDoes, operands: &[Reg], results: u32) -> Lowered<Value<'m>> {
        let args = self.copied(&vec![Kind::U32; operands.len()], operands)?[0];
        let name = self.buffers[texture as usize].name.clone();
        let site = self.site(&name, false);
        self.count(0);
        let dst = if results == 0 { NONE } else { self.alloc(4)? };
        let op = self.texture_ops.len() as u32;
        self.texture_ops.push(TextureOp { does, texture, site });
        self.push(Op::Texture { op, args, dst });
        Ok(Value::Plain((dst..dst.wrapping_add(results)).collect()))
    }

    /// Components that a shader gets of a texel.
    fn components(ty: TextureType, gathers: bool) -> u32 {
        if ty.class == TextureClass::Depth && !gathers { 1 } else { 4 }
    }

    pub(super) fn image_load(
        &mut self,
        scope: &mut Scope<'m>,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
        level: Option<Handle<Expression>>,
    ) -> Lowered<Value<'m>> {
        let (texture, ty) = self.texture_of(scope, image)?;
        let mut operands = self.coordinates(scope, coordinate, layer)?;
        operands.push(self.optional(scope, level)?);
        let texels = self.texture_op(texture, TextureDoes::Load, &operands, Self::components(ty, false))?;
        self.note_sign(scope, coordinate)?;
        Ok(texels)
    }

    /// Of the texture operation made last: a coordinate below zero is reported as negative.
    fn note_sign(&mut self, scope: &Scope<'m>, coordinate: Handle<Expression>) -> Lowered<()> {
        let signed = self.kind(scope, coordinate)?.is_signed();
        if let Some(op) = self.texture_ops.last() {
            self.sites[op.site as usize].signed = signed;
        }
        Ok(())
    }

    pub(super) fn image_store(
        &mut self,
        scope: &mut Scope<'m>,
        image: Handle<Expression>,
        coordinate: Handle<Expression>,
        layer: Option<Handle<Expression>>,
        value: Handle<Expression>,
    ) -> Lowered<()> {
        let (texture, _) = self.texture_of(scope, image)?;
        let mut operands = self.coordinates(scope, coordinate, layer)?;
        operands.extend_from_slice(&self.plain(scope, value)?);
        self.texture_op(texture, TextureDoes::Store, &operands, 0)?;
        self.note_sign(scope, coordinate)
    }

    pub(super) fn image_query(
        &mut self,
        scope: &mut Scope<'m>,
        image: Handle<Expression>,
        query: ImageQuery,
    ) -> Lowered<Value<'m>> {
        let (texture, ty) = self.texture_of(scope, image)?;
        let (does, level, results) = match query {
            ImageQuery::Size { level } => (TextureDoes::Size, level, ty.dimension.axes() as u32),
            ImageQuery::NumLevels => (TextureDoes::Levels, None, 1),
            ImageQuery::NumLayers => (TextureDoes::Layers, None, 1),
            ImageQuery::NumSamples => return Err(self.unsupported("multisampled textures")),
        };
        let level = self.optional(scope, level)?;
        self.texture_op(texture, does, &[level], results)
    }

    pub(super) fn image_sample(
        &mut self,
        scope: &mut Scope<'m>,
        image: Handle<Expression>,
        sampler: Handle<Expression>,
        sampled: &Sampled,
    ) -> Lowered<Value<'m>> {
        let (texture, ty) = self.texture_of(scope, image)?;
        let Value::Resource(Resource::Sampler(sampler)) = self.value(scope, sampler)? else {
            return Err(self.unsupported("a sampler that is not a variable"));
        };
        let level = match sampled.level {
            SampleLevel::Zero => self.word(0),
            SampleLevel::Exact(level) => {
                let signed = scope.inner(self, level).scalar_kind();
                let level = self.scalar(scope, level)?;
                // The level of a depth texture is a whole number.
                match signed {
                    Some(ScalarKind::Sint) => self.un(crate::ir::Un::I32ToF32, level)?,
                    Some(ScalarKind::Uint) => self.un(crate::ir::Un::U32ToF32, level)?,
                    _ => level,
                }
            }
            SampleLevel::Auto if sampled.gather.is_some() => self.word(0),
            SampleLevel::Gradient { .. } => return Err(self.unsupported("textureSampleGrad: give a level")),
            _ => return Err(self.unsupported("a level of detail from derivatives: compute shaders have none")),
        };
        let mut operands = self.coordinates(scope, sampled.coordinate, sampled.array_index)?;
        operands.push(level);
        operands.push(self.optional(scope, sampled.depth_ref)?);
        let layer = sampled.array_index.map(|index| scope.inner(self, index).scalar_kind());
        let does = SampleOp {
            sampler,
            offset: self.constant_offset(scope, sampled.offset)?,
            gather: sampled.gather,
            compares: sampled.depth_ref.is_some(),
            clamp_to_edge: sampled.clamp_to_edge,
            signed_layer: layer == Some(Some(ScalarKind::Sint)),
        };
        let results = Self::components(ty, sampled.gather.is_some());
        self.texture_op(texture, TextureDoes::Sample(does), &operands, results)
    }

    /// The texels by which a sample is moved: a constant.
    fn constant_offset(&mut self, scope: &mut Scope<'m>, offset: Option<Handle<Expression>>) -> Lowered<[i32; 3]> {
        let mut texels = [0; 3];
        let Some(offset) = offset else {
            return Ok(texels);
        };
        let regs = self.plain(scope, offset)?;
        for (texel, reg) in texels.iter_mut().zip(regs.iter()) {
            let known = (reg & crate::ir::CONSTANT != 0).then_some(reg & !crate::ir::CONSTANT);
            match known.and_then(|at| self.constants.get(at as usize)) {
                Some(bits) => *texel = *bits as i32,
                None => return Err(self.unsupported("an offset that is not a constant")),
            }
        }
        Ok(texels)
    }
}
