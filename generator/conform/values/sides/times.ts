// Tries what a sentence says of days: a day of the week, the same day or year, a day that is not to come, an age.
import { pairIn } from '../../../inference/spans.ts';
import { isTimeText } from '../../../inference/steps.ts';
import type { Body, Members } from '../broken.ts';
import type { About, Side, Sided } from './sided.ts';
import { countOf, isNamed } from './words.ts';

const DAY = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const SAME = /\b(?:same|one|a single) (?:calendar )?(day|date|month|year)\b/i;
/** `The same day or a later one` says which comes first. */
const OR_ANOTHER =
  /\bsame (?:calendar )?(?:day|date|month|year)\b[^.;]*\bor\b[^.;]*\b(?:later|earlier|after\w*|before\w*|following|next|another|any|different)\b/i;
/** `60 days in the future` is an amount: days that are sooner, or have been, are on one side of it. */
const TO_COME =
  /\b(?:today|tomorrow|yesterday|(?<!\b(?:minute|hour|day|week|month|year)s? in(?: the)? )(?:future|past)|(?:current|this|next) year)\b/i;
const AGE =
  /\b(\d+|\p{L}+)(?:st|nd|rd|th) birthday\b|\b(?:at least |minimum (?:age )?(?:of )?|under |younger than |age of )?(\d+|\p{L}+) (?:or older|(?:years? )(?:old|of age)|or above)\b|\bage of (\d+)\b|\bunder (?:the age of )?(\d+)s?\b/iu;
const BORN = /birth|born|^dob$/i;

export function timeSides(about: About): readonly Sided[] {
  return [...weekdaySides(about), ...sameSides(about), ...comingSides(about), ...ageSides(about)];
}

function isDay(members: Members, name: string): boolean {
  return (members.get(name) ?? []).some(({ format }) => format === 'date' || format === 'date-time');
}

function daysIn(members: Members): readonly string[] {
  return [...members.keys()].filter((name) => isDay(members, name));
}

/** The day that a sentence means: the one that it names, describes, or the only one. */
function dayOf({ text, members, subject }: About): string | undefined {
  const days = daysIn(members);
  if (subject !== undefined && days.includes(subject)) return subject;
  const named = days.filter((name) => isNamed(text, name));
  return named.length === 1 ? named[0] : days.length === 1 ? days[0] : undefined;
}

/** The value with another day, in the form that it has. */
function onDay(value: string, milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10) + value.slice(10);
}

/** The body with all of its days moved by as many. */
function movedBy(body: Body, days: number): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isTimeText(value) ? onDay(value, Date.parse(value) + days * DAY) : value]),
  );
}

function weekdaySides(about: About): readonly Sided[] {
  const { text, said, at } = about;
  const member = dayOf(about);
  const named = WEEKDAYS.flatMap((day, index) => (new RegExp(`\\b${day}s?\\b`, 'i').test(text) ? [index] : []));
  if (member === undefined || named.length === 0 || named.length > 2) return [];
  return named.map((weekday) => ({
    ...{ said, at, member, key: `weekday ${weekday} ${member}` },
    sides(body) {
      const value = body[member];
      if (!isTimeText(value)) return [];
      const now = new Date(value.slice(0, 10)).getUTCDay();
      const name = WEEKDAYS[weekday] ?? '';
      const by = (weekday - now + 7) % 7;
      const there = { says: `with a \`${member}\` on a ${name}`, body: movedBy(body, by) };
      const other = { says: `with a \`${member}\` on another day than ${name}`, body: by === 0 ? movedBy(body, 1) : body };
      return by === 0 ? [other, there] : [there, other];
    },
  }));
}

function sameSides({ text, said, at, members, listed }: About): readonly Sided[] {
  const [, unit = ''] = SAME.exec(text) ?? [];
  const pair = pairIn(members);
  if (unit === '' || pair === undefined || OR_ANOTHER.test(text)) return [];
  // `Half a day begins and ends on the same day`: the sentence is about what a flag says.
  const [flag, another] = [...listed].flatMap(([name, values]) => (typeof values[0] === 'boolean' && isNamed(text, name) ? [name] : []));
  if (another !== undefined) return [];
  const { start, end } = pair;
  return [
    {
      ...{ said, at, member: end, key: `same ${unit} ${start} ${end} ${flag ?? ''}` },
      sides(body) {
        const from = body[start];
        if (!isTimeText(from)) return [];
        const first = boundary(from, unit);
        const set = (begin: string, last: string): Body => ({
          ...body,
          ...(flag === undefined ? {} : { [flag]: true }),
          [start]: begin,
          [end]: last,
        });
        const is = flag === undefined ? '' : `\`${flag}\` and `;
        return [
          { says: `with ${is}\`${start}\` and \`${end}\` not in the same ${unit}`, body: set(first, onDay(from, Date.parse(first) + DAY)) },
          { says: `with ${is}\`${start}\` and \`${end}\` in the same ${unit}`, body: set(first, first) },
        ];
      },
    },
  ];
}

