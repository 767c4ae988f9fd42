{
  // The colors, before anything is painted. Figures and pictures look at the root; the theme's own styles and its button
  // at the body, where "auto" leaves the choice to the system.
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("theme") ?? chosen;
  } catch {
    // this browser keeps nothing
  }
  const show = () => {
    const theme = document.body?.dataset.theme ?? chosen;
    root.dataset.theme = theme !== "auto" ? theme : system.matches ? "dark" : "light";
  };
  show();
  system.addEventListener("change", show);
  globalThis.showTheme = () => {
    document.body.dataset.theme = chosen;
    new MutationObserver(show).observe(document.body, { attributeFilter: ["data-theme"] });
  };

  // Paper is light; and what is not yet loaded is needed there.
  addEventListener("beforeprint", () => {
    root.dataset.theme = "light";
    for (const image of document.images) image.loading = "eager";
  });
  addEventListener("afterprint", show);

  addEventListener("DOMContentLoaded", () => {
    // The keyboard reaches what scrolls: each piece is measured when it is laid out anyway.
    const sized = new ResizeObserver((found) => found
      .map(({ target }) => [target, target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight])
      .forEach(([target, scrolls]) => {
        if (scrolls !== (target.tabIndex === 0)) target.tabIndex = scrolls ? 0 : -1;
      }));
    for (const target of document.querySelectorAll("pre, .cell_output > .output, .table-wrapper, div.formula")) sized.observe(target);

    // A phone on a slow line shows a page sooner when it has less to fetch before: scripts of this type are fetched when
    // the page has been painted, or two seconds after it is loaded, for a tab behind another is not painted.
    let brought = false;
    const bring = () => {
      if (brought) return;
      brought = true;
      for (const held of document.querySelectorAll('script[type="wb-later"]')) {
        const [script, gone] = [document.createElement("script"), () => held.remove()];
        held.after(Object.assign(script, { src: held.src, async: false, onload: gone, onerror: gone }));
      }
    };
    new PerformanceObserver(bring).observe({ type: "paint", buffered: true });
    addEventListener("load", () => setTimeout(bring, 2000));
  });
}
