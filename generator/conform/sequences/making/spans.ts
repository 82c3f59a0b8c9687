// Finds the two times of a body between which something lasts, and gives it other times, since things often may not overlap.
import { randomInt } from 'node:crypto';
import { plain } from '../../../inference/names.ts';
import { isObject, pointerTo } from '../../../inference/pointers.ts';
import { memberSentences } from '../../../inference/prose/index.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Inputs } from '../inputs.ts';

const STARTS = /^(?:start|from|begin|pickup|checkin|arriv|depart(?:s|ure)?$|validfrom|opens?)/;
const ENDS =
  /^(?:end|to(?:$|at|on|date|day|time)|until|till|return|dropoff|checkout|leav|validto|validuntil|through|last(?:day|date)|clos)/;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The members of a body that say when something starts and ends. */
export interface Pair {
  readonly start: string;
  readonly end: string;
  /** Milliseconds of the unit by which times are moved: a day or an hour. */
  readonly unit: number;
  readonly isDay: boolean;
  /** The sentences about both. */
  readonly texts: readonly string[];
}

/** First and last moment, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** The one pair of days or of times of a body. */
export function pairOf(operation: Operation): Pair | undefined {
  const schema = bodySchemaOf(operation);
  const members = [...propertiesOf(schema === undefined ? [] : [schema])].flatMap(([name, schemas]) => {
    const formats = possibleConjuncts(schemas).flatMap(({ format }) => format ?? []);
    const [format] = formats.filter((one) => one === 'date' || one === 'date-time');
    return format === undefined ? [] : [{ name, format, texts: memberSentences(schemas).map(({ text }) => text) }];
  });
  const starts = members.filter(({ name }) => STARTS.test(plain(name)));
  const ends = members.filter(({ name }) => ENDS.test(plain(name)));
  const [start, end] = [starts[0], ends[0]];
  if (start === undefined || end === undefined || starts.length + ends.length > 2 || start.format !== end.format) return undefined;
  const isDay = start.format === 'date';
  return { start: start.name, end: end.name, unit: isDay ? DAY : HOUR, isDay, texts: [...start.texts, ...end.texts] };
}

/** The input with another span in its body. */
export function withSpan(input: Input, [from, to]: Span, { start, end, isDay }: Pair): Input {
  const textOf = (time: number): string =>
    isDay ? new Date(time).toISOString().slice(0, 10) : new Date(time).toISOString().replace('.000Z', 'Z');
  const started = changedAt(input, `/body${pointerTo(start)}`, textOf(from));
  return changedAt(started, `/body${pointerTo(end)}`, textOf(to)) as Input;
}

/** Inputs of a create in the weeks and months to come, each at a time that is likely to be free, and lasting for three units. None: its body has no such times. */
export function* spreadInputs(create: Operation, inputs: Inputs): Generator<Input> {
  const pair = pairOf(create);
  const today = Math.floor(Date.now() / DAY) * DAY;
  for (const variant of pair === undefined ? [] : [0, 2]) {
    const input = inputs.of(create, variant);
    const body = input?.body;
    if (pair === undefined || input === undefined || !isObject(body)) continue;
    const sampled = Date.parse(String(body[pair.start]));
    const days = [
      today + randomInt(30, 700) * DAY,
      today + randomInt(30, 300) * DAY,
      today + randomInt(3, 25) * DAY,
      sampled + randomInt(10, 200) * DAY,
    ];
    for (const day of days.filter((one) => !Number.isNaN(one))) {
      const from = pair.isDay ? day : day + 10 * HOUR;
      yield withSpan(input, [from, from + 3 * pair.unit], pair);
    }
  }
}
