//! Variants: the scenes that result from settings, which are fields that take several values.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use crate::base::limits;
use crate::base::report::TextError;
use crate::registry::Registry;
use crate::scene::{CheckedScene, elements, plain_path, with_value};
use crate::tools::ToolError;

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

impl Variant {
    /// The scene with every combination of values, the last setting changing fastest.
    pub fn all(
        registry: &Registry,
        name: &str,
        text: &str,
        settings: &[Setting],
    ) -> Result<Vec<Self>, ToolError> {
        check_paths(settings)?;
        // A scene that is wrong without any setting is reported as such.
        let scene = registry
            .read(text)
            .map_err(|error| invalid(String::new(), text, error))?;
        Self::of_scene(registry, name, text, scene, settings)
    }

    /// The variants of a scene that was read from this text.
    pub(crate) fn of_scene(
        registry: &Registry,
        name: &str,
        text: &str,
        scene: CheckedScene,
        settings: &[Setting],
    ) -> Result<Vec<Self>, ToolError> {
        check_paths(settings)?;
        check_count(text, settings)?;
        let plain = Self {
            name: name.to_owned(),
            values: Vec::new(),
            text: text.to_owned(),
            scene,
        };
        if settings.is_empty() {
            return Ok(vec![plain]);
        }
        let wrong_paths = settings
            .iter()
            .filter_map(|it| with_value(text, &it.path, &it.values[0]).err());
        let wrong_paths = wrong_paths
            .map(|it| it.message)
            .collect::<Vec<_>>()
            .join("; ");
        if !wrong_paths.is_empty() {
            return Err(wrong_paths.into());
        }
        let mut texts = vec![(plain.values, plain.text)];
        for setting in settings {
            let mut next = Vec::with_capacity(texts.len() * setting.values.len());
            for (values, text) in &texts {
                for value in &setting.values {
                    let text = with_value(text, &setting.path, value);
                    let values = [&values[..], std::slice::from_ref(value)].concat();
                    next.push((values, text.map_err(|it| it.message)?));
                }
            }
            texts = next;
        }
        let variants = texts.into_iter().map(|(values, text)| {
            let read = registry.read(&text);
            let scene = read.map_err(|error| invalid(said(settings, &values), &text, error))?;
            Ok(Self {
                name: name.to_owned(),
                values,
                text,
                scene,
            })
        });
        variants.collect()
    }

    /// The settings of the variant, such as `generate.flips=0.1, grid.rows=3`.
    pub fn said(&self, settings: &[Setting]) -> String {
        said(settings, &self.values)
    }

    /// The text of the scene with this seed. Its expectations are left out, as they are for the
    /// original seed and settings.
    ///
    /// # Panics
    /// Never, as every scene can have a seed.
    pub fn seeded(&self, seed: u64) -> String {
        if self.scene.expect.is_empty() {
            let text = with_value(&self.text, "seed", &seed.to_string());
            return text.expect("every scene can have a seed");
        }
        self.scene
            .clone()
            .seeded(seed)
            .without_expectations()
            .to_ron()
    }
}

/// The name of a scene with what else identifies one of its worlds: `maze.ron with grid.rows=3,
/// seed 7`. Empty texts are left out.
#[cfg(feature = "cli")]
pub(crate) fn title(name: &str, said: &[&str]) -> String {
    let said: Vec<_> = said.iter().copied().filter(|it| !it.is_empty()).collect();
    if said.is_empty() {
        name.to_owned()
    } else {
        format!("{name} with {}", said.join(", "))
    }
}

fn said(settings: &[Setting], values: &[String]) -> String {
    let pairs = settings.iter().zip(values);
    let pairs: Vec<_> = pairs
        .map(|(it, value)| format!("{}={value}", it.path))
        .collect();
    pairs.join(", ")
}

/// The error of a text that is no valid scene with these settings.
pub(crate) fn invalid(settings: String, text: &str, error: TextError) -> ToolError {
    ToolError::Variant {
        settings,
        text: text.to_owned(),
        error: Box::new(error),
    }
}

/// Rejects settings with too many combinations, or whose texts are too long together.
fn check_count(text: &str, settings: &[Setting]) -> Result<(), ToolError> {
    let counts = settings.iter().map(|setting| setting.values.len());
    let variants = counts.fold(1_usize, usize::saturating_mul);
    let (most, most_bytes) = (limits::VARIANTS, limits::VARIANT_TEXTS);
    if variants > most {
        return Err(format!("more than {most} combinations, expected at most {most}").into());
    }
    // Each value is in as many texts as there are combinations of the others.
    let of_values = settings.iter().map(|setting| {
        let bytes: usize = setting.values.iter().map(String::len).sum();
        bytes.saturating_mul(variants / setting.values.len())
    });
    let bytes = of_values.fold(variants.saturating_mul(text.len()), usize::saturating_add);
    if variants > 1 && bytes > most_bytes {
        return Err(format!(
            "{variants} combinations of a text of {} bytes with their values are {bytes} bytes, expected at \
             most {most_bytes}",
            text.len()
        )
        .into());
    }
    Ok(())
}

/// A field of a scene, named by the path that errors use, and the values that it takes, written as
/// in scenes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The path of the field, such as `generate.flips`.
    pub path: String,
    /// The values, at least one.
    pub values: Vec<String>,
}

