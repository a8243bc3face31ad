# `make bench` prints a table of measurements, with the targets beside them; docs/performance.md explains them.
bench: all $(B)/tests/json_get $(B)/bench/steps
	@bench/run

$(B)/bench/steps: bench/steps.c $(UNIT_OBJ)
	@mkdir -p $(@D)
	$(CC) $(BASE_CFLAGS) $(CFLAGS) -MF $@.d -o $@ $< $(UNIT_OBJ) -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm $(LDFLAGS)

# The tables of con2colic (FSE 2013) with our own programs; bench/con2colic/table1 and table2 say what the columns are.
.PHONY: bench-con2colic
bench-con2colic: all $(B)/tests/json_get
	@BUILD=$(abspath $(B)) bench/con2colic/table1
	@BUILD=$(abspath $(B)) bench/con2colic/table2

# The programs of jCUTE's evaluation; bench/jcute/table6 says what the columns are.
.PHONY: bench-jcute
bench-jcute: all $(B)/tests/json_get
	@BUILD=$(abspath $(B)) bench/jcute/table6

# Table V of the paper on CUTE and jCUTE, with operations of uthash's and libbsd's headers; bench/unit/table5 says what the columns are.
.PHONY: bench-unit
bench-unit: all $(B)/tests/json_get
	@BUILD=$(abspath $(B)) bench/unit/table5
