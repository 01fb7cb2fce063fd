//! Where drawings go.

use std::path::{Path, PathBuf};

use crate::cli::paths::is_dash;

/// The file for a scene found at this path: in the folder, in subfolders of the same names.
pub(super) fn path_of(scene: &Path, found_at: &Path, folder: &Path, ending: &str) -> PathBuf {
    let below = scene.strip_prefix(found_at).ok().filter(|below| below.file_name().is_some());
    let name = match below {
        Some(below) => below,
        None if is_dash(scene) => Path::new("stdin"),
        None => Path::new(scene.file_name().unwrap_or(scene.as_os_str())),
    };
    folder.join(name).with_extension(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_lie_as_their_scenes_do() {
        for (scene, found_at, output) in [
            ("scenes/arrow/a.ron", "scenes", "out/arrow/a.svg"),
            ("scenes/arrow/a.ron", "scenes/arrow/a.ron", "out/a.svg"),
            ("a.b.ron", "a.b.ron", "out/a.b.svg"),
            ("../a", "../a", "out/a.svg"),
            ("-", "-", "out/stdin.svg"),
        ] {
            let found = path_of(Path::new(scene), Path::new(found_at), Path::new("out"), "svg");
            assert_eq!(found, Path::new(output));
        }
    }
}
