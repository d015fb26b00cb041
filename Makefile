# The two commands: `make lab` opens the notebooks, `make test` tests every part of them once.
# `make test-all` adds what takes long: more seeds, all corners, all pages, the built wheel; and, as
# `make test-elsewhere`, what needs environments of its own: old packages, other frontends.
# Python 3.11 or newer; say which with `make lab PYTHON=python3.12`.

PYTHON ?= python3
PAGE ?= notebooks/00_start_here.ipynb
LAB_ARGS ?=
# `make collect` reads a folder of progress files; `make assignment` writes into that of a course.
FOLDER ?=
# Such as "--until 2026-12-01".
COLLECT_ARGS ?=
# Such as "--page 02 --format moodle -o week2".
EXPORT_ARGS ?=
JOBS ?= 2

BIN := .venv/bin
JS := rbflib/lab/kit/js
LOWEST := .venv-lowest/bin
# Tests of rbflib without its lab.
CORE := tests/numerics tests/test_estimators.py tests/test_bad_input.py \
	$(wildcard $(patsubst rbflib/%,tests/test_%,$(wildcard rbflib/[a-z]*.py)))
# Tests of Jupyter Notebook, Voilà, marimo, and of the versions that Colab has.
ELSEWHERE := tests/browser/test_frontends.py tests/kit/test_colab.py
# JupyterLab refuses to run as root (in a container, say) without this option.
ROOT_ARGS := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab lesson export collect check test test-all test-long test-elsewhere check-pages notebooks figures bench lint js

lab: .venv/lab.done
	$(BIN)/jupyter lab $(PAGE) --ip=127.0.0.1 $(ROOT_ARGS) $(LAB_ARGS)

# JupyterLab with fresh pages, on which nothing is predicted or answered: a lesson leaves no trace.
lesson: export RBFLIB_DATA := $(CURDIR)/build/lesson-done
lesson: .venv/lab.done
	rm -rf build/lesson $(RBFLIB_DATA)
	$(BIN)/python -m rbflib.lab build/lesson --ip=127.0.0.1 $(ROOT_ARGS) $(LAB_ARGS)

# The quizzes for a learning platform, and the tables of a class.
export: .venv/lab.done
	$(BIN)/python -m rbflib.lab.export $(if $(VARIANTS),--variants $(VARIANTS)) $(EXPORT_ARGS)

collect: .venv/lab.done
	$(BIN)/python -m rbflib.lab.collect "$(FOLDER)" $(COLLECT_ARGS)

# Two processes with two threads of linear algebra each would be in each other's way.
test test-long test-elsewhere: export OPENBLAS_NUM_THREADS := 1
# What whoever tests has done on the pages stays out of it.
test test-long test-elsewhere: export RBFLIB_DATA := $(CURDIR)/build/nothing-done

# With npm, tests of the book must run; without it there is nothing to show in it.
test test-long: $(if $(shell command -v npm),$(JS)/node_modules)

