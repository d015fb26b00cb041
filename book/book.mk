# The pages as static files in build/book, which compute in the browser. All of it needs npm.

# A course file, such as ../rbflib-course.toml.
COURSE ?=

# Of its tests, those of `make test`; `make test-book LEVEL=thorough` runs those of `make test-all`.
LEVEL ?= not thorough

# For `make class`, such as "--host 0.0.0.0".
CLASS_ARGS ?=

.PHONY: book class test-book

book: export OPENBLAS_NUM_THREADS := 1
book: .venv/test.done $(JS)/node_modules
	$(BIN)/python -m book.build $(if $(COURSE),--course "$(COURSE)")

# Serves the book to a class, and counts what it predicts. Builds the book where there is none.
class: .venv/test.done
	test -f build/book/index.html || $(MAKE) book
	$(BIN)/python -m book.classroom $(CLASS_ARGS)

test-book: export OPENBLAS_NUM_THREADS := 1
test-book: export RBFLIB_DATA := $(CURDIR)/build/nothing-done
test-book: .venv/test.done
	$(BIN)/pytest book/tests -m "$(LEVEL)" --numprocesses=$(JOBS) --dist=loadgroup
