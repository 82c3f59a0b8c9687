// Counts the posts that projects read, each once a day, and refuses who has used up the quota of the month. Reads are collected in memory and written
// together twice a second, so that no request waits for them.

import { refuse } from '@octavo/runtime';
import { changedKeys } from '../../platform/cache.ts';
import type { Caller, Context, MicroblogPlatform } from '../deps.ts';
import { rows } from '../people/store.ts';
import { DAY, dayBefore, dayOf, monthOf } from '../rules/days.ts';
import { capOf, postsIn, RETURNING_POSTS } from './caps.ts';
import { addReads, forgetReads, type Read, setCapOf, usedIn } from './store.ts';

/** How long reads wait before they are written, and how long what is known of a project is used, in milliseconds of wall time. */
const WAIT = 500;
/** How many reads one unit of work writes. */
const MOST_WRITTEN = 2_000;
/** How many written reads are remembered, so that they are not written again. */
const MOST_REMEMBERED = 50_000;

/** Projects whose cap was set. */
export const CAPS = changedKeys('b-microblog/usage-caps');

/** What a project has read in a month, and may. */
interface Known {
  readonly month: string;
  readonly used: number;
  /** The cap that a developer has set. */
  readonly set: number | undefined;
  /** Until when it is used (`performance.now`). */
  readonly until: number;
}

/** What a project has read on a day, as far as this process knows. */
interface Book {
  readonly project: string;
  readonly day: string;
  /** The first moment of the day. */
  readonly begin: number;
  /** Posts that are not written yet, with the applications that have read them. */
  readonly waiting: Map<string, string>;
  readonly written: Set<string>;
}

export interface Usage {
  /** Lets a request through if its project may read posts, and counts those of the answer. @throws the refusal of one that may not */
  around<Result extends { readonly body?: unknown }>(context: Context, next: () => Promise<Result>): Promise<Result>;
  /** Counts posts that an app was given otherwise, such as by a stream. */
  add(app: string, posts: readonly string[]): void;
  projectOf(app: string): Promise<string>;
  /** Writes what was collected. */
  flush(): Promise<void>;
}

type Deps = Pick<MicroblogPlatform, 'store' | 'clock' | 'bus' | 'onEnd'>;

export function createUsage({ store, clock, bus, onEnd }: Deps): Usage {
  const projects = new Map<string, string>();
  const known = new Map<string, Known>();
  // Counts what was forgotten, so that what was read before is not kept after it.
  let forgotten = 0;
  /** What projects read today. */
  const current = new Map<string, Book>();
  /** Those with reads that wait. */
  const books = new Set<Book>();
  /** The day up to which what counts no longer was removed, by project. */
  const tidied = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function forget(project?: string): void {
    forgotten += 1;
    if (project === undefined) known.clear();
    else known.delete(project);
  }
  bus.subscribe(CAPS, forget, forget);

  async function projectOf(app: string): Promise<string> {
    const project = projects.get(app) ?? (await rows.find(store.read, 'b_apps', app))?.project ?? app;
    projects.set(app, project);
    return project;
  }

  async function load(project: string): Promise<Known> {
    const [month, before] = [monthOf(dayOf(clock.now())), forgotten];
    const [used, set] = await Promise.all([usedIn(store.read, project, month), setCapOf(store.read, project)]);
    const found = { month, used, set, until: performance.now() + WAIT };
    if (before === forgotten) known.set(project, found);
    return found;
  }

  /** At once where it is known. */
  function knownOf(project: string): Known | Promise<Known> {
    const found = known.get(project);
    const isFresh = found !== undefined && performance.now() < found.until && found.month === monthOf(dayOf(clock.now()));
    return isFresh ? found : load(project);
  }

  /** Reads that wait may be of posts that count already, so that they are written before a request is refused because of them. */
  async function requireRoom(project: string, { level }: Caller): Promise<void> {
    const { used, set } = await knownOf(project);
    if (used + waitingOf(project) < capOf(level, set)) return;
    await flush();
    const now = await load(project);
    if (now.used >= capOf(level, now.set)) throw refuse(429, { code: 'usage-capped', values: { period: 'Monthly', scope: 'Product' } });
  }

  function waitingOf(project: string): number {
    let count = 0;
    for (const book of books) if (book.project === project) count += book.waiting.size;
    return count;
  }

  function bookOf(project: string): Book {
    const now = clock.now();
    const found = current.get(project);
    if (found !== undefined && now >= found.begin && now < found.begin + DAY) return found;
    const day = dayOf(now);
    const book = { project, day, begin: Date.parse(day), waiting: new Map<string, string>(), written: new Set<string>() };
    current.set(project, book);
    return book;
  }

  function collect(project: string, app: string, posts: readonly string[]): void {
    const book = bookOf(project);
    const { waiting, written } = book;
    for (const post of posts) if (!written.has(post) && !waiting.has(post)) waiting.set(post, app);
    if (waiting.size > 0) books.add(book);
    wait();
  }

  function wait(): void {
    if (books.size > 0) timer ??= setTimeout(() => void flush().catch(() => {}), WAIT).unref();
  }

  /** One after another, so that each waits for what those before it have begun. */
  function flush(): Promise<void> {
    writing = writing.catch(() => {}).then(write);
    return writing;
  }

  /** What cannot be written waits on. */
  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    try {
      for (const book of [...books]) await writeBook(book);
    } finally {
      wait();
    }
  }

  async function writeBook(book: Book): Promise<void> {
    const { waiting } = book;
    const reads = [...waiting].map(([post, app]) => ({ post, app }));
    for (let start = 0; start < reads.length; start += MOST_WRITTEN) await writePart(book, reads.slice(start, start + MOST_WRITTEN));
    if (waiting.size === 0) books.delete(book);
  }

  async function writePart({ project, day, waiting, written }: Book, reads: readonly Read[]): Promise<void> {
    const isTidied = await store.write(async (tables) => {
      await addReads(tables, project, day, reads);
      // Another process may be about to write reads of the day before.
      return tidied.get(project) === day || (await forgetReads(tables, project, dayBefore(day)));
    }, 'b_usage_days');
    if (isTidied) tidied.set(project, day);
    if (written.size > MOST_REMEMBERED) written.clear();
    for (const { post } of reads) {
      waiting.delete(post);
      written.add(post);
    }
    forget(project);
  }

  onEnd(flush);
  return {
    projectOf,
    flush,
    add(app, posts) {
      const project = projects.get(app);
      // A stream is opened by a request, by which its project is known.
      if (project !== undefined) collect(project, app, posts);
    },
    async around(context, next) {
      const { operation, principal } = context;
      // What changes something shows no posts of others, and an operation without security has no caller.
      if (operation.method !== 'GET' || principal === undefined) return next();
      const project = projects.get(principal.app) ?? (await projectOf(principal.app));
      if (RETURNING_POSTS.has(operation.id)) await requireRoom(project, principal);
      const result = await next();
      const posts = postsIn(operation.id, result.body);
      if (posts.length > 0) collect(project, principal.app, posts);
      return result;
    },
  };
}
