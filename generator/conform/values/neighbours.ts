// The neighbours of a value on a limit: values just inside of it. Where the service takes these and not the limit, its limit is another one.
import { isObject } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { shorterLike } from '../plan/index.ts';

/** Values inside the limit that a keyword sets, the nearest one first. */
export function neighboursOf(keyword: string, value: unknown, schemas: readonly Schema[]): readonly unknown[] {
  if (typeof value === 'number') return numbersInside(keyword, value, schemas);
  const neighbour = neighbourOf(keyword, value, schemas);
  return neighbour === undefined ? [] : [neighbour];
}

function neighbourOf(keyword: string, value: unknown, schemas: readonly Schema[]): unknown {
  if (typeof value === 'string') return keyword === 'pattern' ? shorterByPattern(value, schemas) : textInside(keyword, value);
  if (Array.isArray(value)) return listInside(keyword, value);
  if (isObject(value) && keyword === 'maxProperties') return Object.fromEntries(Object.entries(value).slice(0, -1));
  return undefined;
}

function numbersInside(keyword: string, value: number, schemas: readonly Schema[]): readonly number[] {
  const sign = { minimum: 1, exclusiveMinimum: 1, maximum: -1, exclusiveMaximum: -1 }[keyword];
  // A sum of binary fractions may be next to a step.
  return sign === undefined ? [] : stepsOf(schemas).map((step) => Number((value + sign * step).toPrecision(15)));
}

/** A service that takes fractions may still be wrong by a whole number. */
function stepsOf(schemas: readonly Schema[]): readonly number[] {
  const step = schemas.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf;
  if (step !== undefined) return [step];
  return schemas.some(({ type }) => type?.includes('integer') === true) ? [1] : [0.5, 1];
}

function shorterByPattern(value: string, schemas: readonly Schema[]): string | undefined {
  const pattern = schemas.find((one) => one.pattern !== undefined)?.pattern;
  return pattern === undefined ? undefined : shorterLike(value, pattern);
}

function textInside(keyword: string, value: string): string | undefined {
  const characters = [...value];
  if (keyword === 'maxLength' && characters.length > 1) return characters.slice(0, -1).join('');
  if (keyword === 'minLength' && characters.length > 0) return value + characters.at(-1);
  return undefined;
}

function listInside(keyword: string, value: readonly unknown[]): readonly unknown[] | undefined {
  // The first and the last item may have something that all the others lack.
  if (keyword === 'maxItems' && value.length > 1) return value.toSpliced(-2, 1);
  if (keyword === 'minItems' && value.length > 0) return [...value, value.at(-1)];
  return undefined;
}

/** Whether another number of an input lies between a number and its neighbour: a rule may compare the two. */
export function hasNumberBetween(input: unknown, at: string, one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return false;
  const [least, most] = [Math.min(one, other), Math.max(one, other)];
  const isBetween = (value: unknown, here: string): boolean => {
    if (typeof value === 'number') return here !== at && value >= least && value <= most;
    if (Array.isArray(value)) return value.some((item, index) => isBetween(item, `${here}/${index}`));
    return isObject(value) && Object.entries(value).some(([name, member]) => isBetween(member, `${here}/${name}`));
  };
  return isBetween(input, '');
}
