// Counts the posts that projects read, each once a day, and refuses who has used up the quota of the month. Reads are collected in memory and written
// together twice a second, so that no request waits for them.

import { refuse } from '@octavo/runtime';
import { changedKeys } from '../../platform/cache.ts';
import type { Caller, Context, MicroblogPlatform } from '../deps.ts';
import { rows } from '../people/store.ts';
import { dayBefore, dayOf, monthOf } from '../rules/days.ts';
import { capOf, postsIn, RETURNING_POSTS } from './caps.ts';
import { addReads, forgetReads, type Read, setCapOf, usedIn } from './store.ts';

/** How long reads wait before they are written, and how long what is known of a project is used, in milliseconds of wall time. */
const WAIT = 500;
/** How many reads one unit of work writes. */
const MOST_WRITTEN = 2_000;
/** Of so many reads it is remembered that they are written, so that they are not written again. */
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

export interface Usage {
  /** Lets a request through if its project may read posts, and counts those of the answer. @throws the refusal of one that may not */
  around<Result extends { readonly body?: unknown }>(context: Context, next: () => Promise<Result>): Promise<Result>;
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
  /** Reads that are not written yet, by what makes them count once. */
  const waiting = new Map<string, Read>();
  const written = new Set<string>();
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
    const left = capOf(level, set) - used;
    if (waiting.size < left || waitingOf(project) < left) return;
    await flush();
    const now = await load(project);
    if (now.used >= capOf(level, now.set)) throw refuse(429, { code: 'usage-capped', values: { period: 'Monthly', scope: 'Product' } });
  }

  function waitingOf(project: string): number {
    let count = 0;
    for (const read of waiting.values()) if (read.project === project) count += 1;
    return count;
  }

  function collect(project: string, app: string, posts: readonly string[]): void {
    const day = dayOf(clock.now());
    for (const post of posts) {
      const key = `${project} ${day} ${post}`;
      if (!written.has(key) && !waiting.has(key)) waiting.set(key, { project, day, app, post });
    }
    wait();
  }

  function wait(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void flush().catch(() => {}), WAIT).unref();
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
      const keys = [...waiting.keys()];
      for (let start = 0; start < keys.length; start += MOST_WRITTEN) await writePart(keys.slice(start, start + MOST_WRITTEN));
    } finally {
      wait();
    }
  }

  async function writePart(keys: readonly string[]): Promise<void> {
    const reads = keys.flatMap((key) => waiting.get(key) ?? []);
    const begun = new Map(reads.filter(({ project, day }) => tidied.get(project) !== day).map(({ project, day }) => [project, day]));
    const tidy = await store.write(async (tables) => {
      await addReads(tables, reads);
      const done: string[] = [];
      // Another process may be about to write reads of the day before.
      for (const [project, day] of begun) if (await forgetReads(tables, project, dayBefore(day))) done.push(project);
      return done;
    }, 'b_usage_days');
    for (const project of tidy) tidied.set(project, begun.get(project) ?? '');
    if (written.size > MOST_REMEMBERED) written.clear();
    for (const key of keys) {
      waiting.delete(key);
      written.add(key);
    }
    for (const { project } of reads) forget(project);
  }

  onEnd(flush);
  return {
    projectOf,
    flush,
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
