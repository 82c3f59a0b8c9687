// Transforms between what stands on the wire and what users hold (64-bit integers as `bigint` or text, times as `Date`): generated code puts them together, one per schema that needs it.

import { eventStreamState, keepState } from '../contract/event-state.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { ValidationError } from './check.ts';
import { prefix, report } from './report.ts';
import { isObject, type ObjectValue } from './values.ts';

/** From the wire to what users hold, or back. */
export type Way = 'receive' | 'send';

/** Changes the places of a value that it knows, in a copy, and lets all else be: validators judge values, on the wire. */
export interface Transform {
  /** Pushes an issue for a value that has no form on the other side. What has been transformed already stays as it is. */
  readonly convert: (value: unknown, way: Way, issues: Issue[]) => unknown;
}

/** A transform, or where it is found when it is needed: schemas may contain themselves. */
export type Part = Transform | (() => Transform);

export function applyPart(part: Part, value: unknown, way: Way, issues: Issue[]): unknown {
  return (typeof part === 'function' ? part() : part).convert(value, way, issues);
}

/** A member of an object or array: its issues get its name in front. */
function applyMember(part: Part, token: string, value: unknown, way: Way, issues: Issue[]): unknown {
  const before = issues.length;
  const made = applyPart(part, value, way, issues);
  if (issues.length > before) prefix(issues, before, `/${token}`);
  return made;
}

export interface ObjectParts {
  readonly properties?: Readonly<Record<string, Part>>;
  /** `patternProperties`. */
  readonly patterns?: readonly (readonly [RegExp, Part])[];
  /** `additionalProperties`: of the names in neither `known` nor the patterns. */
  readonly rest?: Part;
  /** Names that `rest` is not for, beside those of `properties`. */
  readonly known?: readonly string[];
}

/** Of objects: the properties that need it. */
/* @__NO_SIDE_EFFECTS__ */
export function objectTransform({ properties = {}, patterns = [], rest, known = [] }: ObjectParts): Transform {
  const named = Object.entries(properties);
  const others = new Set([...known, ...Object.keys(properties)]);
  return {
    convert(value, way, issues) {
      if (!isObject(value)) return value;
      let copy: ObjectValue | undefined;
      const change = (name: string, part: Part): void => {
        const member = getOwn(copy ?? value, name);
        if (member === undefined) return;
        const made = applyMember(part, pointerToken(name), member, way, issues);
        if (made === member) return;
        copy ??= { ...value };
        setOwn(copy, name, made);
      };
      for (const [name, part] of named) change(name, part);
      if (rest === undefined && patterns.length === 0) return copy ?? value;
      for (const name of Object.keys(value)) {
        const matching = patterns.filter(([pattern]) => pattern.test(name));
        for (const [, part] of matching) change(name, part);
        if (rest !== undefined && matching.length === 0 && !others.has(name)) change(name, rest);
      }
      return copy ?? value;
    },
  };
}

/** Of arrays: the items at the front that have a schema each, and the others. */
/* @__NO_SIDE_EFFECTS__ */
export function arrayTransform(items: Part | undefined, first: readonly (Part | undefined)[] = []): Transform {
  return {
    convert(value, way, issues) {
      if (!Array.isArray(value)) return value;
      const made: unknown[] = [];
      for (const [index, item] of value.entries()) {
        const part = index < first.length ? first[index] : items;
        made.push(part === undefined ? item : applyMember(part, String(index), item, way, issues));
      }
      return made;
    },
  };
}

/** All of these, one after the other: `allOf`, and branches of which at most one touches a value. */
/* @__NO_SIDE_EFFECTS__ */
export function allTransform(...parts: readonly Part[]): Transform {
  return { convert: (value, way, issues) => parts.reduce((made: unknown, part) => applyPart(part, made, way, issues), value) };
}

/** The branch that a property names. A value that is not listed needs nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function taggedTransform(property: string, branches: Readonly<Record<string, Part>>): Transform {
  return {
    convert(value, way, issues) {
      const tag = getOwn(value, property);
      const part = typeof tag === 'string' && Object.hasOwn(branches, tag) ? branches[tag] : undefined;
      return part === undefined ? value : applyPart(part, value, way, issues);
    },
  };
}

/** The first branch whose validator takes the value, as it is on the wire; a branch without a part needs nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function unionTransform(...branches: readonly (readonly [Validator, Part?])[]): Transform {
  return {
    convert(value, way, issues) {
      for (const [validate, part] of branches) {
        const own: Issue[] = [];
        if (way === 'receive') {
          if (validate(value, [])) return part === undefined ? value : applyPart(part, value, way, issues);
          continue;
        }
        const made = part === undefined ? value : applyPart(part, value, way, own);
        if (own.length === 0 && validate(made, [])) return made;
      }
      report(issues, '', 'anyOf', ['one of its alternatives'], value);
      return value;
    },
  };
}

/**
 * A stream whose items are transformed when their turn comes; iterating throws for one that has no form on the other side. A list stays one:
 * it is sent as one body.
 */