/** The last day of the unit that a time is in. */
function boundary(from: string, unit: string): string {
  const day = new Date(from.slice(0, 10));
  if (unit === 'year') return onDay(from, Date.UTC(day.getUTCFullYear(), 11, 31));
  return unit === 'month' ? onDay(from, Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)) : from;
}

/** The age on a day that another thing has, or at an event: `by the day on which the course begins`, `when the season starts`. */
const DAY_ELSEWHERE =
  /\b(?:by|on|before|until|at|when|as of) (?:the|that|its|their|this) (?:(?!application|registration|request|sign)\w+ ){0,2}?(?:(?:day|date|time|moment) (?:on|at|in|of|when|that)|starts?\b|begins?\b|beginning|opens?\b|deadline|departure|arrival|takes place)/i;

/** `It may lie in the past or in the future.` */
const BOTH_WAYS = /\bpast (?:or|and|as well as) (?:(?:in )?the )?future\b|\bfuture (?:or|and|as well as) (?:(?:in )?the )?past\b/i;

/** A day or a year that is to come, and one that is not. */
function comingSides(about: About): readonly Sided[] {
  const { text, said, at, members, subject } = about;
  if (!TO_COME.test(text) || BOTH_WAYS.test(text)) return [];
  const years = [...members].flatMap(([name, own]) =>
    /year/i.test(name) && own.some(({ type }) => type?.includes('integer')) ? [name] : [],
  );
  const year = years.find((name) => name === subject || isNamed(text, name));
  const member = year ?? dayOf(about);
  if (member === undefined) return [];
  return [
    {
      ...{ said, at, member, key: `coming ${member}` },
      sides(body) {
        const now = Date.now();
        const year = new Date(now).getUTCFullYear();
        const value = body[member];
        const [later, before] =
          typeof value === 'number'
            ? [year + 1, year - 1]
            : isTimeText(value)
              ? [onDay(value, now + 2 * DAY), onDay(value, now - 2 * DAY)]
              : [];
        if (later === undefined || before === undefined) return [];
        const sides: readonly Side[] = [
          { says: `with a \`${member}\` that is to come`, body: { ...body, [member]: later } },
          { says: `with a \`${member}\` that has been`, body: { ...body, [member]: before } },
        ];
        const isLater = typeof value === 'number' ? value > year : Date.parse(String(value)) > now;
        return isLater ? sides.toReversed() : sides;
      },
    },
  ];
}

function ageSides(about: About): readonly Sided[] {
  const { text, said, at, members } = about;
  const [, ...found] = AGE.exec(text) ?? [];
  const years = countOf(found.find((one) => one !== undefined) ?? '');
  const days = daysIn(members);
  const born = days.find((name) => BORN.test(name));
  if (Number.isNaN(years) || born === undefined) return [];
  // The other day that the sentence speaks of, or today.
  const [other] = days.filter((name) => name !== born && isNamed(text, name));
  if (other === undefined && DAY_ELSEWHERE.test(text)) return [];
  return [
    {
      ...{ said, at, member: born, key: `age ${born} ${years}` },
      sides(body) {
        const day = other === undefined ? new Date().toISOString() : body[other];
        if (!isTimeText(day)) return [];
        const since = (by: number): string => {
          const date = new Date(Date.parse(day.slice(0, 10)) + by * DAY);
          date.setUTCFullYear(date.getUTCFullYear() - years);
          return date.toISOString().slice(0, 10);
        };
        const margin = other === undefined ? 2 : 1;
        return [
          { says: `with a \`${born}\` by which somebody is a day too young for ${years} years`, body: { ...body, [born]: since(margin) } },
          { says: `with a \`${born}\` by which somebody is ${years} years old`, body: { ...body, [born]: since(1 - margin) } },
        ];
      },
    },
  ];
}
