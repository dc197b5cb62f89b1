//! From the text of a lifted feature to its tree, with names, arities and sorts checked.

use super::term::{Concept, Role, Term};
use unstuck_core::error::{LONGEST, presentable};
use unstuck_core::feature::TermError;
use unstuck_core::suggest::nearest;
use unstuck_pddl::ids::PredicateId;
use unstuck_pddl::syntax::tree::Domain;

/// The words that begin a lifted feature.
pub const HEADS: &[&str] = &["count", "unmet", "met", "relaxed", "last", "any", "far"];

/// Words that build concepts and roles.
const CONCEPTS: &[&str] = &["not", "and", "some", "only", "same"];
const ROLES: &[&str] = &["inv", "plus", "and", "or", "then"];

/// Deepest nesting of a term.
const MAX_NESTING: usize = 50;

/// Reads a term of a domain.
///
/// # Errors
///
/// What is wrong with it, and at which byte.
pub fn parse(text: &str, domain: &Domain) -> Result<Term, TermError> {
    // Words of the text are quoted, whatever they are.
    term(text, domain).map_err(|error| TermError {
        message: presentable(&error.message, LONGEST),
        help: error.help.map(|help| presentable(&help, LONGEST)),
        ..error
    })
}

fn term(text: &str, domain: &Domain) -> Result<Term, TermError> {
    let mut parser = Parser { text, at: 0, nesting: 0, domain };
    let (head, at) = parser.word();
    parser.take('(')?;
    let term = match head {
        "count" => match parser.predicate_alone() {
            Some(predicate) => Term::Atoms(predicate),
            None => match parser.concept()? {
                Concept::Holds(predicate) => Term::Atoms(predicate),
                concept => Term::Count(concept),
            },
        },
        "any" => Term::Any(parser.concept()?),
        "unmet" => Term::Unmet(parser.predicate()?),
        "met" => Term::Met(parser.predicate()?),
        "relaxed" => Term::Relaxed(parser.schema()?),
        "last" => Term::Last(parser.schema()?),
        "far" => {
            let from = parser.concept()?;
            parser.take(',')?;
            let role = parser.role()?;
            parser.take(',')?;
            let to = parser.concept()?;
            let through = if parser.next_is(',') {
                parser.take(',')?;
                Some(parser.concept()?)
            } else {
                None
            };
            Term::Far(from, role, to, through)
        }
        _ => {
            let help = nearest(head, HEADS.iter().copied()).map(|near| format!("did you mean '{near}'?"));
            return Err(TermError { at, message: format!("'{head}' begins no lifted feature"), help });
        }
    };
    parser.take(')')?;
    parser.skip();
    match parser.at == text.len() {
        true => Ok(term),
        false => Err(parser.wrong(parser.at, "expected the end of the feature")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    nesting: usize,
    domain: &'t Domain,
}

impl<'t> Parser<'t> {
    fn wrong(&self, at: usize, message: impl Into<String>) -> TermError {
        TermError { at, message: message.into(), help: None }
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next word, perhaps an empty one, and where it begins.
    fn word(&mut self) -> (&'t str, usize) {
        self.skip();
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c: char| "(),".contains(c) || c.is_whitespace()).unwrap_or(rest.len())];
        let at = self.at;
        self.at += word.len();
        (word, at)
    }

    /// What comes next, for messages.
    fn found(&self) -> String {
        match self.text[self.at..].chars().next() {
            Some(sign) => format!("'{}'", sign.escape_debug()),
            None => "the end".to_owned(),
        }
    }

    fn next_is(&mut self, sign: char) -> bool {
        self.skip();
        self.text[self.at..].starts_with(sign)
    }

    fn take(&mut self, sign: char) -> Result<(), TermError> {
        if !self.next_is(sign) {
            return Err(self.wrong(self.at, format!("expected '{sign}', found {}", self.found())));
        }
        self.at += 1;
        Ok(())
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, TermError>) -> Result<T, TermError> {
        if self.nesting == MAX_NESTING {
            return Err(self.wrong(self.at, format!("nested deeper than {MAX_NESTING}")));
        }
        self.nesting += 1;
        self.take('(')?;
        let found = inner(self)?;
        self.take(')')?;
        self.nesting -= 1;
        Ok(found)
    }

    /// A predicate that is all there is up to the closing parenthesis; nothing is read if it is not.
    fn predicate_alone(&mut self) -> Option<PredicateId> {
        let before = self.at;
        let (word, _) = self.word();
        let found = self.domain.find_predicate(word).filter(|_| self.next_is(')'));
        if found.is_none() {
            self.at = before;
        }
        found
    }

    fn predicate(&mut self) -> Result<PredicateId, TermError> {
        let (word, at) = self.word();
        self.domain.find_predicate(word).ok_or_else(|| {
            let names = self.domain.predicates.iter().map(|predicate| &*predicate.name);
            self.unknown(at, "predicate", word, names)
        })
    }

    fn schema(&mut self) -> Result<unstuck_pddl::ids::SchemaId, TermError> {
        let (word, at) = self.word();
        self.domain.find_action(word).ok_or_else(|| {
            let names = self.domain.actions.iter().map(|action| &*action.name);
            self.unknown(at, "action", word, names)
        })
    }

    fn unknown<'a>(
        &self,
        at: usize,
        what: &str,
        word: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> TermError {
        if word.is_empty() {
            return self.wrong(
                at,
                format!("expected a {what}, found {}", self.found()).replace("a action", "an action"),
            );
        }
        let help = match nearest(word, names.clone()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there is {}", names.collect::<Vec<_>>().join(", ")),
        };
        let message = format!("the domain {} has no {what} '{word}'", self.domain.name);
        TermError { at, message, help: Some(help) }
    }

    fn concept(&mut self) -> Result<Concept, TermError> {
        let (word, at) = self.word();
        if self.next_is('(') {
            return match word {
                "not" => self.nested(|p| Ok(Concept::Not(p.concept()?.into()))),
                "and" => self.nested(|p| {
                    let first = p.concept()?;
                    p.take(',')?;
                    Ok(Concept::And(first.into(), p.concept()?.into()))
                }),
                "some" | "only" => self.nested(|p| {
                    let role = p.role()?.into();
                    p.take(',')?;
                    let inner = p.concept()?.into();
                    Ok(if word == "some" { Concept::Some(role, inner) } else { Concept::Only(role, inner) })
                }),
                "same" => self.nested(|p| {
                    let first = p.role()?;
                    p.take(',')?;
                    Ok(Concept::Same(first.into(), p.role()?.into()))
                }),
                _ if ROLES.contains(&word) => {
                    Err(self.wrong(at, format!("'{word}' makes a role, and a concept belongs here")))
                }
                _ => Err(self.no_such_builder(at, word, CONCEPTS)),
            };
        }
        if word == "object" {
            return Ok(Concept::Object);
        }
        if let Some(name) = word.strip_prefix("type:") {
            let types = &self.domain.types;
            return types.find(name).map(Concept::Type).ok_or_else(|| {
                let names: Vec<&str> = types.ids().map(|id| types.name(id)).collect();
                self.unknown(at + 5, "type", name, names.into_iter())
            });
        }
        let (name, goal, arguments) = self.parts(word, at)?;
        let Some(predicate) = self.domain.find_predicate(name) else {
            // A type may be written without its prefix where no predicate has its name.
            return match self.domain.types.find(word) {
                Some(id) => Ok(Concept::Type(id)),
                None => Err(self.unknown_name(at, name)),
            };
        };
        let arity = self.domain.predicate(predicate).parameters.len();
        match (arguments.as_slice(), goal) {
            ([], false) if arity == 1 => Ok(Concept::Holds(predicate)),
            ([], true) if arity == 1 => Ok(Concept::Goal(predicate)),
            (&[argument], false) => {
                let argument = self.argument(at, name, argument, arity)?;
                Ok(if arity == 1 {
                    Concept::Holds(predicate)
                } else {
                    Concept::Argument(predicate, argument)
                })
            }
            (&[_], true) => Err(self.wrong(at, "arguments of goals cannot be chosen")),
            ([_, _], _) => Err(self.wrong(at, format!("'{word}' is a role, and a concept belongs here"))),
            _ => {
                let message = format!("'{name}' has {arity} arguments, and a concept has 1");
                Err(TermError {
                    help: (arity > 0).then(|| format!("write {name}.1")),
                    ..self.wrong(at, message)
                })
            }
        }
    }

    fn role(&mut self) -> Result<Role, TermError> {
        let (word, at) = self.word();
        if self.next_is('(') {
            return match word {
                "inv" => self.nested(|p| Ok(Role::Inverse(p.role()?.into()))),
                "plus" => self.nested(|p| Ok(Role::Plus(p.role()?.into()))),
                "and" | "or" | "then" => self.nested(|p| {
                    let first = p.role()?.into();
                    p.take(',')?;
                    let second = p.role()?.into();
                    Ok(match word {
                        "and" => Role::And(first, second),
                        "or" => Role::Or(first, second),
                        _ => Role::Then(first, second),
                    })
                }),
                _ if CONCEPTS.contains(&word) => {
                    Err(self.wrong(at, format!("'{word}' makes a concept, and a role belongs here")))
                }
                _ => Err(self.no_such_builder(at, word, ROLES)),
            };
        }
        let (name, goal, arguments) = self.parts(word, at)?;
        let predicate = self.domain.find_predicate(name).ok_or_else(|| self.unknown_name(at, name))?;
        let arity = self.domain.predicate(predicate).parameters.len();
        match (arguments.as_slice(), goal) {
            ([], false) if arity == 2 => Ok(Role::Holds(predicate)),
            ([], true) if arity == 2 => Ok(Role::Goal(predicate)),
            (&[first, second], false) => {
                let (first, second) =
                    (self.argument(at, name, first, arity)?, self.argument(at, name, second, arity)?);
                Ok(match (arity, first, second) {
                    (2, 0, 1) => Role::Holds(predicate),
                    (2, 1, 0) => Role::Inverse(Role::Holds(predicate).into()),
                    _ => Role::Arguments(predicate, first, second),
                })
            }
            (&[_, _], true) => Err(self.wrong(at, "arguments of goals cannot be chosen")),
            ([_], _) => Err(self.wrong(at, format!("'{word}' is a concept, and a role belongs here"))),
            _ => {
                let message = format!("'{name}' has {arity} arguments, and a role has 2");
                Err(TermError {
                    help: (arity > 2).then(|| format!("write {name}.1.2")),
                    ..self.wrong(at, message)
                })
            }
        }
    }

    /// A name with `!` or the numbers of arguments behind it.
    fn parts<'w>(&self, word: &'w str, at: usize) -> Result<(&'w str, bool, Vec<usize>), TermError> {
        if word.is_empty() {
            return Err(self.wrong(at, format!("expected a name, found {}", self.found())));
        }
        // Names may have points themselves.
        if self.domain.find_predicate(word).is_some() {
            return Ok((word, false, Vec::new()));
        }
        let (mut name, mut arguments) = (word, Vec::new());
        while let Some((before, number)) = name.rsplit_once('.')
            && let Ok(number) = number.parse::<usize>()
        {
            arguments.insert(0, number);
            name = before;
        }
        if arguments.len() > 2 {
            return Err(self.wrong(at, "at most two arguments can be chosen"));
        }
        match name.strip_suffix('!') {
            Some(name) => Ok((name, true, arguments)),
            None => Ok((name, false, arguments)),
        }
    }

    /// The number of an argument from 0.
    fn argument(&self, at: usize, name: &str, number: usize, arity: usize) -> Result<u8, TermError> {
        match number.checked_sub(1).filter(|&index| index < arity).and_then(|index| u8::try_from(index).ok())
        {
            Some(index) => Ok(index),
            None => Err(self.wrong(at, format!("'{name}' has {arity} arguments, and no argument {number}"))),
        }
    }

    fn unknown_name(&self, at: usize, name: &str) -> TermError {
        let predicates = self.domain.predicates.iter().map(|predicate| &*predicate.name);
        self.unknown(at, "predicate", name, predicates)
    }

    fn no_such_builder(&self, at: usize, word: &str, known: &[&str]) -> TermError {
        let help = match nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there is {}", known.join(", ")),
        };
        TermError { at, message: format!("nothing is made by '{word}('"), help: Some(help) }
    }
}
