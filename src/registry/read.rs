//! Reading: a scene is made from RON.

use super::Registry;
use super::expect::{Arrived, Cell, Holds};
use crate::base::grid::Grid;
use crate::scene::{AnyIngredient, Expect, Expectation, Node, RonReader, Scene, TestSeeds, When};

/// What to write instead of `Arrived(agents: 3)`.
const NUMBER_OF_AGENTS: &str = "a condition such as `\"arrived = 3\"` instead of `Arrived`";

impl Registry {
    /// Reads a scene; it is not yet checked, and worth nothing if the reader ends with errors.
    pub(crate) fn read_scene(&self, reader: &mut RonReader<'_>, node: Node) -> Scene {
        let mut names = vec!["name", "seed", "draws", "grid"];
        names.extend(self.fields());
        names.extend(["text", "seeds", "vary", "unnoticed", "expect"]);
        let mut scene = Scene::default();
        let (mut grid, mut text) = (None, None);
        let fields = reader.structure(node, "Scene", &names, &["grid: (rows: 8, columns: 12)"]);
        if let Some((_, node)) = fields.iter().find(|(field, _)| *field == "grid") {
            grid = reader.value(*node);
        }
        reader.name_positions(grid.unwrap_or(Grid {
            rows: 1,
            columns: 1,
        }));
        for (field, node) in fields {
            match field {
                "grid" => {}
                "name" => scene.name = reader.optional(node).unwrap_or_default(),
                "seed" => scene.seed = reader.optional(node).unwrap_or_default(),
                "draws" => scene.draws = reader.optional(node).unwrap_or_default(),
                "text" => {
                    let all = self.texts.iter().map(|&it| (it.name, it));
                    text = reader.named(node, all);
                    if text.is_some() {
                        reader.check_is_alone(node);
                    } else {
                        self.leave_out(field, &mut scene);
                    }
                }
                "seeds" if reader.is_named(node, "All") => scene.seeds = Some(TestSeeds::All),
                "seeds" => scene.seeds = reader.optional(node).map(TestSeeds::Range),
                "vary" => scene.vary = reader.optional(node).unwrap_or_default(),
                "unnoticed" => scene.unnoticed = reader.optional(node).unwrap_or_default(),
                "expect" => {
                    if let Some(list) = reader.some(node) {
                        scene.expect = self.read_expectations(reader, list);
                    }
                }
                _ => {
                    let Some(some) = reader.some(node) else {
                        continue;
                    };
                    match self.read_ingredient(reader, field, some) {
                        Some(ingredient) => scene.set_any(ingredient),
                        None => self.leave_out(field, &mut scene),
                    }
                }
            }
        }
        match grid {
            Some(grid) => scene.grid = grid,
            None => self.leave_out("grid", &mut scene),
        }
        scene.text = text.unwrap_or_default();
        scene
    }

    fn leave_out(&self, field: &'static str, scene: &mut Scene) {
        let of_field = self.ingredient_types.iter().find(|it| it.field == field);
        scene.unread.push((field, of_field.map(|it| it.role)));
    }

    fn read_ingredient(
        &self,
        reader: &mut RonReader<'_>,
        field: &str,
        node: Node,
    ) -> Option<Box<dyn AnyIngredient>> {
        let ingredient_types = || self.ingredient_types.iter().filter(|it| it.field == field);
        let ingredient_type = if let Some(only) = ingredient_types().find(|it| it.name.is_empty()) {
            only
        } else {
            let is_taken = |name: &str| ingredient_types().any(|it| it.name == name);
            if self.is_known(reader, field, node, is_taken) {
                return None;
            }
            reader.named(node, ingredient_types().map(|it| (it.name, it)))?
        };
        (ingredient_type.read)(reader, node)
    }

    /// Reports a name of a field by which people know something, unless it is the name of something else there.
    fn is_known(
        &self,
        reader: &mut RonReader<'_>,
        field: &str,
        node: Node,
        is_taken: impl Fn(&str) -> bool,
    ) -> bool {
        let known = self
            .known
            .iter()
            .filter(|it| it.0 == field && !is_taken(it.1));
        reader.is_known(node, known.map(|&(_, name, instead)| (name, instead)))
    }

