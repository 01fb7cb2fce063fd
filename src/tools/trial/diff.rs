//! The lines in which a drawing differs from the expected one.

use std::iter;

use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops};

use crate::base::limits;

/// The number of unchanged lines shown around those that differ.
const AROUND: usize = 3;

/// The most lines, of both drawings, from the first that differ to the last, that are aligned. That
/// takes quadratic time, so more lines are compared by position: the first with the first, and so
/// on.
const ALIGNED: usize = 1000;

/// The lines that differ, in the format of `diff -u`; at most [`limits::DIFF`].
pub(super) fn diff(expected: &str, found: &str) -> String {
    let expected: Vec<_> = expected.split_inclusive('\n').collect();
    let found: Vec<_> = found.split_inclusive('\n').collect();
    let differing = differing(&expected, &found);
    let steps = if differing > ALIGNED {
        by_place(&expected, &found)
    } else {
        capture_diff_slices(Algorithm::Myers, &expected, &found)
    };
    let hunks = group_diff_ops(steps, AROUND);
    let mut lines = hunks.iter().flat_map(|hunk| {
        let header = format!("{}\n", UnifiedHunkHeader::new(hunk));
        let changes = hunk.iter().flat_map(|step| step.iter_changes(&expected, &found));
        iter::once(header).chain(changes.map(|change| line(change.tag(), change.value())))
    });
    let mut shown = "--- expected\n+++ found\n".to_owned();
    shown.extend(lines.by_ref().take(limits::DIFF));
    match lines.count() {
        0 => shown,
        more => format!("{shown}and {more} more lines\n"),
    }
}

fn differing(expected: &[&str], found: &[&str]) -> usize {
    let both = || expected.iter().zip(found);
    let before = both().take_while(|(expected, found)| expected == found).count();
    let shorter = expected.len().min(found.len());
    let from_behind = expected.iter().rev().zip(found.iter().rev()).take(shorter - before);
    let after = from_behind.take_while(|(expected, found)| expected == found).count();
    expected.len() + found.len() - 2 * (before + after)
}

fn by_place(expected: &[&str], found: &[&str]) -> Vec<DiffOp> {
    let shorter = expected.len().min(found.len());
    let both: Vec<_> =
        expected.iter().zip(found).map(|(expected, found)| expected == found).collect();
    let mut place = 0;
    let mut steps = Vec::new();
    for run in both.chunk_by(|one, next| one == next) {
        let (old_index, new_index, len) = (place, place, run.len());
        steps.push(if run[0] {
            DiffOp::Equal { old_index, new_index, len }
        } else {
            DiffOp::Replace { old_index, old_len: len, new_index, new_len: len }
        });
        place += len;
    }
    let (old_index, new_index) = (shorter, shorter);
    let (old_len, new_len) = (expected.len() - shorter, found.len() - shorter);
    match (old_len, new_len) {
        (0, 0) => {}
        (_, 0) => steps.push(DiffOp::Delete { old_index, old_len, new_index }),
        _ => steps.push(DiffOp::Insert { old_index, new_index, new_len }),
    }
    steps
}

fn line(tag: ChangeTag, line: &str) -> String {
    let is_whole = line.ends_with('\n');
    format!("{tag}{line}{}", if is_whole { "" } else { "\n\\ No newline at end of file\n" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> String {
        (0..count).map(|number| number.to_string() + "\n").collect()
    }

    #[test]
    fn a_line_that_is_new_is_one_difference() {
        let expected = lines(9);
        let found = expected.replace("4\n", "4\nnew\n").replace("8\n", "8");
        let hunks = "@@ -3,7 +3,8 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n-8\n+8\n\
                     \\ No newline at end of file\n";
        assert_eq!(diff(&expected, &found), format!("--- expected\n+++ found\n{hunks}"));
    }

    #[test]
    fn large_drawings_are_compared_line_by_line() {
        let expected = lines(1 << 16);
        let found = expected.replace("\n20\n", "\nx\n").replace("\n60000\n", "\ny\n");
        let hunks = "@@ -18,7 +18,7 @@\n 17\n 18\n 19\n-20\n+x\n 21\n 22\n 23\n\
                     @@ -59998,7 +59998,7 @@\n \
                     59997\n 59998\n 59999\n-60000\n+y\n 60001\n 60002\n 60003\n";
        assert_eq!(diff(&expected, &found), format!("--- expected\n+++ found\n{hunks}"));
        for found in [lines((1 << 16) - 1), lines((1 << 16) + 1)] {
            assert_eq!(diff(&expected, &found).lines().count(), 7);
        }
        let (first, rest) = expected.split_at(2);
        let longer = format!("{rest}{first}and more\n");
        let shorter = rest.strip_suffix("65534\n65535\n").expect("the last lines");
        for found in [&longer, shorter] {
            let shown = diff(&expected, found);
            assert!(shown.starts_with("--- expected\n+++ found\n@@ -1,65536 +1,"), "{shown}");
        }
    }

    #[test]
    fn no_more_lines_are_shown_than_the_limit() {
        let shown = diff(&"a\n".repeat(99), &"b\n".repeat(limits::DIFF - 100));
        assert_eq!(shown.lines().count(), 2 + limits::DIFF);
        assert!(shown.ends_with("\n+b\n"), "{shown}");
        for count in [100, 60_000] {
            let (expected, found) = (lines(count), lines(count).replace('\n', "!\n"));
            let shown = diff(&expected, &found);
            assert_eq!(shown.lines().count(), 2 + limits::DIFF + 1);
            let more = 1 + 2 * count - limits::DIFF;
            assert!(shown.ends_with(&format!("\nand {more} more lines\n")), "{shown}");
        }
    }
}
