// Types that the site's JSDoc names; no browser loads this.

/** What a reader has done: marks and answers by their names. */
type Items = Map<string, any>;

/** A change of an item; undefined takes it away. */
type Change = [name: string, value: any];

/** A chapter as a build tells it: its name, the marks of its questions and of its guesses, each in
 * one text, how many exercises it has, and key, id and text of each prediction. */
type CourseEntry = [string, string, string, number, [string, string, string][]];

/** What can be done in a chapter. */
interface Chapter {
  name: string;
  page: string;
  questions: string[];
  guesses: string[];
  exercises: string[];
}

/** How far a chapter is done. */
type Shape = "begun" | "read" | "whole";

/** One thing that was asked, as items.py tells it for another time. */
interface AgainItem {
  key: string;
  at: string;
  q: string;
  w?: string;
  h?: string;
  r?: string;
  claims?: [claim: string, why: string][];
  shown?: { name: string; rows: string[][] }[];
  labels?: string[];
  /** Other numbers, packed: lines that say them, and what an answer is marked by. */
  numbers?: string;
}

/** One question to a class, as poll/questions.py tells it. */
interface PollItem {
  id: string;
  at: string;
  q: string;
  /** Each choice: its text, what to say about it, the thought behind it, and what refutes that. */
  o: [text: string, why?: string, thought?: string, see?: string][];
  r: number;
  w: string;
  s: number;
  shown?: { name: string; rows: string[][] }[];
  cuts?: number[];
  unit?: string;
}

/** A question that is asked before and after: an idea in two forms, or an exercise by hand. */
interface Asked extends AgainItem {
  id: string;
  forms: Record<string, Record<string, string>>;
  /** The misconception behind each wrong choice. */
  thoughts: Record<string, string>;
  why: string;
  see: string;
}

/** The first answer to one form of a question. */
interface Answered {
  form: string;
  minute: number;
  choice: string;
}

/** A field for code. */
interface Field {
  textarea: HTMLTextAreaElement;
  setOptions(options: { value?: string; wordWrap?: boolean }): void;
}

/** A box of the machine on page *yours*, as a build tells of it. */
interface Box {
  name: string;
  title: string;
  does: string;
  exercise: string;
  /** The number of the exercise's chapter. */
  chapter: string;
  page: string;
  anchor: string;
  signature: string;
  stages: string[];
  imports: string;
}

/** What the stages of page *yours* share. */
interface Desk {
  held: ReturnType<typeof import("./yours/boxes.js").holding>;
  machine: ReturnType<typeof import("./yours/machine.js").drawn>;
  /** Bring the reader to a box. */
  go(name: string): void;
  /** Ways to break a box: which one it is, the box, and what is broken. */
  breaks: [number, string, string][];
  /** What the reader's machine has written and read, for the keepsake. */
  kept: { sample?: string; read?: string };
  /** The real model's megabytes. */
  size: number;
  /** Addresses: the words of the news, the list of the real model's parts, the meanings of words. */
  words: string;
  files: string;
  meanings: string;
}

/** What the scripts of a page hand each other; each is there once its script has run. */
declare var wb: {
  [figure: string]: any;
  mounted: Promise<unknown>;
  later?: Record<string, unknown>;
  course: CourseEntry[];
  asked: { id: string; caption: string; ideas: Asked[]; byHand: Asked[] }[];
  /** Of each exercise whose function is a box of the machine: the box's name and title. */
  boxes: Record<string, [string, string]>;
  /** The chapters in the order of the numbers that they had before version 5. */
  former: string[];
  split: Record<string, string>;
  before: Record<string, Record<string, Record<string, [string, Record<string, string>]>>>;
  moved(items: Items, mark: (text: string) => string): Change[];
  practice: {
    base: string;
    script: string;
    worker: string;
    folder: string;
    sizes: Record<string, number>;
    lock: string;
    style: string;
    editor: string | null;
    megabytes: number;
    texts?: [string, string][];
  };
  playing?: {
    play(cell: HTMLElement, at?: number): Promise<void>;
    lacks(cell: HTMLElement, libraries: string): Promise<void>;
    practise(): Promise<void>;
  };
  poll_files: {
    base: string;
    home: string;
    phone: string;
    pages: Record<string, string>;
    style: string;
    qr: string;
  };
  poll_items?: Record<string, PollItem[]>;
  progress_store: Pick<
    typeof import("./progress/store.js"),
    "shelf" | "mark" | "follow" | "load" | "tell" | "trouble"
  >;
};

// What the workers have. TypeScript knows a worker or a page, and takes all of these files for one.

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface MessageEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface WindowEventMap {
  activate: ExtendableEvent;
  fetch: FetchEvent;
  install: ExtendableEvent;
}

interface Window {
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  importScripts(address: string): void;
  loadPyodide(options: Record<string, string>): Promise<any>;
  skipWaiting(): Promise<void>;
}
