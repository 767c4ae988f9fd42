// What a question to a class can do without a server, and what it cannot.
import { make } from "../pages/make.js";
import { BEGINNINGS } from "./codes.js";
import { tr } from "../pages/words.js";

const CLASS = 40; // people, in the sentence about chance

export function limits() {
  const chance = 1 - Math.exp((-CLASS * (CLASS - 1)) / 2 / BEGINNINGS);
  return make(
    "details",
    {},
    make("summary", {}, tr("What this can do without a server")),
    make(
      "p",
      {},
      tr(
        "Nothing travels from a phone to this page by itself. Each phone makes a code, and you get it by ear, from a chat or pad of yours, or as a file. So this page cannot count while answers are given, does not know who has not answered, and cannot keep anybody from answering on two phones.",
      ),
    ),
    make(
      "p",
      {},
      tr(
        "It can catch one or two wrong characters and the code of another question, count nobody twice in a round, and tell who changed after talking. A code begins with three characters drawn by chance, new for each question, and says nothing else of its owner. Among {people} people two draw the same in {times} of 100 lectures, and then count as one.",
        { people: CLASS, times: Math.round(100 * chance) },
      ),
    ),
    make(
      "p",
      {},
      tr(
        "What you type stays in this tab, also when it is loaded anew, until you clear it or close the tab.",
      ),
    ),
  );
}
