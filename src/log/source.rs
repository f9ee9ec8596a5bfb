//! A kernel's text as it ran.

use crate::lab::{Lab, ShaderError, Shaders};

/// A kernel's text at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Under what name it is remembered from run to run: `tiling/naive.wgsl`.
    pub key: String,
    /// What a reader calls it: `shaders/tiling/naive.wgsl`.
    pub path: String,
    /// The WGSL.
    pub text: String,
    /// What it is compared with where it was never logged: the lab's own kernel, an exercise as it was handed out.
    pub original: Option<String>,
}

/// The shaders of `lab`'s variants named `variants` (all, where none is named), as a run would read them now.
///
/// A shader that cannot be read is left out: the run itself says so.
///
/// # Errors
/// [`ShaderError`] where the folder that `shaders` asks first is none.
pub fn sources(
    lab: &Lab,
    variants: &[String],
    shaders: Option<&std::path::Path>,
) -> Result<Vec<Source>, ShaderError> {
    let shaders = Shaders::new(shaders.map(Into::into))?;
    let mut sources: Vec<Source> = Vec::new();
    for (_, variant) in lab.variants() {
        let wanted = variants.is_empty() || variants.iter().any(|name| name == variant.name);
        if !wanted {
            continue;
        }
        for pass in variant.passes {
            let key = format!("{}/{}", lab.name, pass.shader);
            if sources.iter().any(|source| source.key == key) {
                continue;
            }
            if let Ok((path, text, _)) = shaders.read(lab.name, pass.shader) {
                sources.push(Source {
                    original: Shaders::embedded(lab.name, pass.shader)
                        .ok()
                        .map(|(_, text, _)| text),
                    key,
                    path,
                    text,
                });
            }
        }
    }
    Ok(sources)
}
