# Tests. `make test` runs them, `make check` also looks at format and lint (what CI runs), `make check-long` takes
# its time. One by name: make test T=paths. Only what the tests of that name need is built (tests/run --needs).

UNIT_OBJ := $(filter-out $(B)/obj/cli/main.o,$(EXPLORER_OBJ))
TEST_TOOLS := $(B)/tests/json_get $(B)/tests/exprgen $(B)/tests/pathgen $(B)/tests/threadgen $(B)/tests/dporgen $(B)/tests/outcome $(B)/tests/determinism $(B)/tests/sync_model $(B)/tests/batches $(B)/tests/covergen $(B)/tests/degreegen $(B)/tests/shapegen $(B)/tests/coverage_same $(B)/tests/oracle $(B)/tests/blocks
FORMATTED := $(shell find src include examples tests bench -name '*.[ch]' 2>/dev/null)
TIDIED := $(filter-out src/compile/inline.c src/runtime/libc/%,$(wildcard src/*/*.c src/*/*/*.c))

test check check-long: wanted
	@tests/run $(T)
check check-long: export CHECKS := format-check tidy sanitized thread-sanitized
check-long: export LONG := 1
check-long: export TIDY_MODE := deep
check-long: export TIDY_NODES := 225000
check-long: export TEST_LIMIT := 3600

.PHONY: wanted
wanted:
	@needs=$$(TOOLS='$(TEST_TOOLS)' tests/run --needs $(T)) && $(MAKE) --no-print-directory $$needs

# A unit test is linked with the whole explorer but its main(). One that needs other objects names them:
#   UNIT_EXTRA_test_x := $(B)/obj/runtime/x.o
$(B)/tests/unit/%: tests/unit/%.c $(UNIT_OBJ)
	@mkdir -p $(@D)
	$(CC) $(LD) $(BASE_CFLAGS) $(CFLAGS) -Itests -MF $@.d -o $@ $< $(UNIT_OBJ) $(UNIT_EXTRA_$*) \
	  -lcmocka -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm $(LDFLAGS)
# The library models are tested natively, against the C library itself.
$(B)/tests/unit/test_libc_models: tests/unit/test_libc_models.c $(LIBC_SRC)
	@mkdir -p $(@D)
	$(CC) -std=gnu17 $(WARN) -O1 -g -fno-builtin -Isrc -o $@ $^
$(B)/tests/json_get $(B)/tests/outcome: $(B)/tests/%: tests/%.c
	@mkdir -p $(@D)
	$(CC) -std=gnu17 $(WARN) -O1 -o $@ $< -ljansson
$(B)/tests/dporgen: tests/fuzz/dporgen.def tests/fuzz/machine.h
$(B)/tests/covergen: tests/fuzz/covergen.def
$(B)/tests/exprgen $(B)/tests/pathgen $(B)/tests/threadgen $(B)/tests/dporgen $(B)/tests/covergen $(B)/tests/degreegen $(B)/tests/shapegen: $(B)/tests/%: tests/fuzz/%.c
	@mkdir -p $(@D)
	$(CC) -std=gnu17 $(WARN) -O1 -g -o $@ $< -lm

$(B)/tests/determinism $(B)/tests/sync_model $(B)/tests/batches $(B)/tests/coverage_same: $(B)/tests/%: tests/%.c $(UNIT_OBJ)
	@mkdir -p $(@D)
	$(CC) $(LD) $(BASE_CFLAGS) $(CFLAGS) -MF $@.d -o $@ $< $(UNIT_OBJ) -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm $(LDFLAGS)

# The second oracle shares no code with raddle; `blocks`, which reads the table of blocks, does.
ORACLE_SRC := $(addprefix tests/oracle/,oracle.c compare.c enumerate.c code.c make.c print.c)
$(B)/tests/oracle: $(ORACLE_SRC) $(wildcard tests/oracle/*.h tests/oracle/*.def)
	@mkdir -p $(@D)
	$(CC) -std=gnu17 $(WARN) -O2 -g -o $@ $(ORACLE_SRC) -ljansson -lsqlite3
$(B)/tests/blocks: tests/oracle/blocks.c $(UNIT_OBJ)
	@mkdir -p $(@D)
	$(CC) $(LD) $(BASE_CFLAGS) $(CFLAGS) -MF $@.d -o $@ $< $(UNIT_OBJ) -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm $(LDFLAGS)

-include $(wildcard $(B)/tests/unit/*.d)

format:
	clang-format-$(LLVM) -i $(FORMATTED)
format-check:
	clang-format-$(LLVM) --dry-run -Werror $(FORMATTED)
# The analyzer, which takes most of the time, looks into functions one by one in the everyday suite (shallow), and at fewer of the
# ways through each; in the long one across calls (deep).
TIDY_MODE ?= shallow
TIDY_NODES ?= 10000
tidy: $(TIDIED:%=$(B)/tidy/%.ok)
$(B)/tidy/%.ok: % .clang-tidy $(WIRE)
	@mkdir -p $(@D)
	clang-tidy-$(LLVM) --quiet $< -- -Xclang -analyzer-config -Xclang mode=$(TIDY_MODE) -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES) $(filter-out -MMD -MP,$(BASE_CFLAGS)) $(if $(filter src/compile/%,$<),$(shell $(LLVM_CONFIG) --cflags)) 2>/dev/null
	@touch $@

# Builds of their own with sanitizers, and with the checks of invariants on: the explorer, the compiler and unit tests. What
# becomes part of tested programs is that of $(B). An empty vec has no array: that NULL + 0 is NULL, C says only since C2y.
SANITIZED := -O1 -gline-tables-only -fno-omit-frame-pointer -DRADDLE_CHECKS -fno-sanitize-recover=all
SANITIZED_UNITS := $(filter-out test_libc_models,$(basename $(notdir $(wildcard tests/unit/test_*.c))))
SHARED_RESOURCES := inline.bc libraddle-rt.a libraddle-libc.a include raddle-gdb.py module.o
.PHONY: sanitized thread-sanitized
share = mkdir -p build-$(1)/lib/raddle build-$(1)/tests && ln -sfn $(abspath $(B)/tests/json_get) build-$(1)/tests && \
  ln -sfn $(addprefix $(abspath $(LIB))/,$(SHARED_RESOURCES) $(2)) build-$(1)/lib/raddle
debug: all $(B)/tests/json_get
	@$(call share,debug)
	@$(MAKE) --no-print-directory B=build-debug CFLAGS='$(SANITIZED) -fsanitize=address,undefined -fno-sanitize=pointer-overflow' \
	  LDFLAGS='-fsanitize=address,undefined' build-debug/raddle build-debug/raddle-cc build-debug/lib/raddle/raddle-instrument \
	  $(DEBUG_TOO)
# All unit tests, and scripts in which much of the explorer takes part.
sanitized: DEBUG_TOO := $(SANITIZED_UNITS:%=build-debug/tests/unit/%)
sanitized: debug
	@BUILD=$(CURDIR)/build-debug SHORT=1 LIMIT=300 ASAN_OPTIONS=exitcode=66 UBSAN_OPTIONS=exitcode=66:print_stacktrace=1 tests/run \
	  $(SANITIZED_UNITS:%=unit/%) e2e/workers e2e/names e2e/output e2e/trace_text e2e/scenario e2e/races e2e/faults
# Four workers.
thread-sanitized: all $(B)/tests/json_get
	@$(call share,thread,raddle-instrument)
	@ln -sfn $(abspath $(B)/raddle-cc) build-thread
	@$(MAKE) --no-print-directory B=build-thread CFLAGS='$(SANITIZED) -fsanitize=thread' LDFLAGS='-fsanitize=thread' build-thread/raddle
	@BUILD=$(CURDIR)/build-thread LIMIT=300 TSAN_OPTIONS=suppressions=$(CURDIR)/tests/tsan.txt tests/run e2e/workers
