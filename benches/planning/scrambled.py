"""Compares expansions of learned rules on tasks and on copies of them with random names and shuffled declarations.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS easy-10 easy-30 medium-1 …
    python3 benches/planning/scrambled.py TASKS RULES [--copies 5] [--limit 20] [--seed 1]
    python3 benches/planning/scrambled.py TASKS champion [--copies 5] [--limit 20] [--seed 1]

Run from the root of the repository. TASKS is a folder of built-in tasks, RULES the folder of `champions.py`, with a file
DOMAIN-whole-SEED.heuristic for each rule; with several seeds, a task counts once for each. A copy renames types, predicates,
functions, actions, objects and variables, in the rule as well, and shuffles types, predicates, functions, actions, objects,
initial facts and goals. The control renames and does not shuffle: its expansions must be equal. The domain keeps its name,
because the rule is for it. With `champion`, the rules are those that ship with the program: they are not renamed here, the
domain's name changes as well, and the program has to find the renaming. The search is greedy, with a limit of CPU seconds for everything and one of expansions.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import string
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from typing import Union

from peers import DOMAINS, ours, tasks

Form = Union[str, list["Form"]]

# Heads of conditions, effects and values that are not names of a domain, and words that stand alone.
HEADS = {"and", "or", "not", "imply", "when", "=", "increase", "decrease", "assign", "<", ">", "<=", ">=", "+", "-", "*", "/"}
QUANTIFIERS = {"forall", "exists"}
KEPT = {"object", "number", "either", "total-cost", "minimize", "maximize"}
# The words that begin a lifted feature; the first two take an action.
TERM = re.compile(r"\b(relaxed|last|count|unmet|met|any|far)\s*\(")
BAR = 0.05


def read(text: str) -> Form:
    """The form of a PDDL file, in lower case and without comments."""
    stack: list[list[Form]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(word)
    return stack[0][0]


def write(form: Form) -> str:
    return form if isinstance(form, str) else f"({' '.join(map(write, form))})"


class Names:
    """New names for old ones of each kind: an action and a predicate may be called alike."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.known: dict[tuple[str, str], str] = {}
        self.used = HEADS | QUANTIFIERS | KEPT

    def new(self, kind: str, old: str) -> str:
        """The new name of an old one, drawn where it is met first."""
        if old in KEPT:
            return old
        if (kind, old) not in self.known:
            name = old
            while name in self.used or name == old:
                name = "".join(self.draw.choices(string.ascii_lowercase, k=self.draw.randint(4, 12)))
            self.used.add(name)
            self.known[kind, old] = name
        return self.known[kind, old]


