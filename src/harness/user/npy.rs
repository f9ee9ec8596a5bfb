//! NumPy's files of one array (`.npy`), as numpy.lib.format describes them.

use std::path::Path;

use crate::Shown;
use crate::harness::protocol::BindingPoint;
use crate::host::Host;
use crate::kernel::{Kernel, Scalar};

const MAGIC: &[u8] = b"\x93NUMPY";

/// An array in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The type of its elements: `<f4`.
    pub descr: String,
    /// Its extents, the slowest first.
    pub shape: Vec<u64>,
    /// Its elements in C order, little-endian.
    pub data: Vec<u8>,
}

impl Array {
    /// Its elements, which must be what a buffer of `scalar` holds.
    ///
    /// # Errors
    /// Where they are of another type.
    pub(super) fn of(self, scalar: Option<Scalar>) -> Result<Vec<u8>, String> {
        match scalar.filter(|scalar| self.descr != descr(*scalar)) {
            None => Ok(self.data),
            Some(scalar) => Err(format!(
                "the buffer is of {}, and the array of {}; {}",
                scalar.name(),
                self.descr,
                advice(&self.descr, scalar)
            )),
        }
    }
}

/// Whether a path ends in `.npy`.
pub fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("npy"))
}

/// Reads a file.
///
/// # Errors
/// Why it holds no array that can be taken as it is.
pub fn read(path: &Path, host: &dyn Host) -> Result<Array, String> {
    let failed = |why: String| format!("{}: {why}", path.shown());
    parse(&host.read(path).map_err(|error| failed(error.to_string()))?).map_err(failed)
}

fn parse(bytes: &[u8]) -> Result<Array, String> {
    let short = || "this is not a .npy file: it ends within its header".to_owned();
    let rest = bytes.strip_prefix(MAGIC).ok_or("this is not a .npy file: it does not begin as one")?;
    let (header, data) = match rest {
        [1, _, a, b, rest @ ..] => rest.split_at_checked(usize::from(u16::from_le_bytes([*a, *b]))),
        [2 | 3, _, a, b, c, d, rest @ ..] => rest.split_at_checked(u32::from_le_bytes([*a, *b, *c, *d]) as usize),
        _ => None,
    }
    .ok_or_else(short)?;
    let header = std::str::from_utf8(header).map_err(|_| short())?;
    let descr = after(header, "descr").and_then(|text| text.strip_prefix('\'')?.split('\'').next());
    let descr = descr.ok_or("its elements are structures; save one field: array['name']")?;
    if descr.contains('O') {
        return Err("its elements are objects of Python; save numbers: array.astype(numpy.float32)".to_owned());
    }
    let shape = after(header, "shape").and_then(|text| text.strip_prefix('(')?.split(')').next()).ok_or_else(short)?;
    let shape: Result<Vec<u64>, _> =
        shape.split(',').map(str::trim).filter(|size| !size.is_empty()).map(str::parse).collect();
    let shape = shape.map_err(|_| short())?;
    if after(header, "fortran_order").is_some_and(|text| text.starts_with("True")) && shape.len() > 1 {
        return Err("it is in Fortran order; save numpy.ascontiguousarray(array)".to_owned());
    }
    let size: u64 = descr
        .trim_start_matches(['<', '>', '|', '='])
        .trim_start_matches(|c: char| c.is_ascii_alphabetic())
        .parse()
        .map_err(|_| short())?;
    let expected = shape.iter().try_fold(size, |bytes, size| bytes.checked_mul(*size));
    if expected != Some(data.len() as u64) {
        return Err(format!("its shape {shape:?} of {descr} does not take the {} bytes that it has", data.len()));
    }
    if data.is_empty() {
        return Err("its array is empty".to_owned());
    }
    Ok(Array { descr: descr.to_owned(), shape, data: data.to_vec() })
}

/// What follows a key of the header.
fn after<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

fn descr(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "<f4",
        Scalar::F16 => "<f2",
        Scalar::U32 => "<u4",
        Scalar::I32 => "<i4",
    }
}

/// NumPy's name of a type.
fn dtype(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "float32",
        Scalar::F16 => "float16",
        Scalar::U32 => "uint32",
        Scalar::I32 => "int32",
    }
}

/// How an array of another type becomes one of `scalar`: by value, or, where the elements are of one size, bit for bit.
fn advice(is: &str, scalar: Scalar) -> String {
    let by_value = format!("save array.astype(numpy.{})", dtype(scalar));
    match is.ends_with(&scalar.bytes().to_string()) {
        true => format!("{by_value}, or for the same bits array.view(numpy.{})", dtype(scalar)),
        false => by_value,
    }
}

