//! Text to nested lists of words, with positions.
//!
//! The lists live in one array in depth-first order, and a list stores the index behind its last descendant: files of
//! tens of megabytes are read without an allocation per list. Words are interned in lower case, since PDDL ignores
//! case.

use super::symbols::{Symbol, Symbols};
use crate::error::{Diagnostic, Place};

/// Largest file, in bytes.
const LARGEST: usize = 64 << 20;

/// Deepest nesting of parentheses; it bounds the recursion of everything that walks the syntax tree.
const DEEPEST: usize = 1_000;

/// Tokens, or initial atoms, between two polls.
pub(crate) const POLL: usize = 4_096;

/// The lists and words of one text.
#[derive(Debug)]
pub(crate) struct Forms {
    nodes: Vec<Node>,
    pub(crate) symbols: Symbols,
    /// Where a question mark ends a word: `(aircraft?a)`.
    glued: Option<Place>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    place: Place,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Word(Symbol),
    /// Index behind the last descendant.
    List(u32),
}

/// A word or a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form<'a> {
    forms: &'a Forms,
    node: u32,
}

/// The elements of a list.
#[derive(Debug, Clone)]
pub(crate) struct Items<'a> {
    forms: &'a Forms,
    next: u32,
    end: u32,
}

impl Forms {
    /// Reads a text that consists of one list. Calls `poll` every few thousand tokens with the bytes held.
    pub(crate) fn read<E: From<Diagnostic>>(
        text: &str,
        poll: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        if text.len() > LARGEST {
            return Err(Diagnostic::new(Place::START, "the file is larger than 64 MiB")
                .help("split the task into smaller problems")
                .into());
        }
        let mut forms =
            Self { nodes: Vec::with_capacity(text.len() / 6), symbols: Symbols::default(), glued: None };
        let mut open: Vec<u32> = Vec::new();
        let mut tokens = Tokens::new(text);
        let mut count: usize = 0;
        while let Some((place, token)) = tokens.next() {
            count += 1;
            if count.is_multiple_of(POLL) {
                poll(forms.bytes())?;
            }
            if open.is_empty() && !forms.nodes.is_empty() {
                return Err(behind_the_end(place, token).into());
            }
            match token {
                b"(" => {
                    if open.len() == DEEPEST {
                        return Err(Diagnostic::new(place, "parentheses are nested deeper than 1,000")
                            .help("rewrite the formula with fewer levels")
                            .into());
                    }
                    open.push(forms.nodes.len() as u32);
                    forms.nodes.push(Node { place, kind: Kind::List(0) });
                }
                b")" => {
                    let Some(list) = open.pop() else {
                        return Err(Diagnostic::new(place, "closing parenthesis without an opening one")
                            .help("a file begins with '(define'")
                            .into());
                    };
                    forms.nodes[list as usize].kind = Kind::List(forms.nodes.len() as u32);
                }
                word if open.is_empty() => {
                    let word = String::from_utf8_lossy(word);
                    return Err(Diagnostic::new(
                        place,
                        format!("expected '(define', found {}", crate::error::quoted(&word)),
                    )
                    .help("a file begins with '(define (domain …' or '(define (problem …'")
                    .into());
                }
                word => {
                    let named = |node: &Node| matches!(node.kind, Kind::Word(name) if forms.symbols.name(name) == ":action");
                    if word.contains(&b' ') && !forms.nodes.last().is_some_and(named) {
                        return Err(Diagnostic::new(
                            place,
                            "a name with spaces that is not the name of an action",
                        )
                        .help("write it without spaces")
                        .into());
                    }
                    let symbol = forms.symbols.intern(word);
                    forms.nodes.push(Node { place, kind: Kind::Word(symbol) });
                }
            }
        }
        match open.last() {
            Some(&list) => {
                Err(Diagnostic::new(forms.nodes[list as usize].place, "this parenthesis is never closed")
                    .help("add the missing ')'")
                    .into())
            }
            None if forms.nodes.is_empty() => {
                Err(Diagnostic::new(Place::START, "the file is empty").help("expected '(define …)'").into())
            }
            None => {
                forms.glued = tokens.glued;
                Ok(forms)
            }
        }
    }

    /// A warning at the first variable without a space before it; other planners read such files too.
    pub(crate) fn warning(&self) -> Option<Diagnostic> {
        let warning = |place| Diagnostic::new(place, "a variable without a space before it");
        self.glued.map(|place| warning(place).help("it is read as if there were one: '(aircraft ?a)'"))
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.symbols.bytes()
    }

    /// The list that the text consists of.
    pub(crate) fn root(&self) -> Form<'_> {
        Form { forms: self, node: 0 }
    }
}

impl<'a> Form<'a> {
    pub(crate) fn place(self) -> Place {
        self.forms.nodes[self.node as usize].place
    }

    pub(crate) fn symbol(self) -> Option<Symbol> {
        match self.forms.nodes[self.node as usize].kind {
            Kind::Word(symbol) => Some(symbol),
            Kind::List(_) => None,
        }
    }

