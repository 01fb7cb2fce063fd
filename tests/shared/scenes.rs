//! The scenes that several tests use.
#![allow(dead_code)] // no program uses all of it

use std::fs;
use std::path::{Path, PathBuf};

use mazetick::registry::Registry;
use mazetick::scene::template::Template;
use walkdir::WalkDir;

/// The scenes below the folder `scenes`, in path order: the path and the text of each.
pub(crate) fn committed_scenes() -> impl Iterator<Item = (PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let paths = WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = paths.map(|entry| entry.expect("the folder can be read").into_path());
    let scenes = paths.filter(|path| path.extension().is_some_and(|end| end == "ron"));
    scenes.map(|path| {
        let text = fs::read_to_string(&path).expect("a scene can be read");
        (path, text)
    })
}

/// The template of this name in `mazetick new`.
pub(crate) fn template(name: &str) -> Template {
    let found = Registry::standard()
        .templates()
        .iter()
        .copied()
        .find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("no template `{name}`"))
}
