// Reads a refusal that lists what the service takes: where it lists every value of an enumeration but the one that was sent, the service does not
// know that one.

import { isObject, valueAt } from '../../inference/pointers.ts';
import { escaped, hasWord } from '../../inference/prose/index.ts';
import { jsonOf, textOf } from '../checks/text.ts';
import type { Answered } from '../contract/exchange.ts';
import { schemasOf } from '../plan/index.ts';

/** Words before a list of the values that are taken. */
const LISTING =
  /\b(?:one of|either|allowed|permitted|accepted|supported|valid|expected|possible|known|choose|should be|must be|options?)\b/i;

/** The most texts of an error that are read, and how deep in it they may stand. */
const MOST_TEXTS = 100;
const MOST_DEPTH = 6;

/** Whether the refusal of a listed value lists all other values of its enumeration, and not this one. */
export function isUnknownValue(refused: Answered): boolean {
  const { at, input, operation } = refused.case;
  if (at === undefined) return false;
  const value = valueAt(input, at);
  const others = schemasOf(operation, at)
    .flatMap((schema) => schema.enum ?? [])
    .filter((other): other is string => typeof other === 'string' && other !== value);
  if (typeof value !== 'string' || others.length < 2) return false;
  return textsOf(refused).some((text) => LISTING.test(text) && others.every((other) => hasWord(text, other)) && !isAmong(text, value));
}

/** Whether a value stands in a text otherwise than as the one that was sent: `"gold" is not one of …`, `…, but got gold`. */
function isAmong(text: string, value: string): boolean {
  const quoted = `["'\u2018\u201c\`]?${escaped(value)}["'\u2019\u201d\`]?`;
  const sent = new RegExp(
    `${quoted}(?=\\s*(?:is not|isn't|is no|is un|is invalid|not in))|(?:got|received|found|was|is|invalid \\w+|unknown \\w+|:)\\s*:?\\s*${quoted}\\s*$`,
    'gi',
  );
  return hasWord(text.replace(sent, ''), value);
}

/** The texts of an error: those in its JSON, or all of it. */
function textsOf({ response }: Answered): readonly string[] {
  const body = jsonOf(response);
  const texts: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > MOST_DEPTH || texts.length >= MOST_TEXTS) return;
    if (typeof value === 'string') texts.push(value);
    // A list of the values themselves is read as one text.
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) texts.push(`one of ${value.join(', ')}`);
    else if (Array.isArray(value)) for (const one of value) visit(one, depth + 1);
    else if (isObject(value)) for (const one of Object.values(value)) visit(one, depth + 1);
  };
  if (body === undefined) return [textOf(response)];
  visit(body, 0);
  return texts;
}