class Scrambler:
    """Renames the forms of one task and, with `shuffled`, changes the order of its declarations."""

    def __init__(self, draw: random.Random, shuffled: bool, domain: str | None = None) -> None:
        self.names = Names(draw)
        self.domain = domain
        self.shuffle: Callable[[list], None] = draw.shuffle if shuffled else lambda _: None

    def mixed(self, forms: list[Form]) -> list[Form]:
        forms = list(forms)
        self.shuffle(forms)
        return forms

    def kind(self, form: Form) -> Form:
        """The type behind a dash."""
        return self.names.new("type", form) if isinstance(form, str) else [form[0], *map(self.kind, form[1:])]

    def typed(self, kind: str, forms: list[Form], shuffled: bool = False) -> list[Form]:
        """A list of names with types, one dash for each."""
        entries: list[tuple[str, Form | None]] = []
        waiting: list[str] = []
        place = 0
        while place < len(forms):
            if forms[place] == "-":
                entries += [(name, forms[place + 1]) for name in waiting]
                waiting, place = [], place + 1
            else:
                waiting.append(forms[place])
            place += 1
        # An entry without a type would take that of its new neighbour.
        entries += [(name, "object" if entries else None) for name in waiting]
        if shuffled:
            self.shuffle(entries)
        found: list[Form] = []
        for name, of in entries:
            new = self.variable(name) if name.startswith("?") else self.names.new(kind, name)
            found += [new] if of is None else [new, "-", self.kind(of)]
        return found

    def variable(self, name: str) -> str:
        return "?" + self.names.new("variable", name[1:])

    def declared(self, kind: str, form: Form) -> Form:
        """A predicate or a function with its parameters."""
        return [self.names.new(kind, form[0]), *self.typed("variable", form[1:])]

    def value(self, form: Form) -> Form:
        """A condition, an effect, a number, a variable or an object."""
        if isinstance(form, str):
            number = re.fullmatch(r"[-+]?\d+(\.\d*)?", form)
            return form if number else self.variable(form) if form.startswith("?") else self.names.new("object", form)
        if not form:
            return form
        head, rest = form[0], form[1:]
        known = [self.names.known[kind, head] for kind in ("predicate", "function") if (kind, head) in self.names.known]
        if known:
            return [known[0], *map(self.value, rest)]
        if head in QUANTIFIERS:
            return [head, self.typed("variable", rest[0]), *map(self.value, rest[1:])]
        if head in HEADS | KEPT:
            return [head, *map(self.value, rest)]
        raise SystemExit(f"{write(form)}: the domain does not declare {head}")

    def action(self, form: Form) -> Form:
        """`:action NAME :parameters (…) :precondition … :effect …`"""
        found: list[Form] = [form[0], self.names.new("action", form[1])]
        for key, part in zip(form[2::2], form[3::2]):
            found += [key, self.typed("variable", part) if key == ":parameters" else self.value(part)]
        return found

    def section(self, form: Form) -> Form:
        key, rest = form[0], form[1:]
        if key in (":types", ":constants", ":objects"):
            return [key, *self.typed("type" if key == ":types" else "object", rest, shuffled=True)]
        if key == ":predicates":
            return [key, *self.mixed([self.declared("predicate", part) for part in rest])]
        if key == ":functions":
            return [key, *self.mixed([self.declared("function", part) for part in rest if isinstance(part, list)])]
        if key == ":derived":
            return [key, self.declared("predicate", rest[0]), self.value(rest[1])]
        if key == ":action":
            return self.action(form)
        if key == ":init":
            return [key, *self.mixed([self.value(part) for part in rest])]
        if key == ":goal":
            goal = self.value(rest[0])
            return [key, ["and", *self.mixed(goal[1:])] if goal and goal[0] == "and" else goal]
        return [key, *(self.value(part) if key == ":metric" else part for part in rest)]

    def file(self, form: Form) -> Form:
        """A domain, or a problem after its domain."""
        # Sections may use names before they are declared.
        for key, *rest in form[2:]:
            for part in {":predicates": rest, ":functions": rest, ":derived": rest[:1]}.get(key, []):
                if isinstance(part, list):
                    self.names.new("function" if key == ":functions" else "predicate", part[0])
        sections = [self.section(part) for part in form[2:]]
        actions = iter(self.mixed([part for part in sections if part[0] == ":action"]))
        written = [*form[:2], *(next(actions) if part[0] == ":action" else part for part in sections)]
        if self.domain:
            written = [[part[0], self.domain] if part[0] in ("domain", ":domain") else part for part in written]
        return written

    def word(self, word: str, kinds: tuple[str, ...], rule: str) -> str:
        """A name in a rule, perhaps with `type:` before it, or `!` or the numbers of arguments behind it."""
        if word == "object":
            return word
        before, word = ("type:", word[5:]) if word.startswith("type:") else ("", word)
        kinds = ("type",) if before else kinds
        bare, behind = re.fullmatch(r"(.*?)((?:!|\.\d+)*)", word).groups()
        # Names may have points themselves.
        for name, rest in ((word, ""), (bare, behind)):
            for kind in kinds:
                if (kind, name) in self.names.known:
                    return before + self.names.known[kind, name] + rest
        raise SystemExit(f"{rule}: the domain does not declare {word}")

    def rule(self, text: str) -> str:
        """The text of a rule with the new names in its lifted features."""
        text = re.sub(r"^\s*#[^\n]*\n", "", text, flags=re.MULTILINE)
        head = re.match(r"\s*heuristic\b[^\n]*\n|", text).group()
        found, place = [head], len(head)
        while term := TERM.search(text, place):
            end, depth = term.end(), 1
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            kinds = ("action",) if term[1] in ("relaxed", "last") else ("predicate", "type")
            rename = lambda name: self.word(name[0], kinds, text)
            found += [text[place : term.end()], re.sub(r"[^\s(),]+(?!\s*\(|[^\s(),])", rename, text[term.end() : end])]
            place = end
        return "".join([*found, text[place:]])


def solve(files: list[str], rule: Path | None, given: argparse.Namespace) -> int | None:
    """Expansions to a plan, or nothing; without a rule by the champion."""
    flags = ("--algorithm", "greedy", "--heuristic", f"@{rule}" if rule else "champion", "--limit-nodes", str(given.nodes))
    ended, found = ours(files, *flags, limit=given.limit, patience=4)
    if ended.code in (1, 2):
        raise SystemExit(f"{' '.join(files)} is refused with the rule {rule}:\n{rule.read_text() if rule else 'champion'}")
    return found["stats"]["expanded"] if found.get("status") == "solved" else None


