//! A small bar chart of how many states lie at each distance.

/// Eighths of a cell, from empty to full.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const HEIGHT: usize = 8;
const WIDTH: usize = 72;

/// Draws the counts as upright bars, one or more neighbours a bar, with the tallest count and the ends
/// written at the axes.
pub fn draw(counts: &[u64]) -> Vec<String> {
    let per_bar = counts.len().div_ceil(WIDTH).max(1);
    let bars: Vec<u64> = counts.chunks(per_bar).map(|chunk| chunk.iter().sum()).collect();
    let Some(&most) = bars.iter().max().filter(|most| **most > 0) else {
        return Vec::new();
    };
    // Few distances get wide bars, so the chart is never a sliver.
    let thick = (WIDTH / 2 / bars.len()).clamp(1, 4);
    let label = unstuck_ops::numbers::grouped(most);
    let mut lines = Vec::new();
    for level in (0..HEIGHT).rev() {
        let margin = if level == HEIGHT - 1 { label.as_str() } else { "" };
        let mut line = format!("{margin:>width$} │", width = label.len());
        for &bar in &bars {
            // A bar that is not empty is never invisible.
            let eighths = (bar as f64 / most as f64 * (HEIGHT * 8) as f64).round() as usize;
            let eighths = if bar > 0 { eighths.max(1) } else { 0 };
            let block = BLOCKS[eighths.saturating_sub(level * 8).min(8)];
            line.extend(std::iter::repeat_n(block, thick));
        }
        lines.push(line.trim_end().to_owned());
    }
    let width = bars.len() * thick;
    lines.push(format!("{:>1$} └{2}", "0", label.len(), "─".repeat(width)));
    let last = (counts.len() - 1).to_string();
    let indent = label.len() + 2;
    lines.push(format!("{}0{last:>1$}", " ".repeat(indent), width.saturating_sub(1).max(last.len() + 1)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tallest_bar_is_full_and_the_smallest_visible() {
        let lines = draw(&[1, 1_000, 500]);
        assert!(lines[0].starts_with("1,000 │") && lines[0].contains('█'), "{lines:?}");
        assert!(lines[HEIGHT - 1].contains('▁'), "{lines:?}");
    }

    #[test]
    fn many_distances_share_bars_and_none_draw_nothing() {
        assert!(draw(&vec![3; 1_000]).iter().all(|line| line.chars().count() <= WIDTH + 8));
        assert!(draw(&[]).is_empty());
        assert!(draw(&[0, 0]).is_empty());
    }
}
