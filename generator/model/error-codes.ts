// Collects the codes of errors that a document names, and what it says of each: the status that it comes with, and what it means.
import type { ErrorTemplate, Operation } from './service.ts';

export interface ErrorCode {
  readonly code: string | number;
  /** `403`, `4XX` or `default`. */
  readonly status: string;
  readonly meaning: string;
}

/** The codes that have words of their own, by number or in alphabetical order. */
export function errorCodesOf(rows: readonly ErrorTemplate[]): readonly ErrorCode[] {
  const found = rows.flatMap(({ status, when, code, title, detail }) => {
    const meaning = detail ?? title;
    const codes = when?.code ?? (code === undefined ? [] : [code]);
    return meaning === undefined ? [] : codes.map((one): ErrorCode => ({ code: one, status, meaning }));
  });
  return found.sort((one, other) => compare(one.code, other.code));
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** The codes as a table in Markdown; empty where there are none. */
export function errorTable(rows: readonly ErrorTemplate[]): string {
  const lines = errorCodesOf(rows).map(({ code, status, meaning }) => {
    const shown = status === 'default' ? 'other' : status;
    return `| \`${cell(String(code))}\` | ${shown} | ${cell(meaning)} |`;
  });
  return lines.length === 0 ? '' : ['| code of the error | status | meaning |', '|---|---|---|', ...lines].join('\n');
}

/** A text that stays in its cell. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

/**
 * The codes that handlers can refuse with, each once, in the order of the document. A code of `x-refusals` that reads as a whole number is a number;
 * one that is the whole body is a sentence, which a handler gives as the detail.
 */
export function refusalCodesOf(rows: readonly ErrorTemplate[], operations: readonly Operation[]): readonly (string | number)[] {
  const ofRows = rows.flatMap(({ when, code }) => [...(when?.code ?? []), ...(code === undefined ? [] : [code])]);
  const reasons = operations.flatMap(({ responses }) =>
    responses.flatMap(({ refusals }) => (refusals?.codes?.at === '' ? [] : [...(refusals?.codes?.reasons.keys() ?? [])])),
  );
  return [...new Set([...ofRows, ...reasons.map((code) => (/^-?[1-9]\d{0,14}$|^0$/.test(code) ? Number(code) : code))])];
}
