// Tries the numbers of a sentence on both sides: what is above one and what is below it are not both accepted.
import { lengthOf, pairIn } from '../../../inference/spans.ts';
import { isClockText, isTimeText } from '../../../inference/steps.ts';
import type { Body } from '../broken.ts';
import type { About, Edge, Side, Sided } from './sided.ts';
import { isNamed, type Limit, limitsIn, TOGETHER, unitOf } from './words.ts';

const CHECKED =
  /\bcheck(?:ing)?[- ]?(?:digits?|sums?|numbers?|characters?)\b|\bchecksums?\b|\bluhn\b|\bmod(?:ulo|ulus)?[- ]?(?:10|11|97)\b/i;

export function amountSides(about: About): readonly Sided[] {
  const limits = limitsIn(about.text);
  return [
    ...limits.flatMap((limit) => [
      ...togetherSides(about, limit),
      ...perItemSides(about, limit),
      ...thresholdSides(about, limit),
      ...lengthSides(about, limit),
    ]),
    ...shorterSides(about),
    ...checkedSides(about),
  ];
}

function isWhole({ members }: About, name: string): boolean {
  return (members.get(name) ?? []).some(({ type }) => type?.includes('integer'));
}

function isNumber({ members }: About, name: string): boolean {
  return (members.get(name) ?? []).some(({ type }) => type?.includes('integer') || type?.includes('number'));
}

function numbersOf(about: About): readonly string[] {
  return [...about.members.keys()].filter((name) => isNumber(about, name));
}

function stepOf({ members }: About, name: string): number {
  const own = members.get(name) ?? [];
  return own.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? (own.some(({ type }) => type?.includes('number')) ? 0.5 : 1);
}

/** Three requests around a number, of which the two outer ones are not both accepted. */
function around(
  about: About,
  { member, key, goesWith }: { readonly member: string; readonly key: string; readonly goesWith: Limit['goesWith'] },
  edgeOf: (body: Body) => Omit<Edge, 'goesWith'> | undefined,
): Sided {
  const { said, at } = about;
  return {
    ...{ said, at, member, key },
    sides(body) {
      const edge = edgeOf(body);
      return edge === undefined ? [] : [edge.above, edge.below];
    },
    edge(body) {
      const edge = edgeOf(body);
      return edge && { ...edge, goesWith };
    },
  };
}

/** `2 to 40 people, adults and others together`: the sum of the whole numbers of a body. */
function togetherSides(about: About, { count, goesWith }: Limit): readonly Sided[] {
  const { text } = about;
  const all = numbersOf(about).filter((name) => isWhole(about, name));
  if (!TOGETHER.test(text) || all.length < 2 || all.length > 4 || !all.some((name) => isNamed(text, name))) return [];
  const [first = ''] = all;
  const edgeOf = (body: Body): Omit<Edge, 'goesWith'> | undefined => {
    const given = all.map((name) => body[name]);
    if (!given.every((value) => typeof value === 'number')) return undefined;
    const side = (sum: number): Side => {
      // Small shares for all, and the rest for the first one.
      const rest = all.slice(1).map((name, index) => [name, Math.floor(sum / all.length) + (index === 0 ? sum % all.length : 0)] as const);
      const own = sum - rest.reduce((left, [, value]) => left + value, 0);
      return {
        says: `with a sum of ${sum} for ${all.map((name) => `\`${name}\``).join(' and ')}`,
        body: { ...body, ...Object.fromEntries(rest), [first]: own },
      };
    };
    return { below: side(count - 1), on: side(count), above: side(count + 1) };
  };
  return [around(about, { member: first, key: `sum ${all.join(' ')} ${count}`, goesWith }, edgeOf)];
}

/** `No more than ten hours per workday`: a number by the length of a list. */
function perItemSides(about: About, { count, goesWith, index }: Limit): readonly Sided[] {
  const { text, members } = about;
  const [, noun = ''] = /\b(?:per|for each|for every|a) (\p{L}+)/iu.exec(text.slice(index)) ?? [];
  const list = [...members].find(
    ([name, own]) => noun.length > 2 && isNamed(noun, name) && own.some(({ type }) => type?.includes('array')),
  )?.[0];
  const [member, another] = numbersOf(about).filter((name) => isNamed(text, name) || name.toLowerCase().startsWith(limitUnit(text, index)));
  if (list === undefined || member === undefined || another !== undefined) return [];
  const edgeOf = (body: Body): Omit<Edge, 'goesWith'> | undefined => {
    const items = body[list];
    if (!Array.isArray(items) || items.length === 0) return undefined;
    const few = items.slice(0, 3);
    const side = (value: number): Side => ({
      says: `with a \`${member}\` of ${value} and ${few.length} items of \`${list}\``,
      body: { ...body, [list]: few, [member]: value },
    });
    const [bound, step] = [count * few.length, stepOf(about, member)];
    return { below: side(bound - step), on: side(bound), above: side(bound + step) };
  };
  return [around(about, { member, key: `per ${list} ${member} ${count}`, goesWith }, edgeOf)];
}

