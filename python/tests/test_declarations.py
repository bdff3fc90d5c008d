"""The declarations of the package are those of the headers, and a wrong library is refused."""
from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

from sharegnn import _structs

SCRIPT = ROOT / "tools" / "python_declarations"


def test_file_is_generated() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_layout_is_the_compilers(tmp_path: os.PathLike[str]) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, binary = os.path.join(tmp_path, "layout.c"), os.path.join(tmp_path, "layout")
    with open(source, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, SCRIPT, "--layout"], stdout=file, check=True)
    subprocess.run([compiler, f"-I{ROOT / 'include'}", source, "-o", binary], check=True)
    lines = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) > 400
    for line in lines:
        name, number = line.split()
        struct, _, member = name.partition(".")
        kind = _structs.STRUCTS[struct]
        assert (getattr(kind, member).offset if member else ctypes.sizeof(kind)) == int(number), name


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
    for text, said in (
        ("int nothing;", "it has no sg_version_number"),
        ("unsigned sg_version_number(void) { return 100; }", "it is libsharegnn 0.1.0, but this package is for"),
        (f"unsigned sg_version_number(void) {{ return {_structs.SG_VERSION_NUMBER}; }}", "it has no function"),
    ):
        with open(source, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
        last = _import(library)
        assert said in last and "VersionError" in last
