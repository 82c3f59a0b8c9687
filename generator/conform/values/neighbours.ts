// The neighbours of a value on a limit: values just inside of it. Where the service takes these and not the limit, its limit is another one.
import { isObject } from '../../inference/pointers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { shorterLike } from '../plan/index.ts';

/** A value one step inside the limit that a keyword sets; `undefined` where there is none. */
export function neighbourOf(keyword: string, value: unknown, schemas: readonly Schema[]): unknown {
  if (typeof value === 'number') return numberInside(keyword, value, schemas);
  if (typeof value === 'string') return keyword === 'pattern' ? shorterByPattern(value, schemas) : textInside(keyword, value);
  if (Array.isArray(value)) return listInside(keyword, value);
  if (isObject(value) && keyword === 'maxProperties') return Object.fromEntries(Object.entries(value).slice(0, -1));
  return undefined;
}

function numberInside(keyword: string, value: number, schemas: readonly Schema[]): number | undefined {
  const step = stepOf(schemas);
  const inside = { minimum: step, exclusiveMinimum: step, maximum: -step, exclusiveMaximum: -step }[keyword];
  // A sum of binary fractions may be next to a step.
  return inside === undefined ? undefined : Number((value + inside).toPrecision(15));
}

function stepOf(schemas: readonly Schema[]): number {
  const step = schemas.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf;
  if (step !== undefined) return step;
  return schemas.some(({ type }) => type?.includes('integer') === true) ? 1 : 0.5;
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
