# What only teachers get. `make exam` writes the exam bank and two papers to build/exam;
# `make exam SEED="a long secret text"` two papers that nobody has seen, to a folder in it.

# Slides are made of these pages, such as PAGES="01 04"; of all by default. They need npm.
PAGES ?=
# Cards to vote with are made for so many students.
STUDENTS ?= 30

.PHONY: exam slides cards assignment test-teaching test-nbgrader

exam: export OPENBLAS_NUM_THREADS := 1
exam: .venv/teaching.done
	$(BIN)/python -m teaching.exam $${SEED:+--seed "$$SEED"}

slides: export OPENBLAS_NUM_THREADS := 1
slides: .venv/teaching.done $(JS)/node_modules
	$(BIN)/python -m teaching.slides.build $(PAGES)

cards: .venv/teaching.done
	$(BIN)/python -m teaching.cards.build $(STUDENTS)

assignment: .venv/lab.done
	$(BIN)/python -m teaching.nbgrader $(or $(PAGES),all) -o "$(FOLDER)"

test-teaching: export OPENBLAS_NUM_THREADS := 1
test-teaching: .venv/teaching.done
	$(BIN)/pytest teaching/tests --ignore=teaching/tests/test_nbgrader.py --numprocesses=$(JOBS) \
		--dist=loadgroup

.venv/teaching.done: teaching/requirements.txt .venv/test.done
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement teaching/requirements.txt
	touch $@

# nbgrader, in an environment of its own, grades assignments: some minutes.
test-nbgrader: export OPENBLAS_NUM_THREADS := 1
test-nbgrader: .venv/teaching.done .venv-nbgrader/test.done
	$(BIN)/pytest teaching/tests/test_nbgrader.py

.venv-nbgrader/test.done: pyproject.toml tests/make_venv.py .venv/test.done
	$(BIN)/python tests/make_venv.py .venv-nbgrader --constraint constraints.txt --editable ".[lab]" \
		nbgrader==0.9.6
	touch $@
