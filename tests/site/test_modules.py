"""A figure's module keeps the contract: joined for a notebook, twice on a page, and gone without a
trace.
"""

import json
import re

import pytest
from built import SIGN, built_pages, figure_class, models
from playwright.sync_api import Page

# One instance of every class, with the traits that a page gives it.
INSTANCES = {
    figure_class(model["module"]): model
    for page in built_pages()
    for model in models(page).values()
}
# What a notebook's front end gives a module: a model that, like the real one, is silent about a
# change that changes nothing, and that counts its listeners.
NOTEBOOK = """async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  const {default: figure} = await import(url);
  const listeners = new Map();
  const model = {
    saved: 0,
    get: (name) => state[name],
    set: (name, value) => {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) return;
      state[name] = value;
      for (const call of [...(listeners.get(`change:${name}`) ?? [])]) call();
    },
    on: (name, call) => listeners.set(name, [...(listeners.get(name) ?? []), call]),
    off: (name, call) => listeners.set(name, (listeners.get(name) ?? []).filter((other) => other !== call)),
    save_changes: () => model.saved++,
  };
  const forget = await figure.initialize?.({model});
  const el = document.body.appendChild(document.createElement("div"));
  const stop = await figure.render({model, el});
  const before = [JSON.stringify(state), el.innerHTML];
  const slider = el.querySelector("input[type=range]");
  const option = el.querySelector("input[type=radio]:not(:checked)");
  if (!slider && !option) el.querySelector("button:not(.wb-tool)").click();
  else if (slider) {
    slider.value = slider.value === slider.max ? slider.min : slider.max;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  } else {
    option.click();
    option.form?.requestSubmit();
    el.querySelector(".wb-actions button")?.click();
  }
  await null; // a figure draws when the script that changes it has come to its end
  const after = [JSON.stringify(state), el.innerHTML];
  stop();
  forget?.();
  const left = [...listeners].filter(([, calls]) => calls.length).map(([name]) => name);
  const asks = el.querySelector(".wb-what")?.textContent ?? "?"; // but a prediction and a quiz, which are all question
  return {asks, saved: model.saved, moved: before[0] !== after[0], redrawn: before[1] !== after[1], left};
}"""


def serve(page: Page, site: str, address: str, body: str) -> Page:
    """Open a page of our own at the site's address."""
    whole = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" '
        f'href="data:,">{body}</html>'
    )
    page.route(site + address, lambda route: route.fulfill(body=whole, content_type="text/html"))
    page.goto(site + address)
    return page


@pytest.mark.browser
@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_the_joined_module_works_in_a_notebook_and_cleans_up(kind, new_page, site):
    page = serve(new_page(), site, "notebook.html", f"<style>{kind._css}</style>")
    source = kind._esm
    assert "\nimport " not in f"\n{source}", "a notebook's front end follows no relative imports"
    done = page.evaluate(NOTEBOOK, [source, INSTANCES[kind]["state"]])
    assert re.fullmatch(r"([A-Z].*)?\?", done["asks"]), "the figure does not ask what it answers"
    assert done["moved"], "the control does not reach the model"
    assert done["redrawn"], "the figure does not follow the model"
    assert done["saved"], "the kernel is not told: save_changes is missing"
    assert done["left"] == [], "listeners stay when the figure goes"
    assert page.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_two_views_of_one_model_stay_in_step(kind, new_page, site):
    model = json.dumps({"one": INSTANCES[kind]}, ensure_ascii=False)
    view = '<div class="wb-live" data-model="one"><noscript></noscript></div>'
    host = f'<script type="application/json" id="wb-models">{model}</script>'
    names = ["shared", INSTANCES[kind]["module"], "host"]
    scripts = "".join(f'<script defer src="_static/figures/{name}.js"></script>' for name in names)
    page = serve(new_page(), site, "two-views.html", view + view + host + scripts)
    page.evaluate(SIGN)
    views = page.locator(".wb-figure")
    views.nth(1).wait_for()
    assert views.count() == 2
    seen = [shown(page)]
    slider = views.first.locator("input[type=range]")
    if slider.count():
        for key in ("End", "Home"):
            slider.first.press(key)
            seen.append(shown(page))
    else:
        form = views.first.locator("form:has(input[type=radio])")
        if form.count():
            form.first.locator("input[type=radio]").first.check()
            form.first.locator("button").first.click()
        elif (option := views.first.locator("input[type=radio]:not(:checked)")).count():
            option.first.check(force=True)
        else:
            views.first.locator("button").first.click()
        seen.append(shown(page))
    assert all(first == second for first, second in seen), "the views differ"
    assert len({str(both) for both in seen}) > 1, "nothing moved"
    assert (
        page.evaluate(
            "new Set([...document.querySelectorAll('.wb-live')].map((place) => place.model)).size"
        )
        == 1
    )
    assert page.faults == []


def shown(page: Page) -> list[list[str]]:
    """Return what each view shows: its words and numbers, and the values of its controls."""
    return page.locator(".wb-figure").evaluate_all(
        "(views) => views.map((view) => [view.textContent, "
        "...[...view.querySelectorAll('input')].map((input) => `${input.checked} "
        "${input.value}`)])"
    )
