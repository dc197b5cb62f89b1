//! What a terminal shows: colours, text tables, histograms, animations and progress bars.

pub mod animation;
pub mod bars;
pub mod histogram;
pub mod locale;
pub mod paint;
pub mod progress;
mod screen;
pub mod table;

pub use screen::Screen;
