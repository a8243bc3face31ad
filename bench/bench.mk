# `make bench` prints a table of measurements, with the targets beside them; docs/performance.md explains them.
bench: all $(B)/tests/json_get
	@bench/run
