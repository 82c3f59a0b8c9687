// Wraps a validator as a Standard Schema (standardschema.dev, version 1), which form libraries and routers accept.

import { formatIssue } from '../contract/format-issue.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import { tokenName } from '../contract/pointer.ts';
import { recurse } from './report.ts';
import type { Transform } from './transform.ts';

/** A Standard Schema. Its output is the input, converted where the schema has a transform. */
export interface StandardSchema<Input, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'octavo';
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type StandardResult<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

export function standardSchema<T>(validate: Validator<T>): StandardSchema<T>;
export function standardSchema<T>(validate: Validator, transform: Transform): StandardSchema<unknown, T>;
export function standardSchema(validate: Validator, transform?: Transform): StandardSchema<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'octavo',
      validate(value) {
        const issues: Issue[] = [];
        const held = recurse(validate, value, issues) && transform !== undefined ? transform.convert(value, 'receive', issues) : value;
        if (issues.length === 0) return { value: held };
        return { issues: issues.map((issue) => ({ message: formatIssue(issue), path: keysOf(value, issue.path) })) };
      },
    },
  };
}

/** The keys of a JSON pointer; indices of arrays are numbers. */
function keysOf(value: unknown, pointer: string): PropertyKey[] {
  let parent: unknown = value;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = tokenName(token);
      const key = Array.isArray(parent) ? Number(name) : name;
      const has = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key);
      parent = has ? (parent as Record<PropertyKey, unknown>)[key] : undefined;
      return key;
    });
}
