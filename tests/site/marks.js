// What on the open page does not stand where its number says, as it is seen: an expression for
// test_marks.py. Every prediction is answered on the way.
globalThis.faultsOfMarks = async (thumb) => {
  const faults = [];
  let where = "";
  const fault = (text) => faults.push(`${where}: ${text}`);
  const hold = (what, at, wanted, room = 1.5) =>
    Math.abs(at - wanted) <= room ||
    fault(`${what} is at ${Number(at).toFixed(1)} and not at ${wanted.toFixed(1)}`);
  const number = (text) =>
    Number(
      text
        .replace("−", "-")
        .replace(",", "")
        .match(/-?\d+(\.\d+)?/)?.[0] ?? NaN,
    );
  const box = (node) => node.getBoundingClientRect();
  const middle = (node) => [
    box(node).left + box(node).width / 2,
    box(node).top + box(node).height / 2,
  ];
  const all = (root, selector) =>
    [...root.querySelectorAll(selector)].filter(
      (node) =>
        !node.closest(".wb-away, .wb-aloud, caption") &&
        node.checkVisibility({ visibilityProperty: true }),
    );
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const shown = (node, x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(node.getScreenCTM());
    return [at.x, at.y];
  };
  const stands = (what, [x, y], [wantedX, wantedY], room) => {
    hold(`${what}, across,`, x, wantedX, room);
    hold(`${what}, up,`, y, wantedY, room);
  };

  /** Where a value stands on the screen: on the line that the tick with this value stands at. */
  const axis = (picture, across) => {
    const [d, name] = across ? [0, "across"] : [1, "up"];
    const lines = all(picture, ".wb-grid, .wb-zero").filter(
      (line) => box(line).width < box(line).height === across,
    );
    const ticks = all(picture, ".wb-tick")
      .filter((tick) => (tick.getAttribute("text-anchor") === "middle") === across)
      .map((tick) => {
        const [value, at] = [
          Number(tick.dataset.value ?? number(tick.textContent)),
          middle(tick)[d],
        ];
        const line = Math.min(...lines.map((one) => Math.abs(middle(one)[d] - at)));
        if (line > 3)
          fault(`the tick ${tick.textContent} ${name} is ${line.toFixed(1)} from its line`);
        const found = lines.map((one) => middle(one)[d]).find((one) => Math.abs(one - at) === line);
        return [
          tick.dataset.log === "true" ? Math.log10(value) : value,
          found ?? at,
          tick.dataset.log === "true",
        ];
      })
      .sort(([a], [b]) => a - b);
    if (!ticks.length) return undefined; // a picture without numbers
    const [[low, start, log], [high, end]] = [ticks[0], ticks[ticks.length - 1]];
    const place = (value) => start + ((value - low) * (end - start)) / (high - low);
    for (const [value, at] of ticks) hold(`the line of ${value} ${name}`, at, place(value), 1);
    if (end > start !== across) fault(`the axis ${name} runs the wrong way`);
    return (value) => place(log ? Math.log10(value) : value);
  };

  /**
   * A plane: each point stands where its attribute puts it, and where the picture's description
   * says.
   */
  const plane = (picture) => {
    const [across, up] = [axis(picture, true), axis(picture, false)];
    const told = picture.getAttribute("aria-label").replaceAll("−", "-");
    for (const one of all(picture, ".wb-point:has(path), .wb-arrow:has(text)")) {
      const name = one.querySelector("text").textContent;
      const arrow = one.matches(".wb-arrow"); // its tip's path begins at the tip
      const tip = arrow
        ? one.children[1]
            .getAttribute("d")
            .match(/[-\d.e]+/g)
            .map(Number)
        : [0, 0];
      const at = shown(one, ...tip);
      const mark = one.querySelector("path");
      if (!arrow && mark.checkVisibility())
        stands(`the mark of ${name || "a point"}`, middle(mark), at, 3);
      const pairs = [...told.matchAll(/([^\s(]+)(?: at)? \(([-\d.]+), ([-\d.]+)\)/g)].filter(
        ([, of]) => of === name,
      );
      if (pairs.length !== 1 || one.matches(".wb-ghost") || !across) continue;
      // two digits are told
      stands(name, at, [across(Number(pairs[0][2])), up(Number(pairs[0][3]))], 2.5);
    }
    const steered = picture.closest(".wb-steered");
    for (const knob of steered ? all(steered, ".wb-pad span") : []) {
      const far = (path) => Math.hypot(...middle(path).map((at, d) => at - middle(knob)[d]));
      const nearest = Math.min(...all(picture, ".wb-drag path").map(far));
      if (nearest > 4 && nearest < Infinity)
        fault(`what the keys move is ${nearest.toFixed(1)} from its handle`);
    }
    return [across, up];
  };

  const chart = (picture) => {
    const scales = [axis(picture, true), axis(picture, false)];
    const wanted = (node, ...names) =>
      shown(picture, ...names.map((name) => Number(node.getAttribute(name))));
    for (const dot of all(picture, ".wb-dot"))
      stands("a dot", middle(dot), wanted(dot, "cx", "cy"), 1);
    for (const line of all(picture, ".wb-marker line"))
      hold("a marker", middle(line)[0], wanted(line, "x1", "y1")[0], 1);
    return scales;
  };

  /**
   * Bars that are painted behind numbers: as long as the numbers say, those of one column on one
   * scale.
   */
  const bars = (figure) => {
    const [columns, tables] = [new Map(), [...figure.querySelectorAll("table")]];
    for (const one of all(figure, "[style*='--wb-share']")) {
      const painted = getComputedStyle(one).backgroundImage.match(/ ([\d.]+)%/);
      const value = number(one.textContent);
      if (!painted || Number.isNaN(value)) continue;
      const key = `${tables.indexOf(one.closest("table"))} ${one.cellIndex}`;
      columns.set(key, [...(columns.get(key) ?? []), [value, Number(painted[1])]]);
    }
    for (const column of columns.values()) {
      const [most, longest] = column.reduce((a, b) => (b[0] > a[0] ? b : a));
      const scale = most > 1 ? longest / most : 100;
      for (const [value, long] of column)
        hold(`the bar of ${value}`, long, scale * Math.max(value, 0), 0.006 * scale);
    }
    for (const one of all(figure, ".wb-pull i")) {
      const [bar, room] = [box(one), box(one.parentNode)];
      const share = Number(one.style.getPropertyValue("--wb-share"));
      hold("the height of a pull", bar.height, (share * room.height) / 2, 1);
      hold(
        "the foot of a pull",
        one.matches(".wb-c0") ? bar.bottom : bar.top,
        room.top + room.height / 2,
      );
    }
    // a bar of a plane: its knob stands as far along its track as the slider's value
    const tracks = all(figure, ".wb-mixing .wb-plane .wb-curve.wb-ghost");
    const knobs = all(figure, ".wb-mixing .wb-point.wb-drag:not(.wb-ghost)");
    for (const [s, input] of all(figure, ".wb-twins input").entries()) {
      const [track, [low, high]] = [tracks[s], [input.min, input.max].map(Number)];
      const along = (track.getTotalLength() * (input.value - low)) / (high - low);
      const { x, y } = track.getPointAtLength(along);
      stands(
        `the bar of ${input.value}`,
        middle(knobs[s].querySelector("path")),
        shown(track, x, y),
        2,
      );
    }
  };

  /**
   * A slider that does not count steps shows its value, perhaps in percent, or the power of ten
   * that it stands for.
   */
  const sliders = (figure) => {
    for (const input of all(
      figure,
      ".wb-slider:has(output):not(.wb-reel *) input:not([step='1'])",
    )) {
      const [value, told] = [
        Number(input.value),
        number(input.parentNode.querySelector("output").textContent),
      ];
      const off = Math.min(...[value, 100 * value, 10 ** value].map((one) => Math.abs(one - told)));
      if (off > 0.006 * Math.max(1, told)) fault(`a slider at ${value} says ${told}`);
    }
  };

  /** All words are inside the card, but for those in what scrolls. */
  const inside = (figure) => {
    const card = box(figure);
    const clips = ({ overflowX, clipPath }) =>
      /auto|scroll|hidden|clip/.test(overflowX) || clipPath !== "none";
    const scrolls = (node) =>
      node !== figure && (clips(getComputedStyle(node)) || scrolls(node.parentNode));
    for (const node of all(figure, "*")) {
      if (
        ![...node.childNodes].some(
          (child) => child.nodeType === Node.TEXT_NODE && child.data.trim(),
        )
      )
        continue;
      const words = document.createRange();
      words.selectNodeContents(node);
      const { left, right, top, bottom, width } = node.closest("svg")
        ? box(node)
        : words.getBoundingClientRect();
      const out = Math.max(
        card.left - left,
        right - card.right,
        card.top - top,
        bottom - card.bottom,
      );
      if (!width || out <= 1 || scrolls(node)) continue;
      fault(`“${node.textContent.trim().slice(0, 30)}” stands ${out.toFixed(1)} out of its card`);
    }
  };

  const still = async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  };
  const answer = async (model, guess) => {
    model.set("answered", "no");
    model.set("guess", guess);
    model.set("answered", "guessed");
    await still();
  };
  /** The truth of each guess, and the guess, each where its value is. */
  const predictions = {
    number: async (place, model, about) => {
      const { low, high, step, answer: truth } = about;
      const [mark, input, output] = [".wb-here", ".wb-slider input", "output"].map((what) =>
        place.querySelector(what),
      );
      const near = Number((low + Math.ceil((truth - low) / step) * step).toFixed(6));
      for (const guess of [low, Math.min(near, high), high]) {
        await answer(model, guess);
        const track = box(input);
        const at = track.left + thumb / 2 + ((truth - low) / (high - low)) * (track.width - thumb);
        const parts = [...mark.children];
        hold("the tip of the truth", middle(parts[0])[0], at);
        if (box(parts[0]).top < track.top || box(parts[0]).top > track.bottom)
          fault("the tip is not at its track");
        hold("the number of the truth", number(mark.textContent), truth, step / 2 + 1e-9);
        hold("the number of the guess", number(output.textContent), guess, 1e-9);
        hold("the thumb", Number(input.value), guess, 1e-9);
        if (!mark.checkVisibility({ visibilityProperty: true })) fault("the truth is not seen");
        for (const other of [output, ...place.querySelectorAll("label, .wb-told")])
          if (parts.some((one) => meet(box(one), box(other))))
            fault(`the truth lies over “${other.textContent}”`);
        inside(place.querySelector(".wb-figure"));
      }
    },
    point: async (place, model, about) => {
      const guess = about.low.map((low, d) => Number(((low + 3 * about.high[d]) / 4).toFixed(1)));
      await answer(model, guess);
      const scales = plane(place.querySelector(".wb-plane"));
      const named = { "the result": about.answer, "your guess": guess, ...about.shown };
      for (const one of all(place, ".wb-point")) {
        const wanted = named[one.textContent];
        if (wanted)
          stands(
            one.textContent,
            shown(one, 0, 0),
            wanted.map((v, d) => scales[d](v)),
          );
        delete named[one.textContent];
      }
      for (const name in named) fault(`${name} is not seen`);
    },
    curve: async (place, model, about) => {
      const last = about.x.length - 1;
      const guess = about.x.map((_, i) => about.low + ((about.high - about.low) * i) / last);
      await answer(model, guess);
      const [across, up] = chart(place.querySelector(".wb-chart"));
      const ticks = all(place, ".wb-tick[data-side=x]").map((tick) => Number(tick.dataset.value));
      const share = (i, of) =>
        (of(about.x[i]) - of(about.x[0])) / (of(about.x[last]) - of(about.x[0]));
      const scaled = (of) => about.x.every((_, i) => Math.abs(share(i, of) - ticks[i]) < 1e-6);
      if (about.x[0] > 0 && !scaled((x) => x) && !scaled(Math.log))
        fault(`the numbers ${about.x} stand at ${ticks}`);
      const places = (values) => values.map((v, i) => [across(ticks[i]), up(v)]);
      const named = { "your guess": places(guess), "the result": places(about.answer) };
      for (const one of all(place, ".wb-curve")) {
        const line = one.querySelector(".wb-line");
        const drawn = line
          .getAttribute("d")
          .slice(1)
          .split("L")
          .map((at) => shown(line, ...at.split(",").map(Number)));
        drawn.forEach((at, i) => stands(one.textContent, at, named[one.textContent][i]));
        delete named[one.textContent];
      }
      all(place, ".wb-pad span").forEach((knob, i) =>
        stands("a knob of the curve", middle(knob), places(guess)[i]),
      );
      for (const name in named) fault(`${name} is not seen`);
    },
    choice: async (place, model, about) => {
      await answer(model, (about.answer + 1) % about.options.length);
      const checked = (label) => getComputedStyle(label, "::after").content.includes("✓");
      const right = [...place.querySelectorAll("label")].findIndex(checked);
      if (right !== about.answer) fault("the check is not at the right answer");
    },
    order: (place, model, about) => answer(model, [...about.answer].reverse()),
  };

  for (const place of document.querySelectorAll(".wb-live")) {
    const { model } = place;
    const [figure, about] = [place.querySelector(".wb-figure"), model.state.prediction];
    while (model.underway.size) await new Promise(setTimeout);
    where = `${model.name}${about ? ` ${about.id}` : ""}`;
    if (about) await predictions[about.kind](place, model, about);
    else {
      for (const picture of all(figure, ".wb-plane")) plane(picture);
      for (const picture of all(figure, ".wb-chart")) chart(picture);
      bars(figure);
    }
    sliders(figure);
    inside(figure);
  }
  return faults;
};
