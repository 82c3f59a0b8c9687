// Reads how many things of a kind another one may have: `At most 5 bookings per customer`, `A folder has at most three notes`,
// `The booking already has a receipt`.
import { plainOf } from './grammar/plain.ts';
import type { Said } from './refusing.ts';
import { NUMBERS, names, numberOf, phraseOf } from './words.ts';

/** A limit of the things that one owner has. */
export interface Most {
  readonly count: number;
  /** The word before the things, which may be a state: `five open bookings`. */
  readonly adjective?: string;
  /** The word behind them, which may be their kind: `one open order of a pilot`. */
  readonly kind?: string;
  /** What has them, by the name of its collection, where the sentence names it. */
  readonly owner?: string;
}

/** Words of a limit of time, of one request, of what is shown, or of all things together. */
const NARROW =
  /\b(?:seconds?|minutes?|hours?|days?|months?|at once|unless|requests?|pages?|(?:created|added|made|uploaded|processed|imported) at a time|accounts?|users?|organi[sz]ations?|tenants?|shown|returned|listed|displayed|will be|results?|average|calls?|batch\w*)\b/i;

const COUNT = `(?<count>\\d+|${NUMBERS.join('|')})`;
const LIMIT =
  '(?:at most|up to|no more than|(?:a )?maximum(?: of| is)?|max\\.?|only(?: (?:have|hold|own|take))?|limited to(?: a maximum of)?|limit(?: of| is)|(?:can|may|must) not (?:have|create|add|make|hold|own)(?: any)? more than|no [\\p{L}]+ (?:can|may) (?:have|hold|own|make) more than)';

/** The limit that a sentence about a create states for things with this name; `owners` are the names of what they stand below or name. */
export function mostIn({ text, refusal }: Said, name: string, owners: readonly string[] = []): Most | undefined {
  const plain = plainOf(text);
  // Accounts may be what has the things.
  if (NARROW.test(owners.reduce((left, one) => left.replace(new RegExp(phraseOf(one), 'giu'), ' '), plain))) return undefined;
  const things = `(?:(?<adjective>\\p{L}+)\\s+)?${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  const owner = owners.length === 0 ? '(?!)' : `(?:${owners.map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`;
  const each = `(?:per|for each|for every|for one|of (?:a|one|each))\\s+(?:\\p{L}+\\s+)?${owner}`;
  // At another time, in another slot or under another name, there may be more: `at most one lesson in a period of a weekday`.
  const beside = `(?!\\s+(?:in|per|at|on|during|for)\\s+(?:an?|each|every|one|any|the same)\\s+(?!time\\b|(?:\\p{L}+\\s+)?${owner}))(?!\\s+with\\s+the\\s+same\\b)`;
  const forms = [
    `\\b${LIMIT}\\s+${COUNT}\\s+${things}${beside}`,
    `\\b${COUNT}\\s+${things}\\s+(?:at most|(?:at )?maximum)\\b`,
    `\\b${LIMIT}\\s+${COUNT}\\s+${each}`,
    `\\b(?:has|have|holds?|takes?)\\s+(?:only\\s+)?${COUNT}\\s+${things}(?:\\s+(?:of|for)\\s+an?\\s+(?<kind>\\p{L}+))?\\s+at (?:a|one|any) time\\b`,
    ...(refusal === undefined
      ? []
      : [`\\bmore than\\s+${COUNT}\\s+${things}\\s+${each}`, `\\balready\\s+(?:has|have)\\s+${COUNT}\\s+${things}\\s*$`]),
  ];
  for (const form of forms) {
    const found = new RegExp(form, 'iu').exec(plain);
    const { count, adjective, kind } = found?.groups ?? {};
    const number = count === undefined ? undefined : numberOf(count);
    if (found === null || number === undefined) continue;
    const whose = ownerIn(plain, found.index + found[0].length, owners);
    return {
      count: number,
      ...(whose === undefined ? {} : { owner: whose }),
      ...(adjective === undefined ? {} : { adjective: adjective.toLowerCase() }),
      ...(kind === undefined ? {} : { kind: kind.toLowerCase() }),
    };
  }
  if (refusal !== undefined && hasOneAlready(plain, name)) return { count: 1 };
  // What an operation is for says what it refuses, also where the refusal is in the next part of the sentence.
  if ((refusal !== undefined || /^(?:only )?for\b/i.test(plain)) && hasNoneYet(plain, name)) return { count: 1 };
  const next = /\b(\d+)(?:st|nd|rd|th)\b/.exec(plain)?.[1];
  return next === undefined || !names(plain, name) ? undefined : { count: Number(next) - 1 };
}

/** The owner that a sentence names for each, or last before the end of the limit, or else first behind it. */
function ownerIn(text: string, end: number, owners: readonly string[]): string | undefined {
  const places = owners.flatMap((name) =>
    [
      ...text.matchAll(
        new RegExp(`(?<each>\\b(?:per|each|every)\\s+(?:\\p{L}+\\s+)?)?(?<![\\p{L}\\p{N}_-])${phraseOf(name)}(?![\\p{L}\\p{N}_-])`, 'giu'),
      ),
    ].map(({ index, groups }) => ({ name, index, isEach: groups?.each !== undefined })),
  );
  const before = places.filter(({ index }) => index < end).sort((one, other) => other.index - one.index);
  const behind = places.filter(({ index }) => index >= end).sort((one, other) => one.index - other.index);
  return (places.find(({ isEach }) => isEach) ?? before[0] ?? behind[0])?.name;
}

function hasOneAlready(text: string, name: string): boolean {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  return new RegExp(
    `\\balready\\s+(?:has|have)\\s+(?:an?|its|one)\\s+${noun}(?!\\s+(?:with|of|in|on|at|by|that|which|who)\\b)|\\b(?:has|have)\\s+(?:an?|one)\\s+${noun}\\s+already\\b`,
    'iu',
  ).test(text);
}

/** `For a flat that has no key yet`: there may be one, as something refuses others. */
function hasNoneYet(text: string, name: string): boolean {
  const noun = `${phraseOf(name)}(?![\\p{L}\\p{N}_-])`;
  return new RegExp(
    `\\b(?:has|have|had|with)\\s+(?:no|not an?|not any)\\s+${noun}\\s+(?:yet|so far|until now)\\b|\\b(?:does|do|did) not (?:yet )?have an?\\s+${noun}(?:\\s+(?:yet|so far))?|\\bonly\\b[^.;,]*\\bwithout an?\\s+${noun}`,
    'iu',
  ).test(text);
}
