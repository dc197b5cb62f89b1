//! Every refusal, with its place.

use super::words;
use unstuck_core::language::parse;

#[track_caller]
fn refused(text: &str, expected: &str) {
    match parse(text, &words()) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

#[test]
fn foreign_spellings() {
    refused("g^2", "line 1, column 2: '^' is not part of the language (write pow(a, b))");
    refused("g ** 2", "line 1, column 3: '**' is not part of the language (write pow(a, b))");
    refused(
        "if(g == 2, 1, 0)",
        "line 1, column 6: '==' is not part of the language (write a <= b and a >= b)",
    );
    refused("if(g != 2, 1, 0)", "line 1, column 6: '!=' is not part of the language (write a < b or a > b)");
    refused(
        "if(move_freed && true, 1, 0)",
        "line 1, column 15: '&&' is not part of the language (write and)",
    );
    refused("if(move_freed || true, 1, 0)", "line 1, column 15: '||' is not part of the language (write or)");
    refused("if(!move_freed, 1, 0)", "line 1, column 4: '!' is not part of the language (write not)");
    refused("if(g ≤ 2, 1, 0)", "line 1, column 6: '≤' is not part of the language (write <=)");
    refused("g @ 2", "line 1, column 3: '@' is not part of the language");
    refused("+g", "line 1, column 1: expected a value, found '+' (leave out a plus sign)");
}

#[test]
fn names() {
    refused("blokers", "line 1, column 1: rush-hour has no heuristic 'blokers' (did you mean 'blockers'?)");
    refused(
        "1 + xyzzy",
        "line 1, column 5: rush-hour has no heuristic 'xyzzy' (available: zero, blockers, blocking, blockers_stuck, blockers_two_sided, \
         blockers_deep, distance, distance_blockers, advanced_distance, goal_distance, hybrid, votes and 12 more)",
    );
    refused("2*maxx(g, 1)", "line 1, column 3: there is no function 'maxx' (did you mean 'max'?)");
    refused("g(1)", "line 1, column 1: 'g' is not a function (write * to multiply)");
    refused("max + 1", "line 1, column 5: expected '(' after max, found '+' (max is a function)");
    refused(
        "Blockers",
        "line 1, column 1: 'Blockers' cannot be a name: names are of small letters a to z, digits and _ \
         (did you mean 'blockers'?)",
    );
    let long = "Vv".repeat(500);
    let error = parse(&long, &words()).unwrap_err();
    assert_eq!(
        (error.message.chars().count(), error.help),
        (501, None),
        "a long name is neither repeated nor bettered"
    );
    refused("1 + otherwise", "line 1, column 5: expected a value, found 'otherwise'");
}

#[test]
fn numbers() {
    refused("2*.5", "line 1, column 3: a number begins with a digit (write 0.5, not .5)");
    refused("2.*g", "line 1, column 2: digits are missing after the point (write 2)");
    refused("2e*g", "line 1, column 2: digits are missing after the e of the exponent");
    refused("1e999", "line 1, column 1: the number is too large (values end at 1e9 anyway)");
    refused(
        "2g",
        "line 1, column 2: a number ends where a name begins (write * between a factor and a name)",
    );
}

#[test]
fn structure() {
    refused("", "line 1, column 1: expected a value, found the end of the text");
    refused("2 g", "line 1, column 3: expected an operator or the end, found 'g' (write * to multiply)");
    refused("g)", "line 1, column 2: expected an operator or the end, found ')' (there is no '(' for it)");
    refused("(g", "line 1, column 3: expected ')' to close the parenthesis, found the end of the text");
    refused("max(g, 1", "line 1, column 9: expected ')' to close the call, found the end of the text");
    refused("max(g)", "line 1, column 1: max takes 2 to 8 values, and here are 1");
    refused("1 + pow(g)", "line 1, column 5: pow takes 2 values, and here are 1");
    refused("if(g < 2 < 3, 1, 0)", "line 1, column 10: comparisons do not chain (write a < b and b < c)");
    refused(
        "if(1 < not true, 1, 0)",
        "line 1, column 8: 'not' must stand in parentheses here (write (not …))",
    );
    refused("g; 2", "line 1, column 2: ';' belongs into a policy (begin with policy)");
}

#[test]
fn kinds() {
    refused(
        "g + move_freed",
        "line 1, column 5: '+' takes numbers, and this is a condition (if(condition, 1, 0) makes a number of it)",
    );
    refused(
        "if(g and move_freed, 1, 2)",
        "line 1, column 4: 'and' takes conditions, and this is a number (compare it with a number: x >= 1)",
    );
    refused(
        "if(g + 1, 1, 2)",
        "line 1, column 4: 'if' begins with a condition, and this is a number (compare it with a number: x >= 1)",
    );
    refused(
        "if(true, move_freed, 2)",
        "line 1, column 10: 'if' chooses between numbers, and this is a condition \
         (if(condition, 1, 0) makes a number of it)",
    );
    refused(
        "g < 2",
        "line 1, column 1: a heuristic's value is a number, and this is a condition \
         (if(condition, 1, 0) makes a number of it)",
    );
    refused(
        "policy\n  if g: 1\n  otherwise: 2",
        "line 2, column 6: a rule begins with a condition, and this is a number (compare it with a number: x >= 1)",
    );
}

#[test]
fn policies() {
    refused(
        "policy if g > 1: 2; otherwise: 3",
        "line 1, column 8: expected a new line or ';' after policy, found 'if' ('policy' begins a list of rules)",
    );
    refused(
        "policy\n if g > 1 2\n otherwise: 3",
        "line 2, column 11: expected ':' after the condition of a rule, found a number",
    );
    refused(
        "policy\n if g > 1: 2\n",
        "line 3, column 1: expected 'if' or 'otherwise', found the end of the text \
         (a policy ends with 'otherwise: VALUE')",
    );
    refused("policy; otherwise: 1; 2", "line 1, column 23: expected the end after otherwise, found a number");
    refused("policy;; otherwise: 1", "line 1, column 8: expected a rule, found another ';'");
}

#[test]
fn headers() {
    refused(
        "heuristic 2 for rush-hour\ng",
        "line 1, column 11: this is version 2 of the language, and this program reads 1",
    );
    refused(
        "heuristic for rush-hour\ng",
        "line 1, column 11: expected the version of the language after 'heuristic' (write heuristic 1 for rush-hour)",
    );
    refused("heuristic 1 for tiles\ng", "line 1, column 17: the heuristic is for tiles, not for rush-hour");
    refused("heuristic 1 for rush\ng", "line 1, column 17: the heuristic is for rush, not for rush-hour");
    refused(
        "heuristic 1 for rush-hour (slide)\ng",
        "line 1, column 28: rush-hour has no metric 'slide' (did you mean 'slides'?)",
    );
    refused(
        "heuristic 1 for rush-hour g",
        "line 1, column 27: expected the end of the line after the header",
    );
    refused(
        "# first\n\nheuristic 1 for rush-hour\n  blokers",
        "line 4, column 3: rush-hour has no heuristic 'blokers' (did you mean 'blockers'?)",
    );
}

#[test]
fn searches() {
    refused("search wastr; g", "line 1, column 8: unknown search algorithm 'wastr' (did you mean 'wastar'?)");
    refused("search bfs\ng", "line 1, column 8: bfs is blind: it does not read a heuristic");
    refused(
        "heuristic 1 for rush-hour\nsearch wida, wieght 2\ng",
        "line 2, column 14: unknown search parameter 'wieght' (did you mean 'weight'?)",
    );
    refused("search ida, weight 2; g", "line 1, column 13: ida reads no weight");
    refused(
        "search wida, weight 0; g",
        "line 1, column 14: '0' is no weight; write a number from 0.001 to 1000",
    );
    refused("search ida, step 2, step 3; g", "line 1, column 21: step is named twice");
    refused(
        "attempt 100, weight 2: g; g",
        "line 1, column 12: an attempt names a parameter, but the text no search \
         (begin with a line like search wastar, weight 2)",
    );
    refused("search astar; attempt 100, weight 2: g; g", "line 1, column 28: astar reads no weight");
    refused(
        "attempt: g; g",
        "line 1, column 8: expected the expansions of the attempt (write attempt 2000: VALUE)",
    );
    refused("attempt 5 g; g", "line 1, column 11: expected ':' and the heuristic of the attempt");
    refused(
        "attempt 5: g",
        "line 1, column 13: expected the heuristic that is used after the last attempt \
         (write it on a line of its own, or after ';')",
    );
    refused(
        "attempt 5: g h; g",
        "line 1, column 14: expected an operator or the end, found 'h' (write * to multiply)",
    );
    refused(
        "search ida step 2; g",
        "line 1, column 12: expected ',' and a parameter, or the end of the line",
    );
    // Without a name behind it, the word is looked for among the features.
    refused(
        "search + 1",
        "line 1, column 1: rush-hour has no heuristic 'search' (available: zero, blockers, blocking, blockers_stuck, blockers_two_sided, \
         blockers_deep, distance, distance_blockers, advanced_distance, goal_distance, hybrid, votes and 12 more)",
    );
}

#[test]
fn limits() {
    let deep = format!("{}g{}", "(".repeat(201), ")".repeat(201));
    refused(&deep, "line 1, column 201: nested deeper than 200");
    let long = "g+".repeat(40_000) + "g";
    refused(&long, "the text has 80001 bytes, and a heuristic may have 65536 at most");
}
