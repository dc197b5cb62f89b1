//! Problems of domains that are defined by texts, as planning tasks are: a domain and the problems after it, folders of
//! problems, and where the domain of a problem is looked for.

use super::{Named, Source, Text};
use crate::request::user_file::{self, FileKind};
use crate::system::warnings;
use anyhow::{Result, anyhow, bail};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use unstuck_core::domain::definition::{Defined, Defines, DefinitionLanguage};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::registry;

/// Bytes read to detect the kind of a file.
const HEAD: u64 = 64 << 10;

/// The domains that the arguments have named so far.
#[derive(Default)]
pub struct Files {
    /// The domain that was named apart from the arguments.
    domain: Option<DomainRef>,
    /// The one that applies to the problems after it.
    named: Option<Applies>,
    /// Those in files that were read, by their paths.
    domains: BTreeMap<PathBuf, DomainRef>,
}

/// A domain that applies to the problems after it.
struct Applies {
    /// What messages call it.
    title: String,
    domain: DomainRef,
    /// Whether there was a problem.
    used: bool,
}

/// What a path leads to.
enum Kind {
    Folder,
    Domain,
    Problem,
}

/// What a text defines, and the language that it does it in.
fn defines(text: &str) -> Option<(&'static dyn DefinitionLanguage, Kind)> {
    registry::languages().into_iter().find_map(|language| match language.defines(text) {
        Defines::Domain => Some((language, Kind::Domain)),
        Defines::Problem => Some((language, Kind::Problem)),
        Defines::Other => None,
    })
}

/// What a path leads to, if it has to do with definitions.
fn kind(path: &Path) -> Option<Kind> {
    if path.is_dir() {
        return Some(Kind::Folder);
    }
    // Not of a pipe: reading would take its beginning away.
    let head = user_file::head(path, HEAD).ok()??;
    let text = String::from_utf8_lossy(&head);
    defines(text.strip_prefix('\u{feff}').unwrap_or(&text)).map(|(_, kind)| kind)
}

/// What an argument defines that is one definition itself.
fn definition(argument: &str) -> Option<Kind> {
    let (language, kind) = defines(argument)?;
    (language.parts(argument).len() == 1).then_some(kind)
}

/// The domain whose instances bring a definition like this one along.
pub(super) fn general(definition: &str) -> Option<&'static str> {
    Some(defines(definition)?.0.general())
}

/// The domain that `GENERAL:TEXT` defines, with features of its own, and the text of the problem after it. None where
/// something is wrong with either: the general domain has the error, with its place in the whole text. None also
/// where the general domain is named apart from the argument.
pub(super) fn pair<'a>(argument: &'a str, domain: Option<&DomainRef>) -> Option<(DomainRef, &'a str)> {
    let (head, text) = argument.split_once(':')?;
    let language = registry::languages().into_iter().find(|language| language.general() == head)?;
    if domain.is_some_and(|domain| domain.info().name == head) {
        return None;
    }
    let [definition, problem] = <[_; 2]>::try_from(language.parts(text)).ok()?;
    let domain = language.read(&text[definition]).ok()?;
    let problem = &text[problem];
    unstuck_core::domain::read(&*domain, problem, None, &Settings::new()).ok()?;
    Some((domain, problem))
}

/// The domain of a file that holds one instance which brings its definition along, in another form than that of definitions.
pub(super) fn domain_of_instance(path: &str) -> Option<DomainRef> {
    let head = user_file::head(Path::new(path), HEAD).ok()??;
    let text = String::from_utf8_lossy(&head);
    let language = registry::languages().into_iter().find(|language| language.is_instance(&text))?;
    registry::domain(language.general())
}

/// Whether a path leads to a file that defines a domain.
pub fn is_domain_file(path: &str) -> bool {
    matches!(kind(Path::new(path)), Some(Kind::Domain))
}

/// Whether a path leads to a file that defines a problem.
pub fn is_problem_file(path: &str) -> bool {
    matches!(kind(Path::new(path)), Some(Kind::Problem))
}

/// Reads a domain file.
pub fn domain(path: &str) -> Result<DomainRef> {
    Files::default().read(Path::new(path))
}

impl Files {
    /// No files yet; problems are of the domain, if one is named.
    pub fn new(domain: Option<&DomainRef>) -> Self {
        Self { domain: domain.cloned(), ..Self::default() }
    }

