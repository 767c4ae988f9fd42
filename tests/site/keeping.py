"""What a reader's browser keeps, and the page that shows it."""

from playwright.sync_api import Page, expect

PROGRESS = "book/progress.html"
KEPT = "localStorage.getItem('which-bank/progress/1:/')"
# all that is kept, without when it was answered: that has tests of its own
ITEMS = f"""(() => {{
  const kept = JSON.parse({KEPT})?.items;
  return kept ? Object.fromEntries(Object.entries(kept).filter(([name]) => !/^again/.test(name))) : null;
}})()"""
KEEP = "(text) => localStorage.setItem('which-bank/progress/1:/', text)"
# A browser that refuses this site's progress; the theme keeps its own settings under other names.
REFUSE = """(() => {
  const {getItem, setItem} = Storage.prototype;
  const ours = (name) => { if (name.startsWith("which-bank")) throw new DOMException("no", "REASON"); };
  if ("REASON" === "SecurityError") {
    Storage.prototype.getItem = function (name) { ours(name); return getItem.call(this, name); };
  }
  Storage.prototype.setItem = function (name, value) { ours(name); setItem.call(this, name, value); };
})()"""
AXE = """([parts, tags]) => axe.run({include: parts}, {runOnly: tags, resultTypes: ["violations"], preload: false})
  .then(({violations}) => violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`)))"""


def open_more(page: Page, address: str) -> Page:
    """Open another tab of the same browser."""
    other = page.context.new_page()
    other.goto(page.url.partition("book/")[0] + address)
    return other


def give_file(page: Page, text: str | bytes) -> str:
    """Add a file by its button; return what the page says."""
    said = page.locator(".wb-said")
    said.evaluate("(node) => node.textContent = ''")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add from a file").click()
    content = text.encode() if isinstance(text, str) else text
    chooser.value.set_files(
        [{"name": "file.json", "mimeType": "application/json", "buffer": content}]
    )
    expect(said).not_to_be_empty()
    return said.inner_text()
