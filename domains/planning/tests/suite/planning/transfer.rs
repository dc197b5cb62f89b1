//! Champions in other domains' words: tasks with other names, and with the arguments of predicates the other way round.

use super::solve;
use crate::installed;
use std::collections::{BTreeMap, BTreeSet};
use unstuck_core::champions;
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::{Checked, interpret};
use unstuck_pddl::syntax::parse_domain;
use unstuck_planning::benchmarks;
use unstuck_planning::generate::{BENCHMARKS, Benchmark, Set};
use unstuck_planning::pddl_domain::PddlDomain;

/// A domain and a problem, rewritten.
struct Copy {
    names: BTreeMap<String, String>,
    /// Predicates whose arguments are turned round.
    turned: BTreeSet<String>,
}

impl Copy {
    /// New names for everything that the domain declares.
    fn scrambled(text: &str, turns: bool) -> Self {
        let tree = parse_domain(text).unwrap().value;
        let predicates = tree.predicates.iter().map(|one| one.name.to_string());
        let actions = tree.actions.iter().map(|one| one.name.to_string());
        let types = tree.types.ids().map(|id| tree.types.name(id).to_owned());
        let old: BTreeSet<String> = predicates.chain(actions).chain(types).collect();
        let new = |(number, name): (usize, String)| (name, format!("w{}", number * 7919 % 1009));
        let names = old.into_iter().filter(|name| name != "object").enumerate().map(new).collect();
        let binary = tree.predicates.iter().filter(|one| turns && one.parameters.len() > 1);
        Self { names, turned: binary.map(|one| one.name.to_string()).collect() }
    }

    fn word(&self, word: &str) -> String {
        self.names.get(word).cloned().unwrap_or_else(|| word.to_owned())
    }

    /// A text, form by form.
    fn of(&self, text: &str) -> String {
        let bare: String = text
            .lines()
            .map(|line| line.split(';').next().unwrap_or_default())
            .fold(String::new(), |all, line| all + line + "\n");
        let spaced = bare.replace('(', " ( ").replace(')', " ) ").to_lowercase();
        let mut stack: Vec<Vec<String>> = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let form = self.form(&stack.pop().unwrap());
                    stack.last_mut().unwrap().push(form);
                }
                _ => stack.last_mut().unwrap().push(word.to_owned()),
            }
        }
        stack.pop().unwrap().join("\n")
    }

    fn form(&self, parts: &[String]) -> String {
        let Some((head, rest)) = parts.split_first() else { return "()".to_owned() };
        // The name of the domain stays in problems and changes in nothing else.
        if head == "domain" || head == "problem" {
            return format!("({})", parts.join(" "));
        }
        // A list of names with their types, of which several may have one.
        let mut entries: Vec<(String, String)> = Vec::new();
        let mut place = 0;
        while self.turned.contains(head) && place < rest.len() {
            if rest[place] == "-" {
                for entry in entries.iter_mut().filter(|entry| entry.1.is_empty()) {
                    entry.1 = format!("- {}", self.word(&rest[place + 1]));
                }
                place += 1;
            } else {
                entries.push((self.word(&rest[place]), String::new()));
            }
            place += 1;
        }
        entries.reverse();
        let words: Vec<String> = match entries.is_empty() {
            true => rest.iter().map(|word| self.word(word)).collect(),
            false => entries.into_iter().map(|(name, of)| format!("{name} {of}")).collect(),
        };
        format!("({} {})", self.word(head), words.join(" "))
    }
}

/// A task, with the champion of its domain.
struct Task {
    instance: Box<dyn SearchInstance>,
    rule: Checked,
    text: String,
}

impl Task {
    fn new(domain: &str, problem: &str) -> Self {
        let _ = installed::domain("pddl");
        let domain = PddlDomain::read(domain).unwrap_or_else(|error| panic!("{error}\n{domain}"));
        let instance = domain::read_search(&*domain, problem, None, &Settings::new());
        let text = champions::text_of(domain.features(), "champion").unwrap().unwrap().into_owned();
        let rule = Checked::read(&text, domain.features()).unwrap();
        Self { instance: instance.unwrap(), rule, text }
    }

    /// The rule's values on the states of a plan.
    fn values(&self, plan: &[String]) -> Vec<f64> {
        let value = |steps: usize| {
            let here = self.instance.play(&plan[..steps]).unwrap();
            let values = here.with_table(&self.rule.table).unwrap().values();
            let values: Vec<f64> = values.into_iter().map(Option::unwrap_or_default).collect();
            interpret(&self.rule.formula, &values)
        };
        (0..=plan.len()).map(value).collect()
    }
}

fn task(benchmark: &Benchmark) -> (String, Vec<String>) {
    let made = benchmark.member(Set::Train, 12).unwrap();
    (made.problem, made.plan)
}

fn with_champions() -> impl Iterator<Item = &'static Benchmark> {
    let _ = installed::domain("pddl");
    let pairs = BENCHMARKS.iter().zip(benchmarks());
    let with: Vec<&Benchmark> =
        pairs.filter(|(_, made)| !champions::of(&made.info().name).is_empty()).map(|(b, _)| b).collect();
    assert_eq!(with.len(), 10);
    with.into_iter()
}

#[test]
fn renamed_domains_run_their_champions_with_the_same_expansions() {
    for benchmark in with_champions() {
        let (problem, _) = task(benchmark);
        let copy = Copy::scrambled(benchmark.domain, false);
        let (own, other) = (
            Task::new(benchmark.domain, &problem),
            Task::new(&copy.of(benchmark.domain), &copy.of(&problem)),
        );
        let expanded = |task: &Task| solve(&*task.instance, "greedy", &task.text).stats.expanded;
        assert_eq!(expanded(&own), expanded(&other), "{}: {}", benchmark.name, other.text);
    }
}

