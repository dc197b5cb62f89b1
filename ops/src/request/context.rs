//! What surrounds a use case: who is notified of its progress, and what its request may name.

use crate::pattern_databases::Making;
use crate::request::error::{Error, Result};
use crate::request::instances::{self, MAX, Named, Reading, Source};
use crate::system::progress::{Progress, Silent};
use crate::system::watch::Activity;
use crate::system::workers::Workers;
use unstuck_core::domain::{DomainRef, checked};
use unstuck_core::search::Limits;

/// The surroundings of a use case.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Receives the progress.
    pub progress: &'a dyn Progress,
    /// What the searches have done, and whether their results are still wanted.
    pub activity: &'a Activity,
    /// What requests may name.
    pub access: Access,
}

/// What requests may name.
#[derive(Clone, Copy)]
pub enum Access {
    /// Files of this machine as well: requests of its user.
    Files,
    /// No files: requests of others.
    Names {
        /// Most instances of one request.
        most: u64,
    },
}

impl<'a> Context<'a> {
    /// For requests of this machine's user.
    pub fn local(progress: &'a dyn Progress, activity: &'a Activity) -> Self {
        Self { progress, activity, access: Access::Files }
    }

    /// The same without progress.
    pub fn silent(activity: &'a Activity) -> Self {
        Self::local(&Silent, activity)
    }

    /// Threads for a piece of work; 0 for one per core.
    pub fn workers(&self, threads: usize, what: &'static str) -> Workers<'a> {
        Workers { threads, what, progress: self.progress, activity: self.activity }
    }

    /// How missing tables are made within the limits of a search. On a server they are shared by all that come later,
    /// so the memory of one request does not limit them.
    pub fn making(&self, threads: usize, limits: Limits) -> Making<'a> {
        let limits = match self.access {
            Access::Files => limits,
            Access::Names { .. } => Limits { memory: None, ..limits },
        };
        Making { threads, limits, progress: self.progress }
    }

    /// The domain of a name.
    pub fn domain(&self, name: &str) -> Result<DomainRef> {
        let found = match self.access {
            Access::Files => instances::domain(name),
            Access::Names { .. } => instances::registered(name),
        };
        found.map_err(|error| Error::from(error).or_field("domain"))
    }

    /// The domain of a name, if there is one.
    pub fn optional_domain(&self, name: Option<&str>) -> Result<Option<DomainRef>> {
        name.map(|name| self.domain(name)).transpose()
    }

    /// What names mean; `field` is their place in the request. A metric or a setting that none of their domains has
    /// is refused once, not for every instance.
    pub fn resolve(
        &self,
        names: &[String],
        domain: Option<&DomainRef>,
        reading: &Reading,
        field: &str,
    ) -> Result<Named> {
        let named = self.sources(names, domain, reading, field)?;
        let (metric, settings) = (reading.metric.as_deref(), &reading.settings);
        let checks = || named.sources.iter().map(|source| checked(source.domain.info(), metric, settings));
        match checks().next() {
            Some(Err(error)) if checks().all(|check| check.is_err()) => Err(error.into()),
            _ => Ok(named),
        }
    }

    fn sources(
        &self,
        names: &[String],
        domain: Option<&DomainRef>,
        reading: &Reading,
        field: &str,
    ) -> Result<Named> {
        let named = |error: anyhow::Error| Error::from(error).or_field(field);
        let Access::Names { most } = self.access else {
            return instances::resolve(names, domain, reading).map_err(named);
        };
        let mut sources: Vec<Source> = Vec::new();
        for name in names {
            sources.extend(instances::without_files(name, domain, reading, most.min(MAX)).map_err(named)?);
            if sources.len() as u64 > most {
                return Err(Error::input(format!("these are more than {most} instances")).field(field));
            }
        }
        if sources.is_empty() {
            return Err(Error::input("there is no instance")
                .field(field)
                .help("name some, such as jam:1-10"));
        }
        Ok(Named { sources, errors: Vec::new() })
    }

    /// What names mean, all of one domain.
    pub fn resolve_of(
        &self,
        domain: &DomainRef,
        names: &[String],
        reading: &Reading,
        field: &str,
    ) -> Result<Named> {
        alike(self.resolve(names, Some(domain), reading, field)?, domain, field)
    }

    /// What names mean, all of the domain of the first.
    pub fn resolve_alike(
        &self,
        names: &[String],
        reading: &Reading,
        field: &str,
    ) -> Result<(DomainRef, Named)> {
        let named = self.resolve(names, None, reading, field)?;
        let Some(first) = named.sources.first() else {
            return Err(Error::input("there is no instance").field(field));
        };
        let domain = first.domain.clone();
        Ok((domain.clone(), alike(named, &domain, field)?))
    }

    /// The one instance that names mean.
    pub fn single(&self, names: &[String], domain: Option<&DomainRef>, reading: &Reading) -> Result<Source> {
        let access = match self.access {
            Access::Names { .. } => Access::Names { most: 1 },
            Access::Files => Access::Files,
        };
        let named = Self { access, ..*self }.resolve(names, domain, reading, "instance")?;
        instances::only(named, names).map_err(|error| Error::from(error).or_field("instance"))
    }

    /// The instance that a name means.
    pub fn instance(&self, name: &str, reading: &Reading) -> Result<Source> {
        self.single(&[name.to_owned()], None, reading)
    }

    /// The instance that a name means, or a problem after its domain.
    pub fn pair(&self, name: &str, problem: Option<&str>, reading: &Reading) -> Result<Source> {
        let names: Vec<String> = [Some(name), problem].into_iter().flatten().map(str::to_owned).collect();
        self.single(&names, None, reading)
    }

    /// Refuses a text that names a file, where none may be read.
    pub fn refuse_file(&self, text: &str, field: &str) -> Result<()> {
        match self.access {
            Access::Names { .. } if instances::file_of(text.trim_start()).is_some() => {
                Err(Error::input("files cannot be read here; paste the heuristic itself").field(field))
            }
            _ => Ok(()),
        }
    }
}

/// The instances, if all are of one domain.
fn alike(named: Named, domain: &DomainRef, field: &str) -> Result<Named> {
    let wanted = &domain.info().name;
    match named.sources.iter().find(|source| source.domain.info().name != *wanted) {
        None => Ok(named),
        Some(other) => {
            let message = format!("{} is {}, not {wanted}", other.name, other.domain.info().name);
            Err(Error::input(message).field(field))
        }
    }
}
