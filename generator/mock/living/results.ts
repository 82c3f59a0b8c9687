// Writes results that the document allows: the example of an operation, with values of the store in it as far as its validator accepts them.
import type { Checks, Operation as Row } from '@octavo/runtime';
import { forStatus, getOwn, type Issue, recurse, setOwn } from '@octavo/runtime/conformance';
import type { Random } from '@octavo/runtime/testing';
import { holderOf, isObject, tokensOf, valueAt } from '../../conform/sequences/pointers.ts';
import { successOf } from '../../conform/sequences/shapes.ts';
import type { Operation } from '../../model/service.ts';

export interface Result {
  readonly status: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What the generated code has of a document. */
export interface Ground {
  example(operation: Operation, random: Random | undefined, status: number | undefined): Result;
  checksOf(operation: Operation): Checks;
  rowOf(operation: Operation): Row;
}

type Members = Readonly<Record<string, unknown>>;

/** The example of success, with values as they are sent. Without a random source it is always the same. */
export function exampleOf(ground: Ground, operation: Operation, random?: Random): Result {
  const status = Number(successOf(operation)?.status);
  return sent(ground.example(operation, random, Number.isNaN(status) ? undefined : status)) as Result;
}

/** Whether the document allows the body of a result. */
export function isAllowed(ground: Ground, operation: Operation, { status, contentType, body }: Result): boolean {
  const byType = forStatus(ground.checksOf(operation).responses, status);
  const validate = byType === undefined ? undefined : contentType === undefined ? Object.values(byType)[0] : byType[contentType];
  const issues: Issue[] = [];
  return validate === undefined || recurse(validate, body, issues);
}

/** The result with a value at a place; as it was where the document does not allow that. */
export function withValue(ground: Ground, operation: Operation, result: Result, at: string, value: unknown): Result {
  const changed = placed(result, at, value);
  return isAllowed(ground, operation, changed) ? changed : result;
}

/** The result with a thing at a place: all of its members that the schema has, or, where the document does not allow that, as many as it allows. */
export function withThing(
  ground: Ground,
  operation: Operation,
  result: Result,
  at: string,
  names: ReadonlySet<string>,
  thing: Members,
): Result {
  const own = Object.fromEntries(Object.entries(thing).filter(([name]) => names.has(name)));
  const before = valueAt(result, at);
  const base = isObject(before) ? before : {};
  for (const candidate of [own, { ...base, ...own }]) {
    const whole = placed(result, at, candidate);
    if (isAllowed(ground, operation, whole)) return whole;
  }
  let best = result;
  for (const [name, value] of Object.entries(own)) {
    const current = valueAt(best, at);
    best = withValue(ground, operation, best, at, { ...(isObject(current) ? current : {}), [name]: value });
  }
  return best;
}

/** A copy with another value at a JSON pointer. */
export function placed<T>(source: T, at: string, value: unknown): T {
  const copy = structuredClone(source);
  const holder = valueAt(copy, holderOf(at));
  const name = tokensOf(at).at(-1);
  if (name !== undefined && typeof holder === 'object' && holder !== null) setOwn(holder as Record<string, unknown>, name, value);
  return copy;
}

/** A copy without the value at a JSON pointer. */
export function without(source: Result, at: string): Result {
  const copy = structuredClone(source);
  const holder = valueAt(copy, holderOf(at));
  const name = tokensOf(at).at(-1);
  if (name !== undefined && isObject(holder)) delete (holder as Record<string, unknown>)[name];
  return copy;
}

/** The result as a handler returns it. */
export function held(ground: Ground, operation: Operation, result: Result): unknown {
  const row = ground.rowOf(operation);
  return row.conversion?.receiveResult(row, result as never) ?? result;
}

/** A value with numbers in place of those integers that handlers hold as a `bigint`, where they are exact. */
export function sent(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(sent);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, sent(getOwn(value, name))]));
}
