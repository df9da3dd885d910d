# `make learn` (read and work), `make test` (everything that must hold), `make quick` (the fast half of it).
PYTHON ?= python3
# LANG_=ja (en, ko, zh): the language of the book, JupyterLab and the messages; else that of the terminal
LANG_ ?=
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
SKIPS := _build/skips.jsonl
PYTEST := $(PY) -m pytest -p tools.skip_report --skip-report $(SKIPS)
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: learn test quick check book print site lab notebooks bench soak clean
.DELETE_ON_ERROR:

learn: $(VENV)/.learn
	@$(PY) -m tools.learn $(if $(LANG_),--language $(LANG_))

# waiting OpenMP threads sleep instead of spinning: two processes at a time share the cores
test quick soak: export OMP_WAIT_POLICY ?= PASSIVE

test: $(VENV)/.test check
	@rm -f $(SKIPS)
	@echo "== tests"
	@OMP_NUM_THREADS=1 $(PYTEST) -m "not browser and not soak" -n 2 --dist loadgroup
	@echo "== solved notebooks"
	@$(PYTEST) --nbval -n 2 --dist loadfile solutions/notebooks
	@echo "== browser"
	@$(PY) -m tools.book.build --quiet --if-changed
	@$(PYTEST) -m "browser and not soak" -n 2 --dist loadgroup tests/browser
	@echo "== skipped"
	@$(PY) -m tools.skip_report $(SKIPS)

quick: check
	@echo "== the fast half of the tests"
	@OMP_NUM_THREADS=1 $(PY) -m pytest -q -m "not slow and not browser and not soak" -n 2 --dist loadgroup

check: $(VENV)/.test
	@echo "== ruff, mypy"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

book: $(VENV)/.learn
	@$(PY) -m tools.book.build --quiet

site: $(VENV)/.learn
	@$(PY) -m tools.site

print: $(VENV)/.test
	@$(PY) -m tools.print $(if $(filter command%,$(origin LANG_)),--language $(LANG_))

lab: $(VENV)/.learn
	@$(PY) -m tools.learn $(if $(LANG_),--language $(LANG_)) --lab-only

notebooks: $(VENV)/.learn
	@$(PY) -m tools.notebooks $(if $(FORCE),--force) $(CHAPTER)

bench: $(VENV)/.test
	@for file in benchmarks/bench_*.py; do echo "== $$file"; $(PY) $$file || exit 1; done

soak: $(VENV)/.test
	@$(PY) -m pytest -m soak

clean:
	rm -rf _build

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Set PYTHON=python3.12, say.")'
	@$(PYTHON) tools/learn/announce.py making $(LANG_)
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.learn: $(VENV)/.made pyproject.toml constraints.txt
	@$(PYTHON) tools/learn/announce.py installing $(LANG_)
	@$(INSTALL) -e ".[course]"
	@touch $@

$(VENV)/.test: $(VENV)/.learn
	@echo "== installing what the tests need"
	@$(INSTALL) -e ".[course,cluster,bench,dev]"
	@touch $@
