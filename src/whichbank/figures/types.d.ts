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
  /** On a page of the site: the misconceptions behind wrong answers, by question and answer. */
  readonly behind?: Record<string, Record<string, string>>;
  /** On a page of the site: asks a class the question with this id, over the lecture view. */
  readonly poll?: "" | ((el: HTMLElement, id: string, onFigure: () => void) => Promise<void>);
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
  /** point, name, arrow, area, curve, circle, or a sheet that a matrix moves */
  kind: string;
  /** a point, or a list of them; of a sheet, the rows of its matrix */
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

/** What the loom paints: places are across in pixels and up in layers. */
interface LoomScene {
  xs: number[];
  width: number;
  height: number;
  /** the layers at the bottom and at the top */
  view: number[];
  leans: number[][];
  share: (layer: number, t: number, s: number) => number;
  /** how far each piece asks, 0 to 1 */
  strength: number[];
  /** which pieces are no words */
  marks: boolean[];
  front: number;
  inks: Record<string, number[]>;
}

/** A sentence on the loom, as it is recorded or as the model answers. */
interface Woven {
  key: string;
  text: string;
  pieces: string[];
  axes: string[];
  marks: boolean[];
  /** (T, 7) */
  leans: number[][];
  /** whether the leans are known */
  known: boolean;
  /** how wide the ribbons are, (6, T, T) */
  shares: number[][][];
  /** the weights of all heads, which a page may still load */
  packed: string | null | undefined;
  /** what each layer does to each piece, (T, 6, 9), which a page may still load */
  steps?: number[][][];
  taken: number;
  /** the head that is shown alone, from 1; 0 is none */
  head: number;
  /** the heads that are erased */
  silent: number[][];
  /** the leans before a word was taken out, (T, 7), where they are known */
  kept?: number[][];
  /** the leans with no head erased, (T, 7) */
  whole?: number[][] | null;
  /** for a piece that asks, its lean after the last layer with each head erased in turn */
  others?: Record<number, number[]> | null;
  live: boolean;
  stale: boolean;
  /** what is still on its way */
  lacks?: string;
  word?: string;
  words?: string[];
  /** the piece with which the word begins, wherever it is */
  places?: number[];
  lengths?: number[];
  /** queries, keys and values of a head, (T, d) each */
  roles?: number[][][] | null;
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

/** A block of the figure of switches. */
type Setting = [attention: boolean, mlp: boolean, skip: boolean, norm: string];
