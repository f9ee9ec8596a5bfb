//! Which device a person means.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::gpu::{self, Gpu};
use super::{AnyDevice, Device, DeviceError, DeviceType, Facts, Queried, Simulated};
use crate::host::Host;

/// What `--device` was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selector {
    /// The most capable adapter.
    #[default]
    Auto,
    /// The adapter at this place of the list.
    Index(usize),
    /// The first adapter whose name, backend or driver holds this text, whatever its case.
    Name(String),
    /// The simulator, for the machine of this name or file; empty for the default machine.
    Simulated(String),
}

impl FromStr for Selector {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.parse::<usize>() {
            _ if text == "auto" => Self::Auto,
            _ if text == "sim" => Self::Simulated(String::new()),
            _ if text.starts_with("sim:") => Self::Simulated(text["sim:".len()..].to_owned()),
            Ok(index) => Self::Index(index),
            Err(_) => Self::Name(text.to_owned()),
        })
    }
}

impl Selector {
    /// The simulator's machine with other figures, each as `group.figure=value`; a device that is not simulated has none that could
    /// be changed, and `None` says so. Without changes, itself; the default machine where no device was named.
    pub fn changed(self, changes: &[String]) -> Option<Self> {
        match self {
            _ if changes.is_empty() => Some(self),
            Self::Auto => Some(Self::Simulated(changes.join(","))),
            Self::Simulated(machine) if machine.is_empty() => Some(Self::Simulated(changes.join(","))),
            Self::Simulated(machine) => Some(Self::Simulated(format!("{machine},{}", changes.join(",")))),
            Self::Index(_) | Self::Name(_) => None,
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Index(index) => write!(f, "{index}"),
            Self::Name(name) => f.write_str(name),
            Self::Simulated(machine) if machine.is_empty() => f.write_str("sim"),
            Self::Simulated(machine) => write!(f, "sim:{machine}"),
        }
    }
}

/// Every adapter of this machine, the most capable first.
pub async fn adapters() -> Vec<Facts> {
    sorted().await.iter().map(gpu::facts).collect()
}

/// Every adapter, in the order of [`adapters`], with what the driver and the system know of it.
pub async fn survey() -> Vec<(Facts, Queried)> {
    let asked = |adapter: &wgpu::Adapter| {
        let facts = gpu::facts(adapter);
        let queried = gpu::native::queried(adapter, &facts);
        (facts, queried)
    };
    sorted().await.iter().map(asked).collect()
}

/// What the device that `selector` names says of itself, without opening it; `None` where it is none of `adapters`.
pub fn look(selector: &Selector, adapters: &[Facts], host: &dyn Host) -> Option<Facts> {
    let simulated = |machine: &str| Some(simulated(machine, host).ok()?.facts().clone());
    match selector {
        Selector::Simulated(machine) => simulated(machine),
        Selector::Auto if adapters.is_empty() => simulated(""),
        _ => adapters.get(find(selector, adapters)?).cloned(),
    }
}

/// Opens the device that `selector` names, on `host`.
///
/// # Errors
/// [`DeviceError::NoAdapter`], [`DeviceError::NoMatch`] with the list of those that there are, or
/// [`DeviceError::Open`].
pub async fn open(selector: &Selector, host: &'static dyn Host) -> Result<AnyDevice, DeviceError> {
    if let Selector::Simulated(machine) = selector {
        return simulated(machine, host).map(AnyDevice::from);
    }
    let mut adapters = sorted().await;
    if adapters.is_empty() {
        return match selector {
            Selector::Auto => simulated("", host).map(AnyDevice::from),
            _ => Err(DeviceError::NoAdapter),
        };
    }
    let facts: Vec<Facts> = adapters.iter().map(gpu::facts).collect();
    let index = find(selector, &facts).ok_or_else(|| DeviceError::NoMatch {
        selector: selector.to_string(),
        found: facts.iter().enumerate().map(|(index, facts)| describe(index, facts)).collect(),
    })?;
    Ok(AnyDevice::from(Gpu::open(adapters.swap_remove(index), host).await?))
}

fn simulated(machine: &str, host: &dyn Host) -> Result<Simulated, DeviceError> {
    let is_named = !machine.is_empty();
    let machine = super::machine(machine, host).map_err(|error| DeviceError::NoMachine(error.to_string()))?;
    let simulated = Simulated::new(machine);
    Ok(if is_named { simulated.named() } else { simulated })
}

async fn sorted() -> Vec<wgpu::Adapter> {
    let mut adapters = gpu::enumerate().await;
    adapters.sort_by_key(|adapter| rank(gpu::facts(adapter).kind));
    adapters
}

fn rank(kind: DeviceType) -> u8 {
    match kind {
        DeviceType::Discrete => 0,
        DeviceType::Integrated => 1,
        DeviceType::Virtual => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu | DeviceType::Simulated => 4,
    }
}

fn describe(index: usize, facts: &Facts) -> String {
    format!("{index}: {} ({:?}, {})", facts.name, facts.backend, facts.driver)
}

/// What a device that runs on the processor is called elsewhere than in its name.
fn known_as(name: &str) -> &'static str {
    match name {
        _ if name.starts_with("llvmpipe") => "lavapipe",
        "Microsoft Basic Render Driver" => "WARP",
        _ => "",
    }
}

/// The place of the device that `selector` names among `facts`.
pub fn find(selector: &Selector, facts: &[Facts]) -> Option<usize> {
    match selector {
        Selector::Simulated(_) => None,
        Selector::Auto => (!facts.is_empty()).then_some(0),
        Selector::Index(index) => (*index < facts.len()).then_some(*index),
        Selector::Name(part) => {
            let part = part.to_lowercase();
            facts.iter().position(|facts| {
                let spelled = format!("{} {:?} {} {}", facts.name, facts.backend, facts.driver, known_as(&facts.name));
                spelled.to_lowercase().contains(&part)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::machine::Machine;

    #[test]
    fn a_device_is_found_by_what_it_is_called_elsewhere() {
        let machine = Machine::builtin(Machine::DEFAULT).expect("the default machine is built in");
        let simulated = Simulated::new(machine.clone()).facts().clone();
        let named = |name: &str| Facts { name: name.to_owned(), ..simulated.clone() };
        let facts =
            [named("Some GPU"), named("llvmpipe (LLVM 15.0.6, 256 bits)"), named("Microsoft Basic Render Driver")];
        let found = |name: &str| find(&Selector::Name(name.to_owned()), &facts);
        assert_eq!(["lavapipe", "llvmpipe", "warp", "some"].map(found), [Some(1), Some(1), Some(2), Some(0)]);
        assert_eq!(found("swiftshader"), None);
    }
}
