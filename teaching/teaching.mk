# What teachers get beside the pages. All of it is for them: nothing here is in a student's folder.

# Slides of the pages, in build/slides: HTML, and PDF where Chromium is installed. They need npm.
# Some pages alone: make slides PAGES="01 04".
PAGES ?=

# Cards to vote with, in build/cards.html and build/cards.pdf.
STUDENTS ?= 30

.PHONY: slides cards test-teaching

slides: export OPENBLAS_NUM_THREADS := 1
slides: .venv/test.done $(JS)/node_modules
	$(BIN)/python -m teaching.slides.build $(PAGES)

cards: .venv/test.done
	$(BIN)/python -m teaching.cards.build $(STUDENTS)

test-teaching: export OPENBLAS_NUM_THREADS := 1
test-teaching: export RBFLIB_DATA := $(CURDIR)/build/nothing-done
test-teaching: .venv/test.done
	$(BIN)/pytest teaching/tests -m "$(LEVEL)" --numprocesses=$(JOBS) --dist=loadgroup
