# The two commands a newcomer needs are `make demo` and `make test`; CMake does the work.
#
#   make           build/sharegnn and build/libsharegnn.{a,so}
#   make demo      generate data, train on it, write a report and a picture
#   make test      all tests, on the release build
#   make check     the same with asserts on (build-dev)
#   make install   to PREFIX (default /usr/local)
#   make format    clang-format everything
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.c' '*.h')

.PHONY: all demo test check install format clean setup setup-test

all: setup
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build -j $(JOBS)

setup:
	@tools/setup build

setup-test:
	@tools/setup test

demo: all
	@tools/demo build/sharegnn

test: setup-test
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DSHAREGNN_TESTS=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) --output-on-failure --no-tests=error

check: setup-test
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev -j $(JOBS)
	@ctest --test-dir build-dev -j $(JOBS) --output-on-failure --no-tests=error

install: all
	@cmake --install build

format:
	@clang-format -i $(SOURCES)

clean:
	@rm -rf build build-*
