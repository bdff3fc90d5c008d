"""The declarations of the package are those of the headers, and a wrong library is refused."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

from sharegnn import _structs
from sharegnn._library import _layout_difference, _library, _library_layout

SCRIPT = ROOT / "tools" / "python_declarations"


def test_file_is_generated() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_layout_is_the_librarys() -> None:
    found = _library_layout(_library)
    assert len(found) > 500 and _layout_difference(found) is None
    assert found["sg_error", "text"] == (16, 600)


def test_other_layouts_are_named() -> None:
    right = _library_layout(_library)
    for key, value, said in (
        (("sg_error", ""), (0, 100), "its sg_error has 100 bytes, not 616"),
        (("sg_error", "text"), (8, 600), "its sg_error.text is at byte 8 with 600 bytes, not 16 and 600"),
        (("sg_data_size", "n_graphs"), None, "its sg_data_size has no member n_graphs"),
        (("sg_data_size", ""), (0, 8), "its sg_data_size has 8 bytes"),
        (("sg_ranking", ""), None, "it has no struct sg_ranking"),
    ):
        wrong = {k: v for k, v in right.items() if k != key}
        if value is not None:
            wrong[key] = value
        difference = _layout_difference(wrong)
        assert difference is not None and said in difference
    longer = {**right, ("sg_data_size", ""): (0, 4096), ("sg_data_size", "later"): (4000, 8)}
    assert _layout_difference(longer) is None


def test_library_has_all_functions() -> None:
    from sharegnn._library import lib

    assert len(_structs.FUNCTIONS) > 100
    for name in _structs.FUNCTIONS:
        assert hasattr(lib, name)


def _import(library: str) -> str:
    environment = {**os.environ, "SHAREGNN_LIBRARY": library, "PYTHONPATH": str(ROOT / "python")}
    done = subprocess.run([sys.executable, "-c", "import sharegnn"], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


def test_other_libraries_are_refused(tmp_path: os.PathLike[str]) -> None:
    assert "libsharegnn was not found" in _import(os.path.join(tmp_path, "none.so"))
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    source, library = os.path.join(tmp_path, "other.c"), os.path.join(tmp_path, "other.so")
    version = f"unsigned sg_version_number(void) {{ return {_structs.SG_VERSION_NUMBER}; }}"
    # A library with all functions, whose structs are others.
    functions = [f"void {name}(void) {{}}" for name in _structs.FUNCTIONS]
    others = [f for f in functions if "sg_version_number" not in f and "sg_struct_members" not in f]
    members = """#include <stddef.h>
        struct row { const char *structure, *name; size_t offset, size; } rows[] = {{"sg_error", NULL, 0, 8}};
        const struct row *sg_struct_members(size_t *n) { *n = 1; return rows; }"""
    for text, said in (
        ("int nothing;", "it has no sg_version_number"),
        ("unsigned sg_version_number(void) { return 100; }", "it is libsharegnn 0.1.0, but this package is for"),
        (version, "it has no function"),
        ("\n".join([members, version, *others]), "its sg_error has no member status"),
    ):
        with open(source, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
        last = _import(library)
        assert said in last and "VersionError" in last
