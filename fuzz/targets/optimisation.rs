//! Instances of optimisation domains: items, shops, tours, routes and rosters, in every text that a domain reads.

#![no_main]

use libfuzzer_sys::fuzz_target;
use unstuck_core::domain::{self, Request, Settings};
use unstuck_core::language::Decisions;
use unstuck_fuzz::{assert_short, choice, members, optimisation_domains, seed, sow};

/// Texts that the built-in sets and generators do not have: tables separated by commas, matrices, other keywords.
const FORMS: &[&str] = &[
    "10: 6 7 4 3 5 5",
    "capacity,10\nsize,count\n6,2\n4,3\n",
    "2 2\n0 3 1 2\n1 2 0 4\n",
    "job,machine,time\nA,M1,3\nA,M2,2\nB,M2,4\n",
    "NAME : t\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n\
     0 1 0 2 3 0\nEOF\n",
    "NAME : g\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 16.47 96.10\n2 16.47 94.44\n3 20.09 92.54\nEOF\n",
    "x,y\n0,0\n3,4\n6,8\n",
    "x,y,demand\n0,0,0\n3,4,2\n6,8,3\n",
    "HORIZON\ndays\n7\nSHIFTS\nshift,minutes\nE,480\nPEOPLE\nperson,max_minutes\nAna,2400\nDEMAND\ndays,shift,people\nall,E,1\n",
    "SECTION_HORIZON\n7\nSECTION_SHIFTS\nE,480,\nSECTION_STAFF\nA,E=7,2400,0,5,1,1,2\nSECTION_COVER\n0,E,1,100,1\n",
];

fuzz_target!(
    init: {
        let mut seeds = Vec::new();
        for (number, domain) in optimisation_domains().iter().enumerate() {
            let mut add = |text: &str| seeds.push(seed(&[number as u8], text));
            FORMS.iter().for_each(|text| add(text));
            domain.info().sets.iter().flat_map(|set| members(set, 2)).for_each(|text| add(&text));
            for generator in domain.info().generators {
                let request = Request { generator: generator.name, parameters: &Settings::new(), count: 1, seed: 1 };
                let _ = domain::generate(&**domain, &request, &mut (), &mut |text| add(&text));
            }
        }
        sow(seeds);
    },
    |input: &[u8]| {
        let Some(([number], text)) = choice(input) else { return };
        let domains = optimisation_domains();
        let domain = &domains[usize::from(*number) % domains.len()];
        for (_, piece) in domain.split(text).into_iter().take(3) {
            let instance = match domain::read(&**domain, piece, None, &Settings::new()) {
                Ok(instance) => instance,
                Err(error) => {
                    assert_short(&error.to_string());
                    continue;
                }
            };
            let printed = instance.text();
            match domain::read(&**domain, &printed, None, &Settings::new()) {
                Ok(again) => assert_eq!(again.text(), printed),
                Err(error) => panic!("{printed:?} does not read back: {error}"),
            }
            instance.picture();
            if instance.size() > 2_000 {
                continue;
            }
            let problem = instance.as_optimisation().expect("an optimisation problem");
            let reference = domain.reference().expect("a reference rule");
            let rule = domain.rules().iter().find(|rule| rule.name == reference).expect("a named rule");
            let rules = Decisions::read(rule.text, domain.decisions()).expect("a named rule");
            if let Err(error) = problem.explain(&rules, 1) {
                assert_short(&error.to_string());
            }
            if let Err(law) = instance.check_laws(1, 4) {
                panic!("{law}");
            }
        }
    }
);
