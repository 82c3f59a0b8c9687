// The keywords that check a text or a number on their own: the type of each keyword's value, and its check.
import { codePoints, isMultipleOf } from '../validate/values.ts';

const patterns = new Map<string, RegExp>();

/** In Unicode mode (Core section 6.4), or without it for patterns that only parse without. */
export function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    try {
      pattern = new RegExp(source, 'u');
    } catch {
      pattern = new RegExp(source);
    }
    patterns.set(source, pattern);
  }
  return pattern;
}

const texts = {
  minLength: (text: string, least: number) => codePoints(text) >= least,
  maxLength: (text: string, most: number) => codePoints(text) <= most,
  pattern: (text: string, source: string) => patternOf(source).test(text),
};

const numbers = {
  minimum: (value: number | bigint, least: number) => value >= least,
  maximum: (value: number | bigint, most: number) => value <= most,
  exclusiveMinimum: (value: number | bigint, bound: number) => value > bound,
  exclusiveMaximum: (value: number | bigint, bound: number) => value < bound,
  multipleOf: (value: number | bigint, step: number) => isMultipleOf(value, step),
};

type Limits<T extends Readonly<Record<string, (value: never, limit: never) => boolean>>> = {
  readonly [K in keyof T]?: Parameters<T[K]>[1];
};

export type TextKeywords = Limits<typeof texts>;
export type NumberKeywords = Limits<typeof numbers>;

export const textKeywords = Object.keys(texts) as (keyof TextKeywords)[];
export const numberKeywords = Object.keys(numbers) as (keyof NumberKeywords)[];

/** Whether a text passes all of a schema's keywords for texts, but `format`. */
export function isText(schema: TextKeywords, text: string): boolean {
  return textKeywords.every((keyword) => passes(texts[keyword], text, schema[keyword]));
}

/** Whether a number passes all of a schema's keywords for numbers, but `format`. */
export function isNumber(schema: NumberKeywords, value: number | bigint): boolean {
  return numberKeywords.every((keyword) => passes(numbers[keyword], value, schema[keyword]));
}

function passes<V>(check: (value: V, limit: never) => boolean, value: V, limit: unknown): boolean {
  return limit === undefined || check(value, limit as never);
}
