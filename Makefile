# make site    build the book and serve it on this machine (Ctrl-C ends it)
# make test    a test for each kind of fault: style, units, notebooks, the built site in a real browser
# make wide    all tests on all pages, in all browsers, as all processors, in an hour or more; ONLY="processors
#              tests/site/test_zoom.py" runs these stages or files
# make check   the quick half, while writing: style, and the tests and notebooks that your changes may break
# make lab     open the notebooks in JupyterLab
# make book    build the book and stop
# make zip     build the book and put it into one file, _build/html/which-bank.zip
# make pdf     build the book and print it, into _build/html/which-bank.pdf (with an installed Chromium)
# make heights record how high the figures are, after a change of them
# make look    draw every page, as it is seen, on sheets in _build/look; PAGES="mixing roles" draws these, OLD=FOLDER what
#              looks otherwise than in this earlier build
# make speed   measure how soon pages and figures answer; a busy machine takes longer, so no other command hangs on it
# make links   follow every link that leads out of the book
# make launches    try every chapter in fresh environments like Colab's and Binder's; writes book/launches.json
# make notebooks   run every notebook and store its text outputs
# make answers     write the exercises' answer table again
# make bench   measure the kernels against what one would use instead; writes src/whichbank/experiments/records/costs.json
# make lighthouse   hold the built pages to the scores in lighthouserc.json (with Node; CHROME_PATH may name a Chromium)
# make lock    choose the versions of requirements.txt for what the packages require now; they stay where they fit
# make clean   remove what was built (the environment stays; delete .venv to start from nothing)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(BIN)/python
# One BLAS thread pool at a time: NumPy's and torch's spinning side by side slow each other down tenfold.
export OMP_WAIT_POLICY := PASSIVE
export PYTHONUTF8 := 1
# uv leaves compiling to Python, which does it once where it may keep the result.
unexport PYTHONDONTWRITEBYTECODE
# What is stored is made as it is compared (tools/execution.py): on one thread, and without the times of progress bars.
notebooks: export OMP_NUM_THREADS := 1
notebooks: export TQDM_DISABLE := 1

.PHONY: site book zip pdf look heights test wide check lab speed links launches notebooks answers bench lighthouse lock clean
.DEFAULT_GOAL := site

$(VENV)/pyvenv.cfg:
	$(PYTHON) -c "import sys; sys.exit(None if sys.version_info >= (3, 11) else 'The course needs Python 3.11 or newer')"
	$(PYTHON) -m venv $(VENV)

# What the site needs, and all that is tested, too; the second includes the first.
INPUTS := requirements.txt pyproject.toml site/pyproject.toml authoring/pyproject.toml teach/pyproject.toml tools/install.py | $(VENV)/pyvenv.cfg

$(VENV)/site: $(INPUTS)
	$(RUN) tools/install.py site
	touch $@

$(VENV)/installed: package-lock.json $(INPUTS)
	$(RUN) tools/install.py
	touch $(VENV)/site $@

site: $(VENV)/site
	$(RUN) -m tools.book serve

book: $(VENV)/site
	$(RUN) -m tools.book build

zip: book
	$(RUN) -m tools.archive

pdf: $(VENV)/installed book
	$(RUN) -m tools.pdf

look: $(VENV)/installed book
	$(RUN) -m tools.look $(PAGES) $(if $(OLD),--old $(OLD)) $(if $(WIDTHS),--widths $(WIDTHS)) $(if $(THEMES),--themes $(THEMES))

test: $(VENV)/installed
	$(RUN) -m tools.check

wide: $(VENV)/installed
	$(RUN) -m tools.check wide $(ONLY)

check: $(VENV)/installed
	$(RUN) -m tools.check quick

lab: $(VENV)/installed
	$(RUN) -m jupyterlab book

# How high the figures are, for builds without a Chromium.
heights: book
	$(RUN) -m tools.heights

speed: $(VENV)/installed book
	$(RUN) -m pytest -q -m timed tests/site

# Through Sphinx's own link checker; the build before it has executed the notebooks. The settings are in _config.yml.
links: book
	$(BIN)/jupyter-book build . --builder linkcheck --path-output _build/links

# PLACES="colab binder" tries only these.
launches: $(VENV)/installed
	$(RUN) -m launches $(PLACES)

notebooks: $(VENV)/installed
	$(RUN) tools/notebooks.py

answers: $(VENV)/installed
	$(RUN) -m whichbank_authoring.table
	$(RUN) -m whichbank_authoring.numbers

bench: $(VENV)/installed
	$(RUN) -m bench.run

lighthouse: book
	npx --yes @lhci/cli@0.15.1 autorun

# The packages' and groups' own requirements, resolved for every platform; pins that still fit stay as they are. CUDA is
# left out: only a machine that can use it needs it, and there torch names the versions itself.
lock: $(VENV)/pyvenv.cfg
	$(RUN) -m pip install --quiet --disable-pip-version-check -c requirements.txt uv
	mkdir -p _build && cp requirements.txt _build/lock.txt
	$(RUN) -m uv pip compile --quiet --universal --python-version 3.11 --no-annotate --custom-compile-command "make lock" \
	  --group site --group test --no-emit-package whichbank \
	  --no-emit-package whichbank-authoring -o _build/lock.txt \
	  pyproject.toml site/pyproject.toml authoring/pyproject.toml teach/pyproject.toml
	grep -vE '^(cuda|nvidia)-|^triton=' _build/lock.txt > requirements.txt

clean:
	rm -rf _build .mypy_cache .pytest_cache .ruff_cache .hypothesis
