"""What a page is looked at for: axe's rules, formulas, code, languages; and how it is made to stand still."""

from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLORS = ("color-contrast", "link-in-text-block")
"""The rules that look at colors. The themes differ in colors alone: in the second one these are all
that is asked.
"""
# axe's own preloading asks for imported style sheets at wrong addresses; none of these rules needs
# it.
RUN_AXE = """([only, rules]) => axe.run({
  runOnly: only, rules, resultTypes: ["violations"], preload: false
}).then(({violations}) => violations.flatMap(({id, nodes}) =>
  nodes.map((node) => `${id} at ${node.target}: ${node.html.slice(0, 160)}`)))"""
LOAD_IMAGES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.complete || new Promise((done) => image.onload = image.onerror = done);
}))"""
# No color is looked at on its way to another.
AT_ONCE = """*, ::before, ::after { transition: none !important }"""
# In the first frame the page takes its new width or colors and may begin to move; when it stands,
# one more frame, and after it the page's script measures what scrolls.
LAID_OUT = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const moving = () => document.getAnimations().some((one) => one.playState === "running");
  for (let i = 0; i < 100 && (i < 1 || moving()); i++) await frame();
  await frame();
  await frame();
}"""
# The editors of the exercises come when a reader is near; they are drawn once their script is here.
EDITORS = """async () => {
  const fields = [...document.querySelectorAll(".wb-try")];
  fields[0]?.scrollIntoView();
  while (!fields.every((cell) => cell.querySelector("textarea"))) await new Promise((done) => setTimeout(done, 20));
  scrollTo(0, 0);
}"""
# Code is thousands of pieces in a few colors: all but one of each color become plain text, where
# they stand; so do those of a single sign, which axe passes by.
PLAIN_CODE = """() => {
  const seen = new Set();
  for (const node of document.querySelectorAll("pre span:not(:has(*))")) {
    const kind = `${node.className} in ${node.closest("pre").parentElement.closest("[class]").className}`;
    if (seen.has(kind) || node.textContent.trim().length < 2) node.replaceWith(node.textContent);
    else if (node.checkVisibility()) seen.add(kind);
  }
  document.querySelectorAll("pre").forEach((code) => code.normalize());
}"""
# No rule but those of colors looks into a formula: all but one of each look become plain text,
# where they stand; those that may be too wide, and scroll, do not. And an icon that has been there
# already keeps its title alone.
PLAIN_FORMULAS = """() => {
  const seen = new Set();
  for (const icon of document.querySelectorAll("button svg")) {
    const drawn = icon.outerHTML;
    if (seen.has(drawn)) icon.querySelectorAll("path, rect").forEach((shape) => shape.remove());
    seen.add(drawn);
  }
  for (const formula of document.querySelectorAll("math:not([display=block], table *)")) {
    const looks = [...formula.querySelectorAll(":not(:has(*))")].map((token) => {
      const {color, fontSize, fontWeight} = getComputedStyle(token);
      return [color, fontSize, fontWeight, ...token.getAttributeNames()].join();
    });
    if (looks.every((look) => seen.has(look))) {
      const text = document.createElementNS(formula.namespaceURI, "mtext");
      text.textContent = formula.textContent;
      formula.replaceChildren(text);
    } else looks.forEach((look) => seen.add(look));
  }
}"""
THEME = "document.documentElement.dataset.theme"
BAD_FORMULAS = """() => [...document.querySelectorAll("math")].filter((formula) => {
  const {width, height} = formula.getBoundingClientRect();
  return formula.querySelector("merror") || !width || !height || formula.textContent.includes("\\\\");
}).map((formula) => formula.outerHTML)"""
# Numbers, code and formulas that a browser which translates the page would rewrite.
TRANSLATED = """() => [...document.querySelectorAll(
    "article :is(pre, code, math, .wb-slider output, .wb-figure td)")]
  .filter((node) => /\\d/.test(node.textContent) && !node.closest("[translate=no]"))
  .map((node) => node.outerHTML.slice(0, 120))"""


def violations(page: Page, only: tuple[str, ...], without: tuple[str, ...] = ()) -> list[str]:
    rules = {"label-content-name-mismatch": {"enabled": True}} | {
        rule: {"enabled": False} for rule in without
    }
    return page.evaluate(RUN_AXE, [only, rules])