/// `PATH=V1,V2`, `PATH=A..=B:STEP`, or `PATH=[V1, V2]`.
impl FromStr for Setting {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let wrong = || {
            format!(
                "found `{text}`, expected a path and values, such as `grid.rows=10,20` or `generate.flips=0..=0.5:0.1`"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(wrong)?;
        let path = plain_path(path.trim());
        if ["seed", "seeds", "vary"].contains(&&*path) {
            return Err(format!(
                "found the path `{path}`, expected `seeds` of a scene or `--seeds` for seeds"
            )
            .into());
        }
        let values = if let Some(numbers) = range(values.trim()) {
            numbers?
        } else {
            let values = elements(values).map_err(|it| format!("`{text}`: {}", it.message))?;
            values.into_iter().map(str::to_owned).collect()
        };
        if values.is_empty() {
            Err(wrong().into())
        } else {
            Ok(Self { path, values })
        }
    }
}

/// Prints a setting as it is read: lists among the values stand in a list themselves.
impl Display for Setting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (path, values) = (&self.path, self.values.join(","));
        if values.starts_with('[') {
            write!(f, "{path}=[{values}]")
        } else {
            write!(f, "{path}={values}")
        }
    }
}

/// The numbers of `A..B` or `A..=B`, with or without `:STEP`; `None` if it is not a range of
/// numbers.
fn range(text: &str) -> Option<Result<Vec<String>, ToolError>> {
    let (first, rest) = text.split_once("..")?;
    let (rest, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let (last, is_closed) = rest
        .strip_prefix('=')
        .map_or((rest, false), |last| (last, true));
    let numbers = [first, last, step].map(str::trim);
    let places = numbers.map(|it| it.split_once('.').map_or(0, |(_, part)| part.len()));
    let places = places.into_iter().max().unwrap_or(0);
    // Whole numbers of the last decimal, which are exact.
    let unit = 10_f64.powi(i32::try_from(places).unwrap_or(i32::MAX));
    let numbers = numbers.map(|it| in_units(it, unit));
    let [Some(first), Some(last), Some(step)] = numbers else {
        let why =
            || format!("`{text}`: expected a range of numbers with at most {DIGITS} digits each");
        return numbers[0].map(|_| Err(why().into()));
    };
    if step <= 0.0 {
        return Some(Err(format!("`{text}`: expected a step above 0").into()));
    }
    let end = if is_closed { last + 1.0 } else { last };
    let numbers = std::iter::successors(Some(first), |number| Some(number + step));
    let numbers = numbers
        .take_while(|number| *number < end)
        .take(limits::VARIANTS + 1);
    let numbers: Vec<_> = numbers.map(|number| (number / unit).to_string()).collect();
    if numbers.is_empty() {
        let why = format!("`{text}`: the range is empty, expected at least one number");
        return Some(Err(why.into()));
    }
    Some(Ok(numbers))
}

/// How many digits a number may have: so many are exact in 64 bits.
const DIGITS: i32 = 15;

/// A number such as `-0.5` in these units.
fn in_units(number: &str, unit: f64) -> Option<f64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let plain = number
        .chars()
        .all(is_part)
        .then(|| number.parse::<f64>().ok())
        .flatten()?;
    Some((plain * unit).round()).filter(|it| it.abs() < 10_f64.powi(DIGITS))
}

/// Refuses two settings of the same field, or of a field and one inside it: the second would
/// overwrite the first.
pub(super) fn check_paths(settings: &[Setting]) -> Result<(), ToolError> {
    let is_within = |path: &str, other: &str| {
        let rest = path.strip_prefix(other);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    for (place, Setting { path, .. }) in settings.iter().enumerate() {
        let mut others = settings[..place].iter().map(|it| &it.path);
        if let Some(other) = others.find(|it| is_within(it, path) || is_within(path, it)) {
            let why = format!("`{other}` and `{path}` set the same value, expected one of them");
            return Err(why.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_or_stepped_through_without_error() {
        for (text, values) in [
            ("a.b=1,2", &["1", "2"][..]),
            ("a.b=Wilson, Kruskal", &["Wilson", "Kruskal"]),
            ("a.b=[[1, 2], [2, 1]]", &["[1, 2]", "[2, 1]"]),
            (
                "a.b=[[(1, 2), (2, 1)], (2, 2)]",
                &["[(1, 2), (2, 1)]", "(2, 2)"],
            ),
            ("a.b=[(2, 2), [(1, 2)]]", &["(2, 2)", "[(1, 2)]"]),
            ("a.b=[[(1, 2)]]", &["[(1, 2)]"]),
            ("a.b=0..=0.3:0.1", &["0", "0.1", "0.2", "0.3"]),
            ("a.b=1..4", &["1", "2", "3"]),
            ("a.b=-1..=1:0.5", &["-1", "-0.5", "0", "0.5", "1"]),
            ("a.b=10..=21:10", &["10", "20"]),
            ("a.b=\"1..2\"", &["\"1..2\""]),
        ] {
            let setting: Setting = text.parse().expect("a setting");
            let printed: Setting = setting.to_string().parse().expect("as printed");
            assert_eq!(printed.values, setting.values);
            assert_eq!(
                (setting.path.as_str(), setting.values),
                ("a.b", values.iter().map(|&it| it.to_owned()).collect())
            );
        }
        for wrong in [
            "",
            "a",
            "a=",
            "a=1..1",
            "a=1..=2:0",
            "a=1..2:-1",
            "a=,",
            "seed=1,2",
            "a=0..=1e20",
        ] {
            assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
        }
    }
}
