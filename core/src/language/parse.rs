//! From text to [`Formula`]: recursive descent over the grammar, straight into postfix order.
//!
//! Syntax comes first, then kinds (`kinds`); an error names line and column. Ends of lines separate
//! the rules of a policy; inside parentheses, and in a text without rules, they are white space.
//!
//! ```
//! use unstuck_core::language::parse;
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! assert_eq!(parse("1.5*manhattan + 2", &words).unwrap().size(), 5);
//! let error = parse("1.5*manhatan + 2", &words).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 5: tiles has no heuristic 'manhatan' (did you mean 'manhattan'?)"
//! );
//! ```

use super::draft::Draft;
use super::formula::{Attempt, Body, Formula, Policy, Rule};
use super::header;
use super::kinds;
use super::lex::{Lexer, Token, error_at};
use super::node::{Form, Level, MAX_ARGUMENTS, Node, OPS, Op, OpInfo};
use super::tree::{MAX_NESTING, Tree};
use crate::error::ParseError;
use crate::feature::{FeatureInfo, FeatureTable, Kind, end_of_term};
use crate::suggest::{listed, nearest};

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

/// Reads a heuristic text in the terms of a table.
///
/// # Errors
///
/// What is wrong with the text, and where; also a [term](crate::feature::Terms) that the table does not list.
pub fn parse(text: &str, words: &FeatureTable) -> Result<Formula, ParseError> {
    let (formula, terms) = parse_terms(text, words)?;
    match terms.first() {
        None => Ok(formula),
        Some(term) => {
            let error = ParseError::new(format!("'{}' is not among the features", term.name));
            Err(error.help("name it where features are listed"))
        }
    }
}

/// Reads a heuristic text. The terms that the table does not list are numbered behind its features, in the order of
/// their first use.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub(crate) fn parse_terms(
    text: &str,
    words: &FeatureTable,
) -> Result<(Formula, Vec<FeatureInfo>), ParseError> {
    check_length(text)?;
    let (header, body) = header::read(text, words)?;
    let (search, mut at) = header::read_search(text, body)?;
    let mut parser = Parser::new(text, words);
    let mut attempts = Vec::new();
    while let Some((expanded, named, begin)) = header::read_attempt(text, at, search.as_ref())? {
        let (body, end) = parser.attempt(begin)?;
        attempts.push(Attempt { expanded, search: named, body });
        at = end;
    }
    let body = parser.last(at)?;
    Ok((Formula { header, search, attempts, body }, parser.terms))
}

/// Reads an expression or a policy from a byte of a text to its end, without header, search and attempts.
pub(super) fn parse_body(
    text: &str,
    from: usize,
    words: &FeatureTable,
) -> Result<(Body, Vec<FeatureInfo>), ParseError> {
    let mut parser = Parser::new(text, words);
    let body = parser.last(from)?;
    Ok((body, parser.terms))
}

pub(super) fn check_length(text: &str) -> Result<(), ParseError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("the text has {} bytes, and a heuristic may have {MAX_TEXT} at most", text.len());
    Err(ParseError::new(message))
}

/// A feature of a kind as a node.
fn node_of(index: u16, kind: Kind) -> Node {
    match kind {
        Kind::Real => Node::Feature(index),
        Kind::Bool => Node::Flag(index),
    }
}

struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    words: &'t FeatureTable,
    token: Token<'t>,
    /// Where the token begins.
    at: usize,
    /// Parentheses, calls and signs around the token.
    nesting: usize,
    /// Parentheses around the token: inside, ends of lines are white space.
    parentheses: usize,
    /// Ends of lines separate rules and attempts.
    by_lines: bool,
    draft: Draft,
    /// The terms that the table does not list.
    terms: Vec<FeatureInfo>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, words: &'t FeatureTable) -> Self {
        Self {
            text,
            lexer: Lexer::new(text, 0),
            words,
            token: Token::Line,
            at: 0,
            nesting: 0,
            parentheses: 0,
            by_lines: false,
            draft: Draft::default(),
            terms: Vec::new(),
        }
    }

    /// Goes on at a byte of the text.
    fn begin(&mut self, at: usize, by_lines: bool) -> Result<(), ParseError> {
        self.lexer.skip_to(at);
        self.by_lines = by_lines;
        self.advance()
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        loop {
            (self.token, self.at) = self.lexer.next()?;
            if self.token != Token::Line || (self.by_lines && self.parentheses == 0) {
                return Ok(());
            }
        }
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        error_at(self.text, self.at, message)
    }

    fn expect(&mut self, sign: &'static str, after: &str) -> Result<(), ParseError> {
        if self.token != Token::Sign(sign) {
            return Err(self.error(format!("expected '{sign}' {after}, found {}", self.token)));
        }
        self.advance()
    }

    /// The body of an attempt, which ends with a line or a semicolon, and the byte that the next begins at.
    fn attempt(&mut self, at: usize) -> Result<(Body, usize), ParseError> {
        self.begin(at, true)?;
        let body = match self.token {
            Token::Word("policy") => Body::Policy(self.policy()?),
            _ => Body::Value(self.tree(Kind::Real)?),
        };
        match self.token {
            Token::Line | Token::Sign(";") => Ok((body, self.at + 1)),
            Token::End => {
                let error = self.error("expected the heuristic that is used after the last attempt");
                Err(error.help("write it on a line of its own, or after ';'"))
            }
            _ => Err(self.stray()),
        }
    }

    /// The body at the end of the text.
    fn last(&mut self, at: usize) -> Result<Body, ParseError> {
        self.begin(at, false)?;
        if self.token == Token::Word("policy") {
            let policy = self.policy()?;
            if self.token != Token::End {
                self.separator("the value")?;
            }
            if self.token != Token::End {
                return Err(self.error(format!("expected the end after otherwise, found {}", self.token)));
            }
            return Ok(Body::Policy(policy));
        }
        let value = self.tree(Kind::Real)?;
        match self.token {
            Token::End => Ok(Body::Value(value)),
            Token::Sign(":" | ";") => {
                Err(self.error(format!("{} belongs into a policy", self.token)).help("begin with policy"))
            }
            _ => Err(self.stray()),
        }
    }

    /// What stands where an operator or an end should.
    fn stray(&self) -> ParseError {
        let error = self.error(format!("expected an operator or the end, found {}", self.token));
        match self.token {
            Token::Sign(")") => error.help("there is no '(' for it"),
            Token::Word(_) | Token::Number(_) | Token::Sign("(") => error.help("write * to multiply"),
            _ => error,
        }
    }

    /// A policy, up to the end of its last value.
    fn policy(&mut self) -> Result<Policy, ParseError> {
        self.by_lines = true;
        self.advance()?;
        self.separator("policy")?;
        let mut rules = Vec::new();
        while self.token == Token::Word("if") {
            self.advance()?;
            let condition = self.tree(Kind::Bool)?;
            self.expect(":", "after the condition of a rule")?;
            let value = self.tree(Kind::Real)?;
            self.separator("the rule")?;
            rules.push(Rule { condition, value });
        }
        if self.token != Token::Word("otherwise") {
            let error = self.error(format!("expected 'if' or 'otherwise', found {}", self.token));
            return Err(error.help("a policy ends with 'otherwise: VALUE'"));
        }
        self.advance()?;
        self.expect(":", "after otherwise")?;
        let otherwise = self.tree(Kind::Real)?;
        Ok(Policy { rules, otherwise })
    }

    /// Ends of lines, or a semicolon.
    fn separator(&mut self, after: &str) -> Result<(), ParseError> {
        if !matches!(self.token, Token::Line | Token::Sign(";")) {
            return Err(match self.token {
                Token::End | Token::Sign(":") => {
                    self.error(format!("expected a new line or ';' after {after}, found {}", self.token))
                }
                _ if after == "policy" => self
                    .error(format!("expected a new line or ';' after policy, found {}", self.token))
                    .help("'policy' begins a list of rules"),
                _ => self.stray(),
            });
        }
        let mut semicolons = 0;
        while matches!(self.token, Token::Line | Token::Sign(";")) {
            semicolons += usize::from(self.token == Token::Sign(";"));
            if semicolons > 1 {
                return Err(self.error("expected a rule, found another ';'"));
            }
            self.advance()?;
        }
        Ok(())
    }

    /// A whole expression of a kind.
    fn tree(&mut self, kind: Kind) -> Result<Tree, ParseError> {
        self.draft = Draft::default();
        self.expression(Level::Or)?;
        let draft = std::mem::take(&mut self.draft);
        kinds::check(&draft, kind).map_err(|wrong| wrong.report(self.text))?;
        Tree::new(draft.nodes).map_err(|error| self.error(error.to_string()))
    }

    /// An expression whose operators bind at least as tightly as `level`.
    fn expression(&mut self, level: Level) -> Result<(), ParseError> {
        let start = self.at;
        if self.token == Token::Word("not") && level > Level::Not {
            return Err(self.error("'not' must stand in parentheses here").help("write (not …)"));
        }
        self.operand()?;
        while let Some(info) = self.infix() {
            let Form::Infix(own) = info.form else { break };
            if own < level {
                break;
            }
            self.advance()?;
            self.expression(own.tighter())?;
            self.draft.push(info.op.node(), start);
            if own == Level::Compare
                && self.infix().is_some_and(|next| next.form == Form::Infix(Level::Compare))
            {
                return Err(self.error("comparisons do not chain").help("write a < b and b < c"));
            }
        }
        Ok(())
    }

    fn infix(&self) -> Option<&'static OpInfo> {
        let name = match self.token {
            Token::Sign(name) | Token::Word(name) => name,
            _ => return None,
        };
        OPS.iter().find(|info| matches!(info.form, Form::Infix(_)) && info.name == name)
    }

    fn operand(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        match self.token {
            Token::Word("not") => {
                self.advance()?;
                self.nested(|parser| parser.expression(Level::Not))?;
                self.draft.push(Op::Not.node(), start);
            }
            Token::Sign("-") => {
                self.advance()?;
                if let Token::Number(value) = self.token {
                    // A sign before a number is part of the constant, so that negative constants have a text.
                    self.draft.push(Node::Number(-value), start);
                    self.advance()?;
                } else {
                    self.nested(|parser| parser.expression(Level::Unary))?;
                    self.draft.push(Op::Neg.node(), start);
                }
            }
            Token::Number(value) => {
                self.draft.push(Node::Number(value), start);
                self.advance()?;
            }
            Token::Sign("(") => {
                self.open()?;
                self.expression(Level::Or)?;
                self.close("to close the parenthesis")?;
            }
            Token::Word(word) => self.word(word, start)?,
            Token::Sign("+") => {
                return Err(self.error("expected a value, found '+'").help("leave out a plus sign"));
            }
            _ => return Err(self.error(format!("expected a value, found {}", self.token))),
        }
        Ok(())
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Result<(), ParseError>) -> Result<(), ParseError> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.error(format!("nested deeper than {MAX_NESTING}")));
        }
        inner(self)?;
        self.nesting -= 1;
        Ok(())
    }

    fn open(&mut self) -> Result<(), ParseError> {
        self.nested(|_| Ok(()))?;
        self.nesting += 1;
        self.parentheses += 1;
        self.advance()
    }

    fn close(&mut self, why: &str) -> Result<(), ParseError> {
        if self.token != Token::Sign(")") {
            return Err(match self.token {
                Token::Word(_) | Token::Number(_) | Token::Sign("(") => self.stray(),
                _ => self.error(format!("expected ')' {why}, found {}", self.token)),
            });
        }
        self.nesting -= 1;
        self.parentheses -= 1;
        self.advance()
    }

    /// A feature, a function or a keyword.
    fn word(&mut self, word: &'t str, start: usize) -> Result<(), ParseError> {
        if let Some(info) = OPS.iter().find(|info| info.form == Form::Call && info.name == word) {
            self.advance()?;
            return self.call(info, start);
        }
        if let Some(node) = self.term(word, start)? {
            self.draft.push(node, start);
            return self.advance();
        }
        let node = match word {
            "true" => Node::Truth(true),
            "false" => Node::Truth(false),
            _ => self.feature(word)?,
        };
        self.draft.push(node, start);
        self.advance()?;
        if self.token == Token::Sign("(") {
            let functions = OPS.iter().filter(|info| info.form == Form::Call).map(|info| info.name);
            let error = error_at(self.text, start, format!("'{word}' is not a function"));
            return Err(match nearest(word, functions) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error.help("write * to multiply"),
            });
        }
        Ok(())
    }

    /// A term of the domain, as one name up to its closing parenthesis; `None` if the word begins none.
    fn term(&mut self, word: &str, start: usize) -> Result<Option<Node>, ParseError> {
        let rest = &self.text[start..];
        let Some(terms) = self.words.terms().filter(|terms| terms.heads().contains(&word)) else {
            return Ok(None);
        };
        if !rest[word.len()..].trim_start().starts_with('(') {
            return Ok(None);
        }
        let Some(end) = end_of_term(rest) else {
            let open = start + rest.find('(').unwrap_or(0);
            return Err(error_at(self.text, open, "expected ')' to close the parenthesis"));
        };
        let info = terms.feature(&rest[..end]).map_err(|wrong| {
            let error = error_at(self.text, start + wrong.at, wrong.message);
            match wrong.help {
                Some(help) => error.help(help),
                None => error,
            }
        })?;
        self.lexer.skip_to(start + end);
        let listed = self.words.features().len();
        let kind = info.kind;
        let index = self.words.index(&info.name).map_or_else(
            || {
                let known = self.terms.iter().position(|term| term.name == info.name);
                listed
                    + known.unwrap_or_else(|| {
                        self.terms.push(info);
                        self.terms.len() - 1
                    })
            },
            usize::from,
        );
        let index = u16::try_from(index).map_err(|_| self.error("too many features"))?;
        Ok(Some(node_of(index, kind)))
    }

    fn feature(&self, word: &str) -> Result<Node, ParseError> {
        if let Some(index) = self.words.index(word) {
            return Ok(node_of(index, self.words.features()[usize::from(index)].kind));
        }
        if word == super::BLIND {
            return Ok(Node::Number(0.0));
        }
        if super::lex::is_reserved(word) {
            return Err(self.error(format!("expected a value, found '{word}'")));
        }
        let heads = self.words.terms().map_or(&[][..], |terms| terms.heads());
        let functions = OPS.iter().filter(|info| info.form == Form::Call).map(|info| info.name);
        let functions = functions.chain(heads.iter().copied());
        // A call looks like a function, everything else like a feature.
        if self.text[self.at + word.len()..].trim_start().starts_with('(') {
            let error = self.error(format!("there is no function '{word}'"));
            return Err(match nearest(word, functions.clone()) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error.help(format!("there is {}", functions.collect::<Vec<_>>().join(", "))),
            });
        }
        let error = self.error(self.words.unknown(word));
        Err(match nearest(word, self.words.names()) {
            Some(near) => error.help(format!("did you mean '{near}'?")),
            None => error.help(format!("available: {}", listed(self.words.names()))),
        })
    }

    fn call(&mut self, info: &'static OpInfo, start: usize) -> Result<(), ParseError> {
        if self.token != Token::Sign("(") {
            let error = self.error(format!("expected '(' after {}, found {}", info.name, self.token));
            return Err(error.help(format!("{} is a function", info.name)));
        }
        self.open()?;
        let mut count = 0;
        loop {
            self.expression(Level::Or)?;
            count += 1;
            if self.token != Token::Sign(",") {
                break;
            }
            self.advance()?;
        }
        if !info.op.accepts(count) && self.token == Token::Sign(")") {
            let wanted = match info.op {
                Op::Min | Op::Max => format!("2 to {MAX_ARGUMENTS}"),
                _ => info.takes.len().to_string(),
            };
            let message = format!("{} takes {wanted} values, and here are {count}", info.name);
            return Err(error_at(self.text, start, message));
        }
        self.close("to close the call")?;
        self.draft.push(Node::Apply(info.op, count as u8), start);
        Ok(())
    }
}
