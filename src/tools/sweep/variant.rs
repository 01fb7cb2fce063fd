//! Variants: the scenes that result from settings.

use std::error::Error;
use std::fmt;

use super::setting::{Setting, check_paths};
use crate::base::limits;
use crate::base::report::TextError;
use crate::registry::Registry;
use crate::scene::{CheckedScene, with_value};

/// A scene with one value for each setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name of its file, or a name used instead.
    pub name: String,
    /// The values, in the order of the settings.
    pub values: Vec<String>,
    /// The text of the scene with these values.
    pub text: String,
    /// The scene read from that text.
    pub scene: CheckedScene,
}

/// Why a scene has no variant with some values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantError {
    /// The scene has no such field, or there are too many variants: the message.
    Setting(String),
    /// With these settings (as shown in messages) this text is not a valid scene.
    Scene(String, String, Box<TextError>),
}

impl Variant {
    /// The scene with every combination of values, the last setting changing fastest.
    ///
    /// # Errors
    /// If the scene or a setting is wrong.
    pub fn all(
        registry: &Registry,
        name: &str,
        text: &str,
        settings: &[Setting],
    ) -> Result<Vec<Self>, VariantError> {
        check_paths(settings).map_err(VariantError::Setting)?;
        let wrong = |said: &str, text: &str, error| {
            VariantError::Scene(said.to_owned(), text.to_owned(), Box::new(error))
        };
        // A scene that is wrong without any setting is reported as such.
        let scene = registry.read(text).map_err(|error| wrong("", text, error))?;
        check_count(text, settings).map_err(VariantError::Setting)?;
        let plain =
            Self { name: name.to_owned(), values: Vec::new(), text: text.to_owned(), scene };
        if settings.is_empty() {
            return Ok(vec![plain]);
        }
        let mut texts = vec![(plain.values, plain.text)];
        for setting in settings {
            let mut next = Vec::with_capacity(texts.len() * setting.values.len());
            for (values, text) in &texts {
                for value in &setting.values {
                    let text = with_value(text, &setting.path, value);
                    let values = [&values[..], std::slice::from_ref(value)].concat();
                    next.push((values, text.map_err(VariantError::Setting)?));
                }
            }
            texts = next;
        }
        let variants = texts.into_iter().map(|(values, text)| {
            let read = registry.read(&text);
            let scene = read.map_err(|error| wrong(&said(settings, &values), &text, error))?;
            // There can be many, and one world is reused for most of them.
            Ok(Self { name: name.to_owned(), values, text, scene: scene.without_world() })
        });
        variants.collect()
    }

    /// Its settings, such as `generate.flips=0.1, grid.rows=3`.
    #[must_use]
    pub fn said(&self, settings: &[Setting]) -> String {
        said(settings, &self.values)
    }

    /// The text of the scene with this seed. Its expectations are left out, as they are for the
    /// original seed and settings.
    ///
    /// # Panics
    /// Never, as every scene can have a seed.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> String {
        if self.scene.expect.is_empty() {
            let text = with_value(&self.text, "seed", &seed.to_string());
            return text.expect("every scene can have a seed");
        }
        self.scene.clone().seeded(seed).without_expectations().to_ron()
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(why) => f.write_str(why),
            Self::Scene(said, _, error) if said.is_empty() => error.fmt(f),
            Self::Scene(said, _, error) => write!(f, "with {said}: {error}"),
        }
    }
}

impl Error for VariantError {}

/// The name of a scene with what else identifies one of its worlds: `maze.ron with grid.rows=3,
/// seed 7`. Empty texts are left out.
pub(crate) fn title(name: &str, said: &[&str]) -> String {
    let said: Vec<_> = said.iter().copied().filter(|it| !it.is_empty()).collect();
    if said.is_empty() { name.to_owned() } else { format!("{name} with {}", said.join(", ")) }
}

fn said(settings: &[Setting], values: &[String]) -> String {
    let pairs = settings.iter().zip(values);
    let pairs: Vec<_> = pairs.map(|(it, value)| format!("{}={value}", it.path)).collect();
    pairs.join(", ")
}

/// Rejects settings with too many combinations, or whose texts are too long together.
fn check_count(text: &str, settings: &[Setting]) -> Result<(), String> {
    let counts = settings.iter().map(|setting| setting.values.len());
    let variants = counts.fold(1_usize, usize::saturating_mul);
    let (most, most_bytes) = (limits::VARIANTS, limits::VARIANT_TEXTS);
    if variants > most {
        return Err(format!("more than {most} combinations, expected at most {most}"));
    }
    let bytes = variants.saturating_mul(text.len());
    if variants > 1 && bytes > most_bytes {
        return Err(format!(
            "{variants} combinations of a text of {} bytes are {bytes} bytes, expected at most \
             {most_bytes}",
            text.len()
        ));
    }
    Ok(())
}
