// Declares what nodes are built with, and the part of a node that some keywords of a schema make.
import type { Schema } from '../../model/schema/schema.ts';
import type { Types } from '../types/type-scope.ts';
import type { CheckScope } from './checks.ts';
import type { Check, Node } from './node.ts';

/** What nodes are built with. */
export interface BuildScope extends Omit<CheckScope, 'node' | 'asked'> {
  readonly types: Types;
  /** A reference to a schema that has a constant of its own. */
  reference(schema: Schema & { readonly name: string }): Node;
  /** The node of a schema whose constant is declared already. */
  declared(schema: Schema): Node | undefined;
  /** The type of a schema as the file names it. */
  typeText(schema: Schema): string;
  /** The check that calls the validator of a named schema. */
  validator(schema: Schema): Check;
}

/** A declaration that is being built. */
export interface Building {
  readonly scope: BuildScope;
  readonly checks: CheckScope;
  /** The node of a schema inside another one. */
  node(schema: Schema): Node;
  /** Builds nodes whose verdict is asked for, where the value need not match. */
  asked<T>(build: () => T): T;
}

/** A part of a schema, and whether the libraries infer the type that `types.ts` has. */
export interface Part {
  readonly node: Node;
  readonly isNative: boolean;
}

/** Names that every object inherits: both libraries read them by `object[name]`. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export const OBJECT_KEYWORDS = [
  ...(['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'] as const),
  'dependentRequired',
] as const;
export const OTHER_KEYWORDS = [
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'] as const),
] as const;