    pub(crate) fn word(self) -> Option<&'a str> {
        self.symbol().map(|symbol| self.forms.symbols.name(symbol))
    }

    pub(crate) fn items(self) -> Option<Items<'a>> {
        match self.forms.nodes[self.node as usize].kind {
            Kind::Word(_) => None,
            Kind::List(end) => Some(Items { forms: self.forms, next: self.node + 1, end }),
        }
    }

    /// The first word of a list and the elements behind it.
    pub(crate) fn headed(self) -> Option<(&'a str, Items<'a>)> {
        let mut items = self.items()?;
        let head = items.next()?.word()?;
        Some((head, items))
    }

    /// The beginning of the form, for messages.
    pub(crate) fn shown(self) -> String {
        match (self.word(), self.headed()) {
            (Some(word), _) => crate::error::quoted(word),
            (None, Some((head, _))) => crate::error::quoted(&format!("({head} …)")),
            (None, None) => "a list".to_owned(),
        }
    }
}

impl<'a> Items<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.next == self.end
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Form<'a>;

    fn next(&mut self) -> Option<Form<'a>> {
        if self.next == self.end {
            return None;
        }
        let form = Form { forms: self.forms, node: self.next };
        self.next = match self.forms.nodes[self.next as usize].kind {
            Kind::Word(_) => self.next + 1,
            Kind::List(end) => end,
        };
        Some(form)
    }
}

/// What is wrong with a token behind the last parenthesis.
fn behind_the_end(place: Place, token: &[u8]) -> Diagnostic {
    match token {
        b")" => Diagnostic::new(place, "closing parenthesis without an opening one").help("remove it"),
        _ => Diagnostic::new(place, "text after the end of the definition")
            .help("one file holds one '(define …)'; check the parentheses before this place"),
    }
}

/// Splits a text into parentheses and words and keeps count of lines and columns.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    /// Byte at which column 1 would lie if the line had single-byte characters only.
    line_start: usize,
    /// The first question mark that ends a word.
    glued: Option<Place>,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        let mark = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
        Self { text: text.as_bytes(), at: mark, line: 1, line_start: mark, glued: None }
    }

    fn place(&self) -> Place {
        Place { line: self.line, column: (self.at - self.line_start) as u32 + 1 }
    }

    /// Moves over a byte; continuation bytes of UTF-8 take no column.
    fn step(&mut self) {
        if self.text[self.at] & 0xC0 == 0x80 {
            self.line_start += 1;
        }
        self.at += 1;
    }

    /// A word in bars, as in Lisp, which may hold single spaces: `|drive truck a b|`.
    fn quoted(&mut self) -> Option<&'a [u8]> {
        let start = self.at + 1;
        let rest = self.text[self.at..].strip_prefix(b"|")?;
        let length = rest.iter().position(|byte| matches!(byte, b'|' | b'\n' | b'(' | b')' | b';'))?;
        let word = &rest[..length];
        let is_plain = word.split(|&byte| byte == b' ').all(|part| {
            !part.is_empty() && !part.iter().any(|&byte| byte.is_ascii_control() || byte == b'?')
        });
        if rest[length] != b'|' || !is_plain {
            return None;
        }
        while self.at <= start + length {
            self.step();
        }
        Some(&self.text[start..start + length])
    }

    fn next(&mut self) -> Option<(Place, &'a [u8])> {
        loop {
            match *self.text.get(self.at)? {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b';' => {
                    while self.text.get(self.at).is_some_and(|&byte| byte != b'\n') {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
        let (place, start) = (self.place(), self.at);
        if let Some(word) = self.quoted() {
            return Some((place, word));
        }
        self.step();
        if !matches!(self.text[start], b'(' | b')') {
            while self.text.get(self.at).is_some_and(|byte| {
                !matches!(byte, b'(' | b')' | b';' | b'?' | b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C)
            }) {
                self.step();
            }
            if self.text.get(self.at) == Some(&b'?') {
                self.glued = self.glued.or(Some(self.place()));
            }
        }
        Some((place, &self.text[start..self.at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Forms, Diagnostic> {
        Forms::read(text, &mut |_| Ok(()))
    }

    #[test]
    fn words_lists_and_places() {
        let forms = read("\u{feff}; note\n(Define (é B)\n  c;x\n)").unwrap();
        let items: Vec<Form<'_>> = forms.root().items().unwrap().collect();
        assert_eq!(items[0].word(), Some("define"));
        let inner: Vec<_> =
            items[1].items().unwrap().map(|f| (f.word().unwrap(), f.place().column)).collect();
        assert_eq!(inner, [("é", 10), ("b", 12)]);
        assert_eq!((items[2].word(), items[2].place()), (Some("c"), Place { line: 3, column: 3 }));
        let forms = read("(:action |Move A b| |x || é)").unwrap();
        let words: Vec<_> = forms.root().items().unwrap().map(|form| form.word().unwrap()).collect();
        assert_eq!(words, [":action", "move a b", "|x", "||", "é"]);
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |n: usize| format!("{}{}", "(".repeat(n), ")".repeat(n));
        assert!(read(&deep(DEEPEST)).is_ok());
        assert_eq!(read(&deep(DEEPEST + 1)).unwrap_err().place.column, DEEPEST as u32 + 1);
    }
}
