//! Tables of words: those of the repository are whole, and others are read or refused with a place.

use std::collections::BTreeSet;
use std::fs;

use mazetick::registry::Registry;
use mazetick::registry::words::Words;

/// The names in braces in a sentence.
fn symbols(sentence: &str) -> BTreeSet<&str> {
    let after = sentence.split('{').skip(1);
    after.filter_map(|it| Some(it.split_once('}')?.0)).collect()
}

fn keys(table: &str) -> Vec<&str> {
    let lines = table.lines().filter(|line| line.starts_with("    "));
    lines
        .map(|line| line.trim().split(':').next().expect("a key"))
        .collect()
}

/// They have all words, each in its own language and with the symbols of the English one.
#[test]
fn committed_tables_are_whole() {
    let english = Registry::standard().words();
    let text = english.to_string();
    let files = fs::read_dir("words").expect("a folder");
    let mut languages = BTreeSet::new();

    for file in files {
        let path = file.expect("a file").path();
        let table = fs::read_to_string(&path).expect("a text");
        let words = Registry::standard().read_words(&table);
        let words: Words = words.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        assert_eq!(words.missing().collect::<Vec<_>>(), [""; 0], "{path:?}");

        for key in keys(&text) {
            let [own, other] = [&words, &english].map(|it| it.get(key).expect("a word"));
            assert_eq!(symbols(own), symbols(other), "{path:?}: {key}");
            let may_be_same = ["direction", "name"].contains(&key);
            assert!(own != other || may_be_same, "{path:?}: {key} is English");
            assert_eq!(own.ends_with('.'), other.ends_with('.'), "{path:?}: {key}");
        }
        languages.insert(words.get("language").expect("a language").to_owned());
    }
    assert_eq!(languages, ["de", "he", "pl"].map(str::to_owned).into());
}

#[test]
fn a_table_that_is_printed_is_read_as_the_same() {
    let registry = Registry::standard();
    let printed = registry.words().to_string();
    assert_eq!(registry.read_words(&printed), Ok(registry.words()));
    assert!(keys(&printed).len() > 30, "{printed}");
    let hebrew = fs::read_to_string("words/he.ron").expect("a table");
    let hebrew = registry.read_words(&hebrew).expect("a table");
    assert_eq!(registry.read_words(&hebrew.to_string()), Ok(hebrew));
}

#[test]
fn what_is_wrong_in_a_table_is_reported_at_its_place() {
    let text =
        "Words(\n    titel: \"Rätsel\",\n    page: 3,\n    name: \"Name\",\n    name: \"Nom\",\n)";
    let error = Registry::standard().read_words(text).expect_err("faults");
    let mut found = error.faults.iter().map(|fault| {
        let line = text[..fault.at.start].lines().count();
        (line, &*fault.message)
    });
    for (line, word) in [(2, "`title`"), (3, "string"), (5, "a second `name`")] {
        let (at, message) = found.next().expect("a fault");
        assert!(at == line && message.contains(word), "{at}: {message}");
    }
    assert_eq!(found.next(), None);
    for text in [
        "",
        "Words",
        "Scene(grid: (rows: 1, columns: 1))",
        "Words(title: \"A\"",
    ] {
        assert!(Registry::standard().read_words(text).is_err(), "{text}");
    }
}
