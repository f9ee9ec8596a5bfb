//! Loads, stores and samples of textures.
//!
//! A texel outside of its texture loads as zeros, as with Vulkan's robust image access, and is a finding: WGSL does not
//! define it. A store there does nothing, as in WGSL. A sample is counted as one request for each texel that it blends.

use super::state::Runner;
use crate::cache::AccessKind;
use crate::exec::context::Words;
use crate::exec::lanes::{Lanes, Mask, Pattern, Request, Touch};
use crate::exec::observers::Observer;
use crate::exec::subgroup::Subgroup;
use crate::ir::{Access, Mem, NONE, Reg, SampleOp, TextureDoes, TextureOp};
use crate::machine::MAX_WIDTH;
use crate::texture::{Compare, FilterMode, Sampler, Texture};
use crate::type_layout::Kind;
use std::sync::atomic::Ordering::Relaxed;

/// The texel that each lane asks for, by byte address.
type Texels = [u128; MAX_WIDTH];

/// One texel that a sample blends, and its weight.
#[derive(Clone, Copy, Default)]
struct Corner {
    texel: [u32; 3],
    weight: f32,
}

impl Runner<'_> {
    /// Executes `op` on the operands in the planes from `args` on; its results go to the planes from `dst` on.
    pub fn texture(&mut self, sg: &mut Subgroup, op: u32, args: Reg, dst: Reg) {
        let op = self.context.program.texture_ops[op as usize];
        let texture = self.context.textures[op.texture as usize].expect("it is bound: the context asked");
        match op.does {
            TextureDoes::Load => self.load_texels(sg, op, &texture, args, dst),
            TextureDoes::Store => self.store_texels(sg, op, &texture, args),
            TextureDoes::Sample(sample) => self.sample_texels(sg, op, sample, &texture, args, dst),
            TextureDoes::Size => {
                for lane in sg.lanes() {
                    let level = self.operand(sg, args, 0, lane).min(texture.levels - 1);
                    self.put(sg, dst, lane, &texture.level_size(level));
                }
            }
            TextureDoes::Levels => self.put_all(sg, dst, texture.levels),
            TextureDoes::Layers => self.put_all(sg, dst, texture.layers()),
        }
        if dst != NONE {
            sg.forms.forget(dst, 4);
        }
    }

    fn operand(&self, sg: &Subgroup, args: Reg, plane: usize, lane: usize) -> u32 {
        sg.file[args as usize + plane * self.width + lane]
    }

    fn put(&self, sg: &mut Subgroup, dst: Reg, lane: usize, values: &[u32]) {
        for (plane, value) in values.iter().enumerate() {
            sg.file[dst as usize + plane * self.width + lane] = *value;
        }
    }

    fn put_all(&self, sg: &mut Subgroup, dst: Reg, value: u32) {
        sg.file[dst as usize..][..self.width].fill(value);
    }

    /// Fills in each lane's address; returns the lanes whose texel lies in the texture.
    fn address_texels(&mut self, sg: &Subgroup, texture: &Texture, args: Reg, has_level: bool) -> Mask {
        let mut inside = 0;
        for lane in sg.lanes() {
            let level = if has_level { self.operand(sg, args, 4, lane) } else { 0 };
            let [x, y, z, layer] = [0, 1, 2, 3].map(|plane| self.operand(sg, args, plane, lane));
            // Only one of the two is not zero.
            let texel = [x, y, z | layer];
            let within = texel.iter().zip(texture.level_size(level)).all(|(at, size)| *at < size);
            if level < texture.levels && within {
                self.addresses[lane] = address(texture, level, texel);
                inside |= 1 << lane;
            }
        }
        inside
    }

    fn load_texels(&mut self, sg: &mut Subgroup, op: TextureOp, texture: &Texture, args: Reg, dst: Reg) {
        let inside = self.address_texels(sg, texture, args, true);
        let end = " there: WGSL lets a load outside of a texture return any of its texels or zeros, and here it returns zeros";
        self.beyond(sg, op, texture, args, (inside, true), end);
        let mut texels = [0; MAX_WIDTH];
        self.fetch(sg, op, texture, inside, &mut texels);
        for lane in sg.lanes() {
            let values = if inside >> lane & 1 == 1 { texture.format.decode(texels[lane]) } else { [0; 4] };
            self.put(sg, dst, lane, &values);
        }
    }

    /// Reports the first access beyond the texture.
    fn beyond(
        &mut self,
        sg: &Subgroup,
        op: TextureOp,
        texture: &Texture,
        args: Reg,
        (inside, has_level): (Mask, bool),
        end: &str,
    ) {
        let Some(lane) = Lanes(sg.mask & !inside).next() else {
            return;
        };
        let at = [0, 1, 2, 3].map(|plane| self.operand(sg, args, plane, lane));
        let sizes = texture.level_size(if has_level { self.operand(sg, args, 4, lane) } else { 0 });
        let out = (0..2).find(|axis| at[*axis] >= sizes[*axis]);
        let (index, size) = out.map_or((at[2] | at[3], sizes[2]), |axis| (at[axis], sizes[axis]));
        self.observers.sanitizer.outside_texture((sg.index as usize, lane), (index, size), op.site, end);
    }

    fn store_texels(&mut self, sg: &mut Subgroup, op: TextureOp, texture: &Texture, args: Reg) {
        let inside = self.address_texels(sg, texture, args, false);
        self.beyond(sg, op, texture, args, (inside, false), " there: a store outside of a texture does nothing");
        self.budget.writes();
        self.request_texels(sg, op, texture, inside, AccessKind::Writes);
        let Words::Shared(words) = &self.context.buffers[op.texture as usize].words else {
            return;
        };
        for lane in Lanes(inside) {
            let values = [4, 5, 6, 7].map(|plane| self.operand(sg, args, plane, lane));
            let texel = texture.format.encode(values);
            let (at, bytes) = (self.addresses[lane] as usize, texture.format.bytes());
            if bytes >= 4 {
                for word in 0..bytes as usize / 4 {
                    words[at / 4 + word].store((texel >> (32 * word)) as u32, Relaxed);
                }
            } else {
                let shift = at % 4 * 8;
                let mask = ((1u32 << (8 * bytes)) - 1) << shift;
                let merged = |old: u32| Some(old & !mask | (texel as u32) << shift);
                let _ = words[at / 4].fetch_update(Relaxed, Relaxed, merged);
            }
        }
    }

    /// Counts one texel per lane, and looks for races on it.
    fn request_texels(&mut self, sg: &Subgroup, op: TextureOp, texture: &Texture, mask: Mask, kind: AccessKind) {
        if mask == 0 {
            return;
        }
        let (component, size) = match texture.format.bytes() {
            1 => (Kind::Bool, 1),
            2 => (Kind::U16, 1),
            bytes => (Kind::U32, bytes / 4),
        };
        let mem = Mem::Buffer(op.texture);
        let access =
            Access { mem, kind: component, size: size as u8, atomic: false, offset: 0, dynamic: NONE, site: op.site };
        let subgroup = sg.index as usize;
        let (addresses, pattern) = (&self.addresses, Pattern::Other);
        let request = Request { access: &access, subgroup, mask, addresses, pattern };
        self.observers.request(&request, kind);
        self.observers.measure_global(&request, kind, self.context.buffers[op.texture as usize].address);
        let sanitizer = &mut self.observers.sanitizer;
        if sanitizer.inspects(&access) {
            let touch = if kind == AccessKind::Writes { Touch::Write } else { Touch::Read };
            sanitizer.inspect(sg, &request, touch);
            sanitizer.uses_unwritten();
        }
    }

    /// Reads the texels of these lanes, one request.
    fn fetch(&mut self, sg: &Subgroup, op: TextureOp, texture: &Texture, mask: Mask, texels: &mut Texels) {
        self.request_texels(sg, op, texture, mask, AccessKind::Reads);
        self.budget.reads();
        let words = &self.context.buffers[op.texture as usize].words;
        let word = |at: usize| words.word(at).unwrap_or(0);
        let bytes = texture.format.bytes() as usize;
        for lane in Lanes(mask) {
            let at = self.addresses[lane] as usize;
            texels[lane] = match bytes {
                1 | 2 => u128::from(word(at / 4) >> (at % 4 * 8) & ((1 << (8 * bytes)) - 1)),
                _ => (0..bytes / 4).map(|part| u128::from(word(at / 4 + part)) << (32 * part)).sum(),
            };
        }
    }

    fn sample_texels(
        &mut self,
        sg: &mut Subgroup,
        op: TextureOp,
        sample: SampleOp,
        texture: &Texture,
        args: Reg,
        dst: Reg,
    ) {
        let sampler = self.context.samplers[sample.sampler as usize];
        let mut sums = [[0f32; 4]; MAX_WIDTH];
        let mut gathered = [[0u32; 4]; MAX_WIDTH];
        let mipmapped = sampler.levels == FilterMode::Linear && texture.levels > 1;
        for part in 0..1 + usize::from(mipmapped) {
            let corners: Vec<(usize, u32, f32, [Corner; 8])> = sg
                .lanes()
                .filter_map(|lane| {
                    let operands = [0, 1, 2, 3, 4].map(|plane| self.operand(sg, args, plane, lane));
                    let (level, share) = level_of(&sampler, texture, f32::from_bits(operands[4]), part)?;
                    Some((lane, level, share, corners(&sampler, texture, &sample, level, operands)))
                })
                .collect();
            for corner in 0..8 {
                let mut mask = 0;
                for (lane, level, _, all) in &corners {
                    if all[corner].weight > 0.0 || sample.gather.is_some() && corner < 4 {
                        self.addresses[*lane] = address(texture, *level, all[corner].texel);
                        mask |= 1 << lane;
                    }
                }
                let mut texels = [0; MAX_WIDTH];
                self.fetch(sg, op, texture, mask, &mut texels);
                for (lane, _, share, all) in corners.iter().filter(|(lane, ..)| mask >> lane & 1 == 1) {
                    let mut values = texture.format.decode(texels[*lane]);
                    if sample.compares {
                        let reference = f32::from_bits(self.operand(sg, args, 5, *lane));
                        let holds = sampler.compare.unwrap_or(Compare::Always);
                        values[0] = f32::from(u8::from(holds.holds(reference, f32::from_bits(values[0])))).to_bits();
                    }
                    if let Some(component) = sample.gather {
                        // WGSL's order: counter-clockwise from u low, v high.
                        gathered[*lane][[3, 2, 0, 1][corner]] = values[component as usize];
                    }
                    for (sum, value) in sums[*lane].iter_mut().zip(values) {
                        *sum += all[corner].weight * share * f32::from_bits(value);
                    }
                }
            }
        }
        for lane in sg.lanes() {
            let values = match sample.gather {
                Some(_) => gathered[lane],
                None => sums[lane].map(f32::to_bits),
            };
            self.put(sg, dst, lane, &values);
        }
    }
}

