// What is wrong with the texts of the open page's figures: an expression for test_zoom.py. A text
// is cut where a line of it reaches out of what clips it, or of the button, the cell or the card
// that it stands in; what moves sideways in a box of its own may. Two texts overlap where the
// middles of their lines do: above and below the letters is air. A word or a number is broken where
// it has two lines. A text is too small to read where a picture is scaled down with its letters.

globalThis.faultsOfTexts = () => {
  const AIR = 1.5;
  const LEAST = 11; // pixels of a letter as it is drawn
  const [SCROLLS, WORDS] = [/auto|scroll/, /[−-]?\d[\d.,]*\d%?|\p{L}{2,}/gu];
  const found = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const style = (node) => getComputedStyle(node);
  const moves = (node) => SCROLLS.test(style(node).overflowX);
  // A narrower window, and text set larger, leave a picture less room.
  const plain = innerWidth >= 390 && parseFloat(style(document.documentElement).fontSize) < 20;
  const out = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (out > 0) found.push(`the page is ${out} px too wide`);

  /** What is around a node within its figure, from the inside. */
  const around = (node, figure) => {
    const nodes = [];
    for (let at = node; at !== figure; at = at.parentElement) nodes.push(at);
    return nodes;
  };
  const hidden = (nodes) =>
    nodes.some((node) => style(node).clipPath !== "none" || node.matches(".wb-away"));
  const edges = (node) => {
    const { display, overflowX } = style(node);
    return (
      display !== "inline" &&
      (overflowX !== "visible" || node.matches("button, td, .wb-choice span"))
    );
  };

  for (const figure of document.querySelectorAll(".wb-figure")) {
    const card = figure.getBoundingClientRect();
    const report = (fault, text) =>
      found.push(
        `${figure.closest("[data-model]")?.dataset.model}: ${fault}: ${text.trim().slice(0, 40)}`,
      );

    const texts = [];
    const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest("option, title, style") || !seen(parent)) continue;
      const nodes = around(parent, figure);
      if (parseFloat(style(parent).fontSize) < 2 || hidden(nodes)) continue;
      const drawing = parent.closest("svg");
      if (drawing && style(drawing).maskImage !== "none") continue; // it fades out at its edge
      const range = document.createRange();
      range.selectNodeContents(node);
      // a name that has no room is left out
      const part = parent.closest("[aria-hidden=true] > *")?.getBoundingClientRect();
      const lines = [...range.getClientRects()].filter(
        ({ width, height, top }) => width > 1 && height > 1 && !(part && top > part.bottom),
      );
      if (!lines.length) continue;

      const scale = drawing ? Math.abs(drawing.getScreenCTM().d) : 1;
      const size = scale * parseFloat(style(parent).fontSize);
      if (plain && size < LEAST && !parent.closest("sub, sup, math"))
        report(`is ${size.toFixed(1)} px small`, node.data);

      const inner = nodes.slice(0, (nodes.findIndex(moves) + 1 || nodes.length + 1) - 1);
      const whole = inner.length === nodes.length;
      for (const at of [...inner.filter(edges), ...(whole ? [figure] : [])]) {
        const box = at.getBoundingClientRect();
        for (const { left, right, top, bottom } of lines) {
          const air = (bottom - top) / 4;
          const over = Math.max(box.left - left, right - box.right);
          if (over > AIR) report(`leaves ${at.localName} by ${Math.round(over)} px`, node.data);
          if (at !== figure && !drawing && (top + air < box.top || bottom - air > box.bottom))
            report(`is cut above or below by ${at.localName}`, node.data);
        }
      }

      const anywhere = style(parent).overflowWrap === "anywhere";
      for (const { 0: word, index } of node.data.matchAll(WORDS)) {
        if (anywhere && !/\d/.test(word)) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const wide = [...range.getClientRects()].filter(({ width }) => width);
        if (new Set(wide.map(({ top }) => Math.round(top))).size > 1) report("broken in two", word);
      }

      // The middles of its lines, as far as they are seen in what moves.
      const boxes = nodes.filter(moves).map((at) => at.getBoundingClientRect());
      const middles = lines.map(({ left, right, top, bottom }) => ({
        left: Math.max(left + 1, ...boxes.map((box) => box.left)),
        right: Math.min(right - 1, ...boxes.map((box) => box.right)),
        top: Math.max(top + (bottom - top) / 4, ...boxes.map((box) => box.top)),
        bottom: Math.min(bottom - (bottom - top) / 4, ...boxes.map((box) => box.bottom)),
      }));
      texts.push({
        text: node.data.trim().slice(0, 18),
        drawing,
        middles: middles.filter(({ left, right, top, bottom }) => left < right && top < bottom),
      });
    }
    const cross = (a, b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    texts.forEach((one, i) =>
      texts.slice(i + 1).forEach((other) => {
        if (one.drawing && other.drawing) return; // names in a plane have a test of their own
        if (one.middles.some((a) => other.middles.some((b) => cross(a, b))))
          report("two texts overlap", `${one.text} / ${other.text}`);
      }),
    );

    for (const control of figure.querySelectorAll(
      "input:not([type=radio]), button, select, progress, table",
    )) {
      const nodes = around(control, figure);
      if (!seen(control) || hidden(nodes) || nodes.some(moves)) continue;
      const { left, right, width } = control.getBoundingClientRect();
      if (width && (left < card.left - AIR || right > card.right + AIR))
        report(
          "a control leaves the card",
          control.ariaLabel ?? (control.textContent || control.type),
        );
    }
  }
  return [...new Set(found)];
};
