//! Pointers, loads and stores.

use super::builder::{Builder, Lowered};
use super::emit::access_of;
use super::scope::Scope;
use super::term::{Place, Root, Value};
use crate::ir::{Access, Extent, Mem, NONE, Op, Reg};
use crate::type_layout::{Element, Kind, Shape};
use naga::{Expression, Handle};
use std::rc::Rc;

/// Bytes of a row of the array that `element` of `place` lies in: the innermost arrays are rows.
fn row_of(place: &Place<'_>, element: &Element<'_>) -> u32 {
    match (place.shape, element.shape) {
        (Shape::Array { stride, .. }, Shape::Array { .. }) => stride,
        _ => place.row,
    }
}

/// Bytes of the vector whose components the elements of `place` are.
fn vector_of(place: &Place<'_>) -> u32 {
    match place.shape {
        Shape::Vector { size, kind } => size * kind.bytes(),
        _ => 0,
    }
}

impl<'m> Builder<'m> {
    /// The place of a member or of an element whose index is known.
    pub fn member_of(&mut self, place: &Place<'m>, index: u32) -> Lowered<Place<'m>> {
        let element = self.check(place.shape.element(self.types(), index))?;
        let step = match place.root {
            Root::Registers(_) => element.planes,
            Root::Memory(_) => element.bytes,
        };
        let (row, vector) = (row_of(place, &element), vector_of(place));
        let path = self.path_to(place, Some(index));
        let outermost = self.outermost_of(place)?;
        let offset = place.offset.wrapping_add(step);
        Ok(Place { shape: element.shape, offset, row, vector, path, outermost, ..*place })
    }

    /// The outermost array that an element of `place` lies in.
    fn outermost_of(&mut self, place: &Place<'m>) -> Lowered<Option<Extent>> {
        match (place.outermost, place.shape, place.root) {
            (None, Shape::Array { stride, .. }, Root::Memory(_)) => {
                let len = self.length_of(place)?;
                Ok(Some(Extent { start: place.offset, len, stride }))
            }
            (known, ..) => Ok(known),
        }
    }

    /// What the source calls a place.
    fn path_of(&self, place: &Place<'m>) -> &str {
        self.paths.get(place.path as usize).map_or(place.name, String::as_str)
    }

    /// The path of a member or of an element: one whose index is not known is any of them. Components have none of their own.
    fn path_to(&mut self, place: &Place<'m>, index: Option<u32>) -> u32 {
        let path = self.path_of(place);
        let member = |index: u32, members: &[naga::StructMember]| members[index as usize].name.clone();
        let longer = match (place.shape, index) {
            (Shape::Struct(members), Some(index)) => format!("{path}.{}", member(index, members).unwrap_or_default()),
            (Shape::Array { .. }, Some(index)) => format!("{path}[{index}]"),
            (Shape::Array { .. }, None) => format!("{path}[..]"),
            _ => return place.path,
        };
        self.paths.push(longer);
        self.paths.len() as u32 - 1
    }

    /// The place of an element whose index is in a register: checks it against the length.
    pub fn element_of(&mut self, place: &Place<'m>, index: Reg, signed: bool) -> Lowered<Place<'m>> {
        let len = self.length_of(place)?;
        let element = self.check(place.shape.element(self.types(), 1))?;
        let stride = match place.root {
            Root::Registers(_) => element.planes,
            Root::Memory(_) => element.bytes,
        };
        let name = self.path_of(place).to_owned();
        let site = self.site(&name, signed);
        let dst = self.alloc(1)?;
        self.push(Op::Index { dst, base: place.dynamic, index, len, stride, site, folds: false });
        let (row, vector) = (row_of(place, &element), vector_of(place));
        let path = self.path_to(place, None);
        let outermost = self.outermost_of(place)?;
        Ok(Place { shape: element.shape, dynamic: dst, row, vector, path, outermost, ..*place })
    }

    pub fn access_at(&mut self, place: &Place<'m>, mem: Mem, atomic: bool) -> Access {
        let site = self.site(place.name, false);
        self.sites[site as usize].shared = mem == Mem::Workgroup;
        self.sites[site as usize].row_bytes = place.row;
        Access { mem, kind: Kind::U32, size: 1, atomic, offset: place.offset, dynamic: place.dynamic, site }
    }

    /// The access of an atomic operation.
    pub fn atomic_access(&mut self, place: &Place<'m>, mem: Mem, kind: Kind) -> Access {
        let access = self.access_at(place, mem, true);
        access_of(&access, place.offset, kind, 1)
    }

    pub fn load(&mut self, scope: &mut Scope<'m>, pointer: Handle<Expression>) -> Lowered<Value<'m>> {
        let Value::Pointer(place) = self.value(scope, pointer)? else {
            return Err(self.unsupported("a load from a value"));
        };
        self.handled_as_a_whole(&place, false)?;
        let atomic = scope.is_atomic(self, pointer);
        Ok(Value::Plain(match place.root {
            Root::Registers(_) => self.read_registers(&place)?,
            Root::Memory(mem) => self.read_memory(&place, mem, atomic)?,
        }))
    }

    /// Reads a place in registers: the variable's own planes where they are known.
    pub fn read_registers(&mut self, place: &Place<'m>) -> Lowered<Rc<[Reg]>> {
        let Root::Registers(base) = place.root else {
            return self.read_memory(place, Mem::Workgroup, false);
        };
        let kinds = self.kinds_of_shape(&place.shape)?;
        let base = base + place.offset;
        let source = super::term::consecutive(base, &kinds);
        if place.dynamic == NONE {
            return Ok(source);
        }
        let copy = self.alloc(kinds.iter().map(|kind| kind.planes()).sum())?;
        let copies = super::term::consecutive(copy, &kinds);
        let site = self.site(place.name, false);
        for ((&src, &dst), kind) in source.iter().zip(copies.iter()).zip(&kinds) {
            for plane in 0..kind.planes() {
                let (dst, base) = (dst + plane, src + plane);
                self.push(Op::RegLoad { dst, base, offset: place.dynamic, site });
            }
        }
        Ok(copies)
    }

    /// Reads a place in memory: one request for each scalar or vector.
    pub fn read_memory(&mut self, place: &Place<'m>, mem: Mem, atomic: bool) -> Lowered<Rc<[Reg]>> {
        let kinds = self.kinds_of_shape(&place.shape)?;
        if place.dynamic == NONE && mem.never_changes(&self.buffers) && kinds.iter().all(|kind| kind.bytes() >= 4) {
            return self.constant_memory(place, mem);
        }
        let first = self.alloc(kinds.iter().map(|kind| kind.planes()).sum())?;
        self.ordered |= atomic && mem != Mem::Workgroup;
        let access = self.access_at(place, mem, atomic);
        let mut dst = first;
        for (offset, kind, size) in self.accesses(place)? {
            let access = access_of(&access, offset, kind, size);
            self.memory(Op::Load { access, dst });
            dst += kind.planes() * size;
        }
        Ok(super::term::consecutive(first, &kinds))
    }

    /// A place in a uniform buffer or in immediates whose address is known: an operand, not a load.
    fn constant_memory(&mut self, place: &Place<'m>, mem: Mem) -> Lowered<Rc<[Reg]>> {
        let mut regs = Vec::new();
        for (offset, kind, size) in self.accesses(place)? {
            for component in 0..size {
                regs.push(self.preload(mem, offset + component * kind.bytes(), kind.planes()));
            }
        }
        Ok(regs.into())
    }

    fn accesses(&self, place: &Place<'m>) -> Lowered<Vec<(u32, Kind, u32)>> {
        let mut accesses = Vec::new();
        let mut each = |offset, kind, size| accesses.push((offset, kind, size));
        let result = place.shape.visit(self.types(), place.offset, &mut each);
        self.check(result)?;
        Ok(accesses)
    }

    pub fn store(
        &mut self,
        scope: &mut Scope<'m>,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Lowered<()> {
        let Value::Pointer(place) = self.value(scope, pointer)? else {
            return Err(self.unsupported("a store to a value"));
        };
        let regs = self.plain(scope, value)?;
        self.handled_as_a_whole(&place, true)?;
        match place.root {
            Root::Registers(base) => {
                let variable = self.variable_around(base);
                scope.detach(self, variable.0, variable.1)?;
                self.write_registers(&place, &regs)
            }
            Root::Memory(mem) => {
                let atomic = scope.is_atomic(self, pointer);
                self.write_memory(&place, mem, &regs, atomic)
            }
        }
    }

    /// The base and length of the variable whose planes start at `base`.
    fn variable_around(&self, base: Reg) -> (Reg, u32) {
        (base, self.code.variables.get(&base).copied().unwrap_or(1))
    }

    /// Writes a value to a place in registers, for the active lanes.
    pub fn write_registers(&mut self, place: &Place<'m>, regs: &[Reg]) -> Lowered<()> {
        let Root::Registers(base) = place.root else {
            return Ok(());
        };
        let kinds = self.kinds_of_shape(&place.shape)?;
        let targets = super::term::consecutive(base + place.offset, &kinds);
        let planes: u32 = kinds.iter().map(|kind| kind.planes()).sum();
        let range = base + place.offset..base + place.offset + planes;
        let moves = |regs: &[Reg]| regs.iter().zip(targets.iter()).any(|(src, dst)| src != dst && range.contains(src));
        let copied;
        let regs = if moves(regs) {
            // Parts of the variable change places.
            copied = self.copied(&kinds, regs)?;
            &copied
        } else {
            regs
        };
        let site = if place.dynamic == NONE { NONE } else { self.site(place.name, false) };
        for ((&src, &dst), &kind) in regs.iter().zip(targets.iter()).zip(&kinds) {
            if place.dynamic == NONE {
                self.copy(kind, dst, src, true);
                continue;
            }
            for plane in 0..kind.planes() {
                let (base, src) = (dst + plane, src + plane);
                self.push(Op::RegStore { base, offset: place.dynamic, src, site });
            }
        }
        Ok(())
    }

    fn write_memory(&mut self, place: &Place<'m>, mem: Mem, regs: &[Reg], atomic: bool) -> Lowered<()> {
        self.ordered |= atomic && mem != Mem::Workgroup;
        let access = self.access_at(place, mem, atomic);
        self.sites[access.site as usize].vector_bytes = place.vector;
        let mut next = regs.iter().copied();
        for (offset, kind, size) in self.accesses(place)? {
            let mut src = [NONE; 4];
            for (slot, reg) in src.iter_mut().zip(next.by_ref().take(size as usize)) {
                *slot = reg;
            }
            let access = access_of(&access, offset, kind, size);
            self.memory(Op::Store { access, src });
        }
        Ok(())
    }
}
