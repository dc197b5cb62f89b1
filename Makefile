# Everything a newcomer needs: make run, make test. See README.

CARGO ?= cargo
UNSTUCK = target/release/unstuck
# nextest runs tests in parallel processes and prints less; plain cargo does as well.
TEST = $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo "nextest run --no-fail-fast" || echo "test --all-targets")

.PHONY: run test test-slow bench bench-databases build ui clean

run: build
	@echo
	@$(UNSTUCK) solve jam:40
	@echo
	@$(UNSTUCK) compare jam:1-10 --heuristic zero --heuristic blocking --heuristic blockers_deep

build:
	$(CARGO) build --release

# The pages, into ui/dist.
ui:
	cd ui && npm ci --no-audit --no-fund && npm run build

test:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --no-deps --quiet
	$(CARGO) $(TEST) --workspace
	$(CARGO) test --workspace --doc --quiet

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
