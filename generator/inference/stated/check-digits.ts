// Reads where the last digit of a value checks the others, and by which rule: `The last digit of an ISBN is a check digit. Multiply the digits by 1
// and 3 in turn; the sum must be divisible by 10.`
import { possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { lastNameOf } from '../pointers.ts';
import { sentencesIn, wordsOf } from '../prose/index.ts';
import { placesOf } from '../references/named.ts';

export interface CheckDigit extends Digits {
  /** JSON pointer into the input. */
  readonly at: string;
  /** The sentence that speaks of the check digit. */
  readonly text: string;
}

interface Digits {
  /** The factors of the digits in turn. */
  readonly weights: readonly number[];
  readonly modulus: number;
  /** Whether the last digit has the first factor. */
  readonly isFromEnd: boolean;
  /** Whether products of two digits count as the sum of these. */
  readonly isByDigits: boolean;
}

const SPOKEN = /\bcheck(?:sum)?[- ]?digits?\b|\bcheck ?sums?\b|\bluhn\b/i;
const LUHN = /\bluhn\b/i;

/** `by 1 and 3 in turn`, `alternately by 3 and 1`, `with the weights 8, 7, 6, 5, 4, 3, 2 and 1`. */
const WEIGHTS = /\b(?:by|weights?|factors?)(?:\s+of)?:?\s+(\d{1,2}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)\d{1,2})+)/i;
const MODULUS = /\b(?:divisible\s+by|multiple\s+of|modul(?:o|us)|mod)\s+(\d{1,2})\b/i;
const FROM_END = /\bfrom\s+(?:the\s+)?(?:right|end|last)\b|\bbackwards?\b/i;

/** Numbers on goods and books are checked so where a text has no rule of its own. */
const OF_GOODS = /\b(?:isbn-?13|ean|gtin|upc|gln|sscc)\b/i;

const known = new WeakMap<Operation, readonly CheckDigit[]>();

/** The parts of a request whose last digit follows from the others, by the texts of the operation or of the part. */
export function checkDigitsOf(operation: Operation): readonly CheckDigit[] {
  const found = known.get(operation) ?? read(operation);
  known.set(operation, found);
  return found;
}

function read(operation: Operation): readonly CheckDigit[] {
  const { description = '' } = operation;
  const texts = new Map(operation.parameters.map((one) => [one.name, one.description ?? '']));
  return [...placesOf(operation)].flatMap(({ name, to, schemas }): readonly CheckDigit[] => {
    const own = [...possibleConjuncts(schemas).map((one) => one.description ?? ''), texts.get(name) ?? ''].join(' ');
    const said = sentencesIn(own).find((one) => SPOKEN.test(one));
    const text = said ?? sentencesIn(description).find((one) => SPOKEN.test(one) && namesPart(one, to));
    const rule =
      text !== undefined && endsWithDigit(schemas) ? ruleIn(said === undefined ? description : `${own} ${description}`) : undefined;
    return text === undefined || rule === undefined ? [] : [{ at: to, text, ...rule }];
  });
}

/** Whether a sentence has all words of the name of a part. */
function namesPart(text: string, to: string): boolean {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const names = wordsOf(lastNameOf(to));
  return names.length > 0 && names.every((word) => words.has(word));
}

function endsWithDigit(schemas: readonly Schema[]): boolean {
  const patterns = possibleConjuncts(schemas).flatMap(({ pattern }) => pattern ?? []);
  return patterns.length > 0 && patterns.every((one) => /(?:\[0-9\]|\\d)(?:\{\d+(?:,\d*)?\}|[+*])?\)?\$$/.test(one));
}

function ruleIn(text: string): Digits | undefined {
  if (LUHN.test(text)) return { weights: [1, 2], modulus: 10, isFromEnd: true, isByDigits: true };
  const weights = [...(WEIGHTS.exec(text)?.[1] ?? '').matchAll(/\d+/g)].map(([number]) => Number(number));
  const modulus = Number(MODULUS.exec(text)?.[1] ?? '0');
  const isFromEnd = FROM_END.test(text);
  if (weights.length > 1 && modulus > 1) return { weights, modulus, isFromEnd, isByDigits: false };
  return weights.length === 0 && OF_GOODS.test(text) ? { weights: [1, 3], modulus: 10, isFromEnd: true, isByDigits: false } : undefined;
}

/** The value with the last digit that its other digits ask for; the value itself where no digit fits. */
export function withCheckDigit(value: string, rule: Digits): string {
  if (!/\d$/.test(value) || isChecked(value, rule)) return value;
  const start = value.slice(0, -1);
  const digit = [...'0123456789'].find((one) => isChecked(start + one, rule));
  return digit === undefined ? value : start + digit;
}

/** The value with its last digit wrong by one; `undefined` where it is not right by the rule, which may then have been read wrongly. */
export function withWrongDigit(value: string, rule: Digits): string | undefined {
  if (!/\d$/.test(value) || !isChecked(value, rule)) return undefined;
  const wrong = value.slice(0, -1) + String((Number(value.at(-1)) + 1) % 10);
  return isChecked(wrong, rule) ? undefined : wrong;
}

function isChecked(value: string, { weights, modulus, isFromEnd, isByDigits }: Digits): boolean {
  const digits = [...value].filter((one) => /\d/.test(one)).map(Number);
  const inTurn = isFromEnd ? digits.toReversed() : digits;
  const products = inTurn.map((digit, index) => digit * (weights[index % weights.length] ?? 1));
  const sum = products.reduce((whole, one) => whole + (isByDigits && one > 9 ? one - 9 : one), 0);
  return sum % modulus === 0;
}