#[test]
fn rules_have_the_same_values_where_arguments_are_turned_round() {
    for benchmark in with_champions() {
        let (problem, plan) = task(benchmark);
        let copy = Copy::scrambled(benchmark.domain, true);
        let (own, other) = (
            Task::new(benchmark.domain, &problem),
            Task::new(&copy.of(benchmark.domain), &copy.of(&problem)),
        );
        // Actions keep the order of their arguments.
        let bare = Copy { turned: BTreeSet::new(), ..copy };
        let steps: Vec<String> = plan.iter().map(|step| bare.of(step)).collect();
        assert_eq!(own.values(&plan), other.values(&steps), "{}: {}", benchmark.name, other.text);
    }
}

/// The domains of the benchmarks are called as they were, and so is everything else.
#[test]
fn names_alone_do_not_make_a_rule_fit() {
    for benchmark in with_champions() {
        let (problem, plan) = task(benchmark);
        let turned = Copy { names: BTreeMap::new(), ..Copy::scrambled(benchmark.domain, true) };
        let (own, other) = (
            Task::new(benchmark.domain, &problem),
            Task::new(&turned.of(benchmark.domain), &turned.of(&problem)),
        );
        assert_eq!(own.values(&plan), other.values(&plan), "{}: {}", benchmark.name, other.text);
        // The domain itself has its rule as it stands.
        let domain = PddlDomain::read(benchmark.domain).unwrap();
        assert_eq!(champions::note_of(domain.features(), "champion"), None, "{}", benchmark.name);
        let champion = &champions::of(&domain.info().name)[0];
        assert_eq!(own.text, champion.text);
    }
    let childsnack = BENCHMARKS.iter().find(|benchmark| benchmark.name == "childsnack").unwrap();
    let otherwise = childsnack.domain.replacen("(not (at_kitchen_sandwich ?s))", "", 1);
    let domain = PddlDomain::read(&otherwise).unwrap();
    let error = champions::text_of(domain.features(), "champion").unwrap_err();
    assert_eq!(error.message, "no champion fits pddl-childsnack");
}

/// Whether a champion fits a domain.
fn fits(domain: &str) -> bool {
    let _ = installed::domain("pddl");
    let domain = PddlDomain::read(domain).unwrap();
    champions::text_of(domain.features(), "champion").is_ok()
}

/// What is equal must be equal in both domains. Inequalities that only forbid arguments do not count, nor do costs.
#[test]
fn equalities_decide_what_actions_do() {
    let benchmark = BENCHMARKS.iter().find(|benchmark| benchmark.name == "blocksworld").unwrap();
    let blocks = benchmark.domain.replacen("blocksworld", "renamed", 1);
    let stack = "(and (holding ?ob) (clear ?underob))";
    assert!(blocks.contains(stack) && fits(&blocks));
    let with = |more: &str| blocks.replace(stack, &format!("(and (holding ?ob) (clear ?underob) {more})"));
    assert!(fits(&with("(not (= ?ob ?underob))")));
    assert!(!fits(&with("(= ?ob ?underob)")));
    let costs = blocks
        .replace(
            "(arm-empty))\n  (:action pickup",
            "(arm-empty))\n  (:functions (total-cost) - number)\n  (:action pickup",
        )
        .replace("(not (arm-empty))))", "(not (arm-empty)) (increase (total-cost) 3)))");
    assert!(costs.contains("increase") && costs.contains(":functions") && fits(&costs));
}

/// Types may be predicates, and a domain may call itself otherwise.
#[test]
fn untyped_domains_and_other_names_are_understood() {
    let blocks = "(define (domain blocks)
        (:predicates (clear ?x) (ontable ?x) (handempty) (carried ?x) (above ?under ?x))
        (:action pick-up :parameters (?x)
            :precondition (and (clear ?x) (ontable ?x) (handempty))
            :effect (and (carried ?x) (not (clear ?x)) (not (ontable ?x)) (not (handempty))))
        (:action put-down :parameters (?x)
            :precondition (carried ?x)
            :effect (and (not (carried ?x)) (clear ?x) (ontable ?x) (handempty)))
        (:action stack :parameters (?x ?y)
            :precondition (and (carried ?x) (clear ?y))
            :effect (and (not (carried ?x)) (not (clear ?y)) (clear ?x) (above ?y ?x) (handempty)))
        (:action unstack :parameters (?x ?y)
            :precondition (and (above ?y ?x) (clear ?x) (handempty))
            :effect (and (carried ?x) (clear ?y) (not (above ?y ?x)) (not (clear ?x)) (not (handempty)))))";
    let _ = installed::domain("pddl");
    let domain = PddlDomain::read(blocks).unwrap();
    let note = champions::note_of(domain.features(), "champion").unwrap();
    assert!(note.starts_with("champion:rule of pddl-blocksworld by renaming "), "{note}");
    assert!(note.contains("on → above.2.1") && note.contains("holding → carried"), "{note}");
    let named = champions::text_of(domain.features(), "champion:blocksworld").unwrap();
    assert_eq!(named, champions::text_of(domain.features(), "champion").unwrap());
    let broken = blocks.replace("(clear ?y) (not (above", "(not (above");
    let domain = PddlDomain::read(&broken).unwrap();
    let error = champions::text_of(domain.features(), "champion").unwrap_err();
    assert_eq!(error.message, "no champion fits pddl-blocks");
    let help = error.help.unwrap();
    assert!(help.contains("no predicate is used as clear is in blocksworld"), "{help}");
    let lamp = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    let lamp = PddlDomain::read(lamp).unwrap();
    assert!(champions::text_of(lamp.features(), "champion").is_err());
}
