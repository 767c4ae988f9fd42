"""The coding exercises on their page: opened, written into, run."""

from built import BUILT

PLACE = BUILT / "_static" / "practice"
LACKING = (
    "this build has no Python for the pages: WHICHBANK_PYODIDE may name a folder that holds it"
)
SOFTMAX = """def softmax(scores):
    grown = np.exp(scores - scores.max(-1, keepdims=True))
    return grown / grown.sum(-1, keepdims=True)


check("choosing.2", softmax)"""
# Press Stop; what the cell says in the page's next task, however busy the machine is: nothing waits
# for the program.
STOP = """async (cell) => {
  const stop = [...cell.querySelectorAll("button")].find((one) => one.textContent === "Stop");
  stop.focus();
  stop.click();
  await new Promise((next) => setTimeout(next));
  return cell.querySelector(".wb-status").textContent;
}"""
# A worker of the test's own, and all that it prints.
WORKER = """
  const { worker: code, base, folder, ...given } = wb.practice;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  let printed = "";
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === "out") printed += data.text;
      else if (data.kind === "broken") reject(new Error(data.message));
      else if (data.kind === "done") resolve(data.result);
    };
    worker.postMessage(message);
  });
  await ask({ what: "start", folder: base + folder, ...given });
"""


def opened(page, exercise="mixing.2"):
    """Scroll to an exercise; return its cell once the editor is there."""
    cell = page.locator(f"#try-{exercise.replace('.', '-')}")
    cell.scroll_into_view_if_needed()
    page.wait_for_selector(f"#{cell.get_attribute('id')}.wb-tried")
    return cell


def run(cell, source):
    """Write a text, and run it."""
    cell.locator("textarea").fill(source)
    cell.get_by_role("button", name="Run and check").click()
    return cell.locator(".wb-report")


def chapter(exercise):
    return f"book/{exercise.partition('.')[0]}.html"
