// Makes bodies that break one rule of a sentence, by as little as can be: two members in the wrong order, a member that is needed and not there.
import {
  type Ahead,
  type Choice,
  type DependentRequired,
  type Listed,
  lengthsIn,
  type Need,
  type Relation,
  type Ruled,
} from '../../inference/prose/index.ts';
import type { Pair } from '../../inference/spans.ts';
import { isBelow, isTimeText, moved } from '../../inference/steps.ts';
import type { Schema } from '../../model/schema/schema.ts';

export type Body = Readonly<Record<string, unknown>>;

/** The members of a body that callers send, with all that the document says of each. */
export type Members = ReadonlyMap<string, readonly Schema[]>;

export interface Broken {
  /** One phrase: `with closesAt before opensAt`. */
  readonly says: string;
  /** The member that is wrong. */
  readonly member: string;
  /** Bodies that break the rule, the nearest to a right one first. `spare` has other values of each member. */
  readonly bodies: (body: Body, spare: Body) => readonly Body[];
  /** Whether an object of an answer breaks the rule; `undefined` where it does not show what the rule is about. */
  readonly isIn?: (object: unknown) => boolean | undefined;
  /** A body that is just on the limit of the rule, and one just inside; absent where the sentence leaves open which one that is. */
  readonly onLimit?: {
    readonly says: string;
    readonly bodies: (body: Body) => readonly [on: Body | undefined, inside: Body | undefined];
    /** Whether two values are equal on the limit: a start and its end, where nothing lasts. */
    readonly isOfEqual?: true;
  };
  /** Whether something lasts too short. */
  readonly isShorter?: true;
}

function relation({ greater, less, isStrict }: Relation, members: Members): readonly Broken[] {
  const [above, below] = [members.get(greater) ?? [], members.get(less) ?? []];
  const areThere = (body: Body): boolean => body[greater] !== undefined && body[less] !== undefined;
  const crossed: Broken = {
    says: `with \`${greater}\` below \`${less}\``,
    member: greater,
    bodies: (body) =>
      areThere(body)
        ? [
            { ...body, [greater]: moved(body[less], above, -1) },
            { ...body, [less]: moved(body[greater], below, 1) },
            { ...body, [greater]: body[less], [less]: body[greater] },
          ].filter((one) => one[greater] !== undefined && one[less] !== undefined && isBelow(one[greater], one[less]))
        : [],
  };
  const same: Broken = {
    says: `with the same value for \`${greater}\` and \`${less}\``,
    member: greater,
    bodies: (body) =>
      areThere(body)
        ? [
            { ...body, [greater]: body[less] },
            { ...body, [less]: body[greater] },
          ]
        : [],
  };
  if (isStrict) return [crossed, same];
  const equal: Broken['onLimit'] = {
    says: same.says,
    isOfEqual: true,
    bodies: (body) =>
      areThere(body)
        ? [
            { ...body, [greater]: body[less] },
            { ...body, [greater]: moved(body[less], above, 1) },
          ]
        : [undefined, undefined],
  };
  return [{ ...crossed, onLimit: equal }];
}

function need(
  { member, of, values, isNeeded, isOnly, isNot }: Need,
  listed: ReadonlyMap<string, readonly Listed[]>,
  isWhole: boolean,
): readonly Broken[] {
  const missing = values.map(
    (value): Broken => ({
      says: `with the \`${of}\` ${value} and without \`${member}\``,
      member,
      bodies: (body) => [without({ ...body, [of]: value }, [member])],
    }),
  );
  const forbidden = (other: Listed): Broken => ({
    says: `with the \`${of}\` ${other} and \`${member}\``,
    member,
    bodies: (body, spare) =>
      [body[member] ?? spare[member]].flatMap((one) => (one === undefined ? [] : [{ ...body, [of]: other, [member]: one }])),
  });
  const others = (listed.get(of) ?? []).filter((one) => !values.includes(one));
  return [
    ...(isNeeded && isWhole ? missing.slice(0, 2) : []),
    ...(isOnly ? others.slice(0, 2).map(forbidden) : []),
    ...(isNot ? values.slice(0, 2).map(forbidden) : []),
  ];
}

