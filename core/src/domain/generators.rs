//! Ways to make new instances.

use super::{Domain, DomainInfo, Settings};
use crate::error::ParseError;
use crate::search::{Limit, Observer, Stats};
use crate::suggest::nearest;

/// A way to make new instances.
pub struct GeneratorInfo {
    /// Name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Parameters with their defaults and meanings.
    pub parameters: &'static [(&'static str, &'static str, &'static str)],
}

impl GeneratorInfo {
    /// Refuses parameters that it does not have; `domain` is whose generator it is.
    pub fn check(&self, domain: &str, given: &Settings) -> Result<(), ParseError> {
        let known: Vec<&str> = self.parameters.iter().map(|(name, ..)| *name).collect();
        let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        let wrong = format!("the generator {} of {domain} has no parameter '{name}'", self.name);
        Err(ParseError::new(wrong).help(instead_of(name, &known)))
    }

    /// The value of a parameter: as given, or its default.
    pub fn value<'g>(&self, given: &'g Settings, name: &str) -> &'g str {
        let usual =
            self.parameters.iter().find(|(known, ..)| *known == name).map_or("", |(_, usual, _)| usual);
        given.get(name).map_or(usual, String::as_str)
    }

    /// The value of a parameter that is a number.
    ///
    /// # Errors
    ///
    /// It is not a number of that type.
    pub fn number<N: std::str::FromStr>(&self, given: &Settings, name: &str) -> Result<N, ParseError> {
        let text = self.value(given, name);
        text.parse().map_err(|_| {
            let about =
                self.parameters.iter().find(|(known, ..)| *known == name).map_or("", |(.., about)| about);
            let wrong = format!("'{}' is not a value of {name}", crate::error::presentable(text, 20));
            ParseError::new(wrong).help(format!("a number: {about}"))
        })
    }
}

/// New instances asked of a generator.
pub struct Request<'a> {
    /// Name of the generator.
    pub generator: &'a str,
    /// Parameters.
    pub parameters: &'a Settings,
    /// How many.
    pub count: usize,
    /// Seed: the same seed gives the same instances.
    pub seed: u64,
}

/// Why nothing was generated, or not enough.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A wrong request.
    #[error(transparent)]
    Request(#[from] ParseError),
    /// Stopped.
    #[error("stopped: {0:?}")]
    Stopped(Limit),
    /// Stopped, with the instance that came nearest to the request.
    #[error("stopped: {limit:?}; the best so far: {nearest}")]
    StoppedNear {
        /// Why.
        limit: Limit,
        /// The instance, and what is known of it.
        nearest: String,
    },
    /// The wish seems impossible.
    #[error("{0}")]
    Impossible(String),
}

/// Makes new instances after checking generator and parameters against the domain's registration.
///
/// ```
/// use unstuck_core::domain::{self, Request, Settings};
/// use unstuck_tiles::TilesDomain;
///
/// let parameters = Settings::from([("sizes".to_owned(), "3".to_owned())]);
/// let request = Request { generator: "tiles", parameters: &parameters, count: 1, seed: 1 };
/// let error = domain::generate(&TilesDomain, &request, &mut (), &mut |_| ()).unwrap_err();
/// let words = "the generator tiles of tiles has no parameter 'sizes' (did you mean 'size'?)";
/// assert_eq!(error.to_string(), words);
/// ```
pub fn generate(
    domain: &dyn Domain,
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let info = domain.info();
    let generator =
        info.generators.iter().find(|known| known.name == request.generator).ok_or_else(|| {
            let known: Vec<&str> = info.generators.iter().map(|generator| generator.name).collect();
            no_generator(info, request.generator).help(instead_of(request.generator, &known))
        })?;
    generator.check(&info.name, request.parameters)?;
    domain.generate(request, observer, each)
}

pub(super) fn no_generator(info: &DomainInfo, name: &str) -> ParseError {
    ParseError::new(format!("{} has no generator '{name}'", info.name))
}

/// What there is instead of a name that does not exist.
pub(super) fn instead_of(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if known.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", known.join(", ")),
    }
}

/// For generators, now and then: ends them when the observer says so.
///
/// # Errors
///
/// The observer has ended it.
pub fn go_on(observer: &mut dyn Observer) -> Result<(), GenerateError> {
    observer.poll(&Stats::default()).map_or(Ok(()), |limit| Err(GenerateError::Stopped(limit)))
}