/* @__NO_SIDE_EFFECTS__ */
export function streamTransform(item: Part): Transform {
  const list = arrayTransform(item);
  return {
    convert(value, way, issues) {
      if (Array.isArray(value)) return list.convert(value, way, issues);
      if (typeof value !== 'object' || value === null) return value;
      if (Symbol.asyncIterator in value) return transformedItems(value as AsyncIterable<unknown>, item, way);
      return Symbol.iterator in value ? transformedItems(iterated(value as Iterable<unknown>), item, way) : value;
    },
  };
}

async function* iterated(source: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* source;
}

function transformedItems(source: AsyncIterable<unknown>, item: Part, way: Way): AsyncIterableIterator<unknown> {
  let started: AsyncIterator<unknown> | undefined;
  const iterator = (): AsyncIterator<unknown> => {
    started ??= source[Symbol.asyncIterator]();
    return started;
  };
  const items: AsyncIterableIterator<unknown> = {
    [Symbol.asyncIterator]: () => items,
    async next() {
      const step = await iterator().next();
      if (step.done === true) return step;
      const issues: Issue[] = [];
      const value = applyPart(item, step.value, way, issues);
      if (issues.length === 0) return { done: false, value };
      await iterator().return?.();
      throw new ValidationError(issues);
    },
    // Handed on at once: a generator here would wait for the next item first.
    async return() {
      await iterator().return?.();
      return { done: true, value: undefined };
    },
  };
  keepState(items, eventStreamState(source));
  return items;
}

/** Of an input whose body may be a stream: by its media type, `first` where it does not name one. */
/* @__NO_SIDE_EFFECTS__ */
export function bodyTransform(first: string, parts: Readonly<Record<string, Part>>): Transform {
  return {
    convert(value, way, issues) {
      const contentType = getOwn(value, 'contentType') ?? first;
      const part = typeof contentType === 'string' && Object.hasOwn(parts, contentType) ? parts[contentType] : undefined;
      return part === undefined ? value : objectTransform({ properties: { body: part } }).convert(value, way, issues);
    },
  };
}

const INT64 = { name: 'int64', lowest: -(2n ** 63n), highest: 2n ** 63n - 1n } as const;
const UINT64 = { name: 'uint64', lowest: 0n, highest: 2n ** 64n - 1n } as const;
type Range = typeof INT64 | typeof UINT64;

/** The integer of a value in the range; `undefined` for any other value. */
function integerOf(value: unknown, { lowest, highest }: Range): bigint | undefined {
  let integer: bigint | undefined;
  if (typeof value === 'bigint') integer = value;
  else if (Number.isSafeInteger(value)) integer = BigInt(value as number);
  else if (typeof value === 'string' && INTEGER.test(value)) integer = BigInt(value);
  return integer !== undefined && integer >= lowest && integer <= highest ? integer : undefined;
}

const INTEGER = /^(?:0|-?[1-9][0-9]{0,19})$/;

/** On the wire: a number where a double holds it, otherwise a `bigint`. */
function wireInteger(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** Values of other kinds are let be: the schema may allow them too. */
function integerTransform(range: Range, form: 'bigint' | 'string'): Transform {
  return {
    convert(value, way, issues) {
      const numeric = typeof value === 'number' || typeof value === 'bigint';
      if (!numeric && (form === 'bigint' || typeof value !== 'string')) return value;
      const integer = integerOf(value, range);
      if (integer === undefined) {
        report(issues, '', 'format', range.name, value);
        return value;
      }
      if (way === 'send') return wireInteger(integer);
      return form === 'bigint' ? integer : String(integer);
    },
  };
}

export const int64AsBigint: Transform = /* @__PURE__ */ integerTransform(INT64, 'bigint');
export const uint64AsBigint: Transform = /* @__PURE__ */ integerTransform(UINT64, 'bigint');
export const int64AsString: Transform = /* @__PURE__ */ integerTransform(INT64, 'string');
export const uint64AsString: Transform = /* @__PURE__ */ integerTransform(UINT64, 'string');

/** `date-time` as `Date`: the instant, to the millisecond. Leap seconds, which `Date` does not have, are refused. */
export const dateTimeAsDate: Transform = {
  convert(value, way, issues) {
    if (way === 'receive') {
      if (typeof value !== 'string') return value;
      const date = new Date(value.toUpperCase());
      if (!Number.isNaN(date.getTime())) return date;
    } else {
      if (!(value instanceof Date)) return value;
      const text = Number.isNaN(value.getTime()) ? '' : value.toISOString();
      // RFC 3339 has four digits for the year.
      if (/^[0-9]/.test(text)) return text;
    }
    report(issues, '', 'format', 'date-time', value);
    return value;
  },
};
