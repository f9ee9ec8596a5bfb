//! Writes the site's pages into a folder, and what scripts need of the WebAssembly module into another:
//! `cargo run -p lockstep-web --features glue --bin lockstep-site -- MODULE.wasm GLUE PAGES`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, glue, pages] = arguments.as_slice() else {
        return Err("it wants the module, the glue's folder and the pages' folder".into());
    };
    Bindgen::new().input_path(module).web(true)?.typescript(false).generate(glue)?;
    write_pages(pages)?;
    Ok(())
}

fn write_pages(folder: &Path) -> std::io::Result<()> {
    let labs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../labs");
    for page in lockstep_web::site::pages(&labs)? {
        let path = folder.join(&page.path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, page.text)?;
    }
    Ok(())
}
