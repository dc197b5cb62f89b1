//! Features as source code: one description per domain, in a small part of Python, written as C, Python or Rust.
//!
//! What a description may hold: comments; constants (`NAME = 7`); functions whose parameters are `int`, `float` or
//! `list` (an array of 64-bit integers); `for … in range(from, to)`, `while`, `if`, `elif`, `else`, `return`, `break`,
//! `continue`; assignments with `=`, `+=` and `-=`; local arrays `[0] * SIZE`. A variable is declared by its first assignment,
//! in the block of that assignment. Integers are never negative where they are divided. Truth values occur in conditions
//! only.
//!
//! A function `feature_NAME` computes a feature of the instance `p` and the state `s`, and perhaps of `g`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A language to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    C,
    Python,
    Rust,
}

/// The features of a domain, read from their description.
pub struct Portable<'t> {
    head: Vec<&'t str>,
    constants: Vec<(&'t str, &'t str)>,
    functions: Vec<Function<'t>>,
}

struct Function<'t> {
    comment: Vec<&'t str>,
    declaration: &'t str,
    name: &'t str,
    /// The head names it: a user calls it before a heuristic.
    public: bool,
    parameters: Vec<(&'t str, &'t str)>,
    result: Option<&'t str>,
    body: Vec<&'t str>,
}

impl<'t> Portable<'t> {
    /// Reads a description.
    pub fn read(source: &'t str) -> Self {
        let mut this = Self { head: Vec::new(), constants: Vec::new(), functions: Vec::new() };
        let (head, rest) = source.split_once("\n\n").unwrap_or((source, ""));
        this.head = head.lines().collect();
        let mut comment = Vec::new();
        for line in rest.lines() {
            if line.starts_with("    ") {
                if let Some(function) = this.functions.last_mut() {
                    function.body.push(line);
                }
            } else if line.starts_with('#') {
                comment.push(line);
            } else if let Some((name, parameters, result)) = signature(line) {
                let public = head.contains(&format!("{name}("));
                let (comment, declaration, body) = (std::mem::take(&mut comment), line, Vec::new());
                this.functions.push(Function {
                    comment,
                    declaration,
                    name,
                    public,
                    parameters,
                    result,
                    body,
                });
            } else if let Some((name, value)) = line.split_once(" = ") {
                comment.clear();
                this.constants.push((name, value));
            }
        }
        this
    }

