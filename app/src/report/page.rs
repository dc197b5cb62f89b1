//! The report as one HTML page: no script, no network, light or dark as the reader's screen is.
//!
//! | file | section |
//! |---|---|
//! | [`summary`] | what came out, in sentences |
//! | [`grid`] | settings against each other |
//! | [`test`](mod@test) | all heuristics on the test set |
//! | [`champion`] | its text and its drawing |
//! | [`runs`] | tables, boxes, bubbles, run lengths |
//! | [`progress`] | fitness by generation |
//! | [`population`] | diversity, size, operators, features, the front |
//! | [`appendix`] | configuration and origin |

mod appendix;
mod champion;
mod grid;
mod population;
mod progress;
mod runs;
mod summary;
mod test;

pub use grid::verdict;
pub use summary::{extent, sentences, warning};

use super::escape::escape;
use std::fmt::Write;
use unstuck_ops::analysis::Analysis;
use unstuck_ops::store::record::ExperimentRecord;

/// What every report begins with; a file that does may be replaced by a newer report.
pub const MARK: &str = "<!doctype html>\n<!-- a report of unstuck -->\n";

const STYLE: &str = include_str!("page/style.css");

/// The page.
pub fn page(record: &ExperimentRecord, analysis: &Analysis) -> String {
    let mut sections = vec![section("summary", "Summary", &summary::summary(record, analysis))];
    if let Some(comparison) = &analysis.comparison {
        sections.push(section("settings", "Settings compared", &grid::grid(comparison)));
    }
    sections.push(section("runs", "Runs", &runs::runs(record, analysis)));
    let leading = analysis.leading().map(|configuration| configuration.number);
    let many = analysis.configurations.len() > 1;
    for configuration in &analysis.configurations {
        let parts = [
            ("Test", test::test(record, configuration, &analysis.reference)),
            ("Champion", champion::champion(record, configuration)),
            ("Progress", progress::progress(record, configuration)),
            ("Population", population::population(record, configuration)),
        ];
        if !many {
            for (title, content) in parts {
                sections.push(section(&title.to_lowercase(), title, &content));
            }
            continue;
        }
        let parts: String =
            parts.iter().map(|(title, content)| format!("<h3>{title}</h3>{content}")).collect();
        let open = if leading == Some(configuration.number) { " open" } else { "" };
        let content = format!(
            "<details class=\"configuration\"{open}><summary>figures of this setting</summary>{parts}</details>"
        );
        sections.push(section(
            &format!("configuration-{}", configuration.number),
            &configuration.name(),
            &content,
        ));
    }
    sections.push(section("configuration", "Configuration", &appendix::appendix(record)));
    let about = format!("{} · {}", escape(&record.domain), extent(record, analysis));
    document(&record.name, &about, &sections)
}

/// A whole page: its title, a line about it as HTML, and its sections.
pub fn document(title: &str, about: &str, sections: &[Section]) -> String {
    let links: String = sections.iter().map(|section| section.link.as_str()).collect();
    let content: String = sections.iter().map(|section| section.html.as_str()).collect();
    let title = escape(title);
    format!(
        "{MARK}<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title} – Unstuck</title><style>{STYLE}</style></head><body>\
         <header><h1>{title}</h1><p>{about}</p><nav>{links}</nav></header>\
         <main>{content}</main><footer>{}</footer></body></html>\n",
        appendix::footer()
    )
}

/// A part of a page, and the link to it.
pub struct Section {
    link: String,
    html: String,
}

/// A section with its title.
pub fn section(id: &str, title: &str, content: &str) -> Section {
    let title = escape(title);
    Section {
        link: format!("<a href=\"#{id}\">{title}</a>"),
        html: format!("<section id=\"{id}\"><h2>{title}</h2>{content}</section>"),
    }
}

/// Drawings side by side, as far as there is room.
pub fn side_by_side(figures: &[String]) -> String {
    let mut out = String::new();
    if !figures.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(out, "<div class=\"plots\">{}</div>", figures.concat());
    }
    out
}

/// Something to be unfolded by who wants it.
fn folded(title: &str, content: &str) -> String {
    format!("<details><summary>{}</summary>{content}</details>", escape(title))
}

fn note(text: &str) -> String {
    format!("<p class=\"note\">{}</p>", escape(text))
}