function limitUnit(text: string, index: number): string {
  const [, unit = ''] = /\b(?:\d+|\p{L}+)\s+(\p{L}{3,})\s+(?:per|for each|for every)\b/iu.exec(text.slice(index)) ?? [];
  return unit === '' ? '\u0000' : unit.toLowerCase();
}

/** `Values above one million need a second appraiser`: a number alone, without what goes with it. */
function thresholdSides(about: About, { count, goesWith, unit }: Limit): readonly Sided[] {
  const { text, optional, members } = about;
  if (unitOf(unit) !== undefined) return [];
  const [member, another] = numbersOf(about).filter((name) => isNamed(text, name));
  if (member === undefined || another !== undefined) return [];
  const [needed, more] = [...members.keys()].filter((name) => name !== member && optional.includes(name) && isNamed(text, name));
  if (more !== undefined || needed === undefined) return [];
  const edgeOf = (body: Body): Omit<Edge, 'goesWith'> => {
    const { [needed]: _, ...rest } = body;
    const side = (value: number): Side => ({
      says: `with a \`${member}\` of ${value} and without \`${needed}\``,
      body: { ...rest, [member]: value },
    });
    const step = stepOf(about, member);
    return { below: side(count - step), on: side(count), above: side(count + step) };
  };
  return [around(about, { member, key: `threshold ${member} ${count}`, goesWith }, edgeOf)];
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The two times between which something lasts, also as times of the day. */
function timesIn(about: About, body: Body): { readonly start: string; readonly end: string } | undefined {
  const pair = pairIn(about.members);
  if (pair !== undefined) return pair;
  const clocks = Object.keys(body).filter((name) => isClockText(body[name]));
  const [start, end] = [
    clocks.find((name) => /^(?:from|start|begin|open)/i.test(name)),
    clocks.find((name) => /^(?:to|until|till|end|clos)/i.test(name)),
  ];
  return start === undefined || end === undefined || clocks.length > 2 ? undefined : { start, end };
}

/** The body with its times so far apart; `undefined` where the times do not allow that. */
function lasting(body: Body, { start, end }: { readonly start: string; readonly end: string }, length: number): Body | undefined {
  const from = body[start];
  if (isClockText(from)) {
    const minutes = length / MINUTE;
    if (minutes > 23 * 60) return undefined;
    const clock = (all: number): string =>
      `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}${from.slice(5)}`;
    // Something that lasts begins early.
    const [hours = 0, past = 0] = from.split(':').map(Number);
    const begin = Math.min(hours * 60 + past, 23 * 60 - minutes);
    return { ...body, [start]: clock(begin), [end]: clock(begin + minutes) };
  }
  if (!isTimeText(from)) return undefined;
  const until = new Date(Date.parse(from) + length).toISOString();
  return { ...body, [end]: from.length === 10 ? until.slice(0, 10) : until.replace('.000Z', 'Z') };
}

/** `More than three days need a certificate`, `More than six hours need a break of 30 minutes`: what goes with a length. */
function lengthSides(about: About, { count, goesWith, unit, index }: Limit): readonly Sided[] {
  const { text, members, optional } = about;
  const milliseconds = unitOf(unit);
  if (milliseconds === undefined) return [];
  const beside = text.slice(index);
  const breaks = numbersOf(about).filter((name) => lengthOf(name, members.get(name) ?? []) !== undefined && isNamed(text, shortOf(name)));
  const [pause] = breaks;
  const [needed] = [...members.keys()].filter((name) => optional.includes(name) && !breaks.includes(name) && isNamed(beside, name));
  if (pause === undefined && needed === undefined) return [];
  const wanted = pause === undefined ? undefined : amountIn(beside);
  if (pause !== undefined && (wanted ?? 0) < 1) return [];
  // What a shorter length needs is there.
  const least = pause === undefined ? 0 : (amountIn(text.slice(0, index), -1) ?? 0);
  const edgeOf = (body: Body): Omit<Edge, 'goesWith'> | undefined => {
    const times = timesIn(about, body);
    if (times === undefined) return undefined;
    const isOfDays = milliseconds >= DAY;
    const { [needed ?? '']: _, ...rest } = body;
    const pauseUnit = pause === undefined ? MINUTE : (lengthOf(pause, members.get(pause) ?? []) ?? MINUTE);
    const side = (length: number, says: string): Side | undefined => {
      const made = lasting(rest, times, length + least * pauseUnit);
      return made && { says, body: pause === undefined ? made : { ...made, [pause]: least } };
    };
    const without = pause === undefined ? `without \`${needed}\`` : `with a \`${pause}\` of ${least}`;
    const step = isOfDays ? DAY : MINUTE;
    const [below, on, above] = [
      side(count * milliseconds - (isOfDays ? 2 : 1) * step, `that lasts less than ${count} ${unit}, ${without}`),
      side(count * milliseconds, `that lasts ${count} ${unit}, ${without}`),
      side(count * milliseconds + step, `that lasts more than ${count} ${unit}, ${without}`),
    ];
    return below && on && above && { below, on, above };
  };
  const sided = around(about, { member: pause ?? needed ?? '', key: `length ${count} ${unit} ${pause ?? needed}`, goesWith }, edgeOf);
  // How days are counted is open, and so is which pause is part of a length.
  const { edge: _, ...open } = sided;
  return [milliseconds >= DAY || least > 0 ? open : sided];
}

/** The name of a length without its unit: `break` of `breakMinutes`. */
function shortOf(name: string): string {
  return name.replace(/_?(?:minutes?|hours?|seconds?|days?|mins?)$/i, '');
}

/** An amount that a text wants of something, the first one or the last one: `a break of 30 minutes`. */
function amountIn(text: string, at = 0): number | undefined {
  const amounts = [...text.matchAll(/\b(?:of|least)\s+(\d+)\b/gi)].map(({ 1: count = '' }) => Number(count));
  return amounts.at(at);
}

/** `Its break is shorter than the entry`: a length beside the two times of a body. */
function shorterSides(about: About): readonly Sided[] {
  const { text, members } = about;
  const [, words = ''] = /\b(shorter than|less than|longer than|not exceed|at most|as long as)\b/i.exec(text) ?? [];
  const [pause, another] = numbersOf(about).filter(
    (name) => lengthOf(name, members.get(name) ?? []) !== undefined && isNamed(text, shortOf(name)),
  );
  if (words === '' || pause === undefined || another !== undefined || limitsIn(text).length > 0) return [];
  const unit = lengthOf(pause, members.get(pause) ?? []) ?? MINUTE;
  const edgeOf = (body: Body): Omit<Edge, 'goesWith'> | undefined => {
    const times = timesIn(about, body);
    const made = times && lasting(body, times, 60 * MINUTE);
    const side = (length: number): Side => ({
      says: `that lasts an hour with a \`${pause}\` of ${length}`,
      body: { ...made, [pause]: length },
    });
    const hour = (60 * MINUTE) / unit;
    return made && { below: side(hour - 1), on: side(hour), above: side(hour + 1) };
  };
  const goesWith = /shorter|less/i.test(words) ? 'above' : 'below';
  return [around(about, { member: pause, key: `shorter ${pause}`, goesWith }, edgeOf)];
}

/** The digits of a value that is checked: one that has succeeded, with another last digit. */
function checkedSides({ text, said, at, members, subject }: About): readonly Sided[] {
  if (!CHECKED.test(text)) return [];
  const isText = (name: string): boolean =>
    (members.get(name) ?? []).some(({ type }) => type?.includes('string') || type?.includes('integer'));
  const [member, another] = [...members.keys()].filter((name) => isText(name) && (name === subject || isNamed(text, name)));
  if (member === undefined || another !== undefined) return [];
  return [
    {
      ...{ said, at, member, key: `checked ${member}` },
      sides(body) {
        const value = String(body[member] ?? '');
        const last = value.search(/\d(?=\D*$)/);
        if (last < 0) return [];
        const wrong = value.slice(0, last) + String((Number(value[last]) + 1) % 10) + value.slice(last + 1);
        return [
          {
            says: `with another digit in \`${member}\``,
            body: { ...body, [member]: typeof body[member] === 'number' ? Number(wrong) : wrong },
          },
          { says: `with the \`${member}\` that it had`, body },
        ];
      },
    },
  ];
}
