//! The lines in which a drawing differs from the expected one.

use std::iter;

use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, ChangeTag, capture_diff_slices, group_diff_ops};

use crate::base::limits;

const AROUND: usize = 3;

/// The most lines of each drawing, from the first that differs on, that are compared, which takes quadratic time.
const COMPARED: usize = 1000;

/// The lines that differ, in the format of `diff -u`; at most [`limits::DIFF`].
pub(super) fn diff(expected: &str, found: &str) -> String {
    let lines = || {
        expected
            .split_inclusive('\n')
            .zip(found.split_inclusive('\n'))
    };
    let most = lines()
        .take_while(|(expected, found)| expected == found)
        .count()
        + COMPARED;
    let compared = |drawing| {
        str::split_inclusive(drawing, '\n')
            .take(most)
            .collect::<Vec<_>>()
    };
    let (old, new) = (compared(expected), compared(found));
    let hunks = group_diff_ops(capture_diff_slices(Algorithm::Myers, &old, &new), AROUND);
    let mut lines = hunks.iter().flat_map(|hunk| {
        let header = format!("{}\n", UnifiedHunkHeader::new(hunk));
        let changes = hunk.iter().flat_map(|step| step.iter_changes(&old, &new));
        iter::once(header).chain(changes.map(|change| line(change.tag(), change.value())))
    });
    let mut shown = "--- expected\n+++ found\n".to_owned();
    shown.extend(lines.by_ref().take(limits::DIFF));
    let rest = |drawing| str::split_inclusive(drawing, '\n').skip(most);
    let is_cut = rest(expected).ne(rest(found));
    match lines.count() {
        0 if is_cut => shown + "and there may be more\n",
        0 => shown,
        more => {
            shown
                + &format!(
                    "and {more} more lines{}\n",
                    if is_cut { ", or more" } else { "" }
                )
        }
    }
}

fn line(tag: ChangeTag, line: &str) -> String {
    let is_whole = line.ends_with('\n');
    format!(
        "{tag}{line}{}",
        if is_whole {
            ""
        } else {
            "\n\\ No newline at end of file\n"
        }
    )
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
        assert_eq!(
            diff(&expected, &found),
            format!("--- expected\n+++ found\n{hunks}")
        );
    }

    #[test]
    fn large_drawings_are_compared_from_where_they_differ() {
        let expected = lines(1 << 16);
        let found = expected.replace("\n60000\n", "\ny\n");
        let hunks =
            "@@ -59998,7 +59998,7 @@\n 59997\n 59998\n 59999\n-60000\n+y\n 60001\n 60002\n 60003\n";
        assert_eq!(
            diff(&expected, &found),
            format!("--- expected\n+++ found\n{hunks}")
        );
        assert_eq!(diff(&expected, &lines((1 << 16) - 1)).lines().count(), 7);
    }

    #[test]
    fn no_more_lines_are_shown_than_the_limit() {
        let shown = diff(&"a\n".repeat(99), &"b\n".repeat(limits::DIFF - 100));
        assert_eq!(shown.lines().count(), 2 + limits::DIFF);
        assert!(shown.ends_with("\n+b\n"), "{shown}");
        for (count, end) in [
            (150, "and 101 more lines\n"),
            (60_000, " more lines, or more\n"),
        ] {
            let shown = diff(&lines(count), &lines(count).replace('\n', "!\n"));
            assert_eq!(shown.lines().count(), 2 + limits::DIFF + 1);
            assert!(shown.ends_with(end), "{shown}");
        }
    }
}
