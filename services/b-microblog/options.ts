// Reads what a developer has set for the whole sandbox, such as how limits are counted. All processes learn of a change at once.

import { changedKeys, createCache } from '../platform/cache.ts';
import type { MicroblogPlatform, Tables } from './deps.ts';
import { rows } from './people/store.ts';

/** Options that were changed, by their names. */
const OPTIONS = changedKeys('b-microblog/options');

/** How limits are counted: not at all, as the documents say, or each multiplied by a number. */
type LimitOption = 'off' | 'record' | `${number}`;

/** What a new sandbox has. */
const DEFAULT_OPTIONS = { limits: 'record' satisfies LimitOption, 'search-delay': '0' };

type Name = keyof typeof DEFAULT_OPTIONS;

export function optionReader({ store, bus }: Pick<MicroblogPlatform, 'store' | 'bus'>) {
  const kept = createCache<string>(bus, OPTIONS);
  const load = async (name: Name) => (await rows.findBy(store.read, 'b_options', { name }))?.value;
  /** At once where it is known. */
  return (name: Name): string | undefined | Promise<string | undefined> => kept.get(name, () => load(name));
}

export async function setOption({ store, bus }: Pick<MicroblogPlatform, 'store' | 'bus'>, name: Name, value: string): Promise<void> {
  await store.write(async (tables) => {
    // Saved data of older releases lacks the newer options.
    await rows.put(tables, 'b_options', { name, value }, ['name']);
  });
  await bus.publish(OPTIONS, name);
}

export async function seedOptions(tables: Tables): Promise<void> {
  const rows = Object.entries(DEFAULT_OPTIONS).map(([name, value]) => ({ name, value }));
  await tables.insertInto('b_options').values(rows).execute();
}

/** By how much limits are multiplied; 0: they are not counted. */
export function factorOf(option: string | undefined): number {
  if (option === 'off') return 0;
  const factor = Number(option);
  return Number.isFinite(factor) && factor > 0 ? factor : 1;
}

/** Milliseconds after which a post is found by searches. */
export function delayOf(option: string | undefined): number {
  const seconds = Number(option);
  return Number.isInteger(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
