// The Standard Schema form of a validator, which form libraries, routers and the like take (standardschema.dev, version 1).
import { formatIssue } from './format-issue.ts';
import type { Issue, Validator } from './issue.ts';
import { recurse } from './report.ts';

/** A Standard Schema that changes nothing: what goes in comes out. */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'octavo';
    readonly validate: (value: unknown) => StandardResult<T>;
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

export type StandardResult<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

export function standardSchema<T>(validate: Validator<T>): StandardSchema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'octavo',
      validate(value) {
        const issues: Issue[] = [];
        if (recurse(validate, value, issues)) return { value: value as T };
        return { issues: issues.map((issue) => ({ message: formatIssue(issue), path: keysOf(value, issue.path) })) };
      },
    },
  };
}

/** A JSON pointer as keys; indices of arrays are numbers. */
function keysOf(value: unknown, pointer: string): PropertyKey[] {
  let parent: unknown = value;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(parent) ? Number(name) : name;
      const has = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key);
      parent = has ? (parent as Record<PropertyKey, unknown>)[key] : undefined;
      return key;
    });
}
