// Does to a thing what the body of an action says: sets members, adds an item to a list, changes one, or takes one away.
import { isDeepStrictEqual } from 'node:util';
import { getOwn } from '@octavo/runtime/conformance';
import type { Effect as StatedEffect } from '../../inference/prose/index.ts';
import { completedMembers } from './making.ts';
import type { Effect, Kind } from './plan/kinds.ts';
import { record } from './plan/sent.ts';
import type { Setting } from './setting.ts';
import { allows, written } from './values.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members of the thing that change; none where the document does not allow their new values. */
export function affected(setting: Setting, effect: Effect, kind: Kind, before: Members, body: unknown): Members {
  const sent = record(body);
  switch (effect.does) {
    case 'put':
      return allowed(setting, kind, effect.values);
    case 'set': {
      const { into } = effect;
      return allowed(setting, kind, into === undefined ? sent : { [into]: { ...record(getOwn(before, into)), ...sent } });
    }
    default: {
      const { list } = effect;
      const given = getOwn(before, list);
      const items = Array.isArray(given) ? (given as readonly unknown[]) : [];
      return allowed(setting, kind, completedMembers(setting, kind, { [list]: changedList(effect, items, sent) }));
    }
  }
}

function changedList(
  { does, by }: Extract<Effect, { readonly list: string }>,
  items: readonly unknown[],
  sent: Members,
): readonly unknown[] {
  const own = by.filter((name) => Object.hasOwn(sent, name));
  const item = Object.fromEntries(own.map((name) => [name, sent[name]]));
  const isSame = (one: unknown, names: readonly string[]): boolean =>
    names.length > 0 && names.every((name) => isDeepStrictEqual(getOwn(one, name), sent[name]));
  if (does === 'add') return [...items.filter((one) => !isSame(one, own)), item];
  if (does === 'take') return items.filter((one) => !isSame(one, own));
  // What an item is known by comes first in a body.
  return items.map((one) => (isSame(one, own.slice(0, 1)) ? { ...record(one), ...item } : one));
}

function allowed({ tools }: Setting, { members, id }: Kind, values: Members): Members {
  const isAllowed = ([name, value]: readonly [string, unknown]): boolean =>
    name !== id && members.has(name) && (members.get(name) ?? []).every((schema) => tools.allows(schema, value));
  return Object.fromEntries(Object.entries(values).filter(isAllowed));
}

/** What becomes of members as the text of an action says: a time is set, a count is one more, and `undefined` is taken away. */
export function saidOf(setting: Setting, effects: readonly StatedEffect[], kind: Kind, before: Members): Members {
  const values = effects.flatMap(({ kind: what, member }): readonly (readonly [string, unknown])[] => {
    const schemas = kind.members.get(member) ?? [];
    const now = getOwn(before, member);
    switch (what) {
      case 'emptied':
        return [[member, allows(schemas, 'null') ? null : Array.isArray(now) ? [] : undefined]];
      case 'raised':
      case 'lowered':
        return typeof now === 'number' ? [[member, now + (what === 'raised' ? 1 : -1)]] : [];
      case 'zeroed':
        return typeof now === 'number' ? [[member, 0]] : [];
      case 'on':
        return typeof now === 'boolean' ? [[member, true]] : [];
      case 'set': {
        const time = written(setting.tools.now(), schemas, now);
        return typeof time === 'string' ? [[member, time]] : [];
      }
      default:
        return [];
    }
  });
  const gone = values.filter(([, value]) => value === undefined);
  return { ...allowed(setting, kind, Object.fromEntries(values)), ...Object.fromEntries(gone) };
}
