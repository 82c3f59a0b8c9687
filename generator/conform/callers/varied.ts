// Makes a valid case that differs from another one in a single value of its body, or in its days.
import { pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { isTimeText, moved } from '../../inference/steps.ts';
import type { Case } from '../contract/case.ts';
import { changedAt, type Input } from '../plan/index.ts';
import { type Desk, withInput } from './desk.ts';

const PLAIN = /name|title|desc|note|text|comment|label|subject|summary|message/i;

/**
 * `undefined` where the body has no value that can differ. Plain texts come first: they mean nothing else to a service. The value at `kept` stays.
 */
export async function variedCase(desk: Desk, one: Case, kept?: string): Promise<Case | undefined> {
  const references = new Set(desk.edges.filter(({ consumer }) => consumer === one.operation).map(({ to }) => to));
  const leaves = [...leavesOf(valueAt(one.input, '/body'), '/body', 0)].filter(([at]) => !references.has(at) && at !== kept);
  const isPlain = ([at]: Leaf): boolean => PLAIN.test(tokensOf(at).at(-1) ?? '');
  for (const [at, value] of [...leaves.filter(isPlain), ...leaves.filter((leaf) => !isPlain(leaf))]) {
    for (const next of otherValues(value)) {
      const changed = await withInput(desk, one, changedAt(one.input, at, next) as Input);
      if (changed !== undefined) return changed;
    }
  }
  return undefined;
}

const WEEK = 7 * 86_400_000;

/** The case with all days and times of its body later, by so many times as many whole weeks as it lasts; `undefined` where it has none. */
export async function laterCase(desk: Desk, one: Case, count: number): Promise<Case | undefined> {
  const times = [...leavesOf(valueAt(one.input, '/body'), '/body', 0)].filter(([, value]) => isTimeText(value));
  const all = times.map(([, value]) => Date.parse(String(value)));
  const weeks = Math.floor((Math.max(...all) - Math.min(...all)) / WEEK) + 1;
  const input = times.reduce<Input>((whole, [at, value]) => {
    const units = String(value).length === 10 ? 1 : 24;
    return changedAt(whole, at, moved(value, [], 7 * weeks * count * units)) as Input;
  }, one.input ?? {});
  return times.length === 0 ? undefined : withInput(desk, one, input);
}

type Leaf = readonly [at: string, value: unknown];

function* leavesOf(value: unknown, at: string, depth: number): Generator<Leaf> {
  if (typeof value !== 'object') yield [at, value];
  else if (value !== null && depth < 4)
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, at + pointerTo(name), depth + 1);
}

function otherValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return value === '' ? ['b'] : [`${value} b`, `${value.slice(0, -1)}${value.endsWith('b') ? 'c' : 'b'}`];
  if (typeof value === 'number') return [value + 1, value - 1];
  return typeof value === 'boolean' ? [!value] : [];
}