    /// Adds the text of a domain, or of a problem after its domain; false if the argument is neither.
    pub fn resolve_text(&mut self, argument: &str, named: &mut Named) -> Result<bool> {
        match (definition(argument), &mut self.named) {
            (Some(Kind::Domain), _) => {
                self.finish()?;
                self.named = Some(Applies {
                    title: "the text".to_owned(),
                    domain: parse("domain", argument)?,
                    used: false,
                });
            }
            (Some(Kind::Problem), Some(applies)) => {
                applies.used = true;
                let domain = applies.domain.clone();
                let source = Source::given(argument, &domain, argument);
                let place = Some(("problem".to_owned(), 1));
                named.sources.push(Source { is_file: true, place, ..source });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Adds what an argument names; false if it is neither a file with a definition nor a folder with problems.
    pub fn resolve(&mut self, argument: &str, named: &mut Named) -> Result<bool> {
        let path = Path::new(argument);
        match kind(path) {
            None => {
                let ending = path.extension().unwrap_or_default();
                let mut forms = registry::languages().into_iter().map(|language| language.form());
                if let Some((_, form)) = forms.find(|(own, _)| ending.eq_ignore_ascii_case(own)) {
                    // Says that it cannot be read, if so.
                    read(argument)?;
                    bail!("{argument} defines neither a domain nor a problem; it begins with {form}");
                }
                return Ok(false);
            }
            Some(Kind::Domain) => {
                self.finish()?;
                let (title, domain) = (argument.to_owned(), self.read(path)?);
                self.named = Some(Applies { title, domain, used: false });
            }
            Some(Kind::Problem) => named.sources.push(self.problem(argument)?),
            Some(Kind::Folder) => {
                let problems = problems_below(argument)?;
                if problems.is_empty() {
                    return Ok(false);
                }
                for problem in problems {
                    named.sources.push(self.problem(&problem)?);
                }
            }
        }
        Ok(true)
    }

    /// To be called at the end: refuses a domain without problems.
    pub fn finish(&self) -> Result<()> {
        match &self.named {
            Some(Applies { title, used: false, .. }) => {
                bail!("{title} is a domain; name one of its problems after it")
            }
            _ => Ok(()),
        }
    }

    /// A problem, with the domain that was named, that is next to it, or that is built in.
    fn problem(&mut self, file: &str) -> Result<Source> {
        let source = |domain: &DomainRef| {
            let source = Source::new(file.to_owned(), domain, Text::File(file.to_owned()));
            Source { place: Some((file.to_owned(), 1)), ..source }
        };
        let domain = match (&mut self.named, &self.domain) {
            (Some(applies), _) => {
                applies.used = true;
                applies.domain.clone()
            }
            (None, Some(domain)) => return Ok(source(domain)),
            (None, None) => match neighbour(Path::new(file)) {
                Some(path) => self.read(&path)?,
                None => return Ok(source(&built_in(file)?)),
            },
        };
        Ok(Source { is_file: true, ..source(&domain) })
    }

    fn read(&mut self, path: &Path) -> Result<DomainRef> {
        if let Some(domain) = self.domains.get(path) {
            return Ok(domain.clone());
        }
        let file = path.display().to_string();
        let domain = parse(&file, &read(&file)?)?;
        self.domains.insert(path.to_owned(), domain.clone());
        Ok(domain)
    }
}

/// The text of a file with a definition.
fn read(path: &str) -> Result<String> {
    user_file::read(path, FileKind::PDDL)
}

/// Makes a domain from its text; messages call the text `title`.
fn parse(title: &str, text: &str) -> Result<DomainRef> {
    let Some((language, _)) = defines(text) else { bail!("{title} defines no domain") };
    let Defined { domain, warnings } = language.read_file(title, text).map_err(|error| anyhow!(error))?;
    warnings.iter().for_each(|warning| warnings::warn(warning));
    Ok(domain)
}

/// The domain file of a problem, by the habits of the collections: next to it, or `domain.pddl` up to two folders
/// above.
fn neighbour(problem: &Path) -> Option<PathBuf> {
    let folder = problem.parent().unwrap_or(Path::new(""));
    let name = problem.file_name().unwrap_or_default().to_string_lossy();
    let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
    let letters: String = stem.chars().take(3).collect();
    let mut places: Vec<PathBuf> = vec![
        folder.join("domain.pddl"),
        folder.join(format!("{stem}-domain.pddl")),
        folder.join(format!("{letters}-domain.pddl")),
        folder.join(format!("domain_{name}")),
        folder.join(format!("domain-{name}")),
    ];
    places.extend(["..", "../.."].map(|above| folder.join(above).join("domain.pddl")));
    let is_domain = |path: &&PathBuf| matches!(kind(path), Some(Kind::Domain));
    places.iter().find(is_domain).cloned()
}

/// The built-in domain that a problem names.
fn built_in(file: &str) -> Result<DomainRef> {
    let text = read(file)?;
    let named = registry::languages().into_iter().find_map(|language| language.domain_of(&text));
    let (name, registered) = named.unwrap_or_default();
    registry::domain(&registered).ok_or_else(|| {
        anyhow!(
            "{file} needs its domain {name}, but no domain.pddl is next to it or up to two folders above; \
             name the domain file before it"
        )
    })
}

/// The problems below a folder, in numeric order.
///
/// # Errors
///
/// The folder cannot be read.
pub fn problems_below(folder: &str) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    collect(Path::new(folder), &mut problems)?;
    problems.sort_by(|a, b| numeric(a, b));
    Ok(problems)
}

/// Collects the problems below a folder.
fn collect(folder: &Path, problems: &mut Vec<String>) -> Result<()> {
    let unreadable = |error| anyhow!("the folder {} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            // A link may lead back to where it is.
            if !path.is_symlink() {
                collect(&path, problems)?;
            }
        } else if matches!(kind(&path), Some(Kind::Problem)) {
            problems.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// Compares names so that `p9` comes before `p10`.
fn numeric(a: &str, b: &str) -> Ordering {
    let parts = |path: &str| {
        Path::new(path)
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect::<Vec<_>>()
    };
    let (first, second) = (parts(a), parts(b));
    let pairs = first.iter().zip(&second).map(|(a, b)| numeric_name(a, b));
    pairs.fold(Ordering::Equal, Ordering::then).then(first.len().cmp(&second.len())).then_with(|| a.cmp(b))
}

fn numeric_name(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    while let (Some(first), Some(second)) = (a.chars().next(), b.chars().next()) {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (m, n) = (digits(a), digits(b));
        let order = if m > 0 && n > 0 {
            let (x, y) = (a[..m].trim_start_matches('0'), b[..n].trim_start_matches('0'));
            (a, b) = (&a[m..], &b[n..]);
            x.len().cmp(&y.len()).then(x.cmp(y))
        } else {
            (a, b) = (&a[first.len_utf8()..], &b[second.len_utf8()..]);
            first.cmp(&second)
        };
        if order.is_ne() {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::instances::Reading;

    #[test]
    fn numbers_within_names_are_compared_as_numbers() {
        let mut names = ["b/p2", "a/p10", "a/p9", "a/p09", "a/p09x", "a-b/p1", "a/p", "a/p9b"];
        names.sort_by(|a, b| numeric(a, b));
        assert_eq!(names, ["a/p", "a/p09", "a/p9", "a/p9b", "a/p09x", "a/p10", "a-b/p1", "b/p2"]);
    }

    const DOMAIN: &str = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    const PROBLEM: &str = "(define (problem p) (:domain lamp) (:init) (:goal (lit)))";

    fn resolved(arguments: &[&str]) -> Result<Named> {
        unstuck_domains::install();
        let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
        super::super::resolve(&arguments, None, &Reading::default())
    }

    #[test]
    fn a_text_of_a_domain_applies_to_the_problems_after_it() {
        let named = resolved(&[DOMAIN, PROBLEM, PROBLEM]).unwrap();
        assert_eq!(named.sources.len(), 2);
        for source in named.sources {
            assert_eq!(source.domain.info().name, "pddl-lamp");
            assert!(source.read(&Reading::default()).is_ok());
        }
        // Both in one text are an instance of the domain of all domains.
        let both = resolved(&[&format!("{DOMAIN} {PROBLEM}")]).unwrap();
        assert_eq!(both.sources[0].domain.info().name, "pddl");
    }

    #[test]
    fn where_no_file_can_be_named_one_text_defines_the_domain_of_its_problem() {
        unstuck_domains::install();
        let resolved = |text: &str, domain: Option<&DomainRef>| {
            super::super::without_files(text, domain, &Reading::default(), 1).unwrap().pop().unwrap()
        };
        let text = format!("pddl:{DOMAIN}\n{PROBLEM}");
        let source = resolved(&text, None);
        assert_eq!(source.domain.info().name, "pddl-lamp");
        assert!(source.domain.features().index("unmet(lit)").is_some());
        // What names the instance means the same again.
        let name = super::super::reference(&*source.domain, &source.text().unwrap());
        assert_eq!(resolved(&name, None).domain.definition(), source.domain.definition());
        assert_eq!(super::super::reference(&*registry::domain("pddl-ferry").unwrap(), "x"), "pddl-ferry:x");
        // In a mixed set, and with a mistake, it is an instance of the domain of all domains.
        assert_eq!(resolved(&text, registry::domain("pddl").as_ref()).domain.info().name, "pddl");
        assert_eq!(resolved(&text.replace("goal (lit)", "goal (lid)"), None).domain.info().name, "pddl");
    }

    #[test]
    fn errors_in_texts_name_the_text_and_the_place() {
        let refused = |arguments: &[&str]| resolved(arguments).err().unwrap().to_string();
        assert!(
            refused(&[&DOMAIN.replace("effect (lit)", "effect (lid)"), PROBLEM]).starts_with("domain:1:")
        );
        assert_eq!(refused(&[DOMAIN]), "the text is a domain; name one of its problems after it");
        let named = resolved(&[DOMAIN, &PROBLEM.replace("goal (lit)", "goal (lid)")]).unwrap();
        let error = named.sources[0].read(&Reading::default()).err().unwrap().to_string();
        assert!(error.starts_with("problem:1:"), "{error}");
    }
}
