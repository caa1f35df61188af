"""The C++ engine: one pybind11 extension, optional, so that copla installs without a compiler, too.

COPLA_ARCH names the processor to compile for: by default this machine's on x86, elsewhere the compiler's own choice;
``x86-64-v2`` or so for a wheel that travels.
"""

import os
import platform
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension
from setuptools import setup

SOURCES = sorted(str(path) for path in Path("backends/native/src").rglob("*.cpp"))
ARCH = os.environ.get("COPLA_ARCH", "native" if platform.machine() in ("x86_64", "AMD64") else "")
FLAGS = ["-O3", "-Wall", "-Wextra", "-g0", *([f"-march={ARCH}"] if ARCH else [])]

engine = Pybind11Extension(
    "copla.backends.native._engine",
    SOURCES,
    include_dirs=["backends/native/src"],
    cxx_std=20,
    extra_compile_args=FLAGS,
    extra_link_args=["-pthread"],
)
engine.optional = True

ParallelCompile("COPLA_JOBS", default=0).install()
setup(ext_modules=[engine])
