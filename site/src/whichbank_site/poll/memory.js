// What a tab keeps of the questions to a class.

const START = "which-bank/poll/";
/** What this tab keeps, also when it is loaded anew; in a private window as long as the page lasts. */
const memory = new Map();
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(START + name) ?? "null") ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}
export function keep(name, value) {
  memory.set(name, value);
  try {
    sessionStorage.setItem(START + name, JSON.stringify(value));
  } catch {
    // the page remembers
  }
}