/// Whether an array can be bound to the variable at `place`: its type and the extent of vectors.
///
/// # Errors
/// What does not fit, and what would.
pub(super) fn fits(kernel: &Kernel, place: BindingPoint, array: &Array) -> Result<(), String> {
    let at = (place.group, place.binding);
    let Some(binding) = kernel.bindings.iter().find(|binding| (binding.group, binding.binding) == at) else {
        return Ok(());
    };
    let name = &binding.name;
    match binding.scalar {
        Some(scalar) if array.descr != descr(scalar) => {
            let (is, how) = (scalar.name(), advice(&array.descr, scalar));
            return Err(format!("`{name}` is of {is}, and the array of {}; {how}", array.descr));
        }
        None if !array.descr.ends_with("u1") => {
            return Err(format!(
                "`{name}` is of several types, and the array of {}; save its bytes: array.view(numpy.uint8)",
                array.descr
            ));
        }
        _ => {}
    }
    match (columns(kernel, place), array.shape.as_slice()) {
        (Some(3), [_, .., 3]) => Err(format!(
            "`{name}` has vectors of 3, which take the room of 4: add a fourth column, numpy.pad(array, ((0, 0), (0, 1)))"
        )),
        (Some(columns), [_, .., last]) if !last.is_multiple_of(columns) && columns != 3 => {
            Err(format!("`{name}` has vectors of {columns}, and the array has {last} columns"))
        }
        _ => Ok(()),
    }
}

/// Components of the vectors that the variable at `place` is made of.
fn columns(kernel: &Kernel, place: BindingPoint) -> Option<u64> {
    let module = &kernel.module;
    let (_, variable) = module.global_variables.iter().find(|(_, variable)| {
        variable.binding.as_ref().is_some_and(|at| (at.group, at.binding) == (place.group, place.binding))
    })?;
    let mut inner = &module.types[variable.ty].inner;
    while let naga::TypeInner::Array { base, .. } = inner {
        inner = &module.types[*base].inner;
    }
    match inner {
        naga::TypeInner::Vector { size, .. } => Some(*size as u64),
        _ => None,
    }
}

/// The file of what the variable at `place` holds: one row a vector, where it is made of vectors.
///
/// # Errors
/// Where its type mixes several.
pub(super) fn written(kernel: &Kernel, place: BindingPoint, data: &[u8]) -> Result<Vec<u8>, String> {
    let at = (place.group, place.binding);
    let scalar = kernel.bindings.iter().find(|binding| (binding.group, binding.binding) == at);
    let scalar = scalar.and_then(|binding| binding.scalar);
    let (descr, size) = scalar.map_or(("|u1", 1), |scalar| (descr(scalar), scalar.bytes() as u64));
    let count = data.len() as u64 / size;
    // Vectors of 3 take the room of 4.
    let columns = columns(kernel, place).filter(|_| scalar.is_some()).map(|columns| columns.next_power_of_two());
    let shape = match columns {
        Some(columns) if count.is_multiple_of(columns) => format!("({}, {columns})", count / columns),
        _ => format!("({count},)"),
    };
    Ok(file(descr, &shape, &data[..(count * size) as usize]))
}

fn file(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // The data begins at a multiple of 64.
    let padding = 63 - (MAGIC.len() + 4 + header.len()) % 64;
    header += &" ".repeat(padding);
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_begins_at_a_multiple_of_64() {
        let bytes = file("<f4", "(2, 4)", &[7; 32]);
        assert_eq!((bytes.len() - 32) % 64, 0);
        let array = parse(&bytes).unwrap();
        assert_eq!((array.descr.as_str(), array.shape.as_slice(), array.data.len()), ("<f4", [2, 4].as_slice(), 32));
    }

    #[test]
    fn what_is_no_array_is_refused_and_never_panics() {
        let whole = file("<f4", "(8,)", &[7; 32]);
        for end in 0..whole.len() {
            assert!(parse(&whole[..end]).is_err(), "{end}");
        }
        assert!(parse(&file("<f4", "(9,)", &[7; 32])).unwrap_err().contains("does not take the 32 bytes"));
        assert!(parse(&file("|O", "(1,)", &[7; 90])).unwrap_err().contains("objects of Python"));
        let transposed = String::from_utf8_lossy(&file("|u1", "(2, 2)", &[1; 4])).replace("False", "True ");
        assert!(parse(transposed.replace('\u{fffd}', "?").as_bytes()).is_err());
    }
}