    /// Reads a list of expectations, or a condition alone.
    fn read_expectations(&self, reader: &mut RonReader<'_>, list: Node) -> Vec<Expectation> {
        if reader.string(list).is_some() {
            let condition = self.read_condition(reader, list);
            return condition.into_iter().map(Into::into).collect();
        }
        let nodes = reader.list(list).into_iter();
        let read = nodes.filter_map(|node| {
            let read = self.read_expectation(reader, node);
            if read.is_none() {
                reader.leave_out(node);
            }
            read
        });
        read.collect()
    }

    fn read_expectation(&self, reader: &mut RonReader<'_>, node: Node) -> Option<Expectation> {
        let is_kind = |name: &str| self.expectations.iter().any(|it| it.name == name);
        let string = reader.string(node);
        if string.is_some_and(|string| !is_kind(string)) {
            return self.read_condition(reader, node).map(Into::into);
        }
        if self.is_known(reader, "expect", node, is_kind) {
            return None;
        }

        let times = When::NAMES.map(|name| (name, Err(name)));
        let kinds = self.expectations.iter().map(|it| (it.name, Ok(it)));
        match reader.named(node, times.into_iter().chain(kinds))? {
            Err(name) => self.read_when(reader, node, name),
            Ok(kind) if kind.name == Cell::NAME => self.read_cell(reader, node).map(Into::into),
            Ok(kind) if kind.name == Holds::NAME => {
                let [condition] = reader.parts(node, "a condition in quotes")?;
                self.read_condition(reader, condition).map(Into::into)
            }
            Ok(kind) => {
                let is_old = kind.name == Arrived::NAME
                    && reader.has_old_field(node, "agents", NUMBER_OF_AGENTS);
                if is_old {
                    return None;
                }
                (kind.read)(reader, node).map(Expectation::Now)
            }
        }
    }

    fn read_condition(&self, reader: &mut RonReader<'_>, node: Node) -> Option<Holds> {
        let text: String = reader.value(node)?;
        Holds::new(self, &text)
            .map_err(|fault| reader.report_inside(node, fault))
            .ok()
    }

    fn read_when(&self, reader: &mut RonReader<'_>, node: Node, name: &str) -> Option<Expectation> {
        let alone = match name {
            "Always" => Some(When::Always),
            "Never" => Some(When::Never),
            "Eventually" => Some(When::Eventually),
            "Sometimes" => Some(When::Sometimes),
            _ => None,
        };
        if let Some(when) = alone {
            let [list] = reader.parts(node, "a list in brackets")?;
            return Some(Expectation::When(
                when,
                self.read_expectations(reader, list),
            ));
        }
        let is_turned = matches!(name, "Until" | "After" | "Given");
        let expected = if is_turned {
            "two lists"
        } else {
            "a tick and a list"
        };
        let [first, list] = reader.parts(node, expected)?;
        let when = match name {
            "Until" => Some(When::Until(self.read_expectations(reader, first))),
            "After" => Some(When::After(self.read_expectations(reader, first))),
            "Given" => Some(When::Given(self.read_expectations(reader, first))),
            "By" => reader.value(first).map(When::By),
            _ => reader.value(first).map(When::At),
        };
        let list = self.read_expectations(reader, list);
        Some(Expectation::When(when?, list))
    }

    fn read_cell(&self, reader: &mut RonReader<'_>, node: Node) -> Option<Cell> {
        let facets = self.facets.iter().map(|it| it.name);
        let names: Vec<_> = std::iter::once("at").chain(facets).collect();
        let (mut at, mut facets) = (None, Vec::new());
        for (field, node) in reader.structure(node, Cell::NAME, &names, &["at: (1, 2)"]) {
            match self.facets.iter().find(|it| it.name == field) {
                None => at = reader.value(node),
                Some(facet) => {
                    let value = reader
                        .some(node)
                        .and_then(|node| (facet.read)(reader, node));
                    facets.extend(value.map(|value| (*facet, value)));
                }
            }
        }
        Some(Cell { at: at?, facets })
    }
}