    /// The names of the arguments of a feature's function; `None` where the description has no such feature.
    pub(super) fn arguments(&self, feature: &str) -> Option<Vec<&'t str>> {
        let function = self.function(&format!("feature_{feature}"))?;
        Some(function.parameters.iter().map(|&(name, _)| name).collect())
    }

    /// Whether a feature's value is an integer.
    pub(super) fn is_whole(&self, feature: &str) -> bool {
        self.function(&format!("feature_{feature}")).is_some_and(|function| function.result == Some("int"))
    }

    fn function(&self, name: &str) -> Option<&Function<'t>> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// How the description explains itself.
    pub(super) fn head(&self) -> &[&'t str] {
        &self.head
    }

    /// The constants and functions that these features need.
    pub(super) fn write(&self, features: &[&str], language: Language) -> String {
        let kept = self.kept(features);
        let used =
            |name: &str| kept.iter().any(|f| f.body.iter().any(|line| words(line).any(|word| word == name)));
        let constants = self.constants.iter().filter_map(|&(name, value)| match name {
            "INSTANCE" => {
                let larger = |feature: &&str| format!("INSTANCE_WITH_{}", feature.to_uppercase());
                let larger = |feature| self.constants.iter().find(|(name, _)| *name == larger(feature));
                Some((name, features.iter().find_map(larger).map_or(value, |&(_, value)| value)))
            }
            "STATE" => Some((name, value)),
            _ => used(name).then_some((name, value)),
        });
        let constants: Vec<_> = constants.collect();
        let writer = Writer { language, mutated: self.mutated() };
        writer.write(&constants, &kept)
    }

    /// The functions that are called for these features, and those that a user calls, in the order of the description.
    fn kept(&self, features: &[&str]) -> Vec<&Function<'t>> {
        let wanted = |function: &&Function<'_>| {
            let of_one = function.name.strip_prefix("feature_");
            let of_one = of_one.or_else(|| function.name.split_once("_prepare_").map(|(_, feature)| feature));
            of_one.map_or(function.public, |feature| features.contains(&feature))
        };
        let mut kept: BTreeSet<&str> = self.functions.iter().filter(wanted).map(|f| f.name).collect();
        let mut waiting: Vec<&str> = kept.iter().copied().collect();
        while let Some(function) = waiting.pop().and_then(|name| self.function(name)) {
            for word in function.body.iter().flat_map(|line| words(line)) {
                if let Some(called) = self.function(word)
                    && kept.insert(called.name)
                {
                    waiting.push(called.name);
                }
            }
        }
        self.functions.iter().filter(|function| kept.contains(function.name)).collect()
    }

    /// For every function, whether it writes into the array that is its n-th parameter, itself or by a call.
    fn mutated(&self) -> BTreeMap<&'t str, Vec<bool>> {
        let none = self.functions.iter().map(|f| (f.name, vec![false; f.parameters.len()]));
        let mut mutated: BTreeMap<&str, Vec<bool>> = none.collect();
        loop {
            let before = mutated.clone();
            for function in &self.functions {
                for (number, (parameter, _)) in function.parameters.iter().enumerate() {
                    let writes = function.body.iter().any(|line| {
                        let target = assignment(line.trim()).map(|(target, ..)| target);
                        target.is_some_and(|target| target.starts_with(&format!("{parameter}[")))
                            || passed(line, parameter)
                                .any(|(name, place)| before.get(name).is_some_and(|m| m[place]))
                    });
                    if writes && let Some(row) = mutated.get_mut(function.name) {
                        row[number] = true;
                    }
                }
            }
            if mutated == before {
                return mutated;
            }
        }
    }
}

/// The name of a function, its parameters with their types, and the type of its result.
type Signature<'l> = (&'l str, Vec<(&'l str, &'l str)>, Option<&'l str>);

fn signature(line: &str) -> Option<Signature<'_>> {
    let (name, rest) = line.strip_prefix("def ")?.split_once('(')?;
    let (parameters, result) = rest.split_once(')')?;
    let parameters = parameters.split(", ").filter_map(|parameter| parameter.split_once(": ")).collect();
    Some((name, parameters, result.trim_end_matches(':').trim().strip_prefix("-> ")))
}

/// Target, operator and value of an assignment.
fn assignment(line: &str) -> Option<(&str, &str, &str)> {
    [" = ", " += ", " -= "].into_iter().find_map(|operator| {
        line.split_once(operator).map(|(target, value)| (target, operator.trim(), value))
    })
}

/// Words, numbers, operators and blanks.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if ["//", "<<", ">>", "<=", ">=", "==", "!="].iter().any(|two| rest.starts_with(two)) {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    tokens(line).filter(|token| token.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The calls to which a line passes a whole array: the function and the place among its arguments.
fn passed<'l>(line: &'l str, array: &str) -> impl Iterator<Item = (&'l str, usize)> {
    let all: Vec<&str> = tokens(line).filter(|token| *token != " ").collect();
    let mut calls: Vec<(&str, usize)> = Vec::new();
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate() {
        match *token {
            "(" => calls.push((at.checked_sub(1).map_or("", |at| all[at]), 0)),
            ")" => drop(calls.pop()),
            "," => calls.last_mut().into_iter().for_each(|(_, place)| *place += 1),
            token if token == array && all.get(at + 1) != Some(&"[") => found.extend(calls.last().copied()),
            _ => {}
        }
    }
    found.into_iter()
}

struct Writer<'t> {
    language: Language,
    mutated: BTreeMap<&'t str, Vec<bool>>,
}

