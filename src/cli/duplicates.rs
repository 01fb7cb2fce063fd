//! Duplicates: scenes that several paths lead to.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::paths::{is_scene, whole_path};

/// Remembers which scenes were seen, so that each is tested once.
///
/// Only scenes that can be seen twice are remembered: those below two of the given paths, and
/// targets of links. So memory does not grow with the scenes of a folder.
pub(super) struct SeenScenes {
    /// Files and folders that are reached in two ways.
    shared: HashSet<PathBuf>,
    /// The scenes among them that were seen.
    met: HashSet<PathBuf>,
}

impl SeenScenes {
    /// Finds the files and folders that these paths reach twice.
    pub(super) fn among(paths: &[PathBuf]) -> Self {
        let (mut roots, mut shared) = (HashSet::new(), HashSet::new());
        for path in paths {
            shared.extend(roots.replace(whole_path(path)));
            let below = WalkDir::new(path).min_depth(1).into_iter().flatten();
            let links = below.filter(|entry| entry.path_is_symlink() && is_scene(entry.path()));
            shared.extend(links.map(|link| whole_path(link.path())));
        }
        let is_below_another =
            |root: &&PathBuf| root.ancestors().skip(1).any(|above| roots.contains(above));
        shared.extend(roots.iter().filter(is_below_another).cloned());
        Self { shared, met: HashSet::new() }
    }

    /// Whether this scene is seen for the first time.
    pub(super) fn is_first(&mut self, scene: &Path) -> bool {
        if self.shared.is_empty() {
            return true;
        }
        let scene = whole_path(scene);
        !scene.ancestors().any(|above| self.shared.contains(above)) || self.met.insert(scene)
    }
}
