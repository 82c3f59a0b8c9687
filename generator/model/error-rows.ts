// `x-errors` as rows: which body a server answers a fault with (docs/extensions.md). The model and the mock read documents through this file.
import { rounded } from '../base/exact.ts';
import type { Json } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';

/** One row of `x-errors`: the body of the errors that a server itself responds with, for a status or for some of its faults. */
export interface ErrorTemplate {
  /** `401`, `4XX` or `default`. */
  readonly status: string;
  /** The faults that it is for. Absent: all with the status that no earlier row is for. */
  readonly when?: FaultCondition;
  /** `{code}` of a fault that has no code of its own. */
  readonly code?: string | number;
  /** Absent where `body` is. */
  readonly contentType?: string;
  /** Absent: media type and body are those of the next template that is for the fault. */
  readonly body?: unknown;
}

/** All that is given must hold. A list holds for any of its entries. */
interface FaultCondition {
  readonly kind?: readonly string[];
  readonly credential?: 'missing' | 'invalid';
  /** JSON pointers to the first faulty value, or to what contains it: `/query/limit`. */
  readonly at?: readonly string[];
  /** The JSON Schema keyword that the first faulty value breaks. */
  readonly keyword?: readonly string[];
  /** The code that user code refused the request with. */
  readonly code?: readonly (string | number)[];
}

/** The kinds of faults that servers find, with the status of each. The runtime has the same table (`runtime/server/faults/fault-kinds.ts`). */
export const FAULT_KINDS: ReadonlyMap<string, number> = new Map([
  ['invalid-request', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not-found', 404],
  ['method-not-allowed', 405],
  ['not-acceptable', 406],
  ['request-timeout', 408],
  ['payload-too-large', 413],
  ['uri-too-long', 414],
  ['unsupported-media-type', 415],
  ['headers-too-large', 431],
  ['internal-error', 500],
  ['invalid-response', 500],
  ['not-implemented', 501],
]);

/** What a fault can say that a value breaks: keywords of JSON Schema, and those of decoders (`runtime/contract/format-issue.ts`). */
export const FAULT_KEYWORDS: readonly string[] = (
  'required dependentRequired type const enum discriminator format pattern minLength maxLength minItems maxItems uniqueItems minContains ' +
  'maxContains contains minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum multipleOf properties ' +
  'additionalProperties unevaluatedProperties items prefixItems unevaluatedItems anyOf oneOf not depth syntax encoding alias maxDepth'
).split(' ');

const DEFAULT_CONTENT_TYPE = 'application/json';

/** The rows of a value of `x-errors`, in document order. What is not written as it should be is skipped: the model reports it. */
export function errorTemplates(value: Json | undefined): ErrorTemplate[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([status, written]) =>
    (Array.isArray(written) ? written : [written]).flatMap((one) => templateOf(status, one) ?? []),
  );
}

function templateOf(status: string, written: Json | undefined): ErrorTemplate | undefined {
  if (!isObject(written)) return undefined;
  const { when, code, contentType, body } = rounded(written);
  return {
    status,
    ...(isObject(when) ? { when: conditionOf(when) } : {}),
    ...(isCode(code) ? { code } : {}),
    ...(body === undefined ? {} : { contentType: typeof contentType === 'string' ? contentType : DEFAULT_CONTENT_TYPE, body }),
  };
}

function conditionOf({ kind, credential, at, keyword, code }: Readonly<Record<string, Json | undefined>>): FaultCondition {
  return {
    ...(kind === undefined ? {} : { kind: listOf(kind, isText) }),
    ...(credential === 'missing' || credential === 'invalid' ? { credential } : {}),
    ...(at === undefined ? {} : { at: listOf(at, isText) }),
    ...(keyword === undefined ? {} : { keyword: listOf(keyword, isText) }),
    ...(code === undefined ? {} : { code: listOf(code, isCode) }),
  };
}

function listOf<T extends Json>(value: Json, isOne: (item: Json | undefined) => item is T): T[] {
  return (Array.isArray(value) ? value : [value]).filter(isOne);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

function isCode(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