impl Writer<'_> {
    fn write(&self, constants: &[(&str, &str)], functions: &[&Function<'_>]) -> String {
        let mut text = String::new();
        for (name, value) in constants {
            let size = matches!(*name, "INSTANCE" | "STATE");
            let _ = match self.language {
                Language::C => writeln!(text, "enum {{ {name} = {value} }};"),
                Language::Python => writeln!(text, "{name} = {value}"),
                Language::Rust if size => writeln!(text, "pub const {name}: usize = {value};"),
                Language::Rust => writeln!(text, "const {name}: i64 = {value};"),
            };
        }
        if self.language == Language::C {
            text.push('\n');
            for function in functions {
                let _ = writeln!(text, "{};", self.declaration(function));
            }
        }
        for function in functions {
            text.push_str(if self.language == Language::Python { "\n\n" } else { "\n" });
            self.function(function, &mut text);
        }
        text
    }

    /// The first line of a function in C or Rust, without its brace.
    fn declaration(&self, function: &Function<'_>) -> String {
        let mutated = &self.mutated[function.name];
        let parameters = function.parameters.iter().zip(mutated).map(|((name, kind), &mutated)| {
            match (self.language, *kind, mutated) {
                (Language::Rust, "list", true) => format!("{name}: &mut [i64]"),
                (Language::Rust, "list", false) => format!("{name}: &[i64]"),
                (Language::Rust, "float", _) => format!("{name}: f64"),
                (Language::Rust, ..) => format!("{name}: i64"),
                (_, "list", true) => format!("int64_t *{name}"),
                (_, "list", false) => format!("const int64_t *{name}"),
                (_, "float", _) => format!("double {name}"),
                _ => format!("int64_t {name}"),
            }
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        if self.language == Language::Rust {
            let result = match function.result {
                Some("float") => " -> f64",
                Some(_) => " -> i64",
                None => "",
            };
            return format!(
                "{}fn {}({parameters}){result}",
                if function.public { "pub " } else { "" },
                function.name
            );
        }
        let result = match function.result {
            Some("float") => "double",
            Some(_) => "int64_t",
            None => "void",
        };
        let parameters = if parameters.is_empty() { "void" } else { &parameters };
        format!("{}{result} {}({parameters})", if function.public { "" } else { "static " }, function.name)
    }

    fn function(&self, function: &Function<'_>, text: &mut String) {
        for line in &function.comment {
            let _ = writeln!(text, "{}", self.comment(line));
        }
        if self.language == Language::Python {
            let _ = writeln!(text, "{}\n{}", function.declaration, function.body.join("\n"));
            return;
        }
        let _ = writeln!(text, "{} {{", self.declaration(function));
        let arrays = function.body.iter().filter_map(|line| line.trim().split_once(" = [0] * "));
        let arrays: BTreeSet<&str> = arrays.map(|(name, _)| name).collect();
        let mut scopes = vec![function.parameters.iter().map(|&(name, _)| name).collect::<Vec<&str>>()];
        for line in &function.body {
            let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
            let goes_on = line.starts_with("elif ") || line == "else:";
            let mut closed = String::new();
            while scopes.len() > indent / 4 {
                scopes.pop();
                let merged = goes_on && scopes.len() == indent / 4;
                let _ =
                    write!(closed, "{}}}{}", "    ".repeat(scopes.len()), if merged { " " } else { "\n" });
            }
            text.push_str(&closed);
            if !goes_on {
                text.push_str(&" ".repeat(indent));
            }
            let _ = writeln!(text, "{}", self.statement(line, &mut scopes, &arrays, &function.body));
        }
        while scopes.pop().is_some() {
            let _ = writeln!(text, "{}}}", "    ".repeat(scopes.len()));
        }
    }

    fn comment(&self, line: &str) -> String {
        if self.language == Language::Python { line.to_owned() } else { line.replacen('#', "//", 1) }
    }

    fn statement<'l>(
        &self,
        line: &'l str,
        scopes: &mut Vec<Vec<&'l str>>,
        arrays: &BTreeSet<&str>,
        body: &[&str],
    ) -> String {
        let rust = self.language == Language::Rust;
        let expression = |text: &str| self.expression(text, arrays);
        let condition = |text: &str| if rust { expression(text) } else { format!("({})", expression(text)) };
        if line.starts_with('#') {
            return self.comment(line);
        }
        if let Some(head) = line.strip_suffix(':') {
            if let Some((name, range)) =
                head.strip_prefix("for ").and_then(|rest| rest.split_once(" in range("))
            {
                scopes.push(vec![name]);
                let (from, to) = range[..range.len() - 1].split_once(", ").unwrap_or((range, ""));
                // The first argument never calls a function.
                let (from, to) = (expression(from), expression(to));
                return if rust {
                    format!("for {name} in {from}..{to} {{")
                } else {
                    format!("for (int64_t {name} = {from}; {name} < {to}; {name}++) {{")
                };
            }
            scopes.push(Vec::new());
            return match head.split_once(' ') {
                Some(("elif", test)) => format!("else if {} {{", condition(test)),
                Some((word, test)) => format!("{word} {} {{", condition(test)),
                None => format!("{head} {{"),
            };
        }
        if let Some(value) = line.strip_prefix("return ") {
            return format!("return {};", expression(value));
        }
        let Some((target, operator, value)) = assignment(line) else {
            return format!("{};", expression(line));
        };
        if target.contains('[') || scopes.iter().any(|scope| scope.contains(&target)) {
            return format!("{} {operator} {};", expression(target), expression(value));
        }
        scopes.last_mut().into_iter().for_each(|scope| scope.push(target));
        if let Some(size) = value.strip_prefix("[0] * ") {
            let named = size.starts_with(|c: char| c.is_ascii_alphabetic());
            return match (rust, named) {
                (true, true) => format!("let mut {target} = [0i64; {size} as usize];"),
                (true, false) => format!("let mut {target} = [0i64; {size}];"),
                (false, _) => format!("int64_t {target}[{size}] = {{0}};"),
            };
        }
        if rust {
            let again =
                body.iter().filter_map(|line| assignment(line.trim())).filter(|(name, ..)| *name == target);
            let mutable = if again.count() > 1 { "mut " } else { "" };
            return format!("let {mutable}{target}: i64 = {};", expression(value));
        }
        format!("int64_t {target} = {};", expression(value))
    }

    /// An expression of C or Rust.
    fn expression(&self, text: &str, arrays: &BTreeSet<&str>) -> String {
        let rust = self.language == Language::Rust;
        let all: Vec<&str> = tokens(text).collect();
        let mut written = String::new();
        // What is open: the name before each bracket, and the number of the argument.
        let mut open: Vec<(&str, usize)> = Vec::new();
        for (at, &token) in all.iter().enumerate() {
            let next = |ahead: usize| all.get(at + ahead).copied().unwrap_or("");
            let number = token.bytes().all(|byte| byte.is_ascii_digit());
            match token {
                "and" => written.push_str("&&"),
                "or" => written.push_str("||"),
                "//" => written.push('/'),
                "float" => written.push_str(if rust { "to_f64" } else { "(double)" }),
                "(" => {
                    open.push((at.checked_sub(1).map_or("", |at| all[at]), 0));
                    written.push('(');
                }
                "[" => {
                    open.push(("[", 0));
                    written.push_str(if rust { "[(" } else { "[" });
                }
                "]" => {
                    open.pop();
                    written.push_str(if rust { ") as usize]" } else { "]" });
                }
                ")" => {
                    open.pop();
                    written.push(')');
                }
                "," => {
                    open.last_mut().into_iter().for_each(|(_, place)| *place += 1);
                    written.push(',');
                }
                // A shifted one has 64 bits.
                _ if number && next(2) == "<<" => {
                    let _ = if rust {
                        write!(written, "{token}i64")
                    } else {
                        write!(written, "INT64_C({token})")
                    };
                }
                _ if rust && arrays.contains(token) && next(1) != "[" => {
                    let place = open.last().copied();
                    let mutated = place.and_then(|(name, place)| self.mutated.get(name)?.get(place).copied());
                    let _ = write!(written, "{}{token}", if mutated == Some(true) { "&mut " } else { "&" });
                }
                _ => written.push_str(token),
            }
        }
        written
    }
}
