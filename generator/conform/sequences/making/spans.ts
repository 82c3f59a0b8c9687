// Gives an input other times between which something lasts, since things often may not overlap.

import { isObject, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { lastingOf, type Pair, timesOf } from '../../../inference/spans.ts';
import type { Operation } from '../../../model/service.ts';
import { chanceInt } from '../../contract/chance.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import type { Inputs } from '../inputs.ts';
import type { Thing } from '../thing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** First and last moment, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** The input with another span in its body; where answers alone show the end, with another start. */
export function withSpan(input: Input, [from, to]: Span, { at, start, end, isDay, length, isEndShown }: Pair): Input {
  const textOf = (time: number): string =>
    isDay ? new Date(time).toISOString().slice(0, 10) : new Date(time).toISOString().replace('.000Z', 'Z');
  const started = changedAt(input, at + pointerTo(start), textOf(from)) as Input;
  if (isEndShown === true) return started;
  return changedAt(started, at + pointerTo(end), length === undefined ? textOf(to) : (to - from) / length) as Input;
}

/** The span of an input; `undefined` where it has none. `shown`: what the answer shows of the thing, which may alone have the end. */
export function spanIn(
  input: unknown,
  { at, start, end, length, isEndShown }: Pair,
  shown?: Readonly<Record<string, unknown>>,
): Span | undefined {
  const body = valueAt(input, at);
  if (!isObject(body)) return undefined;
  const from = Date.parse(String(body[start]));
  const ends = isEndShown === true ? shown?.[end] : body[end];
  const to = length === undefined ? Date.parse(String(ends)) : from + Number(ends) * length;
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : [from, to];
}

/**
 * Inputs of a create in the weeks and months to come, each at a time that is likely to be free, and lasting for three units. None: its body has no
 * such times.
 */
export function* spreadInputs(create: Operation, inputs: Inputs): Generator<Input> {
  const pair = timesOf(create);
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (const variant of pair === undefined ? [] : [0, 2]) {
    const input = inputs.of(create, variant);
    const body = pair && valueAt(input, pair.at);
    if (pair === undefined || input === undefined || !isObject(body)) continue;
    const sampled = Date.parse(String(body[pair.start]));
    const days = [
      today + chanceInt(30, 700) * DAY,
      today + chanceInt(30, 300) * DAY,
      today + chanceInt(3, 25) * DAY,
      sampled + chanceInt(10, 200) * DAY,
    ];
    for (const day of days.filter((one) => !Number.isNaN(one))) {
      const from = pair.isDay ? day : day + 10 * HOUR;
      yield withSpan(input, [from, from + 3 * pair.unit], pair);
    }
  }
}

/**
 * What has succeeded, at later times that are likely to be free: at its own time, all that there is may be taken. It lasts for three units where that
 * is longer, so that others can begin inside, and else as long as it does.
 */
export function* laterInputs(create: Operation, proven: Input | undefined): Generator<Input> {
  const pair = timesOf(create);
  const span = pair && proven && spanIn(proven, pair);
  if (pair === undefined || proven === undefined || span === undefined) return;
  const today = Math.floor(Date.now() / DAY) * DAY;
  const own = span[1] - span[0];
  for (const length of own < 3 * pair.unit ? [3 * pair.unit, own] : [own])
    for (const days of [chanceInt(30, 300), chanceInt(3, 25), chanceInt(300, 700)]) {
      const from = Math.max(today, Math.floor(span[0] / DAY) * DAY) + days * DAY + (span[0] % DAY);
      yield withSpan(proven, [from, from + length], pair);
    }
}

/** Inputs of a create at times within those of what it stands below or names: a talk on a day of its fair. */
export function* innerInputs(create: Operation, inputs: Inputs, sources: readonly Thing[]): Generator<Input> {
  const pair = timesOf(create);
  if (pair === undefined) return;
  const around = sources
    .map(({ created, resource }) => lastingOf(resourceIn(created, resource.edge.from) ?? {}))
    .filter((one) => one !== undefined);
  for (const variant of around.length === 0 ? [] : [0, 2]) {
    const input = inputs.of(create, variant);
    if (input === undefined) continue;
    for (const [from, to] of around) {
      const room = Math.floor((to - from) / pair.unit);
      for (const length of [3, 1].filter((one) => one <= room)) {
        const start = from + chanceInt(0, room - length + 1) * pair.unit;
        yield withSpan(input, [start, start + length * pair.unit], pair);
      }
    }
  }
}
