//! `unstuck explain`: why a heuristic has its value on a position, or a rule makes its choice.

use super::Screen;
use super::value::{plan_text, shown, solution_text};
use crate::cli::flags::ReadingFlags;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::optimisation::Cost;
use unstuck_ops::Context;
use unstuck_ops::explain::optimisation::ChoiceExplanation;
use unstuck_ops::explain::plan::ExplainedPlan;
use unstuck_ops::explain::{self, Explained, Explanation, Request};
use unstuck_ops::formula::{FormulaView, NodeValue, NodeView};
use unstuck_ops::instances::shortened;
use unstuck_ops::validate::plan_of;
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
The parts of the heuristic are printed with their values: the rule that fires, the terms of its value, and \
the successors in the order in which a best-first search would expand them. The search for exact distances \
takes at most a second.

With --plan: what each step of a plan of a planning task makes true, and for which step or goal. Steps without which the plan \
is valid are named.

Of optimisation domains: the values of a rule on all choices of a step, with the features that it reads.

Examples:
  unstuck explain jam:1 -H 'blockers + 0.3*hybrid'
  unstuck explain jam:1 -H champion --moves 'C+2 B+1'
  unstuck explain korf:1 -H 'max(manhattan, 0.9*walking_distance)' --json
  unstuck solve domain.pddl p01.pddl -q | unstuck explain domain.pddl p01.pddl --plan -
  unstuck explain or-u120:1 --online -H sum_of_squares --step 50")]
pub struct Arguments {
    /// The instance: SET:ID, DOMAIN:TEXT, a board, or a PDDL file
    instance: String,
    /// The file of the problem, after that of its domain
    problem: Option<String>,
    /// The heuristic: a name, a text, @FILE, or champion
    #[arg(short = 'H', long, value_name = "H", allow_hyphen_values = true, required_unless_present = "plan")]
    heuristic: Option<String>,
    /// A plan from the instance, @FILE, or - for standard input: what each step is for (planning tasks)
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["heuristic", "moves", "step", "from"])]
    plan: Option<String>,
    /// Moves from the instance to the position, @FILE, or - for standard input
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// The step of the construction, of optimisation domains [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    step: Option<usize>,
    /// A file with a solution, or - for standard input, whose cost is shown by its parts (optimisation domains)
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    from: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let activity = Activity::default();
    let context = Context::local(progress(false), &activity);
    let problem = arguments.problem.as_deref();
    if let Some(plan) = &arguments.plan {
        let names: Vec<String> =
            [Some(&*arguments.instance), problem].into_iter().flatten().map(str::to_owned).collect();
        let explained =
            explain::plan::run(&names, &arguments.reading.reading(), &plan_text(plan)?, &context)?;
        match arguments.json {
            true => screen.json(&json!(explained))?,
            false => print_plan(&explained, screen)?,
        }
        return Ok(Exit::Fine);
    }
    let moves = match &arguments.moves {
        Some(moves) => {
            let source = context.pair(&arguments.instance, problem, &arguments.reading.reading())?;
            plan_of(&plan_text(moves)?, &source.name, &*source.domain)?
        }
        None => Vec::new(),
    };
    let request = Request {
        instance: arguments.instance,
        problem: arguments.problem,
        reading: arguments.reading.reading(),
        heuristic: arguments.heuristic.unwrap_or_default(),
        moves,
        distances: None,
        step: arguments.step,
        from: arguments.from.as_deref().map(solution_text).transpose()?,
    };
    let explained = explain::run(&request, &context)?;
    match &explained {
        _ if arguments.json => screen.json(&json!(explained))?,
        Explained::Value(explanation) => print(explanation, screen)?,
        Explained::Choice(explanation) => print_choices(explanation, screen)?,
    }
    Ok(Exit::Fine)
}

/// The steps, each with what it makes true for others.
fn print_plan(explained: &ExplainedPlan, screen: &mut Screen<'_>) -> Result<()> {
    let title = format!("{}  ({})", shortened(&explained.instance), explained.domain);
    screen.line(screen.paint.bold(&title))?;
    for (number, one) in (1..).zip(&explained.steps) {
        screen.line(format_args!("{number:3}. {}", one.step))?;
        if one.needless {
            screen.line(screen.paint.bad("     needless: the plan is valid without it"))?;
        }
        for link in &one.supports {
            let reader = link.step.map_or("a goal".to_owned(), |step| format!("step {step}"));
            screen.line(screen.paint.faint(&format!("     {} for {reader}", link.fact)))?;
        }
    }
    screen.origin()
}