function choice({ members, isNoneWrong, isAllWrong }: Choice, isWhole: boolean): readonly Broken[] {
  const [first = ''] = members;
  const named = members.map((one) => `\`${one}\``);
  const none: Broken = { says: `without ${named.join(' and ')}`, member: first, bodies: (body) => [without(body, members)] };
  const both: Broken = {
    says: `with both ${named.slice(0, 2).join(' and ')}`,
    member: first,
    bodies(body, spare) {
      const two = members.slice(0, 2).map((name) => [name, body[name] ?? spare[name]] as const);
      return two.some(([, value]) => value === undefined) ? [] : [{ ...without(body, members), ...Object.fromEntries(two) }];
    },
  };
  return [...(isNoneWrong && isWhole ? [none] : []), ...(isAllWrong ? [both] : [])];
}

/** A member without the one that must be there with it. */
function companion({ member, needs }: DependentRequired): Broken {
  return {
    says: `with \`${member}\` and without \`${needs}\``,
    member,
    bodies: (body, spare) =>
      [body[member] ?? spare[member]].flatMap((one) => (one === undefined ? [] : [{ ...without(body, [needs]), [member]: one }])),
  };
}

function without(body: Body, names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

const TIMES: Readonly<Record<'past' | 'future', string>> = { past: '2001-02-03', future: '2999-02-03' };

function ruled(which: Ruled, member: string, members: Members): readonly Broken[] {
  const schemas = members.get(member) ?? [];
  const has = (format: string): boolean => schemas.some((one) => one.format === format);
  if (which === 'blank') {
    const isText = schemas.some(({ type }) => type?.includes('string') === true);
    return isText
      ? [{ says: `with a \`${member}\` of spaces`, member, bodies: (body) => [' ', '    '].map((text) => ({ ...body, [member]: text })) }]
      : [];
  }
  if (!has('date') && !has('date-time')) return [];
  // A schema may allow the days of a few years only.
  const near = new Date(Date.now() + (which === 'past' ? -400 : 400) * DAY).toISOString().slice(0, 10);
  const bodies = (body: Body): readonly Body[] => [TIMES[which], near].flatMap((day) => movedTo(body, member, day, has('date')));
  return [{ says: `with a \`${member}\` in the ${which}`, member, bodies }];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A time that is two days further ahead than a sentence allows. */
function ahead({ milliseconds, says }: Ahead, member: string, members: Members): readonly Broken[] {
  const isTime = (members.get(member) ?? []).some(({ format }) => format === 'date' || format === 'date-time');
  if (!isTime) return [];
  return [
    {
      says: `with a \`${member}\` more than ${says} ahead`,
      member,
      bodies: (body) => movedTo(body, member, new Date(Date.now() + milliseconds + 2 * DAY).toISOString().slice(0, 10)),
    },
  ];
}

/** The body with a member at another day, and all other times as far away: what they are to each other stays. */
function movedTo(body: Body, member: string, day: string, isDay = true): readonly Body[] {
  const days = Math.round((Date.parse(day) - Date.parse(String(body[member] ?? day))) / DAY);
  const all = Object.entries(body).map(([name, value]) => {
    return [name, isTimeText(value) ? moved(value, [], value.length > 10 ? days * 24 : days) : value] as const;
  });
  return [{ ...Object.fromEntries(all), ...(body[member] === undefined ? { [member]: isDay ? day : `${day}T10:00:00Z` } : {}) }];
}

/** Something that starts sooner than a sentence allows, at the same time of the day where there are days between. */
function notice({ milliseconds, says }: Ahead, member: string): readonly Broken[] {
  const step = milliseconds >= 2 * DAY ? DAY : HOUR;
  return [
    {
      says: `with a \`${member}\` less than ${says} ahead`,
      member,
      bodies(body) {
        const text = String(body[member]);
        const start = Date.parse(text);
        // A day begins at another time elsewhere, so two days less are too few everywhere.
        const last = Date.now() + milliseconds - (text.length > 10 ? step / 2 : 2 * DAY);
        const by = Math.floor((last - start) / step) * step;
        return Number.isNaN(start) || start + by <= Date.now() + MINUTE ? [] : [shifted(body, by)];
      },
    },
  ];
}

/** The body with all of its times moved by as much. */
function shifted(body: Body, by: number): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const units = isTimeText(value) ? by / (value.length > 10 ? HOUR : DAY) : 0;
      return [name, isTimeText(value) && Number.isInteger(units) ? moved(value, [], units) : value];
    }),
  );
}

