//! The loads that most loops are made of: words, by a pattern that is known without a look at the addresses, from
//! memory that the kernel does not write. They do what [`Runner::load`] does.

use super::context::Words;
use super::lanes::Pattern;
use super::lanes::Request;
use super::lanes::form::Form;
use super::lanes::subgroup::Subgroup;
use super::runner::Runner;
use crate::code::{Access, Mem, NONE, Reg};
use crate::paged::Paged;
use std::sync::atomic::Ordering::Relaxed;

/// An element of an array, of which the index is in a register.
pub struct Element {
    /// The distance of the array, or `NONE`.
    pub base: Reg,
    pub index: Reg,
    /// Index into the program's lengths.
    pub len: u32,
    /// Bytes.
    pub stride: u32,
}

impl Runner<'_> {
    /// Loads, counts, and says so; or does nothing, where the request is not of this kind.
    #[inline(always)]
    pub fn quick_load<const W: usize>(&mut self, sg: &mut Subgroup, access: &Access, dst: Reg) -> bool {
        let dynamic = access.dynamic;
        if dynamic == NONE {
            return false;
        }
        let form = sg.forms.get(dynamic);
        self.quick::<W>(sg, access, dst, form, |file, at| Some(u64::from(file[dynamic as usize + at])))
    }

    /// The same for an element whose address nothing else needs.
    #[inline(always)]
    pub fn quick_element<const W: usize>(
        &mut self,
        sg: &mut Subgroup,
        element: &Element,
        access: &Access,
        dst: Reg,
    ) -> bool {
        let len = u64::from(self.context.lengths[element.len as usize]);
        let (base, index, stride) = (element.base, element.index, element.stride);
        let indices = sg.forms.get(index);
        let from = (base != NONE).then_some(base);
        let form = sg.forms.element(from, index, stride);
        // Within a block, indices must not leave the array and come back.
        let reach = u64::from(indices.step) * u64::from(form.lanes - 1);
        self.quick::<W>(sg, access, dst, form, |file, at| {
            let index = u64::from(file[index as usize + at]);
            let start = from.map_or(0, |base| u64::from(file[base as usize + at]));
            (index + reach < len).then(|| index * u64::from(stride) + start)
        })
    }

    /// Loads from the distances that start each block; these have the form given.
    #[inline(always)]
    fn quick<const W: usize>(
        &mut self,
        sg: &mut Subgroup,
        access: &Access,
        dst: Reg,
        form: Form,
        distance: impl Fn(&[u32], usize) -> Option<u64>,
    ) -> bool {
        let w = if W == 0 { self.width } else { W };
        let bytes = 4 * u32::from(access.size);
        let lanes = form.lanes as usize;
        let known = (form.step == 0 && (lanes == w || (lanes >= 4 && sg.is_whole())))
            || (form.step == bytes && lanes >= 4 && sg.is_whole());
        let Mem::Buffer(buffer) = access.mem else {
            return false;
        };
        let memory = &self.context.buffers[buffer as usize];
        let writable = self.context.program.buffers[buffer as usize].writable;
        if writable || !known || access.kind.bytes() != 4 || self.first.wants(access.site, sg.index as usize) {
            return false;
        }
        let len = bytes + form.step * (form.lanes - 1);
        let mut starts = [0; crate::config::MAX_WIDTH / 4];
        let starts = &mut starts[..w / lanes];
        for (block, start) in starts.iter_mut().enumerate() {
            let Some(distance) = distance(&sg.file, block * lanes) else {
                return false;
            };
            let first = distance + u64::from(access.offset);
            if first + u64::from(len) > u64::from(memory.bytes) {
                return false;
            }
            *start = first as u32;
        }
        for component in 0..access.size as usize {
            let dst = dst + (component * w) as Reg;
            let out = &mut sg.file[dst as usize..][..w];
            let apart = form.step as usize / 4;
            for (out, start) in out.chunks_mut(lanes).zip(&*starts) {
                let first = *start as usize / 4 + component;
                match &memory.words {
                    Words::Frozen(words) => read(out, &words[first..], apart),
                    Words::Paged(paged) => read_paged(out, paged, first, apart),
                    Words::Shared(_) => {}
                }
            }
            let same = if form.step == 0 { form } else { Form::UNKNOWN };
            sg.forms.set(dst, same);
        }
        if !memory.uniform {
            let request =
                Request { access, subgroup: sg.index as usize, mask: sg.mask, addresses: &[], pattern: Pattern::Other };
            (self.counts).global_blocks(&request, starts, len, memory.address);
        }
        true
    }
}

/// Fills the lanes of a block with words that are so far apart. Blocks are short: a call to copy them would take longer.
#[inline(always)]
fn read(out: &mut [u32], words: &[u32], apart: usize) {
    match apart {
        0 => out.fill(words[0]),
        1 => {
            let (out, _) = out.as_chunks_mut::<4>();
            let (words, _) = words.as_chunks::<4>();
            for (out, words) in out.iter_mut().zip(words) {
                *out = *words;
            }
        }
        apart => {
            for (out, words) in out.iter_mut().zip(words.chunks(apart)) {
                *out = words[0];
            }
        }
    }
}

/// The same from pages, of which a block may cross into the next.
fn read_paged(out: &mut [u32], paged: &Paged, first: usize, apart: usize) {
    if apart == 0 {
        return out.fill(paged.read(first));
    }
    let run = paged.run(first);
    if run.len() > apart * (out.len() - 1) {
        for (out, word) in out.iter_mut().zip(run.iter().step_by(apart)) {
            *out = word.load(Relaxed);
        }
        return;
    }
    for (at, out) in out.iter_mut().enumerate() {
        *out = paged.read(first + at * apart);
    }
}
