# Everything a newcomer needs: make run, make test. See README.

CARGO ?= cargo
UNSTUCK = target/release/unstuck
# nextest runs tests in parallel processes and prints less; plain cargo does as well.
TEST = $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run --no-fail-fast" || echo "test --all-targets")

# Node that can build the pages: 20.19 or newer, with npm.
NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	if (a > 20 || (a === 20 && b >= 19)) console.log("yes")' 2>/dev/null)

.PHONY: run test test-slow browser bench bench-databases build pages no-node ui clean

# The pages and the program, then the server with the demonstration evolving; what was left running goes on.
run: pages build
	@$(UNSTUCK) serve --demo

# The pages, where node can build them and something has changed; without them the server says how to get them.
pages: $(if $(NODE),ui/dist/index.html,no-node)

no-node:
	@echo "node 20.19 or newer with npm is not installed: the program is built without its pages, and they are not tested"

ui/dist/index.html: ui/node_modules/.package-lock.json app/src/server/openapi.json ui/index.html ui/vite.config.ts \
		$(shell find ui/src ui/public -type f 2>/dev/null | grep -v contract.ts)
	cd ui && npm run build
	@touch $@

ui/node_modules/.package-lock.json: ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund
	@touch $@

build:
	$(CARGO) build --release

# The pages, into ui/dist, whatever is there already.
ui:
	cd ui && npm ci --no-audit --no-fund && npm run build

# The pages come first: the program that is tested carries them.
test: pages
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --no-deps --quiet
	$(CARGO) $(TEST) --workspace
	$(CARGO) test --workspace --doc --quiet
	@$(if $(NODE),$(MAKE) --no-print-directory browser,true)

# The pages: their types, their size, and walks through them in Chromium against the program that was built last.
browser: pages
	cd ui && npm run --silent check && npm run --silent size
	@! ui/tests/chromium.sh || (cd ui && UNSTUCK_BINARY=$(abspath $(or $(CARGO_TARGET_DIR),target))/debug/unstuck npm run --silent flows)

# All of the above, with the tests that take minutes.
test-slow: export UNSTUCK_SLOW = 1
test-slow: test

# Kernels one by one, their instruction counts where valgrind is installed, the domains and the evolution beside their peers, then the table
# of what we promise. The pattern databases take minutes: make bench-databases.
bench:
	$(CARGO) bench --package unstuck-core --bench kernels
	@if command -v valgrind >/dev/null; then \
		$(CARGO) install --quiet --root target/tools gungraun-runner --version 0.20.0 --locked && \
		GUNGRAUN_RUNNER=$(CURDIR)/target/tools/bin/gungraun-runner \
		$(CARGO) bench --package unstuck-core --features instructions --bench instructions; \
	else echo "valgrind is not installed: no instruction counts"; fi
	$(CARGO) bench --package unstuck-core --bench tiles
	$(CARGO) bench --package unstuck-core --bench freecell
	$(CARGO) bench --package unstuck-core --bench language
	$(CARGO) bench --package unstuck-evolution --bench engine
	$(CARGO) bench --package unstuck-core --bench summary

bench-databases:
	$(CARGO) bench --package unstuck-core --bench tiles_databases

clean:
	$(CARGO) clean