/// The choices with their values, and the parts of a solution's cost.
fn print_choices(explanation: &ChoiceExplanation, screen: &mut Screen<'_>) -> Result<()> {
    let ChoiceExplanation { instance, domain, metric, heuristic, step, features, choices, solution, .. } =
        explanation;
    screen.line(screen.paint.bold(&format!("{}  ({domain})", shortened(instance))))?;
    screen.line(format_args!("step {step}, rule {heuristic}\n"))?;
    let head = ["choice", "value"].into_iter().chain(features.iter().map(String::as_str));
    let mut table = Table::new(1, head.chain([""]));
    for choice in choices {
        let values = std::iter::once(choice.value).chain(choice.features.iter().copied());
        let made = if choice.made { "← chosen" } else { "" };
        let values = values.map(|value| shown(Some(value)));
        table.row(std::iter::once(choice.text.clone()).chain(values).chain([made.to_owned()]));
    }
    screen.line(table.text(Some(page_width())))?;
    if let Some(solution) = solution {
        let mut table = Table::new(1, ["part of the solution", metric]);
        for one in &solution.components {
            let cost = Cost { hard: one.violations, soft: one.cost };
            table.row([one.name.clone(), cost.to_string()]);
        }
        let cost = Cost { hard: solution.violations, soft: solution.cost };
        table.sum(["all".to_owned(), cost.to_string()]);
        screen.line(format_args!("\n{}", table.text(Some(page_width()))))?;
        if let Some(bound) = solution.lower_bound {
            screen.line(format_args!("lower bound {bound}"))?;
        }
    }
    screen.origin()
}

fn print(explanation: &Explanation, screen: &mut Screen<'_>) -> Result<()> {
    let Explanation { position, g, evaluation, distance, successors, .. } = explanation;
    let paint = screen.paint;
    screen.line(paint.bold(&format!("{}  ({})", shortened(&position.instance), position.domain)))?;
    let exact = distance.map_or(String::new(), |distance| format!(", exact distance {distance}"));
    screen.line(format_args!("h = {}, g = {g}{exact}", shown(Some(evaluation.value))))?;
    if evaluation.raw != evaluation.value {
        let raw = format!("before it is bounded: {}", shown(Some(evaluation.raw)));
        screen.line(paint.faint(&raw))?;
    }
    screen.line("")?;
    formula(&evaluation.formula, evaluation.rule, screen)?;
    if evaluation.terms.len() > 1 {
        screen.line("")?;
        let mut table = Table::new(1, ["term", "weight", "feature's value", "value"]);
        for term in &evaluation.terms {
            let numbers = [term.weight, term.amount, term.value].map(|value| shown(Some(value)));
            table.row([shortened(&term.text)].into_iter().chain(numbers));
        }
        screen.line(table.text(Some(page_width())))?;
    }
    if !successors.is_empty() {
        screen.line("")?;
        let rules = evaluation.formula.rules.is_some();
        let head = ["successor", "f", "h", "g", "exact distance"];
        let mut table = Table::new(1, head.into_iter().chain(rules.then_some("rule")));
        for one in successors {
            let numbers = [one.f, one.h].map(|value| shown(Some(value)));
            let rule = one.rule.map(|rule| rule_name(rule, &evaluation.formula));
            let exact = one.distance.map_or("–".to_owned(), |distance| distance.to_string());
            let made = if one.solved { format!("{} (goal)", one.made) } else { one.made.clone() };
            table.row([made].into_iter().chain(numbers).chain([one.g.to_string(), exact]).chain(rule));
        }
        screen.line(table.text(Some(page_width())))?;
    }
    screen.origin()
}

/// `1`, `2` …, `otherwise`.
fn rule_name(rule: usize, formula: &FormulaView) -> String {
    match &formula.rules {
        Some(rules) if rule < rules.len() => (rule + 1).to_string(),
        _ => "otherwise".to_owned(),
    }
}

/// The parts with their values, indented below what they belong to.
fn formula(formula: &FormulaView, fires: Option<usize>, screen: &mut Screen<'_>) -> Result<()> {
    let paint = screen.paint;
    if let Some(expression) = &formula.expression {
        return node(expression, 0, screen);
    }
    for (number, rule) in formula.rules.iter().flatten().enumerate() {
        let holds = match rule.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "unknown",
        };
        let line = format!("rule {}: if {}  ({holds})", number + 1, rule.condition.text);
        screen.line(if rule.fires { paint.good(&line) } else { paint.faint(&line) })?;
        if rule.fires {
            node(&rule.condition, 1, screen)?;
            screen.line("  then")?;
            node(&rule.value, 1, screen)?;
        }
    }
    if let Some(otherwise) = formula.otherwise.as_ref() {
        let chosen = fires == formula.rules.as_ref().map(Vec::len);
        let line = format!("otherwise: {}", otherwise.text);
        screen.line(if chosen { paint.good(&line) } else { paint.faint(&line) })?;
        if chosen {
            node(otherwise, 1, screen)?;
        }
    }
    Ok(())
}

fn node(part: &NodeView, depth: usize, screen: &mut Screen<'_>) -> Result<()> {
    let value = match part.value {
        Some(NodeValue::Number(value)) => shown(Some(value)),
        Some(NodeValue::Truth(holds)) => holds.to_string(),
        None => "–".to_owned(),
    };
    // The value of a constant is its text.
    if part.number.is_none() {
        screen.line(format_args!("{}{} = {value}", "  ".repeat(depth), part.text))?;
    }
    for child in part.children.iter().flatten() {
        node(child, depth + 1, screen)?;
    }
    Ok(())
}
