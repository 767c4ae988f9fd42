// Fetches the editor of the exercises when the reader comes near the first of them.
const practice = globalThis.wb.practice;
practice.base = new URL(".", document.currentScript.src).href;
const cells = document.querySelectorAll(".wb-try");
const near = new IntersectionObserver((seen) => {
  if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
  near.disconnect();
  const script = document.createElement("script");
  script.src = practice.base + practice.script;
  document.head.append(script);
}, { rootMargin: "1000px" });
for (const cell of cells) near.observe(cell);