const MINUTE = 60_000;

/**
 * Something that lasts longer or shorter than a sentence allows; `pair` are the members of its start and its end. `areInclusive`: the first and the
 * last day of all periods count.
 */
function span(text: string, pair: Pair | undefined, areInclusive: boolean): readonly Broken[] {
  if (pair === undefined) return [];
  const { start, end, isDay } = pair;
  return lengthsIn(text).flatMap(({ kind, count, unit, says, ...length }): readonly Broken[] => {
    const isInclusive = length.isInclusive || (areInclusive && !says.includes('night'));
    const by = kind === 'most' ? 1 : -1;
    // Where the first and the last day count, the last one is nearer. Where a text does not say so, one more day is wrong in both ways of counting.
    const whole = count * unit - (isDay && isInclusive ? DAY : 0) + by * (isDay ? DAY : unit);
    // Services may take times of whole minutes only, or of quarters of an hour.
    const lengths = isDay ? [whole] : [...new Set([MINUTE, 15 * MINUTE, unit])].map((step) => count * unit + by * step);
    // The last length that the sentence allows, however days are counted.
    const last = count * unit - (isDay && kind === 'most' ? DAY : 0);
    const onLimit: Broken['onLimit'] = {
      says: `that lasts exactly ${says}`,
      bodies: (body) => [lasting(body, pair, last), lasting(body, pair, last - by * (isDay ? DAY : MINUTE))],
    };
    const isOpen = isDay && kind === 'least';
    return lengths
      .filter((length) => length >= 0 && (kind === 'most' || !isDay || isInclusive || says.includes('night')))
      .map((length) => ({
        says: `${kind === 'most' ? 'that lasts longer' : 'that lasts shorter'} than ${says}${length === lengths[0] ? '' : ` (${textOfLength(length)})`}`,
        member: end,
        ...(kind === 'least' ? { isShorter: true as const } : {}),
        bodies: (body) => [lasting(body, { start, end, isDay }, length)].filter((one) => one !== undefined),
        ...(isOpen || length !== lengths[0] ? {} : { onLimit }),
      }));
  });
}

const textOfLength = (length: number): string => `${length / MINUTE} minutes`;

function lasting(body: Body, { start, end, isDay }: Pick<Pair, 'start' | 'end' | 'isDay'>, length: number): Body | undefined {
  const from = Date.parse(String(body[start]));
  if (Number.isNaN(from)) return undefined;
  const until = new Date(from + length).toISOString();
  return { ...body, [end]: isDay ? until.slice(0, 10) : until.replace('.000Z', 'Z') };
}

/** A list with its first item twice. */
function twice(list: string): Broken {
  return {
    says: `with an item of \`${list}\` twice`,
    member: list,
    bodies(body) {
      const items = body[list];
      return Array.isArray(items) && items.length > 0
        ? [
            { ...body, [list]: [items[0], ...items] },
            { ...body, [list]: [items[0], items[0]] },
          ]
        : [];
    },
  };
}

export const brokenBy = { ahead, notice, companion, relation, need, choice, ruled, span, twice } as const;
