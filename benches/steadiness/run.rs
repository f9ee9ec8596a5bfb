//! The command, as anyone runs it, and what it prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use lockstep::lab::Shaders;
use lockstep::labs;
use serde_json::Value;

/// The command in a folder of its own.
pub struct Program {
    folder: PathBuf,
    device: String,
}

/// One comparison.
pub struct Compared {
    variants: Vec<Variant>,
}

/// One variant of it.
pub struct Variant {
    pub name: String,
    /// As in the JSON: "slower", "no-difference".
    pub standing: String,
    /// Today's time over then's.
    pub ratio: Option<f64>,
    /// Where that lies.
    pub interval: [Option<f64>; 2],
}

impl Compared {
    /// The variants that are called different, in words.
    pub fn different(&self) -> Vec<String> {
        let called = |variant: &&Variant| matches!(variant.standing.as_str(), "slower" | "faster" | "broken");
        let text = |variant: &Variant| {
            format!("{} {} ({:.3})", variant.name, variant.standing, variant.ratio.unwrap_or(f64::NAN))
        };
        self.variants.iter().filter(called).map(text).collect()
    }

    /// Whether it was inconclusive about a variant.
    pub fn unsure(&self) -> bool {
        self.variants.iter().any(|variant| variant.standing == "inconclusive")
    }

    /// The variant of this name.
    pub fn variant(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }
}

impl Program {
    /// In `folder`, on `device`.
    pub fn new(folder: &Path, device: &str) -> Self {
        Self { folder: folder.to_owned(), device: device.to_owned() }
    }

    /// A folder with the shaders of `lab`, each changed by `change`.
    pub fn shaders(&self, lab: &str, change: impl Fn(&str) -> String) -> Result<PathBuf> {
        let folder = self.folder.join(format!("shaders-{}", fs::read_dir(&self.folder)?.count()));
        let into = folder.join(lab);
        fs::create_dir_all(&into)?;
        for (_, variant) in labs::named(lab)?.variants() {
            for pass in variant.passes {
                let (_, text, _) = Shaders::embedded(lab, pass.shader)?;
                fs::write(into.join(pass.shader), change(&text))?;
            }
        }
        Ok(folder)
    }

    /// Runs `lab` with the shaders of `folder`, where that is one, and gives its JSON.
    pub fn run(&self, lab: &str, folder: &Path) -> Result<Value> {
        self.run_with(lab, folder, &[])
    }

    /// Saves a baseline of `lab`.
    pub fn save(&self, lab: &str, name: &str) -> Result<()> {
        self.run_with(lab, Path::new(""), &["--save-baseline", name]).map(drop)
    }

    /// Holds `lab` with the shaders of `folder` against a baseline.
    pub fn compare(&self, lab: &str, name: &str, folder: &Path) -> Result<Compared> {
        self.compared(lab, folder, &["--baseline", name])
    }

    fn compared(&self, lab: &str, folder: &Path, more: &[&str]) -> Result<Compared> {
        let found = self.run_with(lab, folder, more)?;
        let variants = found["comparison"]["variants"].as_array().context("there is no comparison")?;
        let variant = |variant: &Value| Variant {
            name: variant["name"].as_str().unwrap_or_default().to_owned(),
            standing: variant["standing"].as_str().unwrap_or_default().to_owned(),
            ratio: variant["ratio"]["value"].as_f64(),
            interval: [variant["ratio"]["low"].as_f64(), variant["ratio"]["high"].as_f64()],
        };
        Ok(Compared { variants: variants.iter().map(variant).collect() })
    }

    /// As [`Program::compare`], of one variant.
    pub fn compare_only(&self, lab: &str, name: &str, folder: &Path, variant: &str) -> Result<Compared> {
        self.compared(lab, folder, &["--baseline", name, "--variant", variant])
    }

    fn run_with(&self, lab: &str, folder: &Path, more: &[&str]) -> Result<Value> {
        let json = self.folder.join("run.json");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
        command.current_dir(&self.folder).args(["run", lab, "--quiet", "--no-log", "--device", &self.device]);
        command.args(more).arg("--json").arg(&json);
        if folder != Path::new("") {
            command.arg("--shaders").arg(folder);
        }
        let output = command.output()?;
        // 1 and 4 are what a comparison may say.
        if !matches!(output.status.code(), Some(0 | 1 | 4)) {
            bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(serde_json::from_slice(&fs::read(&json)?)?)
    }
}

/// Low end, median and high end of the variant of this name in each run that timed it well.
pub fn times(runs: &[Value], name: &str) -> Vec<[f64; 3]> {
    let of = |run: &Value| {
        let variants = run["variants"].as_array()?;
        let variant = variants.iter().find(|variant| variant["name"] == name && variant["status"] == "ok")?;
        let figure = |field: &str| variant["time"][field].as_f64();
        Some([figure("low_s")?, figure("median_s")?, figure("high_s")?])
    };
    runs.iter().filter_map(of).collect()
}
