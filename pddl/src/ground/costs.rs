//! Costs of operators.

use super::GroundError;
use super::bits::Bits;
use super::relation::Relation;
use super::rules::value;
use crate::error::Diagnostic;
use crate::syntax::tree::{Cost, Domain, Metric, Problem};

/// Cells of a dense table of function values.
const CELLS: usize = 1 << 22;

/// Values of functions by arguments; without a metric every operator costs 1.
pub(super) struct Costs {
    /// For each function its arguments and, by row, its values.
    functions: Vec<(Relation, Vec<u32>)>,
    metric: Metric,
    names: Vec<Box<str>>,
    objects: Vec<Box<str>>,
}

impl Costs {
    pub(super) fn new(domain: &Domain, problem: &Problem) -> Self {
        let count = problem.objects.len();
        let mut columns: Vec<Vec<Bits>> =
            domain.functions.iter().map(|f| vec![Bits::empty(count); f.parameters.len()]).collect();
        for row in &problem.values {
            for (column, object) in columns[row.function.index()].iter_mut().zip(&row.arguments) {
                column.insert(object.0);
            }
        }
        let mut functions: Vec<(Relation, Vec<u32>)> = columns
            .into_iter()
            .map(|columns| {
                let dense = Relation::cells(&columns) <= CELLS;
                (Relation::new(columns, count, dense), Vec::new())
            })
            .collect();
        for row in &problem.values {
            let arguments: Vec<u32> = row.arguments.iter().map(|object| object.0).collect();
            let (relation, values) = &mut functions[row.function.index()];
            relation.insert(&arguments);
            values.push(row.value as u32);
        }
        let names = domain.functions.iter().map(|function| function.name.clone()).collect();
        let objects = problem.objects.iter().map(|object| object.name.clone()).collect();
        Self { functions, metric: problem.metric, names, objects }
    }

    /// The sum of the costs under a binding; nothing if the problem has no metric.
    pub(super) fn of(&self, costs: &[Cost], binding: &[u32]) -> Result<Option<u32>, GroundError> {
        if self.metric == Metric::Steps {
            return Ok(None);
        }
        let mut sum = 0_u32;
        for cost in costs {
            sum = sum.saturating_add(match cost {
                Cost::Number(number) => *number,
                Cost::Function { function, arguments, place } => {
                    let (relation, values) = &self.functions[function.index()];
                    let arguments = arguments.iter().map(|&term| value(term, binding));
                    match relation.find(arguments.clone()) {
                        Some(row) => values[row as usize],
                        None => {
                            let mut written = self.names[function.index()].to_string();
                            arguments.for_each(|object| {
                                written.push(' ');
                                written.push_str(&self.objects[object as usize]);
                            });
                            let message = format!("the cost '({written})' has no value in the initial state");
                            let help = format!("add '(= ({written}) NUMBER)' to ':init' of the problem");
                            return Err(GroundError::Invalid(Diagnostic::new(*place, message).help(help)));
                        }
                    }
                }
            });
        }
        Ok(Some(sum.min(crate::syntax::LARGEST_COST)))
    }
}
