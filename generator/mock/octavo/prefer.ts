// The preferences of a request that choose its response, as the generated mock reads them from the header `Prefer`; Prism reads them itself.
import type { Operation } from '../../model/service.ts';

export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
}

/** Preferences that cannot be read have been refused before. */
export function preferencesOf(header: string | undefined): Preferences {
  const found: { code?: number; example?: string; dynamic?: boolean } = {};
  for (const part of (header ?? '').split(',')) {
    const [, name = '', value = ''] = /^\s*([^=;\s]*)\s*=?\s*"?([^";]*)"?/.exec(part) ?? [];
    const text = value.trim();
    if (name.toLowerCase() === 'code') found.code = Number(text);
    if (name.toLowerCase() === 'example') found.example = text;
    if (name.toLowerCase() === 'dynamic') found.dynamic = text === 'true';
  }
  return found;
}

/** A named example of an operation, and the status whose response has it. */
export interface NamedExample {
  readonly status: string;
  readonly contentType: string;
  readonly name: string;
  readonly value: unknown;
}

/** The named examples of the response bodies, in the order of the document. */
export function namedExamples({ responses }: Operation): NamedExample[] {
  return responses.flatMap(({ status, contents }) =>
    contents.flatMap(({ contentType, examples }) =>
      examples.flatMap(({ name, value }) => (name === undefined ? [] : [{ status, contentType, name, value }])),
    ),
  );
}

/** Whether one of the statuses stands for this one. */
export function declares(statuses: readonly string[], code: number): boolean {
  return [String(code), `${Math.floor(code / 100)}XX`, 'default'].some((key) =>
    statuses.some((status) => status.toUpperCase() === key || status === key),
  );
}
