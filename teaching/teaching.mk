# What only teachers get. `make exam` writes the exam bank and two papers to build/exam.

.PHONY: exam test-teaching

exam: export OPENBLAS_NUM_THREADS := 1
exam: .venv/teaching.done
	$(BIN)/python -m teaching.exam

test-teaching: export OPENBLAS_NUM_THREADS := 1
test-teaching: .venv/teaching.done
	$(BIN)/pytest teaching/tests --numprocesses=$(JOBS)

.venv/teaching.done: teaching/requirements.txt .venv/test.done
	$(BIN)/pip install --quiet --constraint constraints.txt --requirement teaching/requirements.txt
	touch $@
