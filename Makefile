# The two commands a newcomer needs are `make demo` and `make test`; CMake does the work.
#
#   make           build/sharegnn and build/libsharegnn.{a,so}
#   make demo      generate data, train on it, write a report and a picture
#   make test      all tests, on the release build
#   make check     the same with asserts on (build-dev)
#   make install   to PREFIX (default /usr/local), below DESTDIR if given
#   make uninstall remove what `make install` wrote there
#   make package   Debian packages in build/
#   make wheel     a Python wheel that bundles its libraries, in build-wheel/
#   make format    clang-format everything
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.c' '*.h')

.PHONY: all demo test check install uninstall package wheel format clean setup setup-test

all: setup
	@tools/configure release build -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build build -j $(JOBS)

setup:
	@tools/setup build

setup-test:
	@tools/setup test

demo: all
	@tools/demo build/sharegnn

test: setup-test
	@tools/configure release build -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DSHAREGNN_TESTS=ON
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) --output-on-failure --no-tests=error

check: setup-test
	@tools/configure dev build-dev
	@cmake --build --preset dev -j $(JOBS)
	@ctest --test-dir build-dev -j $(JOBS) --output-on-failure --no-tests=error

install: all
	@DESTDIR="$(DESTDIR)" tools/install build

uninstall:
	@DESTDIR="$(DESTDIR)" tools/uninstall build $(PREFIX)

# The same build with Debian's folders; nothing is compiled again.
package:
	@tools/setup package
	@tools/configure release build -DCMAKE_INSTALL_PREFIX=/usr
	@cmake --build build -j $(JOBS)
	@cd build && cpack

# A library without curl, and with it all that it needs but for glibc.
wheel:
	@tools/setup wheel
	@tools/configure release build-wheel -B build-wheel -DSHAREGNN_CURL=OFF
	@cmake --build build-wheel -j $(JOBS) --target sharegnn_shared
	@SHAREGNN_BUNDLE=1 SHAREGNN_LIBRARY=$(CURDIR)/build-wheel/libsharegnn.so.0 /usr/bin/python3 -m pip wheel \
	    --no-build-isolation --no-deps --no-index --quiet -w build-wheel ./python
	@ls build-wheel/*.whl

format:
	@clang-format -i $(SOURCES)

clean:
	@rm -rf build build-*
