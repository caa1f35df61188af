"""The C++ engine: one pybind11 extension, optional, so that copla installs without a compiler, too.

COPLA_BUILD says which engine is built. ``release``, the default, is what users have: ``_engine``. ``audit`` checks
every assertion, and ``sanitize`` runs under the address and undefined-behaviour sanitizers, too: ``_engine_audit``
and ``_engine_sanitize`` stand beside the first in the same package, and all of them can be loaded at once.

COPLA_ARCH names the processor to compile for: by default this machine's on x86, elsewhere the compiler's own choice;
``x86-64-v2`` or so for a wheel that travels.
"""

import os
import platform
import sys
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension
from setuptools import setup

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
BUILDS = {
    "release": ("_engine", ["-O3", "-g0"], []),
    "audit": ("_engine_audit", ["-O1", "-g1", "-DCOPLA_AUDIT"], []),
    "sanitize": (
        "_engine_sanitize",
        ["-O1", "-g", "-fno-omit-frame-pointer", "-DCOPLA_AUDIT", *SANITIZERS],
        SANITIZERS,
    ),
}
SOURCES = sorted(str(path) for path in Path("backends/native/src").rglob("*.cpp"))
HEADERS = sorted(str(path) for path in Path("backends/native/src").rglob("*.hpp"))
ARCH = os.environ.get("COPLA_ARCH", "native" if platform.machine() in ("x86_64", "AMD64") else "")

build = os.environ.get("COPLA_BUILD", "release")
if build not in BUILDS:
    sys.exit(f"COPLA_BUILD: found {build!r}, expected {', '.join(BUILDS)}")
name, flags, link_flags = BUILDS[build]
macros = [("COPLA_MODULE", name)]
if build != "release":
    macros.append(("PYBIND11_BUILD_ABI", f'"{name}"'))  # types of its own, for it has classes of the same names
engine = Pybind11Extension(
    f"copla.backends.native.{name}",
    SOURCES,
    include_dirs=["backends/native/src"],
    depends=HEADERS,
    define_macros=macros,
    cxx_std=20,
    extra_compile_args=[*flags, "-Wall", "-Wextra", *([f"-march={ARCH}"] if ARCH else [])],
    extra_link_args=["-pthread", *link_flags],
)
engine.optional = build == "release"

ParallelCompile("COPLA_JOBS", default=0).install()
setup(ext_modules=[engine])
