//! Templates with blanks in braces, such as `{title}`.

/// Appends a template to a text; `fill` appends what takes the place of a blank, given by its name.
pub(crate) fn fill_blanks(
    template: &str,
    text: &mut String,
    mut fill: impl FnMut(&str, &mut String),
) {
    let mut left = template;
    while let Some((before, (name, behind))) =
        left.split_once('{').and_then(|(a, b)| Some((a, b.split_once('}')?)))
    {
        text.push_str(before);
        fill(name, text);
        left = behind;
    }
    text.push_str(left);
}