/// The byte address of a texel; [`Context::new`](crate::exec::context::Context::new) has checked that it fits.
fn address(texture: &Texture, level: u32, [x, y, z]: [u32; 3]) -> u32 {
    let [width, height, _] = texture.level_size(level).map(u64::from);
    let texel = (u64::from(z) * height + u64::from(y)) * width + u64::from(x);
    (texture.level_start(level) + texel * u64::from(texture.format.bytes())) as u32
}

/// The level that is sampled first, or second between two, and its share.
fn level_of(sampler: &Sampler, texture: &Texture, lod: f32, part: usize) -> Option<(u32, f32)> {
    let most = (texture.levels - 1) as f32;
    let lod = lod.max(sampler.lod[0]).min(sampler.lod[1]).clamp(0.0, most);
    if sampler.levels == FilterMode::Nearest || texture.levels == 1 {
        return Some(((lod + 0.5).ceil() as u32 - 1, 1.0)).filter(|_| part == 0);
    }
    let share = lod - lod.floor();
    match part {
        0 => Some((lod.floor() as u32, 1.0 - share)),
        _ => (share > 0.0).then(|| (lod.floor() as u32 + 1, share)),
    }
}

/// The texels that are blended, and their weights.
fn corners(sampler: &Sampler, texture: &Texture, sample: &SampleOp, level: u32, operands: [u32; 5]) -> [Corner; 8] {
    let sizes = texture.level_size(level);
    let axes = texture.dimension.axes();
    let filter = if level == 0 { sampler.magnify } else { sampler.minify };
    let linear = filter == FilterMode::Linear || sample.gather.is_some();
    let layer = match sample.signed_layer {
        true => (operands[3] as i32).max(0) as u32,
        false => operands[3],
    };
    // Along each axis: the two texels, and the share of the second.
    let mut along = [([0; 2], 0.0); 3];
    for axis in 0..axes {
        let size = sizes[axis];
        let mut at = f32::from_bits(operands[axis]);
        if sample.clamp_to_edge {
            let half = 0.5 / size as f32;
            at = at.clamp(half, 1.0 - half);
        }
        let at = at * size as f32 - if linear { 0.5 } else { 0.0 };
        let first = at.floor() as i64 + i64::from(sample.offset[axis]);
        let share = if linear { at - at.floor() } else { 0.0 };
        let mode = sampler.address[axis];
        along[axis] = ([first, first.saturating_add(1)].map(|at| mode.texel(at, size)), share);
    }
    if axes < 3 {
        along[2].0 = [layer.min(sizes[2] - 1); 2];
    }
    std::array::from_fn(|corner| {
        let second = |axis: usize| corner >> axis & 1;
        let weight = |axis: usize| if second(axis) == 1 { along[axis].1 } else { 1.0 - along[axis].1 };
        Corner { texel: [0, 1, 2].map(|axis| along[axis].0[second(axis)]), weight: weight(0) * weight(1) * weight(2) }
    })
}
