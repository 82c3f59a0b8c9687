// `x-errors` as rows: which body a server answers a fault with (docs/extensions.md). The model and the mock read documents through this file.
import { type ErrorTemplate, type FaultCondition, FAULT_KINDS as KINDS, PHRASES } from '@octavo/runtime/facts';
import { rounded } from '../base/exact.ts';
import type { Json } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';

export type { ErrorTemplate } from '@octavo/runtime/facts';

/** The kinds of faults that servers find, with the status of each. */
export const FAULT_KINDS: ReadonlyMap<string, number> = new Map(Object.entries(KINDS));

/** The keywords that a fault can name: those of JSON Schema, and those of decoders. */
export const FAULT_KEYWORDS: readonly string[] = Object.keys(PHRASES);

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
  const { when, code, title, detail, contentType, body } = rounded(written);
  return {
    status,
    ...(isObject(when) ? { when: conditionOf(when) } : {}),
    ...(isCode(code) ? { code } : {}),
    ...(isText(title) ? { title } : {}),
    ...(isText(detail) ? { detail } : {}),
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
