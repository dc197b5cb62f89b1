# Everything a newcomer needs: make run, make test. See README.

CARGO ?= cargo
UNSTUCK = target/release/unstuck
# nextest runs tests in parallel processes and prints less; plain cargo does as well. Benches are no tests.
TESTS = --lib --bins --tests
TEST = $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run" || echo "test --no-fail-fast")

# Node that can build the pages: 20.19 or newer, with npm.
NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	if (a > 20 || (a === 20 && b >= 19)) console.log("yes")' 2>/dev/null)

# The Python that the package is built for and tested with, 3.9 or newer; PYTHON=no leaves its tests out.
PYTHON ?= python3

.PHONY: run test test-rust test-docs test-slow soak audit advisories sbom fuzz miri browser screenshot test-python python wheel bench bench-peers bench-planning bench-databases results-all build pages no-node ui clean

# The pages and the program, then the server with the demonstration evolving; what was left running goes on.
run: pages build
	@$(UNSTUCK) serve --demo

# The pages, where node can build them and something has changed; without them the server says how to get them.
pages: $(if $(NODE),ui/dist/index.html,no-node)

no-node:
	@echo "node 20.19 or newer with npm is not installed: the program is built without its pages"

ui/dist/index.html: ui/node_modules/.package-lock.json ui/openapi.json $(wildcard ui/*.html ui/*.ts) \
		$(shell find ui/src ui/public -type f 2>/dev/null | grep -v contract.ts)
	cd ui && npm run build
	@touch $@

ui/node_modules/.package-lock.json: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund
	@touch $@

build:
	$(CARGO) build --locked --release

# The pages, into ui/dist, whatever is there already.
ui:
	cd ui && npm ci --no-audit --no-fund && npm run build

# Format and lints come first; then one build, with the pages in it; then the parts at the same time. .ci/parts prints each when it
# has ended and names those that failed.
test: pages
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets --quiet -- --deny warnings
	$(CARGO) build --locked --workspace $(TESTS)
	@MAKE="$(MAKE)" .ci/parts test-rust test-docs browser test-python

test-rust:
	$(CARGO) $(TEST) --locked --workspace $(TESTS)

# Examples in the documentation, and its links.
test-docs:
	$(CARGO) test --locked --workspace --doc --quiet
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --locked --workspace --no-deps --quiet

# The pages: their types, their size, and walks through them in Chromium against the program that was built last. What is missing
# is installed or complained of; `make test BROWSER=no` leaves the pages out.
ifeq ($(BROWSER),no)
browser:
	@echo "*** BROWSER=no: the pages were NOT tested ***"
else ifeq ($(NODE),)
browser:
	@echo "*** the pages were NOT tested: node 20.19 or newer with npm is not installed. make test BROWSER=no leaves them out ***"; exit 1
else
browser: pages
	cd ui && npm run --silent check && npm run --silent size
	@ui/tests/chromium.sh
	@cd ui && UNSTUCK_BINARY=$(abspath $(or $(CARGO_TARGET_DIR),target))/debug/unstuck npm run --silent flows
endif

# The picture in the README, taken from the program that was built last.
screenshot: pages
	@ui/tests/chromium.sh
	cd ui && UNSTUCK_BINARY=$(abspath $(or $(CARGO_TARGET_DIR),target))/debug/unstuck SCREENSHOT=$(CURDIR)/docs/screenshot.png \
		node --test tests/flows/readme.test.js

# The Python package with the optimised program and its pages, into python/.venv.
python: pages
	$(PYTHON) -m venv python/.venv
	python/.venv/bin/pip install --quiet ./python
	@echo "python/.venv/bin/python -c 'import unstuck; print(unstuck.solve(\"jam:1\"))'"

# A wheel of the Python package for every Python from 3.9 on (abi3), into target/wheels: installing it needs no Rust.
# On Linux it runs where the system's C library is as new as the one here; WHEEL='--release --zig' with ziglang installed makes it
# portable (manylinux). WHEEL= builds without optimisation.
WHEEL ?= --release
wheel: pages
	$(PYTHON) -m venv target/wheel-tools
	target/wheel-tools/bin/pip install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
	cd python && env -u PYO3_NO_PYTHON -u PYO3_BUILD_EXTENSION_MODULE $(CURDIR)/target/wheel-tools/bin/maturin build --locked $(WHEEL) --out $(CURDIR)/target/wheels
	@ls -l target/wheels

# The module for Python is compiled for no interpreter of its own: so it is one build with the other crates.
test test-rust test-docs test-python: export PYO3_BUILD_EXTENSION_MODULE = 1
test test-rust test-docs test-python: export PYO3_NO_PYTHON = 1

# The tests of the Python package, with the module built as for the other tests; the environment is kept in target/.
PYTHON_TESTS = $(CURDIR)/target/python-tests
PYTHON_NEEDS = $(if $(UNSTUCK_SLOW),requirements-slow.txt,requirements.txt)
ifeq ($(PYTHON),no)
test-python:
	@echo "PYTHON=no: the Python package is not tested"
else
test-python: $(PYTHON_TESTS)/$(PYTHON_NEEDS)
	$(CARGO) build --locked --workspace $(TESTS) --quiet
	cp $(or $(CARGO_TARGET_DIR),target)/debug/lib_unstuck.so python/unstuck/_unstuck.abi3.so
	cd python && $(PYTHON_TESTS)/bin/python -m pytest
endif

$(PYTHON_TESTS)/requirements-slow.txt: python/tests/requirements.txt
$(PYTHON_TESTS)/%.txt: python/tests/%.txt
	@$(PYTHON) -c 'import sys, venv; assert sys.version_info >= (3, 9)' || \
		(echo "$(PYTHON) is no Python 3.9 or newer with venv; name one by PYTHON=..., or leave its tests out: make test PYTHON=no"; exit 1)
	$(PYTHON) -m venv $(PYTHON_TESTS)
	$(PYTHON_TESTS)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	echo $(CURDIR)/python > $$($(PYTHON_TESTS)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/unstuck.pth
	@touch $@

# The whole of make test, with the tests that take minutes and those that need Ray, notebooks or scikit-learn.
test-slow: export UNSTUCK_SLOW = 1
test-slow: test

# Two servers and many processes start, pause, kill, resume, copy and delete experiments on one store.
MINUTES ?= 60
soak: build
	$(PYTHON) benches/soak/soak.py $(UNSTUCK) --minutes $(MINUTES)

# Known weaknesses and licences of whatever the program is made of, asked for over the network; what cannot be asked is said.
AUDIT = target/tools/audit
audit:
	@failed=0; asked() { echo; echo "== $$1"; }; \
	asked "crates: cargo deny"; \
	if $(CARGO) deny --version >/dev/null 2>&1; then $(CARGO) deny --locked --all-features check || failed=1; \
	else echo "*** NOT CHECKED: cargo install cargo-deny --locked, and try again ***"; failed=1; fi; \
	asked "packages of the pages: npm audit"; \
	(cd ui && npm audit) || { echo "*** npm found something, or could not ask: see above ***"; failed=1; }; \
	asked "packages for Python: pip-audit"; \
	if [ -x $(AUDIT)/bin/pip-audit ] || { $(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/pip install --quiet --disable-pip-version-check pip-audit; }; then \
		$(AUDIT)/bin/pip-audit --strict --progress-spinner off --requirement python/tests/requirements-slow.txt || failed=1; \
	else echo "*** NOT CHECKED: pip-audit could not be installed ***"; failed=1; fi; \
	exit $$failed

# Known weaknesses of the crates alone, where they can be asked for: what CI runs. That they cannot be asked for is said, and is no failure.
advisories:
	@if ! $(CARGO) deny --version >/dev/null 2>&1; then echo "advisories: NOT CHECKED, cargo-deny is not installed"; \
	elif ! $(CARGO) deny fetch db >/dev/null 2>&1; then echo "advisories: NOT CHECKED, the database cannot be reached"; \
	else $(CARGO) deny --locked --all-features check --disable-fetch; fi

# A software bill of materials, CycloneDX, for crates and for the packages of the web UI.
sbom:
	$(CARGO) install --quiet --root target/tools cargo-cyclonedx --version 0.5.9 --locked
	PATH="$(CURDIR)/target/tools/bin:$$PATH" $(CARGO) cyclonedx --manifest-path app/Cargo.toml --format json --override-filename unstuck.cdx
	@mkdir -p target/sbom && mv app/unstuck.cdx.json target/sbom/crates.cdx.json
	@rm -f */unstuck.cdx.json */*/unstuck.cdx.json
	cd ui && npm sbom --package-lock-only --sbom-format cyclonedx > ../target/sbom/ui.cdx.json
	@ls -l target/sbom

# Kernels one by one, their instruction counts where valgrind is installed, the domains, the table of what we promise, and everything next to its
# peers. The pattern databases take minutes: make bench-databases.
bench:
	$(CARGO) bench --locked --package unstuck-rush-hour --bench kernels
	@if command -v valgrind >/dev/null; then \
		$(CARGO) install --quiet --root target/tools gungraun-runner --version 0.20.0 --locked && \
		GUNGRAUN_RUNNER=$(CURDIR)/target/tools/bin/gungraun-runner \
		$(CARGO) bench --locked --package unstuck-rush-hour --features instructions --bench instructions; \
	else echo "valgrind is not installed: no instruction counts"; fi
	$(CARGO) bench --locked --package unstuck-tiles --bench tiles
	$(CARGO) bench --locked --package unstuck-freecell --bench freecell
	$(CARGO) bench --locked --package unstuck-domains --bench language
	$(CARGO) bench --locked --package unstuck-domains --bench summary
	@$(MAKE) --no-print-directory bench-peers

# Ours in turns with fc-solve, pathfinding, DEAP, eckity and Operon, into docs/benchmarks.md; then bench-planning. Python's packages are installed into target/peers;
# a program that is not available is left out and named. ROUNDS=3 is quicker.
ROUNDS ?= 5
ifeq ($(PYTHON),no)
bench-peers:
	@echo "PYTHON=no: nothing is compared with other programs"
else
bench-peers:
	$(CARGO) build --locked --release --package unstuck-peers --package unstuck
	$(PYTHON) benches/peers/bench.py $(ROUNDS)
	$(PYTHON) benches/results/effort.py target/release/unstuck
	@$(MAKE) --no-print-directory bench-planning
endif

# Planning against Fast Downward, ferroplan and unified-planning: nodes a second, first plans, short plans, optimal costs, verdicts on plans
# with a defect, grounding. The packages are installed into target/planning-peers and target/tools; a missing one is named. About 15 minutes;
# FULL=yes uses more and larger tasks and longer limits, about 40 minutes.
PLANNING = target/planning-peers
ifeq ($(FULL),yes)
PLANS = easy-10 easy-30 medium-10 hard-1
PLAN_SECONDS = 30
SHORT_SECONDS = 60
else
PLANS = easy-10 medium-5
PLAN_SECONDS = 10
SHORT_SECONDS = 10
endif
bench-planning:
	$(CARGO) build --locked --release
	$(CARGO) build --locked --release --package unstuck-pddl --example ground
	$(PYTHON) -m venv $(PLANNING)
	-$(PLANNING)/bin/pip install --quiet --disable-pip-version-check up-fast-downward==1.0.0 unified-planning==1.3.0
	$(CARGO) run --locked --release --package unstuck-planning --example benchmarks -- $(PLANNING)/large easy-30 medium-15 hard-5
	$(CARGO) run --locked --release --package unstuck-planning --example benchmarks -- $(PLANNING)/small train-1 train-2 train-3 train-4 train-5 train-6 train-7 train-8 train-10 train-12 fixed
	$(CARGO) run --locked --release --package unstuck-planning --example benchmarks -- $(PLANNING)/speed easy-10 blocksworld logistics rovers satellite transport visitall
	$(CARGO) run --locked --release --package unstuck-planning --example benchmarks -- $(PLANNING)/plans $(PLANS)
	$(CARGO) run --locked --release --package unstuck-planning --example benchmarks -- $(PLANNING)/short easy-10
	-$(CARGO) install --quiet --root target/tools ferroplan-cli --locked
	$(PLANNING)/bin/python benches/planning/speed.py $(PLANNING)/speed
	$(PLANNING)/bin/python benches/planning/first_plans.py $(PLANNING)/plans --limit $(PLAN_SECONDS)
	$(PLANNING)/bin/python benches/planning/short_plans.py $(PLANNING)/short --limit $(SHORT_SECONDS)
	$(PLANNING)/bin/python benches/planning/optimal.py $(PLANNING)/small
	$(PLANNING)/bin/python benches/planning/optimal.py $(PLANNING)/small --blind
	$(PLANNING)/bin/python benches/planning/validate.py $(PLANNING)/small
	$(PLANNING)/bin/python benches/planning/ground.py $(PLANNING)/large

# docs/results.md, all of it: about an hour and a half. What was measured is kept in target/results; RESULTS=--keep uses it again,
# RESULTS=--check compares without writing.
RESULTS ?=
results-all: build
	$(PYTHON) benches/results/results.py $(UNSTUCK) $(RESULTS)

bench-databases:
	$(CARGO) bench --locked --package unstuck-tiles --bench tiles_databases

# Fuzzes every parser for SECONDS, or one by TARGET=boards; see CONTRIBUTING. What a run learns is kept in fuzz/corpus, what it breaks in
# fuzz/artifacts. Tables that a request asks for are not the user's own.
SECONDS ?= 600
TARGET ?= $(basename $(notdir $(wildcard fuzz/targets/*.rs)))
NIGHTLY = @$(CARGO) +nightly $(1) >/dev/null 2>&1 || { echo "$(2): rustup toolchain install nightly $(3)"; exit 1; }

fuzz:
	$(call NIGHTLY,--version,fuzzing needs a nightly compiler)
	$(CARGO) install --quiet --root target/tools cargo-fuzz --version 0.13.1 --locked
	@for target in $(TARGET); do \
		echo "*** $$target: $(SECONDS) seconds ***"; \
		RUSTUP_TOOLCHAIN=nightly UNSTUCK_CACHE=$(CURDIR)/fuzz/target/cache target/tools/bin/cargo-fuzz fuzz run --sanitizer none $$target -- \
			-max_total_time=$(SECONDS) -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 || exit 1; \
	done

# The unsafe calls of the core under Miri, which is told that the machine has the instructions that they are for.
miri:
	$(call NIGHTLY,miri --version,Miri is a part of nightly compilers,--component miri --component rust-src)
	RUSTFLAGS="-C target-feature=+avx2,+avx512f,+avx512dq" $(CARGO) +nightly miri test --locked --package unstuck-core --lib columns::wide

clean:
	$(CARGO) clean

# The documentation as a searchable site, into target/docs/book; every link of it is followed.
.PHONY: docs
docs:
	$(CARGO) install --quiet --root target/tools mdbook --version 0.5.4 --locked --no-default-features --features search
	$(or $(filter-out no,$(PYTHON)),python3) docs/book.py target/tools/bin/mdbook target/docs
