//! Import of the output format of Fast Downward's translator, version 3, as a PDDL domain and problem.
//!
//! A value of a variable that is named `Atom p(a, b)` is the atom `(p a b)`; others are `(varN valueM)`. One value of a variable,
//! `NegatedAtom …` or `<none of those>`, may be that no atom of the variable holds. Every operator is an action without
//! parameters that has the operator's whole name, in bars: `|move a b|`. Mutex groups are left out: grounding finds its own.

use crate::error::{Diagnostic, Place};
use hashbrown::{HashMap, HashSet};
use std::fmt::Write as _;

/// Whether a text has the form of such a file.
pub fn is_sas(text: &str) -> bool {
    text.trim_start().starts_with("begin_version")
}

/// The PDDL domain and problem that a file describes.
pub fn read_sas(text: &str) -> Result<(String, String), Diagnostic> {
    let mut lines = Lines { lines: text.lines(), number: 0 };
    lines.word("begin_version")?;
    if lines.number::<u32>("a version")? != 3 {
        return Err(lines.wrong("only version 3 of the format is read"));
    }
    lines.word("end_version")?;
    lines.word("begin_metric")?;
    let costs = lines.number::<u32>("0 or 1")? == 1;
    lines.word("end_metric")?;
    let mut variables: Vec<Vec<String>> = Vec::new();
    for _ in 0..lines.count("variables")? {
        variables.push(variable(&mut lines)?);
    }
    for _ in 0..lines.count("mutex groups")? {
        lines.word("begin_mutex_group")?;
        for _ in 0..lines.count("facts")? {
            lines.next()?;
        }
        lines.word("end_mutex_group")?;
    }
    let task = Facts::new(&variables);
    lines.word("begin_state")?;
    let mut init = String::new();
    for variable in 0..variables.len() {
        let value = lines.number::<usize>("a value")?;
        task.check(&lines, variable, value)?;
        if let Some(atom) = &task.atoms[variable][value] {
            let _ = write!(init, " {atom}");
        }
    }
    lines.word("end_state")?;
    lines.word("begin_goal")?;
    let mut goal = String::new();
    for _ in 0..lines.count("goals")? {
        let [variable, value] = lines.numbers()?;
        task.condition(&lines, variable, value, &mut goal)?;
    }
    lines.word("end_goal")?;
    let (mut actions, mut names) = (String::new(), HashSet::new());
    for _ in 0..lines.count("operators")? {
        operator(&mut lines, &task, (costs, &mut names), &mut actions)?;
    }
    if lines.count("axioms")? > 0 {
        return Err(lines
            .wrong("axioms are not read")
            .help("solve the PDDL files that the file was made from"));
    }
    let domain = task.declarations(costs, actions.contains(NEITHER)) + &actions + ")";
    let metric = if costs { " (:metric minimize (total-cost))" } else { "" };
    let start = if costs { " (= (total-cost) 0)" } else { "" };
    let problem =
        format!("(define (problem task) (:domain sas) (:init{init}{start}) (:goal (and{goal})){metric})");
    Ok((domain, problem))
}

/// The names of a variable's values.
fn variable(lines: &mut Lines<'_>) -> Result<Vec<String>, Diagnostic> {
    lines.word("begin_variable")?;
    lines.next()?;
    if lines.number::<i64>("an axiom layer")? != -1 {
        return Err(lines
            .wrong("derived variables are not read")
            .help("solve the PDDL files that the file was made from"));
    }
    let values: Result<Vec<String>, Diagnostic> =
        (0..lines.count("values")?).map(|_| lines.next().map(str::to_lowercase)).collect();
    lines.word("end_variable")?;
    values
}

fn operator(
    lines: &mut Lines<'_>,
    task: &Facts,
    (costs, names): (bool, &mut HashSet<String>),
    out: &mut String,
) -> Result<(), Diagnostic> {
    lines.word("begin_operator")?;
    let words: Vec<String> = lines.next()?.split_whitespace().map(str::to_lowercase).collect();
    let own = words.join(" ");
    if own.is_empty() || own.contains(['(', ')', ';', '|']) {
        return Err(lines.wrong("the name of an operator is empty or holds a parenthesis, ';' or '|'"));
    }
    // Translators give several operators one name where conditions are disjunctions.
    let mut name = own.clone();
    let mut number = 1;
    while !names.insert(name.clone()) {
        number += 1;
        name = format!("{own} #{number}");
    }
    let mut before = String::new();
    for _ in 0..lines.count("prevail conditions")? {
        let [variable, value] = lines.numbers()?;
        task.condition(lines, variable, value, &mut before)?;
    }
    let mut found: Vec<Effect> = Vec::new();
    for _ in 0..lines.count("effects")? {
        found.push(effect(lines, task, &mut before)?);
    }
    let mut effects = String::new();
    for (place, effect) in found.iter().enumerate() {
        effect.write(task, &found[place + 1..], &mut effects);
    }
    let cost = lines.number::<u32>("a cost")?;
    lines.word("end_operator")?;
    if costs {
        let _ = write!(effects, " (increase (total-cost) {cost})");
    }
    let _ =
        writeln!(out, "(:action |{name}| :parameters () :precondition (and{before}) :effect (and{effects}))");
    Ok(())
}

