PYTHON ?= python3

.PHONY: play test deep build

play:
	$(PYTHON) dev play --open

test:
	$(PYTHON) dev test

deep:
	$(PYTHON) dev test --deep

build:
	$(PYTHON) dev build
