// What a handler gets of a request, and what handlers of several things do.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Chain } from '../store.ts';
import type { Faults } from '../things.ts';
import { notFound, ok, Refusal, tagOf, withTag } from '../wire.ts';

export interface Call {
  readonly chain: Chain;
  readonly others: readonly Chain[];
  /** The parameters of the request by name. */
  readonly given: <T>() => T;
  /** The text of a parameter of the path. */
  readonly path: (name: string) => string;
  readonly header: (name: string) => string | undefined;
  /** The body, or a refusal of it. */
  readonly input: <T>() => T;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
export type Part = (faults: Faults) => Handlers;

export function found<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw notFound();
  return thing;
}

/** Answers with a thing, or with 304 if the caller has it. */
export function readTagged({ header }: Call, shown: unknown, etag = tagOf(shown)): Reply {
  const known = header('if-none-match');
  if (known !== undefined && matchesWeak(known, etag)) return { status: 304, headers: { etag } };
  return withTag(ok(shown), etag);
}

/** Refuses a change of a version that the caller does not have. */
export function requireMatch({ header }: Call, etag: string): void {
  const wanted = header('if-match');
  if (wanted !== undefined && !matchesStrong(wanted, etag)) throw new Refusal(412, 'It has changed since you read it.');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value after a merge patch. Members of the thing itself that are null stay as null; those of maps go. */
export function merged<T extends object>(thing: T, patch: object): T {
  const changes = Object.entries(patch).map(([name, value]) => {
    const before = (thing as Readonly<Record<string, unknown>>)[name];
    return [name, isObject(value) ? mergedMap(before, value) : value];
  });
  return { ...thing, ...Object.fromEntries(changes) } as T;
}

function mergedMap(before: unknown, patch: Readonly<Record<string, unknown>>): unknown {
  const all = new Map(isObject(before) ? Object.entries(before) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return Object.fromEntries(all);
}