/// How the condition begins that another effect does not happen.
const NEITHER: &str = " (not (and";

/// An effect: a variable gets a value.
struct Effect {
    /// As pairs of a variable and a value that it must have.
    conditions: Vec<(usize, usize)>,
    variable: usize,
    /// The value before, if only one is possible.
    old: Option<usize>,
    new: usize,
}

impl Effect {
    /// Whether both cannot happen in one state.
    fn excludes(&self, other: &Self) -> bool {
        let differs = |(variable, value): &(usize, usize)| {
            other.conditions.iter().any(|(same, needed)| same == variable && needed != value)
        };
        self.conditions.iter().any(differs)
    }

    /// Writes it as PDDL does. There the order of effects means nothing and adds win over deletes; here the last one wins, so
    /// an effect that adds an atom has the condition that none of the `later` ones sets its variable to another value.
    fn write(&self, task: &Facts, later: &[Self], out: &mut String) {
        let mut condition = String::new();
        for &(variable, value) in &self.conditions {
            task.write(variable, value, &mut condition);
        }
        let atoms = &task.atoms[self.variable];
        let wins =
            |other: &&Self| other.variable == self.variable && other.new != self.new && !self.excludes(other);
        for other in later.iter().filter(|_| atoms[self.new].is_some()).filter(wins) {
            if other.conditions.is_empty() {
                return;
            }
            condition += NEITHER;
            for &(variable, value) in &other.conditions {
                task.write(variable, value, &mut condition);
            }
            condition += "))";
        }
        let mut effect = String::new();
        let gone = self.old.map_or(0..atoms.len(), |old| old..old + 1).filter(|&value| value != self.new);
        for atom in gone.filter_map(|value| atoms[value].as_ref()) {
            let _ = write!(effect, " (not {atom})");
        }
        if let Some(atom) = &atoms[self.new] {
            let _ = write!(effect, " {atom}");
        }
        if condition.is_empty() {
            *out += &effect;
        } else if !effect.is_empty() {
            let _ = write!(out, " (when (and{condition}) (and{effect}))");
        }
    }
}

/// An effect; what its variable must be before is added to the conditions of the operator.
fn effect(lines: &mut Lines<'_>, task: &Facts, before: &mut String) -> Result<Effect, Diagnostic> {
    let line = lines.next()?;
    let numbers: Option<Vec<i64>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let count = numbers.first().map_or(usize::MAX, |&count| usize::try_from(count).unwrap_or(usize::MAX));
    if numbers.len() < 4 || count != (numbers.len() - 4) / 2 || !numbers.len().is_multiple_of(2) {
        return Err(lines.wrong("an effect is its conditions, a variable, and its values before and after"));
    }
    let index = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let mut conditions = Vec::new();
    for pair in numbers[1..=2 * count].chunks(2) {
        task.check(lines, index(pair[0]), index(pair[1]))?;
        conditions.push((index(pair[0]), index(pair[1])));
    }
    let [variable, old, new] =
        [numbers.len() - 3, numbers.len() - 2, numbers.len() - 1].map(|at| numbers[at]);
    let (variable, new) = (index(variable), index(new));
    task.check(lines, variable, new)?;
    let old = (old != -1).then(|| index(old));
    if let Some(old) = old {
        task.condition(lines, variable, old, before)?;
    }
    Ok(Effect { conditions, variable, old, new })
}

/// The atoms of the values.
struct Facts {
    /// For each value of each variable its atom; none where it is that none of the others holds.
    atoms: Vec<Vec<Option<String>>>,
    predicates: Vec<(String, usize)>,
    objects: Vec<String>,
}

