"""Without numba everything still works and says so once. With it, the first import is quick."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

BROKEN = """
import sys, warnings
sys.modules["numba"] = None
"""
WORK = """
import tempfile, pathlib
from storybot.optimized_merges import FastTokenizer, count_pretokens_fast, train_bpe
if __name__ == "__main__":
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.txt"
            path.write_text("low lower lowest " * 3)
            tokenizer = train_bpe(path, 262, progress=False)
            print(tokenizer.merges)
            print(tokenizer.encode("lowest"), tokenizer.encode_file(path).tolist())
            print(tokenizer.encode_batch(["low"]), tokenizer.encode_to(pathlib.Path(folder) / "ids", path))
    print([str(w.message) for w in caught if "compiled" in str(w.message)])
"""


def run(code: str, **environment: str) -> str:
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_file(path: Path, code: str) -> list[str]:
    path.write_text(code)
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_without_numba_the_python_version_serves_and_says_so_once(tmp_path: Path) -> None:
    fast = run_file(tmp_path / "fast.py", "import warnings" + WORK)
    slow = run_file(tmp_path / "slow.py", BROKEN + WORK)
    assert slow[:3] == fast[:3]
    assert fast[3] == "[]"
    assert slow[3].count("works without compiled code") == 1


def test_kernels_that_give_wrong_results_are_not_used() -> None:
    out = run("""
        import warnings
        import storybot.optimized_merges.kernels.api as api
        from storybot.optimized_merges import FastTokenizer
        api.train_compiled = lambda words, n: []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            print(FastTokenizer([(b"a", b"b")]).encode("ab"))
        print(caught[0].message)
    """)
    assert "[256]" in out
    assert "count or merge wrongly" in out


def test_the_import_does_not_wait_for_the_compiler() -> None:
    out = run("""
        import sys
        import storybot.optimized_merges
        print(sorted({"numba", "llvmlite", "torch"} & set(sys.modules)))
    """)
    assert out.strip() == "[]"


def test_a_change_in_any_file_of_kernels_compiles_anew(tmp_path: Path) -> None:
    out = run(
        """
        import os, shutil, pathlib
        from storybot.optimized_merges.kernels import jit
        before = jit.cache_folder()
        base = pathlib.Path(os.environ["STORYBOT_CACHE"])
        assert before == jit.CACHE and before.is_relative_to(base)
        copy = base / "copy"
        shutil.copytree(pathlib.Path(jit.__file__).parent, copy)
        jit.__file__ = str(copy / "jit.py")
        assert jit.cache_folder() == before
        for source in sorted(copy.rglob("*.py")):
            text = source.read_text()
            source.write_text(text + "# changed")
            assert jit.cache_folder() != before, source
            source.write_text(text)
        print("ok")
        """,
        STORYBOT_CACHE=str(tmp_path),
    )
    assert out.strip() == "ok"
