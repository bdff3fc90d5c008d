# The two commands a newcomer needs are `make demo` and `make test`; CMake does the work.
#
#   make           build/sharegnn and build/libsharegnn.{a,so}
#   make demo      generate data, train on it, write a report and a picture
#   make test      all tests, on the release build
#   make check     the same with asserts on (build-dev)
#   make install   to PREFIX (default /usr/local), below DESTDIR if given
#   make uninstall remove what `make install` wrote there
#   make package   Debian packages in build/
#   make python    venv/ with the Python package
#   make wheel     a Python wheel that bundles its libraries, in build-wheel/
#   make docs      the documentation as a site with a search box, in build/docs/site
#   make sbom      build/sharegnn.spdx.json, a list of what the program is made of
#   make coverage  which lines and branches of src the tests reach (build-coverage)
#   make share     renew share/ and the Python declarations, which are made from program and headers
#   make format    clang-format everything
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.c' '*.h')

.PHONY: all demo test check install uninstall package python wheel docs sbom coverage share format clean setup setup-test

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

# A file that cannot be made leaves the old one.
share: all
	@build/sharegnn --man > build/share.new && mv build/share.new share/sharegnn.1
	@build/sharegnn --completion bash > build/share.new && mv build/share.new share/sharegnn.bash
	@build/sharegnn --completion zsh > build/share.new && mv build/share.new share/_sharegnn
	@build/sharegnn --completion fish > build/share.new && mv build/share.new share/sharegnn.fish
	@tools/python_declarations

install: all
	@DESTDIR="$(DESTDIR)" tools/install build

uninstall:
	@DESTDIR="$(DESTDIR)" tools/uninstall build $(PREFIX)

# The same build with Debian's folders; nothing is compiled again.
package:
	@tools/setup package
	@tools/configure release build -DCMAKE_INSTALL_PREFIX=/usr
	@cmake --build build -j $(JOBS)
	@cmake --build build --target sbom
	@cd build && cpack

# A virtual environment that also sees Debian's Python packages.
python: PYTHON3 = /usr/bin/python3
python:
	@tools/setup python
	@tools/configure release build -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build build -j $(JOBS) --target sharegnn_shared sharegnn
	@$(PYTHON3) -m venv --system-site-packages venv
	@venv/bin/pip install --quiet --no-build-isolation --no-index ./python
	@echo "the Python package is in venv/: . venv/bin/activate"

# A library without curl, and with it all that it needs but for glibc.
wheel:
	@tools/setup wheel
	@tools/configure release build-wheel -B build-wheel -DSHAREGNN_CURL=OFF
	@cmake --build build-wheel -j $(JOBS) --target sharegnn_shared
	@SHAREGNN_BUNDLE=1 SHAREGNN_LIBRARY=$(CURDIR)/build-wheel/libsharegnn.so.0 /usr/bin/python3 -m pip wheel \
	    --no-build-isolation --no-deps --no-index --quiet -w build-wheel ./python
	@ls build-wheel/*.whl

docs: all
	@tools/setup docs
	@tools/site build/sharegnn build/docs
	@cd build/docs && mkdocs build --quiet
	@echo "the documentation is in build/docs/site/index.html; 'cd build/docs && mkdocs serve' lets you search it"

sbom: all
	@cmake --build build --target sbom

coverage: setup-test
	@tools/configure coverage build-coverage
	@cmake --build --preset coverage -j $(JOBS)
	@ctest --test-dir build-coverage -j $(JOBS) --output-on-failure --no-tests=error
	@tools/coverage build-coverage

format:
	@clang-format -i $(SOURCES)

clean:
	@rm -rf build build-*
