// Keeps what stands below a thing the same in both places that show it: under its own path, and in a list of the thing.
import { getOwn } from '@octavo/runtime/conformance';
import { asId, identityOf } from '../places.ts';
import type { Kind } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import type { Setting } from '../setting.ts';
import { type Thing, TooMuch } from '../world.ts';

type Members = Thing['value'];

/** After a request: what it has changed in one place is changed in the other one too. */
export function alignInner(setting: Setting): void {
  try {
    for (const { before, after } of setting.world.changes()) {
      const thing = after ?? before;
      if (thing === undefined) continue;
      if (thing.kind.inner !== undefined) alignAbove(setting, thing, after);
      if (after !== undefined) for (const kind of below(setting, after.kind)) alignBelow(setting, kind, before, after);
    }
  } catch (error) {
    // There is no room for more.
    if (!(error instanceof TooMuch)) throw error;
  }
}

/** In a world that has begun: things below have what the lists show, and the lists all that is below. */
export function alignAll(setting: Setting): void {
  for (const thing of [...setting.world.all()])
    for (const kind of below(setting, thing.kind)) {
      alignBelow(setting, kind, undefined, thing);
      const all = setting.world.in(placeBelow(kind, thing)).map(({ value }) => itemOf(kind, value));
      keepList(setting, thing, kind, all);
    }
}

function below({ plan }: Setting, kind: Kind): readonly Kind[] {
  return plan.kinds.filter(({ inner, parent }) => inner !== undefined && parent === kind);
}

/** The path of the collection of a kind below a thing. */
function placeBelow({ collection, madeAt = collection }: Kind, { collection: above, id }: Thing): string {
  return `${above}/${encodeURIComponent(id)}/${madeAt.at(-1)}`;
}

/** The thing that another one stands below. */
function aboveOf({ world }: Setting, { collection, madeAt = collection }: Thing): Thing | undefined {
  const [, above = '', id = ''] = /^(.*)\/([^/]+)\/[^/]+$/.exec(madeAt) ?? [];
  return world.find(above, decodeURIComponent(id));
}

/** The members that a list shows of a thing. */
function itemOf({ inner }: Kind, value: Members): Members {
  return Object.fromEntries((inner?.items ?? []).flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name]]] : [])));
}

/** `after`: the thing as the request has left it; `undefined` where it is gone. */
function alignAbove(setting: Setting, thing: Thing, after: Thing | undefined): void {
  const { kind, id } = thing;
  const above = aboveOf(setting, thing);
  if (above === undefined || above.kind !== kind.parent) return;
  const items = listOf(kind, above.value);
  const isIt = (item: unknown): boolean => identityOf(kind, record(item)) === id;
  const isThere = after !== undefined && after.isDeleted !== true;
  const item = { ...record(items.find(isIt)), ...itemOf(kind, thing.value) };
  const kept = items.some(isIt) ? items.map((one) => (isIt(one) ? item : one)) : [...items, item];
  keepList(setting, above, kind, isThere ? kept : items.filter((one) => !isIt(one)));
}

function listOf({ inner }: Kind, value: Members): readonly unknown[] {
  const list = getOwn(value, inner?.list ?? '');
  return Array.isArray(list) ? list : [];
}

/** Where the document does not allow the list, as with too few items, the thing keeps the one that it has. */
function keepList({ world, tools }: Setting, thing: Thing, { inner }: Kind, items: readonly unknown[]): void {
  const { list = '' } = inner ?? {};
  if (!(thing.kind.members.get(list) ?? []).every((schema) => tools.allows(schema, items))) return;
  const { version: _, ...kept } = thing;
  world.keep({ ...kept, value: { ...thing.value, [list]: items } });
}

/** What the list of a thing shows is below it; what the list has no longer is gone. */
function alignBelow({ world }: Setting, kind: Kind, before: Thing | undefined, after: Thing): void {
  const [old, now] = [before === undefined ? [] : listOf(kind, before.value), listOf(kind, after.value)];
  if (before !== undefined && getOwn(before.value, kind.inner?.list ?? '') === getOwn(after.value, kind.inner?.list ?? '')) return;
  const place = placeBelow(kind, after);
  const [collection, madeAt] = kind.madeAt === undefined ? [place, {}] : [`/${kind.collection.join('/')}`, { madeAt: place }];
  const ids = new Set<string>();
  for (const item of now) {
    const id = identityOf(kind, record(item));
    if (id === undefined) continue;
    ids.add(id);
    const there = world.find(collection, id);
    const value = { ...there?.value, ...record(item), ...(kind.id === undefined ? {} : { [kind.id]: asId(kind, id) }) };
    world.keep({ kind, collection, id, value, ...madeAt });
  }
  for (const item of old) {
    const id = identityOf(kind, record(item));
    const thing = id === undefined || ids.has(id) ? undefined : world.find(collection, id);
    if (thing !== undefined) world.remove(thing);
  }
}
