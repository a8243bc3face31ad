# raddle: `make` builds, `make test` runs the everyday suite, `make bench` the benchmarks.
# Everything lands in build/, laid out as `make install` lays out PREFIX.

LLVM ?= 19
CC := clang-$(LLVM)
AR := llvm-ar-$(LLVM)
OBJCOPY := llvm-objcopy-$(LLVM)
LD := -fuse-ld=lld
LLVM_CONFIG := llvm-config-$(LLVM)
B := build
PREFIX ?= /usr/local
LIB := $(B)/lib/raddle

VERSION := 0.1
WARN := -Wall -Wextra -Wno-unused-function
CFLAGS ?= -O2 -g
BASE_CFLAGS := -std=gnu17 -D_GNU_SOURCE $(WARN) -Isrc -idirafter include -MMD -MP -DRADDLE_VERSION='"$(VERSION)"' -DRADDLE_LLVM='"$(LLVM)"'

LIBRARY_SRC := $(wildcard src/base/*.c src/wire/*.c src/explore/*.c src/explore/sync/*.c src/explore/history/*.c src/explore/strategy/*.c src/explore/strategy/*/*.c src/detect/*.c src/campaign/*.c)
EXPLORER_SRC := $(LIBRARY_SRC) $(wildcard src/report/*.c src/unit/*.c src/cli/*.c)
# The compiler takes from base/ what it needs and no more: a change of the rest does not compile the models again.
COMPILER_BASE := src/base/die.c src/base/installed.c
CC_SRC := $(wildcard src/compile/cc*.c) $(COMPILER_BASE)
INSTRUMENT_SRC := $(filter-out $(CC_SRC) src/compile/inline.c,$(wildcard src/compile/*.c)) $(COMPILER_BASE) src/base/hash.c src/base/table.c
WIRE := $(wildcard src/wire/*.h src/wire/*.def)
RUNTIME_SRC := $(wildcard src/runtime/*.c src/runtime/threads/*.c src/runtime/sync/*.c) $(wildcard src/runtime/*.S)
LIBC_SRC := $(wildcard src/runtime/libc/*.c)

LIBRARY_OBJ := $(LIBRARY_SRC:src/%.c=$(B)/obj/%.o)
EXPLORER_OBJ := $(EXPLORER_SRC:src/%.c=$(B)/obj/%.o)
CC_OBJ := $(CC_SRC:src/%.c=$(B)/obj/%.o)
INSTRUMENT_OBJ := $(INSTRUMENT_SRC:src/%.c=$(B)/obj/%.o)
RUNTIME_OBJ := $(patsubst src/%,$(B)/obj/%.o,$(basename $(RUNTIME_SRC))) $(patsubst src/%.c,$(B)/obj/runtime/%.o,$(wildcard src/wire/*.c))
LIBC_OBJ := $(LIBC_SRC:src/runtime/libc/%.c=$(B)/obj/libc/%.o)

PROGRAMS := $(B)/raddle $(B)/raddle-cc
RESOURCES := $(LIB)/raddle-instrument $(LIB)/inline.bc $(LIB)/libraddle-rt.a $(LIB)/libraddle-libc.a $(LIB)/libraddle.a $(LIB)/include/.stamp \
  $(LIB)/raddle-gdb.py $(LIB)/module.o

.PHONY: all deps test check check-long bench debug install clean format format-check tidy
all: $(PROGRAMS) $(RESOURCES)

$(B)/raddle: $(EXPLORER_OBJ)
	$(CC) $(LD) -o $@ $^ -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm $(LDFLAGS)
$(B)/raddle-cc: $(CC_OBJ)
	rm -f $@ && $(CC) -o $@ $^ -lelf $(LDFLAGS)
$(LIB)/raddle-instrument: $(INSTRUMENT_OBJ) | $(LIB)
	$(CC) -o $@ $^ $(shell $(LLVM_CONFIG) --ldflags --libs core bitreader bitwriter linker passes irreader analysis target x86 2>/dev/null) $(LDFLAGS)
# Linked into modules compiled with any flags: it must bring none of its own (PIC level, wchar_t size).
$(LIB)/inline.bc: src/compile/inline.c src/compile/inline.def $(WIRE) | $(LIB)
	$(CC) -std=gnu17 $(WARN) -O1 -fno-strict-aliasing -fno-pic -Isrc -emit-llvm -S -o - $< | sed '/^!llvm.module.flags/d' | llvm-as-$(LLVM) -o $@
# Campaigns from C. One object, in which only the functions of include/raddle/campaign.h are global: no other name can clash.
$(B)/obj/libraddle.o: $(LIBRARY_OBJ) include/raddle/campaign.h
	grep -oE '\bcampaign_[a-z_]+\(' include/raddle/campaign.h | tr -d '(' | sort -u >$(@:.o=.names)
	$(CC) -r -nostdlib -o $@ $(LIBRARY_OBJ) && $(OBJCOPY) --keep-global-symbols=$(@:.o=.names) $@
$(LIB)/libraddle.a: $(B)/obj/libraddle.o | $(LIB)
	rm -f $@ && $(AR) rcs $@ $^
$(LIB)/libraddle-rt.a: $(RUNTIME_OBJ) | $(LIB)
	rm -f $@ && $(AR) rcs $@ $^
$(LIB)/libraddle-libc.a: $(LIBC_OBJ) | $(LIB)
	rm -f $@ && $(AR) rcs $@ $^
$(LIB)/include/.stamp: $(wildcard include/*.h include/*/*.h) | $(LIB)
	mkdir -p $(LIB)/include && cp -r include/. $(LIB)/include/ && touch $@
$(LIB)/raddle-gdb.py: src/report/raddle-gdb.py | $(LIB)
	cp $< $@
# Part of every shared library that raddle cc links.
$(LIB)/module.o: src/runtime/module/module.c $(WIRE) | $(LIB)
	$(CC) -std=gnu17 $(WARN) -O2 -fPIC -Isrc -c -o $@ $<
$(LIB):
	mkdir -p $@

# The runtime shares the program's process: no stack protector, no reliance on the program's TLS set-up order.
RUNTIME_CFLAGS := -O2 -g -fno-stack-protector -fno-omit-frame-pointer -fno-pie
$(B)/obj/runtime/%.o: src/runtime/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(RUNTIME_CFLAGS) -c -o $@ $<
# What both sides link is compiled for each.
$(B)/obj/runtime/wire/%.o: src/wire/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(RUNTIME_CFLAGS) -c -o $@ $<
$(B)/obj/runtime/%.o: src/runtime/%.S
	@mkdir -p $(@D)
	$(CC) -c -o $@ $<
# Models of library functions are themselves instrumented.
$(B)/obj/libc/%.o: src/runtime/libc/%.c $(B)/raddle-cc $(LIB)/raddle-instrument $(LIB)/inline.bc $(LIB)/include/.stamp $(wildcard src/runtime/libc/*.h)
	@mkdir -p $(@D)
	RADDLE_CC_MODEL=1 $(B)/raddle-cc -std=gnu17 $(WARN) -O2 -g -fno-builtin -Isrc -c -o $@ $<
$(B)/obj/compile/%.o: src/compile/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(CFLAGS) $(shell $(LLVM_CONFIG) --cflags) -c -o $@ $<
$(B)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

deps:
	@./install-packages

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/raddle
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	cp -r $(LIB)/. $(DESTDIR)$(PREFIX)/lib/raddle/

clean:
	rm -rf $(B)

-include tests/tests.mk bench/bench.mk
