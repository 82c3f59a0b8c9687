// Transforms between the values on the wire and those that users hold (64-bit integers as `bigint` or text, times as `Date`). Generated code combines
// them, one per schema that needs one.

import type { Issue, Validator } from '../contract/issue.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { prefix, report } from './report.ts';
import { isObject, type ObjectValue } from './values.ts';

/** From the wire to the user, or from the user to the wire. */
export type Direction = 'receive' | 'send';

/** Converts the parts of a value that it knows, in a copy, and leaves the rest: validators check values, as they are on the wire. */
export interface Transform {
  /** Pushes an issue for a value that cannot be converted. A value that is converted already stays unchanged. */
  readonly convert: (value: unknown, direction: Direction, issues: Issue[]) => unknown;
}

/** A transform, or a function that returns it: schemas may contain themselves. */
export type LazyTransform = Transform | (() => Transform);

export function applyTransform(part: LazyTransform, value: unknown, direction: Direction, issues: Issue[]): unknown {
  return (typeof part === 'function' ? part() : part).convert(value, direction, issues);
}

/** A member of an object or array: its name is put before the paths of its issues. */
function applyMember(part: LazyTransform, token: string, value: unknown, direction: Direction, issues: Issue[]): unknown {
  const before = issues.length;
  const made = applyTransform(part, value, direction, issues);
  if (issues.length > before) prefix(issues, before, `/${token}`);
  return made;
}

/** The transforms of an object's properties. */
export interface ObjectTransforms {
  readonly properties?: Readonly<Record<string, LazyTransform>>;
  /** `patternProperties`. */
  readonly patterns?: readonly (readonly [Pick<RegExp, 'test'>, LazyTransform])[];
  /** `additionalProperties`: applies to names that are neither in `properties` and `known` nor match a pattern. */
  readonly rest?: LazyTransform;
  /** Declared names without a transform. */
  readonly known?: readonly string[];
}

/** Converts the properties of an object. */
/* @__NO_SIDE_EFFECTS__ */
export function objectTransform({ properties = {}, patterns = [], rest, known = [] }: ObjectTransforms): Transform {
  const named = Object.entries(properties);
  const others = new Set([...known, ...Object.keys(properties)]);
  return {
    convert(value, direction, issues) {
      if (!isObject(value)) return value;
      let copy: ObjectValue | undefined;
      const change = (name: string, part: LazyTransform): void => {
        const member = getOwn(copy ?? value, name);
        if (member === undefined) return;
        const made = applyMember(part, pointerToken(name), member, direction, issues);
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

/** Converts the items of an array: `first` those of `prefixItems`, `items` the others. */
/* @__NO_SIDE_EFFECTS__ */
export function arrayTransform(items: LazyTransform | undefined, first: readonly (LazyTransform | undefined)[] = []): Transform {
  return {
    convert(value, direction, issues) {
      if (!Array.isArray(value)) return value;
      const made: unknown[] = [];
      for (const [index, item] of value.entries()) {
        const part = index < first.length ? first[index] : items;
        made.push(part === undefined ? item : applyMember(part, String(index), item, direction, issues));
      }
      return made;
    },
  };
}

/** Applies all transforms, one after the other: those of `allOf`, and of branches of which at most one changes a value. */
/* @__NO_SIDE_EFFECTS__ */
export function allTransform(...parts: readonly LazyTransform[]): Transform {
  return {
    convert: (value, direction, issues) => parts.reduce((made: unknown, part) => applyTransform(part, made, direction, issues), value),
  };
}

/** Applies the branch that the value of a property names. Values that are not listed stay unchanged. */
/* @__NO_SIDE_EFFECTS__ */
export function taggedTransform(property: string, branches: Readonly<Record<string, LazyTransform>>): Transform {
  return {
    convert(value, direction, issues) {
      const tag = getOwn(value, property);
      const part = typeof tag === 'string' && Object.hasOwn(branches, tag) ? branches[tag] : undefined;
      return part === undefined ? value : applyTransform(part, value, direction, issues);
    },
  };
}

/** Applies the first branch whose validator accepts the value as it is on the wire. A branch without a transform changes nothing. */
/* @__NO_SIDE_EFFECTS__ */
export function unionTransform(...branches: readonly (readonly [Validator, LazyTransform?])[]): Transform {
  return {
    convert(value, direction, issues) {
      for (const [validate, part] of branches) {
        const own: Issue[] = [];
        if (direction === 'receive') {
          if (validate(value, [])) return part === undefined ? value : applyTransform(part, value, direction, issues);
          continue;
        }
        const made = part === undefined ? value : applyTransform(part, value, direction, own);
        if (own.length === 0 && validate(made, [])) return made;
      }
      report(issues, '', 'anyOf', ['one of its alternatives'], value);
      return value;
    },
  };
}

/** Converts the body of an input by its media type; `first` is the default. */
/* @__NO_SIDE_EFFECTS__ */
export function bodyTransform(first: string, parts: Readonly<Record<string, LazyTransform>>): Transform {
  return {
    convert(value, direction, issues) {
      const contentType = getOwn(value, 'contentType') ?? first;
      const part = typeof contentType === 'string' && Object.hasOwn(parts, contentType) ? parts[contentType] : undefined;
      return part === undefined ? value : objectTransform({ properties: { body: part } }).convert(value, direction, issues);
    },
  };
}
