"""Bundle libsharegnn with the package.

The library is the file in $SHAREGNN_LIBRARY, else ../build/libsharegnn.so.0; where neither is there it is built
with CMake.  With SHAREGNN_BUNDLE=1 (`make wheel`) the libraries that it needs are bundled, too, but for glibc.
"""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

# What every Linux system has.
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|lib(c|m|pthread|dl|rt|gcc_s)\.so)")


def version() -> str:
    """The version of the library, as the declarations have it."""
    text = (HERE / "sharegnn" / "_structs.py").read_text(encoding="utf-8")
    found = re.search(r"^SG_VERSION = '(.*)'$", text, re.M)
    assert found is not None
    return found[1]


def library(scratch: pathlib.Path) -> pathlib.Path:
    """The shared library, which is built where it is not there."""
    named = os.environ.get("SHAREGNN_LIBRARY")
    if named:
        return pathlib.Path(named)
    built = ROOT / "build" / "libsharegnn.so.0"
    if built.is_file():
        return built
    folder = scratch / "libsharegnn"
    print(f"building libsharegnn in {folder}")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DSHAREGNN_CURL=OFF"], check=True)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", folder, "-j", jobs, "--target", "sharegnn_shared"], check=True)
    return folder / "libsharegnn.so.0"


def needed(file: pathlib.Path) -> dict[str, str]:
    """The libraries that a file needs, all of them, with their places."""
    lines = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout.splitlines()
    found = (re.match(r"\s*(\S+) => (/\S+)", line) for line in lines)
    return {m[1]: m[2] for m in found if m is not None and not SYSTEM.match(m[1])}


def bundle(file: pathlib.Path, folder: pathlib.Path) -> None:
    """Copy a library to a folder and, where it is needed, what it needs, so that they find each other."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(os.path.realpath(file), folder / "libsharegnn.so.0")
    if os.environ.get("SHAREGNN_BUNDLE") != "1":
        return
    for name, place in needed(file).items():
        shutil.copy(os.path.realpath(place), folder / name)
    for copy in folder.iterdir():
        copy.chmod(0o755)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", copy], check=True)


class BuildWithLibrary(build_py):
    """The package, and in _lib the shared library."""

    def run(self) -> None:
        super().run()
        package = pathlib.Path(self.build_lib) / "sharegnn"
        scratch = pathlib.Path(self.get_finalized_command("build").build_temp).resolve()
        bundle(library(scratch), package / "_lib")


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 of this platform."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


setup(version=version(), cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
