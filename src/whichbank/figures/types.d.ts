// Types that the figures' JSDoc names; no browser loads this.

/** A figure's traits as its module sees them, in a notebook (anywidget's model) or on a page. */
interface Model {
  /** Where a page has the traits that it left out, and what is on its way. */
  readonly later?: Record<string, string>;
  readonly underway?: Set<string>;
  /** Fetches what comes in parts, where a page offers it. */
  readonly download?: (
    address: string,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ) => Promise<{ list: any; data: ArrayBuffer; kept: boolean }>;
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

/** What a plane draws. */
interface PlaneItem {
  key: string;
  /** point, name, arrow, area, curve or circle */
  kind: string;
  /** a point, or a list of them */
  at: any;
  radius?: number;
  label?: string;
  color?: number;
  ghost?: boolean;
  drag?: boolean;
  thick?: number;
}

/** What a chart draws. */
interface ChartItem {
  key: string;
  /** curve, band, dot, value or marker */
  kind: string;
  /** a curve's is a list of points, a band's a list of [x, low, high], a dot's a point, as is that
   * of a value, a text beside it, and a marker's one x */
  at: any;
  name?: string;
  color?: number;
  dashed?: boolean;
  faint?: boolean;
  marks?: boolean;
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
  readonly children: HTMLCollectionOf<HTMLElement>;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

interface Navigator {
  readonly deviceMemory?: number; // Chromium's
}

// What is pressed, or typed in, is an element.
interface UIEvent {
  readonly target: HTMLElement;
}
