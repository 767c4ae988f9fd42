// The choices of a question in the lecture view: each with its bars, a field for hands before and after
// talking, and what is to be said about it.
import { marked } from "../again/asking.js";
import { make } from "../pages/make.js";
import { called, letter, SITE } from "./items.js";
import { tr } from "../pages/words.js";

const ROUNDS = [tr("first"), tr("after talking")];

/**
 * A row for each choice, with what changes in it.
 * @param {PollItem} item
 * @param {number[][]} counts of hands, by choice and round
 * @param {(choice: number, round: number, text: string) => boolean} onHands tells whether the text is a count
 */
export const choices = (item, counts, onHands) =>
  item.o.map(([text, why, thought, see], i) => {
    const bars = ROUNDS.map((round) => {
      const count = make("output");
      const bar = make("span", { className: "wb-poll-bar" });
      return {
        count,
        bar,
        line: make(
          "div",
          { className: "wb-poll-count" },
          make("span", {}, round),
          make("span", { className: "wb-poll-track" }, bar),
          count,
        ),
      };
    });
    const hands = ROUNDS.map((round, r) =>
      make("input", {
        type: "text",
        inputMode: "numeric",
        autocomplete: "off",
        ariaLabel: tr("Hands for {choice}, {round}", { choice: called(item, i), round }),
        value: counts[i]?.[r] || "",
      }),
    );
    hands.forEach((input, r) => {
      input.oninput = () => input.setAttribute("aria-invalid", String(!onHands(i, r, input.value)));
    });
    const reason = make(
      "p",
      { className: "wb-poll-why", hidden: true },
      ...(i === item.r
        ? [make("strong", {}, tr("Right."), " "), ...marked(item.w)]
        : marked(why ?? "")),
      ...(see
        ? [
            " ",
            make(
              "a",
              { href: `${SITE}book/${see.replace("#", "?lecture#")}`, target: "_blank" },
              tr("The figure against it"),
            ),
            make("span", { className: "wb-poll-thought" }, ` (${thought})`),
          ]
        : []),
    );
    const row = make(
      "li",
      {},
      make(
        "p",
        { className: "wb-poll-choice" },
        ...(item.cuts ? [] : [make("b", {}, letter(i))]),
        make("span", {}, ...marked(text)),
      ),
      make(
        "div",
        { className: "wb-poll-hands" },
        ...ROUNDS.map((round, r) => make("label", {}, round, hands[r])),
      ),
      ...bars.map(({ line }) => line),
      reason,
    );
    return { row, bars, hands, reason };
  });
