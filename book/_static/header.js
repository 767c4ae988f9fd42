// What the buttons around a page do, beyond what their markup does by itself: menus are <details>,
// drawers are popovers.

/** @type {NodeListOf<HTMLDetailsElement>} */
const menus = document.querySelectorAll(".wb-menu");
for (const menu of menus) {
  const [button, items] = [menu.querySelector("summary"), [...menu.querySelectorAll("li > *")]];
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      button?.focus();
    } else if (step) {
      event.preventDefault(); // the page would scroll
      menu.open = true;
      const here = items.findIndex((item) => item === document.activeElement);
      const at = Math.max(here, step < 0 ? 0 : -1);
      items[(at + step + items.length) % items.length].focus();
    }
  });
  const leave = (to) => menu.contains(to) || (menu.open = false);
  menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && leave(relatedTarget));
  document.addEventListener("click", ({ target }) => leave(target));
}

document.querySelector(".wb-print")?.addEventListener("click", async () => {
  /** @type {NodeListOf<HTMLImageElement>} */
  const pictures = document.querySelectorAll("img.only-light:not(.wb-live img)");
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled([...pictures].map((picture) => picture.decode()));
  print();
});

const full = /** @type {HTMLElement} */ (document.querySelector(".wb-full"));
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

const [chapters, search] = [
  document.getElementById("wb-chapters"),
  document.querySelector(".sidebar-search"),
];
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!search?.checkVisibility()) chapters?.showPopover();
  search?.focus();
});

// Tab comes to one of the buttons in the code of each section; the arrows lead from there to the
// others.
const inCode = () =>
  [...document.querySelectorAll(".copybtn, .wb-run")].filter((button) => button.checkVisibility());
document.addEventListener("keydown", (event) => {
  const [all, step] = [inCode(), { ArrowDown: 1, ArrowUp: -1 }[event.key]];
  if (event.key === "Tab") {
    const firsts = new Map();
    for (const button of all.toReversed()) firsts.set(button.closest("section"), button);
    for (const button of all)
      button.tabIndex = firsts.get(button.closest("section")) === button ? 0 : -1;
  } else if (step && all.includes(event.target)) {
    event.preventDefault();
    all[all.indexOf(event.target) + step]?.focus();
  }
});

document.querySelector(".wb-unfold")?.addEventListener("click", ({ target }) => {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const folded = document.querySelectorAll("article details.hide");
  const open = [...folded].some((one) => !one.open);
  for (const one of folded) one.open = open;
  target.textContent = target.getAttribute(open ? "data-fold" : "data-open");
});

const toc = document.getElementById("wb-toc");
toc?.addEventListener(
  "click",
  ({ target }) => target.closest("a") && toc.matches(":popover-open") && toc.hidePopover(),
);

// Some browsers leave room after a root, as if its sign were the widest of its font: take that back,
// before it is seen.
const roots = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting || !target.lastElementChild) continue;
      const root = /** @type {MathMLElement} */ (target);
      const [whole, under] = [root, target.lastElementChild].map(
        (part) => part.getBoundingClientRect().right,
      );
      const gap = (whole - under) / Number.parseFloat(getComputedStyle(root).fontSize);
      if (gap > 0.1) root.style.marginInlineEnd = `${0.05 - gap}em`;
      roots.unobserve(root);
    }
  },
  { rootMargin: "50%" },
);
document.fonts.ready.then(() =>
  document.querySelectorAll("msqrt").forEach((one) => roots.observe(one)),
);
