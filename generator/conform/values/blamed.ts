// Finds the parts of a request that a refusal blames: those that its error names, otherwise those whose names its messages have in quotes,
// behind a word such as `parameter`, or before a value, and at last those whose texts have words of its messages.
import { plain } from '../../inference/names.ts';
import { isObject, lastNameOf, pointerTo, tokensOf, valueAt } from '../../inference/pointers.ts';
import { phraseOf, remembered } from '../../inference/prose/index.ts';
import { jsonOf, textOf } from '../checks/text.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { schemasOf } from '../plan/index.ts';
import { namedPlaces } from './places.ts';
import { toldPlaces } from './told.ts';

/** The most texts of an error body that are read. */
const MOST_TEXTS = 200;

/** Members deeper inside a body are not looked for. */
const MOST_DEPTH = 5;

interface Parts {
  readonly members: readonly string[];
  /** The members of the body, and the parameters. */
  readonly all: readonly string[];
  /** The error body; `undefined` where it cannot be read. */
  readonly body: unknown;
}

function partsOf({ case: { operation, input = {} }, response, reading }: Answered): Parts {
  const declared = schemasOf(operation, '/body').flatMap(({ properties }) => [...(properties?.keys() ?? [])]);
  const members = [...new Set([...placesOf(input.body, '/body', 0), ...declared.map((name) => pointerTo('body', name))])];
  const parameters = ['query', 'header'].flatMap((section) => Object.keys(input[section] ?? {}).map((name) => pointerTo(section, name)));
  return { members, all: [...members, ...parameters], body: reading?.body ?? jsonOf(response) };
}

/** The parts that an error names in a member for that: in entries of a list, in itself, or in the object that it has as `error`. */
function namedIn({ all, body }: Parts): readonly string[] {
  const inner = isObject(body) ? [body.error, body.fault, body.problem] : [];
  const named = [...namedPlaces(body), ...namedPlaces({ errors: [body, ...inner] })];
  return [...new Set(named.flatMap((tokens) => placeOf(all, tokens) ?? []))];
}

/** The parts that an error names in a member for that, and not in its words alone, as JSON pointers into the input. */
export function namedParts(exchange: Exchange): readonly string[] {
  return exchange.response === undefined ? [] : namedIn(partsOf(exchange));
}

/** JSON pointers into the input. */
export function blamedPlaces(exchange: Exchange): readonly string[] {
  return exchange.response === undefined ? [] : blamedIn(exchange, { isTold: true });
}

/** The parts that an error names, in a member for that or in its words. Parts whose texts have words like it are none. */
export function plainlyBlamed(exchange: Exchange): readonly string[] {
  return exchange.response === undefined ? [] : blamedIn(exchange, { isTold: false });
}

function blamedIn(exchange: Answered, { isTold }: { readonly isTold: boolean }): readonly string[] {
  const { case: one, response } = exchange;
  const parts = partsOf(exchange);
  const named = namedIn(parts);
  if (named.length > 0) return named;
  const { all, members, body } = parts;
  // The names of the error body itself stand in quotes too.
  const messages = body === undefined ? textOf(response) : [...textsIn(body, { left: MOST_TEXTS })].join('\n');
  if (messages === '') return [];
  const called = messages.matchAll(/\b(?:parameter|query|header|field|member|property|attribute)\s+[`'"‘’“”]?([\w.[\]/-]{2,60}[\w\]])/gi);
  const quoted = messages.matchAll(/[`'"‘’“”]([\w.[\]/-]{2,60})[`'"‘’“”]/g);
  const inQuotes = [...called, ...quoted].flatMap(
    ([, name = '']) =>
      placeOf(
        all,
        name.split(/[/.[\]]+/).filter((token) => token !== ''),
      ) ?? [],
  );
  if (inQuotes.length > 0) return [...new Set(inQuotes)];
  const valued = all.filter((at) => saidValues(messages, at).length > 0);
  return valued.length > 0 || !isTold ? valued : toldPlaces(one.operation, members, messages);
}

const valueForm = remembered(
  (name: string) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}_])${phraseOf(name)}[\`'"]?\\s*(?:is|was|of|now|must be|has to be|=|:|\\s)*\\s*(?:(\\d+)\\b(?![.,]\\d)|[\`'"]([^\`'"\\s]{1,60})[\`'"])`,
      'giu',
    ),
);

/** The values that a message gives a member: 3 in `The agreement has the version 3`, or in `expected version: 3`. */
export function saidValues(message: string, at: string): readonly (number | string)[] {
  const name = lastNameOf(at);
  if (/^\d*$/.test(name)) return [];
  return [...message.matchAll(valueForm(name))].map(([, number, text = '']) => (number === undefined ? text : Number(number)));
}

/** All texts of an error body. */
function* textsIn(value: unknown, budget: { left: number }): Generator<string> {
  if (budget.left-- <= 0) return;
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value) || isObject(value)) for (const member of Object.values(value)) yield* textsIn(member, budget);
}

/** The place that tokens lead to; else the only one with the last of them as its name. */
function placeOf(all: readonly string[], tokens: readonly string[]): string | undefined {
  if (tokens.length === 0) return undefined;
  const isSame = (at: string): boolean => {
    const [, ...own] = tokensOf(at);
    return own.length === tokens.length && own.every((token, index) => plain(token) === plain(tokens[index] ?? ''));
  };
  const last = all.filter((at) => plain(tokensOf(at).at(-1) ?? '') === plain(tokens.at(-1) ?? ''));
  return all.find(isSame) ?? (last.length === 1 ? last[0] : undefined);
}

/** The places of all values in a body. */
function* placesOf(value: unknown, at: string, depth: number): Generator<string> {
  if (depth > MOST_DEPTH || value instanceof Blob) return;
  const names = Array.isArray(value) ? value.map((_, index) => String(index)) : isObject(value) ? Object.keys(value) : [];
  for (const name of names) {
    const place = at + pointerTo(name);
    yield place;
    yield* placesOf(valueAt(value, pointerTo(name)), place, depth + 1);
  }
}
