//! The entry point: its variables, inputs and resources.

use super::builder::{Builder, Lowered};
use super::scope::Scope;
use super::term::{Place, Root, Targets, Value};
use super::uniformity::doubtful_barriers;
use crate::ir::{Buffer, Program, Unsupported};
use crate::ir::{Mem, NONE, Op};
use crate::machine::Target;
use crate::type_layout::Shape;
use naga::proc::Layouter;
use naga::valid::{GlobalUse, ModuleInfo};
use naga::{
    AddressSpace, Binding, BuiltIn, EntryPoint, FunctionArgument, GlobalVariable, Handle, Module, ShaderStage,
    StorageAccess, Type, TypeInner,
};

/// The most invocations in a workgroup. GPUs have 256 to 2048.
const MAX_INVOCATIONS: u64 = 4096;

/// The most in one that has cooperative matrices: half of the numbers that race detection has are theirs.
const MAX_WITH_FRAGMENTS: u64 = 2048;

/// Lowers the compute entry point `entry` of a validated module whose overrides are resolved.
///
/// `source` is the WGSL that the module was parsed from: findings and counters name its lines.
pub fn lower(
    module: &Module,
    info: &ModuleInfo,
    source: &str,
    entry: &str,
    target: &Target,
) -> Result<Program, Unsupported> {
    let mut builder = Builder::new(module, info, source, target);
    if let Some(problem) = target.problem() {
        return Err(builder.unsupported(problem));
    }
    let found = module.entry_points.iter().position(|point| point.name == entry);
    let Some(index) = found else {
        return Err(builder.unsupported(format!("the entry point `{entry}`: there is none of that name")));
    };
    let point = &module.entry_points[index];
    if point.stage != ShaderStage::Compute {
        return Err(builder.unsupported(format!("`{entry}`, which is not a compute entry point")));
    }
    builder.entry(point, index)
}

impl<'m> Builder<'m> {
    fn entry(&mut self, point: &'m EntryPoint, index: usize) -> Lowered<Program> {
        let sizes = point.workgroup_size.map(u64::from);
        let invocations = sizes.into_iter().fold(1, u64::saturating_mul);
        if invocations > MAX_INVOCATIONS {
            return Err(
                self.unsupported(format!("a workgroup of {invocations} invocations: the most is {MAX_INVOCATIONS}"))
            );
        }
        self.invocations = invocations as u32;
        let info = self.info.get_entry_point(index);
        for (handle, _) in self.module.global_variables.iter() {
            if !info[handle].is_empty() {
                self.global(handle, info[handle])?;
            }
        }
        let arguments = self.inputs(&point.function.arguments)?;
        self.watch_arguments(&point.function, &arguments)?;
        let mut scope = Scope::new(&point.function, info, arguments);
        self.locals(&mut scope)?;
        let end = self.label();
        let targets = Targets { skip: end, break_depth: None, continue_depth: None, return_depth: None };
        self.block(&mut scope, &point.function.body, targets)?;
        self.bind_label(end);
        self.push_control(Op::End);
        if self.first_fragment_line != 0 && invocations > MAX_WITH_FRAGMENTS {
            let what = format!("cooperative matrices in a workgroup of {invocations} invocations");
            return Err(self.unsupported(format!("{what}: the most is {MAX_WITH_FRAGMENTS}")));
        }
        self.finish();
        Ok(self.program(point))
    }

