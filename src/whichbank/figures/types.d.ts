// Types that the figures' JSDoc names; no browser loads this.

/** A figure's traits as its module sees them, in a notebook (anywidget's model) or on a page. */
interface Model {
  /** By which an address asks for a state of the figure; a notebook has no address. */
  readonly name?: string;
  get(trait: string): any;
  set(trait: string, value: unknown): void;
  on(event: string, call: () => void): void;
  off(event: string, call?: () => void): void;
  save_changes(): void;
}

/** What a figure's module exports. */
interface FigureModule {
  initialize?(given: { model: Model }): unknown;
  render(given: { model: Model; el: HTMLElement }): unknown;
}

// What a selector finds is HTML where its tag does not say otherwise.
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(
    tag: K,
  ): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

// What is pressed, or typed in, is an element.
interface UIEvent {
  readonly target: HTMLElement;
}
