# The two commands: `make lab` opens the notebooks, `make test` runs every test.
# Python 3.11 or newer; say which with `make lab PYTHON=python3.12`.

PYTHON ?= python3
PAGE ?= notebooks/00_start_here.ipynb
LAB_ARGS ?=

BIN := .venv/bin
# JupyterLab refuses to run as root (in a container, say) unless told that it may.
ROOT_ARGS := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test notebooks figures bench lint js

lab: .venv/lab.done
	$(BIN)/jupyter lab $(PAGE) --ip=127.0.0.1 $(ROOT_ARGS) $(LAB_ARGS)

test: .venv/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest --numprocesses=auto --ignore=tests/browser
	$(BIN)/pytest tests/browser -m "not thorough" --numprocesses=2 --dist=loadgroup
	$(BIN)/pytest --nbval notebooks --numprocesses=2 --dist=loadfile

notebooks: .venv/test.done
	$(BIN)/python notebooks/source/build.py

figures: .venv/test.done
	$(BIN)/python figures/build.py

# One thread each for linear algebra and loops; the peers have an environment of their own.
# The second part measures in a browser and needs the pages' own environment.
bench: .venv-bench/bench.done .venv/test.done
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 .venv-bench/bin/python benchmarks/run.py
	$(BIN)/python benchmarks/latency.py

lint: .venv/test.done
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	if command -v npm >/dev/null; then $(MAKE) node_modules && npm run format; fi

# What runs in the browser, made of its sources. This needs npm; the tests do not.
js: node_modules
	npm run build

node_modules: package.json package-lock.json .npmrc
	npm ci
	touch $@

.venv/lab.done: pyproject.toml constraints.txt rbflib/lab/data/jupyterlab_settings.json | .venv/bin/pip
	$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[lab]"
	touch $@

.venv/test.done: pyproject.toml constraints.txt | .venv/lab.done
	$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[lab,test]"
	touch $@

.venv-bench/bench.done: pyproject.toml benchmarks/requirements.txt | .venv-bench/bin/pip
	.venv-bench/bin/pip install --quiet --requirement benchmarks/requirements.txt --editable .
	touch $@

.venv/bin/pip .venv-bench/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "rbflib needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1)."; \
		echo "Name another one: make lab PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(@:/bin/pip=) || { \
		echo "Python could not make an environment. On Debian and Ubuntu:"; \
		echo "    sudo apt install python3-venv"; rm -rf $(@:/bin/pip=); exit 1; }