    fn program(&mut self, point: &EntryPoint) -> Program {
        let inputs = self.code.inputs.iter().map(|&(builtin, reg)| (builtin, self.final_reg(reg))).collect();
        let mixes = Program::mixes_atomics(&self.ops, |mem| mem != Mem::Workgroup);
        Program {
            ops: std::mem::take(&mut self.ops),
            code: std::mem::take(&mut self.code).into(),
            lines: std::mem::take(&mut self.lines),
            watched: std::mem::take(&mut self.watched),
            width: self.width,
            lanes: self.width,
            file: (self.constants.len() as u32 + self.planes) * self.width,
            constants: std::mem::take(&mut self.constants),
            preloads: self.final_preloads(),
            inputs,
            workgroup_size: point.workgroup_size,
            workgroup_bytes: self.workgroup_bytes,
            workgroup_starts: std::mem::take(&mut self.workgroup_starts),
            buffers: std::mem::take(&mut self.buffers),
            samplers: std::mem::take(&mut self.samplers),
            texture_ops: std::mem::take(&mut self.texture_ops),
            immediate_bytes: self.immediate_bytes,
            lengths: std::mem::take(&mut self.lengths),
            sites: std::mem::take(&mut self.sites),
            segments: std::mem::take(&mut self.segments),
            switches: std::mem::take(&mut self.switches),
            depth: self.max_depth,
            granule: self.granule,
            ordered: self.ordered || mixes,
            subgroups: self.subgroups,
            first_subgroup_line: self.first_subgroup_line,
            first_fragment_line: self.first_fragment_line,
            names_subgroup: self.names_subgroup,
            width_literals: std::mem::take(&mut self.width_literals),
            doubtful_barriers: doubtful_barriers(self.module, point, &|span| {
                span.to_range().map_or(0, |range| self.line_of(range.start))
            }),
        }
    }

