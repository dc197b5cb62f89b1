//! Plan files of VAL and Fast Downward.

use crate::error::{Diagnostic, Place, Source, quoted, unknown};
use crate::ids::{ObjectId, SchemaId};
use crate::interpret::GroundAction;
use crate::syntax::tree::{Domain, Problem};

/// A step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The ground action.
    pub action: GroundAction,
    /// Where it is written.
    pub place: Place,
}

/// Reads a plan: one `(action object …)` a step, optionally with a time before it and a duration behind it
/// (`0.0: (…) [1]`); `;` begins a comment. Case is ignored.
pub fn parse_plan(text: &str, domain: &Domain, problem: &Problem) -> Result<Vec<Step>, Diagnostic> {
    let mut steps = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split(';').next().unwrap_or_default();
        let at = |byte: usize| Place {
            line: number as u32 + 1,
            column: code.get(..byte).unwrap_or(code).chars().count() as u32 + 1,
        };
        let mut rest = 0;
        while let Some(start) = next_step(code, rest, &at)? {
            let Some(length) = code[start..].find(')') else {
                return Err(wrong(
                    at(start),
                    "this parenthesis is never closed",
                    "a step is '(ACTION OBJECT …)' on one line",
                ));
            };
            let inner = &code[start + 1..start + length];
            if let Some(nested) = inner.find('(') {
                return Err(wrong(
                    at(start + 1 + nested),
                    "a parenthesis within a step",
                    "a step is '(ACTION OBJECT …)'",
                ));
            }
            steps.push(step(inner, start + 1, &at, domain, problem)?);
            rest = start + length + 1;
        }
    }
    Ok(steps)
}

fn wrong(place: Place, message: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::new(place, message).help(help).about(Source::Plan)
}

/// The byte of the next opening parenthesis; only times and durations may precede it.
fn next_step(code: &str, from: usize, at: &impl Fn(usize) -> Place) -> Result<Option<usize>, Diagnostic> {
    let end = code[from..].find('(').map_or(code.len(), |found| from + found);
    let mut byte = from;
    for word in code[from..end].split_whitespace() {
        byte += code[byte..end].find(word).unwrap_or(0);
        let number = word.trim_end_matches(':').trim_start_matches('[').trim_end_matches(']');
        if !number.is_empty() && number != ":" && number.parse::<f64>().is_err() {
            let message = format!("expected a step, found {}", quoted(word));
            return Err(wrong(at(byte), message, "a step is '(ACTION OBJECT …)'; comments begin with ';'"));
        }
        byte += word.len();
    }
    Ok((end < code.len()).then_some(end))
}

fn step(
    inner: &str,
    offset: usize,
    at: &impl Fn(usize) -> Place,
    domain: &Domain,
    problem: &Problem,
) -> Result<Step, Diagnostic> {
    let base = inner.as_ptr() as usize;
    // The names of ground operators hold spaces.
    let whole = inner.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if whole.contains(' ')
        && let Some(schema) = domain.find_action(&whole)
        && domain.actions[schema.index()].parameters == 0
    {
        return Ok(Step { action: (schema, Box::default()), place: at(offset) });
    }
    let mut words = inner
        .split_whitespace()
        .map(|word| (word.to_lowercase(), at(offset + word.as_ptr() as usize - base)));
    let Some((name, place)) = words.next() else {
        return Err(wrong(at(offset), "a step without an action", "a step is '(ACTION OBJECT …)'"));
    };
    let Some(schema) = domain.find_action(&name) else {
        let known = domain.actions.iter().map(|action| &*action.name);
        return Err(unknown(place, "action", &name, known, "it is not in the domain").about(Source::Plan));
    };
    let objects = words
        .map(|(word, place)| {
            problem.find_object(&word).ok_or_else(|| {
                let known = problem.objects.iter().map(|object| &*object.name);
                unknown(place, "object", &word, known, "it is not in the problem").about(Source::Plan)
            })
        })
        .collect::<Result<Box<[ObjectId]>, _>>()?;
    let SchemaId(index) = schema;
    let expected = domain.actions[index as usize].parameters;
    if objects.len() != expected {
        let plural = if expected == 1 { "" } else { "s" };
        let message = format!("{} takes {expected} object{plural}, found {}", quoted(&name), objects.len());
        let action = &domain.actions[index as usize];
        let names: Vec<String> =
            action.variables[..expected].iter().map(|v| format!("?{}", v.name)).collect();
        return Err(wrong(place, message, &format!("its parameters are ({})", names.join(" "))));
    }
    Ok(Step { action: (schema, objects), place })
}
