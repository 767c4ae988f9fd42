// What the buttons around a page do, beyond what their markup does by itself: menus are <details>, drawers are popovers.

for (const menu of document.querySelectorAll(".wb-menu")) {
  const [button, items] = [menu.querySelector("summary"), [...menu.querySelectorAll("li > *")]];
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      button.focus();
    } else if (step) {
      event.preventDefault(); // the page would scroll
      menu.open = true;
      const at = Math.max(items.indexOf(document.activeElement), step < 0 ? 0 : -1);
      items[(at + step + items.length) % items.length].focus();
    }
  });
  const leave = (to) => menu.contains(to) || (menu.open = false);
  menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && leave(relatedTarget));
  document.addEventListener("click", ({ target }) => leave(target));
}

document.querySelector(".wb-print")?.addEventListener("click", () => print());

const full = document.querySelector(".wb-full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

const [chapters, search] = [document.getElementById("wb-chapters"), document.querySelector(".sidebar-search")];
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (!search.checkVisibility()) chapters.showPopover();
  search.focus();
});

const toc = document.getElementById("wb-toc");
toc?.addEventListener("click", ({ target }) => target.closest("a") && toc.matches(":popover-open") && toc.hidePopover());
