//! Plan files and the validator.

use crate::tasks::named;
use unstuck_pddl::error::Source;
use unstuck_pddl::validate::{Outcome, Unsatisfied, parse_plan, validate};

fn report(task: &str, plan: &str) -> String {
    let (domain, problem) = named(task);
    let steps = match parse_plan(plan, &domain, &problem) {
        Ok(steps) => steps,
        Err(error) => return format!("{:?} {error}\n", error.file),
    };
    let report = validate(&domain, &problem, &steps);
    let list = |unsatisfied: &[Unsatisfied]| -> String {
        unsatisfied
            .iter()
            .map(|u| {
                let file = if u.file == Source::Domain { "domain" } else { "problem" };
                format!("  {} of {}, {file} line {}\n", u.ground, u.lifted, u.place.line)
            })
            .collect()
    };
    match &report.outcome {
        Outcome::Valid => format!("valid, cost {}\n", report.cost),
        Outcome::Inapplicable { step, unsatisfied } => format!("step {step} fails:\n{}", list(unsatisfied)),
        Outcome::GoalNotReached { unsatisfied } => format!("goal not reached:\n{}", list(unsatisfied)),
    }
}

#[test]
fn reports() {
    let plans = [
        ("blocks", "(take c a) (drop c)\n(lift b)(put b c)\n(lift a)(put a b)"),
        ("blocks", "0.0000: (TAKE C A) [1]\n1.000: (drop c)\n; comment (x)\n2: (lift b) [1.0]\n(put b c) ; (y)\n(lift a)"),
        ("blocks", "(lift a)"),
        ("blocks", "(put a a)"),
        ("freight", "(drive t1 s1 s2)(load t1 s2 c1 n0 n1)(drive t1 s2 s3)(unload t1 s3 c1 n0 n1)(load t1 s3 c2 n0 n1)
            (drive t1 s3 s2)(drive t1 s2 s1)(unload t1 s1 c2 n0 n1)"),
        ("freight", "(drive t1 s1 s3)"),
        ("freight", "(drive c1 s1 s3)"),
        ("lift", "(stop f0) (up f0 f2) (stop f2)"),
        ("lift", "(stop f0)"),
        ("circuit", "(repair a)"),
        ("circuit", "(open s a)(repair a)(repair b)(close s a)(close b c)"),
        ("cases", "(unseal) (pack pen home) (carry home office) (unpack pen) (seal)"),
        ("cases", "(unseal) (pack pen home) (carry home office) (unpack pen) (pack map office) (carry office home) (seal)"),
        ("doors", "(walk hall cellar)(take iron cellar cellar)(walk cellar hall)(unlock hall attic)(rest)(walk hall attic)(throw iron)"),
        ("doors", "(walk hall attic)"),
        ("doors", "(unlock hall attic)"),
    ];
    let text: String =
        plans.iter().map(|(task, plan)| format!("{task}: {plan}\n{}\n", report(task, plan))).collect();
    insta::assert_snapshot!(text);
}

#[test]
fn refusals() {
    let plans = [
        "(lift a",
        "lift a",
        "(lft a)",
        "(lift d)",
        "(lift)",
        "(lift a b)",
        "()",
        "(lift (a))",
        "x: (lift a)",
        "(lift a) b",
    ];
    let text: String = plans.iter().map(|plan| format!("{plan}\n  {}", report("blocks", plan))).collect();
    insta::assert_snapshot!(text);
}
