// Checks of the values of a body. A check gives the value with the defaults of what was left out.
import { isDeepStrictEqual } from 'node:util';
import { isUuid } from './formats.ts';

export interface Problem {
  /** The place in the body, as a JSON Pointer. */
  readonly pointer: string;
  readonly detail: string;
}

export type Check = (value: unknown, at: string, problems: Problem[]) => unknown;

const charactersOf = (text: string): number => Array.from(text).length;

interface Text {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly format?: (text: string) => boolean;
  readonly lengthOf?: (text: string) => number;
}

export const text =
  ({ min = 0, max = Number.POSITIVE_INFINITY, pattern, format, lengthOf = charactersOf }: Text): Check =>
  (value, pointer, problems) => {
    const fail = (detail: string): number => problems.push({ pointer, detail });
    if (typeof value !== 'string') fail('This must be a text.');
    else if (lengthOf(value) < min || lengthOf(value) > max) fail(`This must have ${min} to ${max} characters.`);
    else if (pattern?.test(value) === false || format?.(value) === false) fail('This text is not written as it must be.');
    return value;
  };

interface Range {
  readonly min?: number;
  readonly max: number;
  readonly above?: number;
  /** Whether a number is one of the steps that are allowed. */
  readonly fits?: (value: number) => boolean;
}

export const number =
  ({ min = Number.NEGATIVE_INFINITY, max, above = Number.NEGATIVE_INFINITY, fits = () => true }: Range): Check =>
  (value, pointer, problems) => {
    const isFine = typeof value === 'number' && value >= min && value <= max && value > above && fits(value);
    if (!isFine) problems.push({ pointer, detail: `This must be a number up to ${max} as the document describes it.` });
    return value;
  };

export const integer = (min: number, max: number): Check => number({ min, max, fits: Number.isInteger });

/** Whether a number has at most so many decimals. */
export const decimals =
  (count: number) =>
  (value: number): boolean =>
    Number(value.toFixed(count)) === value;

export const oneOf =
  (values: readonly unknown[]): Check =>
  (value, pointer, problems) => {
    if (!values.includes(value)) problems.push({ pointer, detail: `This must be one of: ${values.join(', ')}.` });
    return value;
  };

export const flag: Check = oneOf([true, false]);

export const orNull =
  (check: Check): Check =>
  (value, at, problems) =>
    value === null ? null : check(value, at, problems);

interface Size {
  readonly min?: number;
  readonly max?: number;
}

/** A list without repetitions. */
export const list =
  (check: Check, { min = 0, max = Number.POSITIVE_INFINITY }: Size): Check =>
  (value, pointer, problems) => {
    const fail = (detail: string): number => problems.push({ pointer, detail });
    if (!Array.isArray(value)) {
      fail('This must be a list.');
      return value;
    }
    if (value.length < min || value.length > max) fail(`This must have ${min} to ${max} entries.`);
    const items = (value as unknown[]).slice(0, 1000).map((item, index) => check(item, `${pointer}/${index}`, problems));
    if (items.some((item, index) => items.slice(0, index).some((before) => isDeepStrictEqual(item, before))))
      fail('This has an entry twice.');
    return items;
  };

export interface Member {
  readonly check: Check;
  readonly isOptional?: boolean;
  /** What an optional member is if it is left out. Without it, the member stays away. */
  readonly preset?: unknown;
}

interface Shape {
  readonly least?: number;
  /** Whether unknown members are dropped instead of refused. */
  readonly isOpen?: boolean;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export const object =
  (members: Readonly<Record<string, Member | Check>>, { least = 0, isOpen = false }: Shape = {}): Check =>
  (value, pointer, problems) => {
    const fail = (detail: string, at = pointer): number => problems.push({ pointer: at, detail });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      fail('This must be an object.');
      return value;
    }
    const given = new Map<string, unknown>(Object.entries(value));
    if (given.size < least) fail('This must have a member.');
    for (const name of given.keys())
      if (!isOpen && !Object.hasOwn(members, name)) fail('There is no such member.', `${pointer}/${escaped(name)}`);
    const result: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(members)) {
      const { check, isOptional = false, preset }: Member = typeof member === 'function' ? { check: member } : member;
      if (given.has(name)) result[name] = check(given.get(name), `${pointer}/${name}`, problems);
      else if (!isOptional) fail(`The member ${name} is missing.`);
      else if (preset !== undefined) result[name] = preset;
    }
    return result;
  };

/** A member that may be left out, and what it is then. */
export const optional = (check: Check, preset?: unknown): Member => ({ check, isOptional: true, preset });

/** An id, in lower case. */
export const uuid: Check = (value, at, problems) => {
  text({ format: isUuid })(value, at, problems);
  return typeof value === 'string' ? value.toLowerCase() : value;
};