test: .venv/test.done
	$(BIN)/pytest --ignore=tests/browser -m "not thorough" --numprocesses=$(JOBS)
	$(BIN)/pytest tests/browser -m "not thorough" --numprocesses=$(JOBS) --dist=loadgroup
	$(BIN)/python -m pytest -p tests.named_sockets --doctest-modules rbflib --nbval notebooks/*.ipynb --numprocesses=$(JOBS) --dist=loadfile
	$(MAKE) test-book

# Style, types, architecture, workflows, stale bundles: the hooks of pre-commit, over all files.
check: .venv/test.done $(JS)/node_modules
	$(BIN)/pre-commit run --all-files

# What a page, the guide and the figures still lack, in the words of their rules.
check-pages: .venv/test.done
	$(BIN)/pytest notebooks/source/checks --numprocesses=$(JOBS)

test-all: test-long test-elsewhere

test-long: .venv/test.done
	$(BIN)/pytest --ignore=tests/browser $(ELSEWHERE:%=--ignore=%) -m thorough --numprocesses=$(JOBS)
	$(BIN)/pytest tests/browser $(ELSEWHERE:%=--ignore=%) -m thorough --numprocesses=$(JOBS) --dist=loadgroup
	$(MAKE) test-book LEVEL=thorough
	$(MAKE) test-teaching

test-elsewhere: .venv-lowest/test.done .venv-frontends/test.done .venv-colab/test.done
	$(BIN)/pytest $(ELSEWHERE) --numprocesses=$(JOBS)
	$(MAKE) test-nbgrader
	$(LOWEST)/pytest -p no:cacheprovider $(CORE) -m "not thorough" --numprocesses=$(JOBS) \
		-W ignore::pyparsing.warnings.PyparsingDeprecationWarning  # pyparsing is newer than this matplotlib

# Add `make book`, `make class` and `make test-book`, `make slides`, `make cards`, `make exam` and
# `make test-teaching`.
include book/book.mk
include teaching/teaching.mk

notebooks: .venv/test.done
	$(BIN)/python notebooks/source/build.py

figures: .venv/test.done
	$(BIN)/python figures/build.py

# One thread each for linear algebra and loops; the peers have an environment of their own.
# The last parts measure imports, and pictures in a browser: in the pages' own environment.
bench: .venv-bench/bench.done .venv/test.done
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 .venv-bench/bin/python benchmarks/run.py
	OPENBLAS_NUM_THREADS=1 .venv-bench/bin/python benchmarks/interpolation.py
	$(BIN)/python benchmarks/imports.py
	PYTHONPATH=. $(BIN)/python benchmarks/latency.py
	$(MAKE) book
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/starts.py
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/moves.py
	PYTHONPATH=. OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/learned.py
	$(BIN)/python benchmarks/classroom.py

lint: .venv/test.done
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	if command -v npm >/dev/null; then $(MAKE) $(JS)/node_modules && npm --prefix $(JS) run format; fi

# What runs in the browser, made of its sources. This needs npm; the tests do not.
js: $(JS)/node_modules
	npm --prefix $(JS) run build

$(JS)/node_modules: $(JS)/package.json $(JS)/package-lock.json $(JS)/.npmrc
	npm --prefix $(JS) ci
	touch $@

# In this environment alone JupyterLab asks the network for no news, over the page that a class sees.
.venv/lab.done: pyproject.toml constraints.txt notebooks/jupyterlab_settings.json | .venv/bin/pip
	@echo "Installing the packages into .venv"
	@$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[lab]" || { \
		echo "pip could not install all packages. Is there a network? Then run the command again:"; \
		echo "it goes on from here."; exit 1; }
	install -D -m 644 notebooks/jupyterlab_settings.json .venv/share/jupyter/lab/settings/overrides.json
	touch $@

.venv/test.done: pyproject.toml constraints.txt book/requirements.txt \
		book/engine/requirements.txt | .venv/lab.done
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement book/requirements.txt \
		--editable ".[lab,test]"
	$(BIN)/pip install --quiet --no-deps --requirement book/engine/requirements.txt
	touch $@

.venv-lowest/test.done: pyproject.toml tests/make_venv.py .venv/test.done
	$(BIN)/python tests/make_venv.py .venv-lowest --resolution lowest-direct --editable ".[lab,test]"
	touch $@

# Jupyter Notebook, Voilà and marimo, with which pages are tested too.
.venv-frontends/test.done: pyproject.toml constraints.txt tests/make_venv.py .venv/test.done
	$(BIN)/python tests/make_venv.py .venv-frontends --constraint constraints.txt --editable ".[lab]" \
		marimo notebook voila
	touch $@

# What Google Colab brings, in its versions; and, without what they require, rbflib and what Colab
# lacks, as the README says.
.venv-colab/test.done: pyproject.toml tests/make_venv.py .venv/test.done
	$(BIN)/python tests/make_venv.py .venv-colab numpy==2.0.2 pandas==2.2.2 matplotlib==3.10.0 \
		scikit-learn==1.6.1 ipython==7.34.0 ipykernel==6.17.1 ipywidgets==7.7.1 \
		cloudpickle lazy-loader platformdirs psutil \
		--no-deps "anywidget<0.12" latex2mathml psygnal --editable .
	touch $@

.venv-bench/bench.done: pyproject.toml benchmarks/requirements.txt | .venv-bench/bin/pip
	.venv-bench/bin/pip install --quiet --requirement benchmarks/requirements.txt --editable .
	touch $@

.venv/bin/pip .venv-bench/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "rbflib needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)."; \
		echo "Choose another one with: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(@:/bin/pip=) || { \
		echo "Python could not create $(@:/bin/pip=) here. Can this folder be written to?"; \
		echo "On Debian and Ubuntu a package may be missing: sudo apt install python3-venv"; \
		rm -rf $(@:/bin/pip=); exit 1; }
