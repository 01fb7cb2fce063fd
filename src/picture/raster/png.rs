//! A picture as PNG.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Compression, Encoder};

use super::Raster;

/// Writes a raster as PNG.
///
/// # Errors
/// If writing fails.
pub fn png(raster: &Raster, output: impl Write) -> io::Result<()> {
    let (width, height) = raster.dimensions();
    let mut encoder = Encoder::new(output, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(compression(width, height));
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer_with_size(1 << 20)?;
    let mut row = Vec::new();
    for pixels in raster.data().chunks_exact(4 * width as usize) {
        row.clear();
        append_rgb(pixels, &mut row);
        stream.write_all(&row)?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// Better compression for small pictures, where it is fast.
pub(super) fn compression(width: u32, height: u32) -> Compression {
    const LARGE: u64 = 1 << 22;
    let is_large = u64::from(width) * u64::from(height) > LARGE;
    if is_large { Compression::Fast } else { Compression::Balanced }
}

/// Appends opaque pixels without their fourth byte.
fn append_rgb(pixels: &[u8], rgb: &mut Vec<u8>) {
    pixels.as_chunks::<4>().0.iter().for_each(|pixel| rgb.extend_from_slice(&pixel[..3]));
}
