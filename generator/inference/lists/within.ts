// Reads things whose members stand in an object beside their type and identifier, as JSON:API has them.
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { isObject } from '../pointers.ts';

type Known = ReadonlyMap<string, readonly Schema[]>;
type Members = Readonly<Record<string, unknown>>;

/** Where JSON:API has the values of a resource. */
const ATTRIBUTES = 'attributes';

/** The member that holds what a thing is about; `undefined` where the thing itself does. */
export function withinOf(own: Known): string | undefined {
  return own.has('type') && propertiesOf(own.get(ATTRIBUTES) ?? []).size > 0 ? ATTRIBUTES : undefined;
}

/** The members of a thing, and of what it holds so: those beside it go first. */
export function flattened(own: Known): Known {
  const within = withinOf(own);
  if (within === undefined) return own;
  const { [within]: _, ...others } = Object.fromEntries(own);
  return new Map([...propertiesOf(own.get(within) ?? []), ...Object.entries(others)]);
}

/** A value with the members of what it holds so as its own. */
export function opened(within: string | undefined, value: Members): Members {
  const held = within === undefined ? undefined : value[within];
  if (within === undefined || !isObject(held)) return value;
  const { [within]: _, ...others } = value;
  return { ...held, ...others };
}
