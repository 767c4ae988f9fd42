// The buttons around a page: the menus at its top, and the way back up. Their markup is Bootstrap's. Its script can do
// far more than open a menu and weighs as much as a chapter's text, so the site leaves it out.

for (const button of document.querySelectorAll('[data-bs-toggle="dropdown"]')) {
  const [menu, list] = [button.parentElement, button.nextElementSibling];
  const items = [...list.querySelectorAll(".dropdown-item")];
  const open = () => list.classList.contains("show");
  const show = (shown) => {
    list.classList.toggle("show", shown);
    button.setAttribute("aria-expanded", String(shown));
  };
  button.addEventListener("click", () => show(!open()));
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && open()) {
      show(false);
      button.focus();
    } else if (step) {
      event.preventDefault(); // the page would scroll
      show(true);
      const at = Math.max(items.indexOf(document.activeElement), step < 0 ? 0 : -1);
      items[(at + step + items.length) % items.length].focus();
    }
  });
  const leave = (to) => open() && !menu.contains(to) && show(false);
  menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && leave(relatedTarget));
  document.addEventListener("click", ({ target }) => leave(target));
}

for (const button of document.querySelectorAll("[data-bs-title]")) button.title = button.dataset.bsTitle;

const up = document.getElementById("pst-back-to-top");
let last = scrollY;
const offer = () => { // to who has begun to go back
  const shown = scrollY < last && scrollY > innerHeight ? "block" : "none";
  if (up.style.display !== shown) up.style.display = shown;
  last = scrollY;
};
if (up) {
  addEventListener("scroll", offer, { passive: true });
  up.addEventListener("click", () => scrollTo(0, 0));
}