def solve_copy(files: list[str], rule: Path | None, given: argparse.Namespace, draw: random.Random, shuffled: bool) -> int | None:
    """Expansions on a copy with other names, and with another order where `shuffled`."""
    scrambler = Scrambler(draw, shuffled, domain=None if rule else "renamed")
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"]
        for file, copy in zip(files, copies):
            copy.write_text(write(scrambler.file(read(Path(file).read_text()))))
        renamed = None
        if rule:
            renamed = Path(folder) / "rule.heuristic"
            renamed.write_text(scrambler.rule(rule.read_text()))
        return solve([str(copy) for copy in copies], renamed, given)


@dataclass
class Answer:
    """Expansions on one task, nothing where it is not solved."""

    original: int | None
    control: int | None
    copies: list[int | None]

    def compared(self) -> bool:
        return None not in (self.original, *self.copies)

    def differs(self) -> bool:
        """Solved in the original or a copy, and not in all of them."""
        return not self.compared() and any(count is not None for count in (self.original, *self.copies))

    def middle(self) -> float:
        return max(1.0, median(self.copies))

    def ratio(self) -> float:
        return self.middle() / max(1, self.original)


def row(name: str, answers: list[Answer]) -> list[str]:
    """A line of the table."""
    compared = [answer for answer in answers if answer.compared()]
    ratios = [answer.ratio() for answer in compared]
    means = [math.nan] * 4
    if compared:
        total = sum(answer.middle() for answer in compared) / sum(max(1, answer.original) for answer in compared)
        means = [geometric_mean(ratios), total, max(ratios), min(ratios)]
    controls = [answer for answer in answers if None not in (answer.original, answer.control)]
    unequal = sum(answer.original != answer.control for answer in controls)
    alone = sum((answer.original is None) != (answer.control is None) for answer in answers)
    differ = sum(answer.differs() for answer in answers)
    means = [f"{mean:.3f}" for mean in means]
    return [name, str(len(answers)), str(len(compared)), *means, str(differ), f"{unequal} of {len(controls)}", str(alone)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("rules", type=Path, help="a folder of rules, or the word champion")
    parser.add_argument("--copies", type=int, default=5, help="shuffled copies of each task")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds a search")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="expansions a search")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = tasks(given.tasks)
    by_domain: dict[str, list[Answer]] = {}
    rules = [(rule.stem.rsplit("-whole-", 1)[0], rule.stem, rule) for rule in sorted(given.rules.resolve().glob("*-whole-*.heuristic"))]
    if str(given.rules) == "champion":
        rules = [(domain, "champion", None) for domain in DOMAINS]
    for domain, stem, rule in rules:
        some = [(name, files) for name, files in found if name.split(":")[0] == domain]
        if not some:
            print(f"{stem}: there are no tasks of {domain}")
        for name, files in some:
            draw = lambda copy: random.Random(f"{given.seed} {stem} {name} {copy}")
            answer = Answer(
                solve(files, rule, given),
                solve_copy(files, rule, given, draw("control"), False),
                [solve_copy(files, rule, given, draw(copy), True) for copy in range(given.copies)],
            )
            by_domain.setdefault(domain, []).append(answer)
            counts = ["–" if count is None else str(count) for count in (answer.original, answer.control, *answer.copies)]
            print(f"{stem} {name}: {counts[0]}, renamed {counts[1]}, shuffled {' '.join(counts[2:])}", flush=True)
    rows = [row(domain, answers) for domain, answers in by_domain.items()]
    rows.append(row("all", [answer for answers in by_domain.values() for answer in answers]))
    head = ["domain", "tasks", "compared", "geometric mean", "ratio of sums", "largest", "smallest", "solved differs"]
    head += ["control unequal", "control solved differs"]
    limits = f"{given.limit:g} s of CPU time and {given.nodes:,} expansions a search"
    print(f"\nExpansions, median of {given.copies} copies / original; limits: {limits}.\n")
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    print("\n".join("| " + " | ".join(cells) + " |" for cells in rows))
    outside = [cells[0] for cells in rows if not abs(float(cells[3]) - 1) <= BAR]
    print(f"\nGeometric mean not within {BAR:.0%}: {', '.join(outside) or 'nowhere'}.")


main()