impl Facts {
    fn new(variables: &[Vec<String>]) -> Self {
        let mut this = Self { atoms: Vec::new(), predicates: Vec::new(), objects: Vec::new() };
        let (mut arities, mut objects, mut seen) = (HashMap::new(), HashSet::new(), HashSet::new());
        for (number, values) in variables.iter().enumerate() {
            let parsed: Vec<Option<(&str, Vec<&str>)>> = values.iter().map(|value| atom(value)).collect();
            let is_known = |(name, arguments): &(&str, Vec<&str>)| {
                !seen.contains(&(*name, arguments.clone()))
                    && arities.get(*name).is_none_or(|&arity: &usize| arity == arguments.len())
                    && !name.starts_with("var")
            };
            let rest = values.iter().zip(&parsed).filter(|(_, atom)| atom.is_none()).map(|(value, _)| value);
            let is_rest = |value: &String| value.starts_with("negatedatom ") || value == "<none of those>";
            let fits = parsed.iter().flatten().all(is_known)
                && rest.clone().count() <= 1
                && rest.clone().all(is_rest);
            let mut row = Vec::with_capacity(values.len());
            for (place, atom) in parsed.into_iter().enumerate() {
                let (name, arguments) = match (fits, atom) {
                    (true, None) => {
                        row.push(None);
                        continue;
                    }
                    (true, Some((name, arguments))) => {
                        seen.insert((name, arguments.clone()));
                        if arities.insert(name, arguments.len()).is_none() {
                            this.predicates.push((name.to_owned(), arguments.len()));
                        }
                        (name.to_owned(), arguments.into_iter().map(str::to_owned).collect())
                    }
                    (false, _) => {
                        let name = format!("var{number}");
                        if place == 0 {
                            this.predicates.push((name.clone(), 1));
                        }
                        (name, vec![format!("value{place}")])
                    }
                };
                let mut text = format!("({name}");
                for object in arguments {
                    let _ = write!(text, " {object}");
                    if objects.insert(object.clone()) {
                        this.objects.push(object);
                    }
                }
                row.push(Some(text + ")"));
            }
            this.atoms.push(row);
        }
        this
    }

    /// The domain up to its actions.
    fn declarations(&self, costs: bool, disjunctions: bool) -> String {
        let mut out =
            "(define (domain sas) (:requirements :negative-preconditions :conditional-effects".to_owned();
        out += if disjunctions { " :disjunctive-preconditions" } else { "" };
        out += if costs { " :action-costs)\n(:constants" } else { ")\n(:constants" };
        self.objects.iter().for_each(|object| out.extend([" ", object]));
        out += ")\n(:predicates";
        for (name, arity) in &self.predicates {
            let variables: String = (0..*arity).map(|number| format!(" ?x{number}")).collect();
            let _ = write!(out, " ({name}{variables})");
        }
        out += if costs { ")\n(:functions (total-cost) - number)\n" } else { ")\n" };
        out
    }

    fn check(&self, lines: &Lines<'_>, variable: usize, value: usize) -> Result<(), Diagnostic> {
        match self.atoms.get(variable).is_some_and(|values| value < values.len()) {
            true => Ok(()),
            false => Err(lines.wrong("there is no such variable, or it has no such value")),
        }
    }

    /// Adds that a variable has a value.
    fn condition(
        &self,
        lines: &Lines<'_>,
        variable: usize,
        value: usize,
        out: &mut String,
    ) -> Result<(), Diagnostic> {
        self.check(lines, variable, value)?;
        self.write(variable, value, out);
        Ok(())
    }

    /// The same for a value that there is.
    fn write(&self, variable: usize, value: usize, out: &mut String) {
        match &self.atoms[variable][value] {
            Some(atom) => out.extend([" ", atom]),
            None => self.atoms[variable].iter().flatten().for_each(|atom| out.extend([" (not ", atom, ")"])),
        }
    }
}

/// The predicate and the objects of `atom p(a, b)`.
fn atom(value: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = value.strip_prefix("atom ")?.split_once('(')?;
    let inner = rest.strip_suffix(')')?;
    let objects: Vec<&str> =
        if inner.is_empty() { Vec::new() } else { inner.split(',').map(str::trim).collect() };
    let is_word = |word: &&str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_alphanumeric() || "-_@#.".contains(c))
            && !word.starts_with('#')
    };
    std::iter::once(&name).chain(&objects).all(is_word).then_some((name, objects))
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: u32,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, Diagnostic> {
        self.number += 1;
        self.lines.next().map(str::trim).ok_or_else(|| self.wrong("the file ends too early"))
    }

    fn wrong(&self, message: &str) -> Diagnostic {
        Diagnostic::new(Place { line: self.number.max(1), column: 1 }, message)
    }

    fn word(&mut self, expected: &str) -> Result<(), Diagnostic> {
        match self.next()? {
            found if found == expected => Ok(()),
            _ => Err(self.wrong(&format!("expected {expected}"))),
        }
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Diagnostic> {
        self.next()?.parse().map_err(|_| self.wrong(&format!("expected {what}")))
    }

    /// A number of things that follow.
    fn count(&mut self, what: &str) -> Result<u32, Diagnostic> {
        self.number(&format!("the number of {what}"))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[usize; N], Diagnostic> {
        let numbers: Option<Vec<usize>> =
            self.next()?.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .ok_or_else(|| self.wrong("expected a variable and a value"))
    }
}