    /// Makes room for a global variable.
    fn global(&mut self, handle: Handle<GlobalVariable>, usage: GlobalUse) -> Lowered<()> {
        let global = &self.module.global_variables[handle];
        self.at(self.module.global_variables.get_span(handle));
        if global.space == AddressSpace::Handle {
            return self.resource(handle, usage);
        }
        let name = global.name.as_deref().unwrap_or("a global variable");
        let shape = self.check(Shape::of(self.module, global.ty))?;
        let root = match global.space {
            AddressSpace::Private => self.private(global)?,
            AddressSpace::WorkGroup => self.shared(global)?,
            AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                self.buffer(global, name, usage)?;
                (Root::Memory(Mem::Buffer(self.buffers.len() as u16 - 1)), 0)
            }
            AddressSpace::Immediate => {
                self.immediate_bytes = self.size_of(global.ty)?;
                (Root::Memory(Mem::Immediate), 0)
            }
            other => return Err(self.unsupported(format!("the address space {other:?}"))),
        };
        let (root, offset) = root;
        let place = Place { root, shape, offset, dynamic: NONE, row: 0, vector: 0, name, path: NONE, outermost: None };
        if matches!(root, Root::Memory(Mem::Workgroup | Mem::Buffer(_))) {
            let mut granule = self.granule;
            self.check(smallest(self.module, &shape, &mut granule))?;
            self.granule = granule;
        }
        self.globals.insert(handle, place);
        Ok(())
    }

    pub fn global_place(&mut self, handle: Handle<GlobalVariable>) -> Lowered<Place<'m>> {
        match self.globals.get(&handle) {
            Some(place) => Ok(*place),
            None => Err(self.unsupported("a global variable that the entry point does not use")),
        }
    }

    fn private(&mut self, global: &'m GlobalVariable) -> Lowered<(Root, u32)> {
        let kinds = self.kinds_of(global.ty)?;
        let base = self.alloc_variable(kinds.iter().map(|kind| kind.planes()).sum())?;
        self.watch_variable(global.name.as_deref(), global.ty, base)?;
        let initial = match global.init {
            Some(init) => self.constant_in(&self.module.global_expressions, init)?,
            None => self.zero_value(global.ty)?,
        };
        if let Value::Plain(regs) = initial {
            self.copy_all(&kinds, base, &regs, false);
        }
        Ok((Root::Registers(base), 0))
    }

    fn size_of(&self, ty: Handle<Type>) -> Lowered<u32> {
        let mut layouter = Layouter::default();
        match layouter.update(self.module.to_ctx()) {
            Ok(()) => Ok(layouter[ty].size),
            Err(error) => Err(self.unsupported(error.to_string())),
        }
    }

    fn shared(&mut self, global: &GlobalVariable) -> Lowered<(Root, u32)> {
        let bytes = self.size_of(global.ty)?;
        let offset = self.workgroup_bytes.next_multiple_of(16);
        let end = offset.checked_add(bytes).filter(|&end| end <= 1 << 26);
        let Some(end) = end else {
            return Err(self.unsupported("more than 64 MiB of workgroup memory"));
        };
        self.workgroup_bytes = end;
        self.workgroup_starts.push(offset);
        Ok((Root::Memory(Mem::Workgroup), offset))
    }

    fn buffer(&mut self, global: &GlobalVariable, name: &str, usage: GlobalUse) -> Lowered<()> {
        let Some(binding) = global.binding else {
            return Err(self.unsupported("a resource without a binding"));
        };
        let mut min_bytes = self.size_of(global.ty)?;
        if global.space == AddressSpace::Uniform {
            min_bytes = min_bytes.next_multiple_of(4);
        }
        let access = match global.space {
            AddressSpace::Storage { access } => access,
            _ => StorageAccess::LOAD,
        };
        self.buffers.push(Buffer {
            group: binding.group,
            binding: binding.binding,
            name: name.to_owned(),
            writable: access.contains(StorageAccess::STORE) && usage.intersects(GlobalUse::WRITE | GlobalUse::ATOMIC),
            uniform: global.space == AddressSpace::Uniform,
            min_bytes,
            texture: None,
        });
        Ok(())
    }

    fn inputs(&mut self, arguments: &'m [FunctionArgument]) -> Lowered<Vec<Value<'m>>> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let mut regs = Vec::new();
            match (&argument.binding, &self.module.types[argument.ty].inner) {
                (Some(Binding::BuiltIn(builtin)), _) => regs.extend(self.input(*builtin)?),
                (None, TypeInner::Struct { members, .. }) => {
                    for member in members {
                        match member.binding {
                            Some(Binding::BuiltIn(builtin)) => regs.extend(self.input(builtin)?),
                            _ => return Err(self.unsupported("an input that is not a built-in value")),
                        }
                    }
                }
                _ => return Err(self.unsupported("an input that is not a built-in value")),
            }
            values.push(Value::Plain(regs.into()));
        }
        Ok(values)
    }

    fn input(&mut self, builtin: BuiltIn) -> Lowered<std::ops::Range<u32>> {
        let planes = match builtin {
            BuiltIn::GlobalInvocationId
            | BuiltIn::LocalInvocationId
            | BuiltIn::WorkGroupId
            | BuiltIn::NumWorkGroups
            | BuiltIn::WorkGroupSize => 3,
            BuiltIn::LocalInvocationIndex => 1,
            BuiltIn::NumSubgroups | BuiltIn::SubgroupId | BuiltIn::SubgroupSize | BuiltIn::SubgroupInvocationId => {
                self.subgroups = true;
                1
            }
            other => return Err(self.unsupported(format!("the built-in value {other:?}"))),
        };
        let base = self.alloc(planes)?;
        self.code.inputs.push((builtin, base));
        Ok(base..base + planes)
    }
}

/// Lowers `granule` to the smallest scalar of a shape. Arrays are looked into once.
fn smallest<'m>(module: &'m Module, shape: &Shape<'m>, granule: &mut u32) -> Result<(), String> {
    match *shape {
        Shape::Scalar(kind) | Shape::Vector { kind, .. } | Shape::Matrix { kind, .. } => {
            *granule = (*granule).min(Program::granule_for(kind));
        }
        Shape::Fragment(_) => return Err("variables in memory that are cooperative matrices".to_owned()),
        Shape::Array { base, .. } => smallest(module, &Shape::of(module, base)?, granule)?,
        Shape::Struct(members) => {
            for member in members {
                smallest(module, &Shape::of(module, member.ty)?, granule)?;
            }
        }
    }
    Ok(())
}
