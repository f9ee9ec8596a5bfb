//! Fragments (WGSL's cooperative matrices): loads, stores, multiply-adds, sums and products with scalars.

use super::builder::{Builder, Lowered};
use super::emit::access_of;
use super::scope::Scope;
use super::term::{Place, Root, Value, consecutive};
use crate::ir::{Extent, Length, Mem, NONE, Op, Product, Reg, Tile};
use crate::type_layout::Fragment;
use crate::type_layout::{Kind, Shape};
use naga::{BinaryOperator, CooperativeData, Expression, Handle};
use std::rc::Rc;

impl<'m> Builder<'m> {
    /// `coopLoad`, `coopLoadT`.
    pub fn cooperative_load(
        &mut self,
        scope: &mut Scope<'m>,
        result: Handle<Expression>,
        data: &CooperativeData,
    ) -> Lowered<Value<'m>> {
        let fragment = self.fragment_of(scope, result)?;
        let tile = self.tile(scope, fragment, data)?;
        let dst = self.alloc(tile.planes)?;
        self.memory(Op::LoadTile { tile, dst });
        Ok(Value::Plain(planes_from(dst, tile.planes)))
    }

    /// `coopStore`, `coopStoreT`.
    pub fn cooperative_store(
        &mut self,
        scope: &mut Scope<'m>,
        stored: Handle<Expression>,
        data: &CooperativeData,
    ) -> Lowered<()> {
        let fragment = self.fragment_of(scope, stored)?;
        self.pointer_at_once(scope, data.pointer)?;
        for operand in [stored, data.stride] {
            self.known_by_now(scope, operand)?;
        }
        let tile = self.tile(scope, fragment, data)?;
        let held = self.plain(scope, stored)?;
        let src = self.together(fragment, &held)?;
        self.memory(Op::StoreTile { tile, src });
        Ok(())
    }

    /// A pointer that naga would compute only behind the store: backends make pointers where they are used.
    fn pointer_at_once(&mut self, scope: &mut Scope<'m>, pointer: Handle<Expression>) -> Lowered<()> {
        let (base, index) = match scope.function.expressions[pointer] {
            Expression::Access { base, index } => (base, Some(index)),
            Expression::AccessIndex { base, .. } => (base, None),
            _ => return Ok(()),
        };
        if scope.values[pointer.index()].is_some() {
            return Ok(());
        }
        self.pointer_at_once(scope, base)?;
        index.map_or(Ok(()), |index| self.known_by_now(scope, index))?;
        self.emit(scope, pointer)
    }

    /// Refuses an operand of a store that naga 30 computes only behind it.
    fn known_by_now(&self, scope: &Scope<'m>, operand: Handle<Expression>) -> Lowered<()> {
        let expression = &scope.function.expressions[operand];
        if scope.values[operand.index()].is_some() || expression.needs_pre_emit() {
            return Ok(());
        }
        let why = "a cooperative store whose operands naga computes only behind it, and then stores something else";
        Err(self.unsupported(format!("{why}: name them with `let` before the store")))
    }

    /// `coopMultiplyAdd`.
    pub fn cooperative_multiply_add(
        &mut self,
        scope: &mut Scope<'m>,
        operands: [Handle<Expression>; 3],
    ) -> Lowered<Value<'m>> {
        let [a, b, c] = operands.map(|operand| self.fragment_of(scope, operand));
        let (a, b, c) = (a?, b?, c?);
        let product = Product { side: c.side, factors: a.kind, sum: c.kind };
        if product.operands() != [a, b, c] || !Product::ALL.contains(&product) {
            let of = |fragment: Fragment| format!("{0}x{0} {1}", fragment.side, fragment.kind.name());
            let what = format!("a product of cooperative matrices of {} and {} with sums of {}", of(a), of(b), of(c));
            return Err(self.unsupported(format!("{what}: no device has it")));
        }
        if !self.offers.has(product) {
            return Err(self.unsupported(self.offers.lack(&product.in_words())));
        }
        self.fragment_operation();
        let mut regs = [NONE; 3];
        for ((reg, handle), fragment) in regs.iter_mut().zip(operands).zip([a, b, c]) {
            let held = self.plain(scope, handle)?;
            *reg = self.together(fragment, &held)?;
        }
        let planes = c.planes(self.width);
        self.count(0);
        if !self.uncounted {
            self.cost().matrix_flop += product.flop();
        }
        let dst = self.alloc(planes)?;
        let site = self.site("", false);
        let [a, b, c] = regs;
        self.push(Op::MultiplyTiles { product, planes, dst, a, b, c, site });
        Ok(Value::Plain(planes_from(dst, planes)))
    }

    /// Sums and differences of fragments, and products with scalars: element by element, which a lane does for those that it holds.
    pub fn fragment_arithmetic(
        &mut self,
        op: BinaryOperator,
        (fragment, held): (Fragment, &[Reg]),
        (other, beside): (Shape<'m>, &[Reg]),
    ) -> Lowered<Value<'m>> {
        self.fragment_operation();
        let beside: Rc<[Reg]> = match (op, other) {
            (BinaryOperator::Add | BinaryOperator::Subtract, Shape::Fragment(_)) => {
                self.whole_subgroup()?;
                beside.into()
            }
            (BinaryOperator::Multiply, Shape::Scalar(_)) => vec![self.common(beside[0], "")?; held.len()].into(),
            _ => return Err(self.unsupported("this operation on cooperative matrices")),
        };
        let mut results = Vec::with_capacity(held.len());
        for (at, (&held, &beside)) in held.iter().zip(beside.iter()).enumerate() {
            self.component = at as u32;
            results.push(self.scalar_binary(op, fragment.kind, held, beside)?);
        }
        self.component = 0;
        Ok(Value::Plain(results.into()))
    }

    /// The first lane's value, for all lanes of a subgroup: a factor, or the index of an array of fragments, which is called `name`.
    fn common(&mut self, value: Reg, name: &'m str) -> Lowered<Reg> {
        let site = self.site(name, false);
        let dst = self.alloc(1)?;
        self.push(Op::Common { dst, a: value, site });
        Ok(dst)
    }

    /// Has the run find where a part of a subgroup does what each lane does for the elements that it holds.
    fn whole_subgroup(&mut self) -> Lowered<()> {
        let same = self.zero(Kind::U32);
        self.common(same, "").map(drop)
    }

    /// The same of a fragment that is read from or written to a variable, and where each lane has another one.
    pub fn handled_as_a_whole(&mut self, place: &Place<'m>, written: bool) -> Lowered<()> {
        match (&place.shape, place.dynamic) {
            (Shape::Fragment(_), NONE) if written => self.whole_subgroup(),
            (Shape::Fragment(_), index) if index != NONE => self.common(index, place.name).map(drop),
            _ => Ok(()),
        }
    }

    fn fragment_operation(&mut self) {
        self.subgroup_operation();
        if self.first_fragment_line == 0 {
            self.first_fragment_line = self.line;
        }
    }

    fn fragment_of(&self, scope: &Scope<'m>, value: Handle<Expression>) -> Lowered<Fragment> {
        match scope.shape(self, value)? {
            Shape::Fragment(fragment) => Ok(fragment),
            _ => Err(self.unsupported("a cooperative matrix of this type")),
        }
    }

    /// The first of the consecutive planes that hold a fragment.
    fn together(&mut self, fragment: Fragment, held: &[Reg]) -> Lowered<Reg> {
        if held.windows(2).all(|pair| pair[1] == pair[0] + 1) {
            return Ok(held[0]);
        }
        Ok(self.copied(&vec![fragment.kind; held.len()], held)?[0])
    }

    /// The square of memory that a load or a store names.
    fn tile(&mut self, scope: &mut Scope<'m>, fragment: Fragment, data: &CooperativeData) -> Lowered<Tile> {
        let takes = |product: &Product| self.offers.has(*product) && product.operands().contains(&fragment);
        if !Product::ALL.iter().any(takes) {
            let what = format!("{0}x{0} {1} as {2:?}", fragment.side, fragment.kind.name(), fragment.role);
            return Err(self.unsupported(self.offers.lack(&what)));
        }
        let Value::Pointer(place) = self.value(scope, data.pointer)? else {
            return Err(self.unsupported("a cooperative load or store of a value"));
        };
        let mem = self.tiled_memory(&place)?;
        if scope.is_atomic(self, data.pointer) {
            return Err(self.unsupported("cooperative loads and stores of atomics"));
        }
        let (kind, components) = match place.shape {
            Shape::Scalar(kind) => (kind, 1),
            Shape::Vector { size: 3, .. } => {
                return Err(
                    self.unsupported("cooperative loads and stores through pointers to vectors of three components")
                );
            }
            Shape::Vector { size, kind } => (kind, size),
            _ => return Err(self.unsupported("cooperative loads and stores through pointers to matrices")),
        };
        if !matches!(scope.shape(self, data.stride)?, Shape::Scalar(Kind::I32 | Kind::U32)) {
            return Err(self.unsupported("a stride between rows of a cooperative matrix that is no 32-bit integer"));
        }
        let stride = self.scalar(scope, data.stride)?;
        self.fragment_operation();
        let access = access_of(&self.access_at(&place, mem, false), place.offset, kind, fragment.side.into());
        self.sites[access.site as usize].tile = true;
        let element_bytes = (kind.bytes() * components) as u8;
        let extent = match place.outermost {
            Some(extent) => extent,
            None => Extent { start: place.offset, len: self.length(Length::Fixed(1)), stride: element_bytes.into() },
        };
        let planes = fragment.planes(self.width);
        Ok(Tile { fragment, access, planes, stride, element_bytes, by_rows: data.row_major, extent })
    }

    /// The memory of a tile: the matrix units of no device reach any other.
    fn tiled_memory(&self, place: &Place<'m>) -> Lowered<Mem> {
        let other = match place.root {
            Root::Memory(mem) if !mem.never_changes(&self.buffers) => return Ok(mem),
            Root::Memory(Mem::Immediate) => "immediates",
            Root::Memory(_) => "uniform buffers",
            Root::Registers(_) => "private variables",
        };
        Err(self.unsupported(format!("cooperative loads and stores of {other}")))
    }
}

fn planes_from(dst: Reg, planes: u32) -> Rc<[Reg]> {
    consecutive(dst, &vec![Kind::F32; planes as usize])
}
