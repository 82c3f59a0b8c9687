// Says in headers which version of a thing is shown, and where it is, in the form that the document has for them.
import type { Schema } from '../../../model/schema/schema.ts';
import type { Tools } from '../setting.ts';
import { timeOf } from '../values.ts';
import type { Thing } from '../world.ts';

/** The lengths of tags that are digests: `^"[0-9a-f]{16}"$`. */
const LENGTHS = [8, 12, 16, 32, 40, 64];

/** The ETags of a thing as it is now: each stands for the same version. */
function tagsOf({ version }: Thing): readonly string[] {
  const digits = [`v${version}`, `${version}`, ...LENGTHS.map((length) => version.toString(16).padStart(length, '0'))];
  return digits.map((one) => `"${one}"`);
}

/** Whether a tag of a request is that of the thing as it is now. */
export function isTagOf(tag: string, thing: Thing): boolean {
  return tagsOf(thing).some((one) => one === tag || one === `"${tag}"`);
}

/** The ETag of a thing in a form that the header may have. */
export function tagOf(tools: Tools, schema: Schema | undefined, thing: Thing): string {
  const tags = tagsOf(thing);
  return firstAllowed(tools, schema, [...tags, ...tags.map((tag) => `W/${tag}`), ...tags.map((tag) => tag.slice(1, -1))]);
}

/** The address of a thing: as a whole, or where the header may not be so, as a path. `base`: the address that the collection stands below. */
export function locationOf(tools: Tools, schema: Schema | undefined, { collection, id }: Thing, base: string): string {
  const path = id === '' ? collection : `${collection}/${encodeURIComponent(id)}`;
  const whole = `${base}${path}`;
  return firstAllowed(tools, schema, [whole, URL.canParse(whole) ? new URL(whole).pathname : path, path]);
}

/** The first `Last-Modified` of a thing without times. Each change moves it by a second, the least that the header can show. */
const BEGIN = Date.parse('2025-09-01T08:00:00Z');

/** When a thing was changed last, as HTTP writes times (RFC 9110 section 8.8.2). */
export function lastModifiedOf({ value, version }: Thing): string {
  const times = Object.entries(value).flatMap(([member, one]): readonly (readonly ['made' | 'changed', number])[] => {
    const kind = timeOf(member);
    const time = typeof one === 'string' && kind !== undefined ? Date.parse(one) : Number.NaN;
    return kind === undefined || Number.isNaN(time) ? [] : [[kind, time]];
  });
  const [, time] = times.find(([kind]) => kind === 'changed') ?? times[0] ?? [];
  return new Date(time ?? BEGIN + version * 1000).toUTCString();
}

/** Whether a thing has changed since a time, as `If-Modified-Since` and `If-Unmodified-Since` have it; `undefined` where they say none. */
export function hasChangedSince(thing: Thing, since: string | undefined): boolean | undefined {
  const [last, time] = [Date.parse(lastModifiedOf(thing)), Date.parse(since ?? '')];
  return Number.isNaN(time) ? undefined : last > time;
}

function firstAllowed(tools: Tools, schema: Schema | undefined, [first = '', ...others]: readonly string[]): string {
  return schema === undefined ? first : ([first, ...others].find((one) => tools.allows(schema, one)) ?? first);
}
