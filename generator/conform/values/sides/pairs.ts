// Tries two members that a sentence compares: one above and below the other one, or equal to it and not.
import { isBelow, isClockText, isTimeText, moved } from '../../../inference/steps.ts';
import type { Body } from '../broken.ts';
import type { About, Side, Sided } from './sided.ts';
import { clausesOf, isNamed, namedIn } from './words.ts';

const ORDER =
  /\b(?:before|after|earlier|later|sooner|above|below|less|more|greater|higher|lower|larger|smaller|longer|shorter|older|younger|dearer|cheaper|exceed\w*|at (?:least|most)|beyond|backwards|precede\w*)\b/i;
const DIFFERENT =
  /\b(?:somebody|someone|something|anybody|anyone) else\b|\b(?:an)?other (?:\w+ )?than\b|\bdiffer\w*\b|\bnot (?:be )?(?:the same|equal|identical)\b|\b(?:may|must|can) ?not be (?:its|the|their)\b/i;

/** What adds members up: `Adults and children together are not more than the room sleeps` compares neither with the other. */
const ADDED = /\b(?:together|combined|in all|in total|added up|(?:the )?(?:sum|total) of)\b/i;

/** What speaks of other things of one kind: that no two have the same value is another rule. */
const OF_OTHERS =
  /\b(?:of|by|from|with|in) (?:another|any other|some other|an? existing|a different|others?)\b(?!(?: \p{L}+)? than\b)|\banother \p{L}+(?:['’]s\b| (?:has|uses|bears)\b)/iu;

/** What says which spellings of a value are one: `Names that differ in upper and lower case only count as the same`. */
const OF_SPELLING =
  /\b(?:upper|lower|letter|mixed)[- ]?case\b|\bcase[- ](?:in)?sensitiv\w*|\bcapitals?\b|\bspell(?:ed|ings?)\b|\baccents?\b|\bspaces?\b|\b(?:count|treated|taken|regarded|go|goes|pass)s? (?:as|for) (?:the |an? )?(?:same|equal|identical|one|duplicates?)\b/i;

type Kind = 'number' | 'time' | 'clock' | 'month' | 'amount';

function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'number') return 'number';
  if (isTimeText(value)) return 'time';
  if (isClockText(value)) return 'clock';
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value)) return 'month';
  return /^\d+\.\d+$/.test(value) ? 'amount' : undefined;
}

export function orderSides(about: About): readonly Sided[] {
  return clausesOf(about.text).flatMap((clause) => {
    if (!ORDER.test(clause) || ADDED.test(clause) || /\b\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/i.test(clause)) return [];
    const own = namedIn(clause, about);
    const named = own.length > 1 || own.length === 0 ? own : [...new Set([...namedIn(about.text, about), ...own])];
    const [one, other, third] = about.subject === undefined || named.includes(about.subject) ? named : [about.subject, ...named];
    if (one === undefined || other === undefined || third !== undefined) return [];
    return [
      {
        said: about.said,
        at: about.at,
        member: one,
        key: `order ${[one, other].toSorted().join(' ')}`,
        sides: (body: Body) => ordered(about, one, other, body),
      },
    ];
  });
}

function ordered(about: About, one: string, other: string, given: Body): readonly Side[] {
  const { members } = about;
  const body = withBoth(about, one, other, given);
  const kind = kindOf(body[one]);
  if (kind === undefined || kind !== kindOf(body[other])) return [];
  const side = (by: 1 | -1): readonly Side[] => {
    const [first, second] = [
      nextTo(body[other], members.get(one) ?? [], by),
      nextTo(body[one], members.get(other) ?? [], by === 1 ? -1 : 1),
    ];
    const [name, value] = first === undefined ? [other, second] : [one, first];
    const says = `with \`${one}\` ${by === 1 ? 'above' : 'below'} \`${other}\``;
    return value === undefined ? [] : [{ says, body: { ...body, [name]: value } }];
  };
  const sides = [...side(1), ...side(-1)];
  // The order of the request that has succeeded comes last.
  const [up, down] = sides;
  if (up === undefined || down === undefined) return [];
  return isBelow(body[other], body[one])
    ? [down, { says: up.says, body }]
    : isBelow(body[one], body[other])
      ? [up, { says: down.says, body }]
      : sides;
}

/** The body with both of two times, where one of them may be left out. */
function withBoth({ members, optional }: About, one: string, other: string, body: Body): Body {
  const formatOf = (name: string): string | undefined => (members.get(name) ?? []).find(({ format }) => format !== undefined)?.format;
  if (formatOf(one) === undefined || formatOf(one) !== formatOf(other)) return body;
  const [missing, there] = isTimeText(body[one]) ? [other, one] : [one, other];
  const isLeftOut = optional.includes(missing) && (body[missing] === undefined || body[missing] === null);
  return isLeftOut && isTimeText(body[there]) ? { ...body, [missing]: body[there] } : body;
}

function nextTo(value: unknown, schemas: Parameters<typeof moved>[1], by: number): unknown {
  const [, year, month] = typeof value === 'string' ? (/^(\d{4})-(\d\d)$/.exec(value) ?? []) : [];
  if (year === undefined || month === undefined) return moved(value, schemas, by);
  return new Date(Date.UTC(Number(year), Number(month) - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Two texts that are the same, or not: two members of the body, or one of them and one of the thing that the request is about. */
export function differenceSides(about: About): readonly Sided[] {
  const { text, members, said, at } = about;
  if (!DIFFERENT.test(text) || OF_SPELLING.test(text)) return [];
  const isFree = (name: string): boolean => {
    const own = members.get(name) ?? [];
    const isListed = own.some((schema) => schema.enum !== undefined || schema.format !== undefined || schema.const !== undefined);
    return own.some(({ type }) => type?.includes('string')) && !isListed;
  };
  const [one, other, third] = namedIn(text, about).filter(isFree);
  if (one === undefined || third !== undefined || (other === undefined && OF_OTHERS.test(text))) return [];
  return [
    {
      ...{ said, at, member: one, key: `same ${[one, other ?? 'of the thing'].toSorted().join(' ')}` },
      sides(body, { spare, things }) {
        const theirs = other === undefined ? things.flatMap((thing) => namedTexts(text, thing)) : [];
        const value = other === undefined ? (theirs.length === 1 ? theirs[0]?.value : undefined) : (body[other] ?? spare[other]);
        if (typeof value !== 'string' || value === '') return [];
        const own = other === undefined ? {} : { [other]: value };
        const named = other === undefined ? `\`${one}\` and the \`${theirs[0]?.name}\` of the thing` : `\`${one}\` and \`${other}\``;
        const another = [body[one], spare[one], `${value} 2`].find((given) => typeof given === 'string' && given !== value);
        return [
          { says: `with the same value for ${named}`, body: { ...body, ...own, [one]: value } },
          { says: `with different values for ${named}`, body: { ...body, ...own, [one]: another } },
        ];
      },
    },
  ];
}

/** The texts of a thing that a sentence names. */
function namedTexts(text: string, thing: Body): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(thing).flatMap(([name, value]) => (typeof value === 'string' && isNamed(text, name) ? [{ name, value }] : []));
}
