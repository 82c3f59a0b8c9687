// Declares a schema as Zod and Valibot write it: a form that both have a word for, and checks that the runtime makes.
import type { JsonValue } from '../../model/schema/schema.ts';

/** An argument of a check: code, a schema, or lists and objects of them. */
export type Argument =
  | { readonly code: string }
  | { readonly node: Node }
  | { readonly list: readonly Argument[] }
  | { readonly record: readonly (readonly [name: string, argument: Argument])[] };

/** A call of a function of `@octavo/runtime/refine`; without arguments, the function itself. */
export interface Check {
  readonly call: string;
  readonly with: readonly Argument[];
  /** The same as a function of a text that gives a boolean, where the type is known to be `string`. */
  readonly predicate?: { readonly test: string; readonly message: string };
}

export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

export interface Entry {
  readonly name: string;
  readonly node: Node;
  readonly optional: boolean;
}

export interface ObjectForm {
  readonly kind: 'object';
  /** Constants of objects whose properties it has too. */
  readonly bases: readonly string[];
  readonly entries: readonly Entry[];
  /** What other properties may be: anything, which the type does not say (`open`) or says (`loose`), or nothing. */
  readonly rest: 'open' | 'loose' | 'closed';
}

export type Literal = string | number | boolean | null;

export type Form =
  | ObjectForm
  | { readonly kind: 'unknown' | 'never' | 'boolean' | 'null' | 'file' }
  /** `filled`: not the empty text. `pattern`: an expression of the regular expression. */
  | { readonly kind: 'string'; readonly filled: boolean; readonly pattern?: string }
  | { readonly kind: 'number'; readonly integer: boolean; readonly bounds: Bounds }
  | { readonly kind: 'literal'; readonly values: readonly Literal[] }
  | { readonly kind: 'array'; readonly items: Node; readonly least?: number; readonly most?: number }
  | { readonly kind: 'tuple'; readonly items: readonly Node[]; readonly rest?: Node }
  | { readonly kind: 'record'; readonly value: Node }
  /** `tag`: the property that tells the branches apart, all of which are objects. `exclusive`: more than one branch may match, and one only is to. */
  | { readonly kind: 'union'; readonly branches: readonly Node[]; readonly exclusive: boolean; readonly tag?: string }
  /** The constant of a named schema; `later`: its type, where it is declared further down. */
  | { readonly kind: 'reference'; readonly constant: string; readonly later?: string; readonly takesUndefined: boolean };

export interface Node {
  readonly form: Form;
  readonly checks: readonly Check[];
  /** The type of `types.ts`, where the libraries infer another one. */
  readonly type?: string;
  /** What people and tools read. */
  readonly meta?: Readonly<Record<string, JsonValue>>;
}

export function plain(form: Form): Node {
  return { form, checks: [] };
}

export const UNKNOWN: Node = plain({ kind: 'unknown' });
export const NEVER: Node = plain({ kind: 'never' });

export function code(text: string): Argument {
  return { code: text };
}

/** Whether the schema accepts `undefined`, so that a required property with it needs a check of its own. */
export function takesUndefined({ form }: Node): boolean {
  if (form.kind === 'reference') return form.takesUndefined;
  return form.kind === 'unknown' || (form.kind === 'union' && form.branches.some(takesUndefined));
}
