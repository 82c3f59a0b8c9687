// Transforms of names: properties that are called otherwise in code than on the wire. A schema of several parts has one for all of them, which comes
// last when a value is received and first when it is sent, so that all other transforms see the names of the wire.
import type { Issue } from '../contract/issue.ts';
import { setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { prefix, report } from './report.ts';
import { applyTransform, type Direction, type LazyTransform, type Transform } from './transform.ts';
import { isObject, type ObjectValue } from './values.ts';

/** The names of a value's members, and the transforms of names in its members and items; all by names on the wire. */
export interface MemberNames {
  /** The names in code of the properties that have another one on the wire. */
  readonly names?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, LazyTransform>>;
  /** Applies to members that are neither in `names`, `properties` nor `known`. */
  readonly others?: LazyTransform;
  /** Declared names that keep their name and whose values have no transform. */
  readonly known?: readonly string[];
  /** The items of an array; `first` has the first ones, one each. */
  readonly items?: LazyTransform;
  readonly first?: readonly (LazyTransform | undefined)[];
}

/**
 * Renames the members of an object and what is in them. A member that the schema does not declare, under the name that a declared one has on the
 * other side, is an issue: it would take the other's place.
 */
/* @__NO_SIDE_EFFECTS__ */
export function namesTransform({ names = {}, properties = {}, others, known = [], items, first = [] }: MemberNames): Transform {
  const code = new Map(Object.entries(names));
  const wire = new Map([...code].map(([name, other]) => [other, name]));
  const parts = new Map(Object.entries(properties));
  const declared = new Set([...known, ...code.keys(), ...parts.keys()]);
  const partOf = (name: string): LazyTransform | undefined => parts.get(name) ?? (declared.has(name) ? undefined : others);

  const renamed = (value: ObjectValue, direction: Direction, issues: Issue[]): ObjectValue => {
    const [to, from] = direction === 'receive' ? [code, wire] : [wire, code];
    const made: ObjectValue = {};
    let isChanged = false;
    for (const [key, member] of Object.entries(value)) {
      const name = to.get(key) ?? key;
      if (name === key && member !== undefined && from.has(key))
        report(issues, `/${pointerToken(key)}`, 'additionalProperties', false, member);
      const wireName = direction === 'receive' ? key : name;
      const inside = applied(partOf(wireName), wireName, member, direction, issues);
      isChanged ||= name !== key || inside !== member;
      setOwn(made, name, inside);
    }
    return isChanged ? made : value;
  };
  const inItems = (values: readonly unknown[], direction: Direction, issues: Issue[]): readonly unknown[] => {
    const made = values.map((item, index) => applied(index < first.length ? first[index] : items, String(index), item, direction, issues));
    return made.some((item, index) => item !== values[index]) ? made : values;
  };
  return {
    convert(value, direction, issues) {
      if (Array.isArray(value)) return inItems(value, direction, issues);
      return isObject(value) ? renamed(value, direction, issues) : value;
    },
  };
}

function applied(part: LazyTransform | undefined, token: string, value: unknown, direction: Direction, issues: Issue[]): unknown {
  if (part === undefined || value === undefined) return value;
  const before = issues.length;
  const made = applyTransform(part, value, direction, issues);
  if (issues.length > before) prefix(issues, before, `/${pointerToken(token)}`);
  return made;
}

/** A transform that sees the names of the wire, and one of names around it. */
/* @__NO_SIDE_EFFECTS__ */
export function withNames(inner: LazyTransform, names: LazyTransform): Transform {
  return {
    convert(value, direction, issues) {
      const [first, second] = direction === 'receive' ? [inner, names] : [names, inner];
      return applyTransform(second, applyTransform(first, value, direction, issues), direction, issues);
    },
  };
}
