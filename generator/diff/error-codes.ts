// Compares what two versions of a document say of the codes of errors in `x-errors`.
import { type ErrorCode, errorCodesOf } from '../model/error-codes.ts';
import type { ErrorTemplate } from '../model/service.ts';
import type { Change } from './change.ts';

/** Callers have to expect errors with any code; one that knew the status of a code breaks where it has another. */
export function compareErrorCodes(
  before: readonly ErrorTemplate[],
  after: readonly ErrorTemplate[],
  place: Pick<Change, 'location'>,
  changes: Change[],
): void {
  const report = (kind: Change['kind'], code: string, message: string): void => void changes.push({ kind, code, message, ...place });
  const [had, has] = [before, after].map((rows) => byCode(errorCodesOf(rows))) as [Known, Known];
  for (const [code, old] of had) {
    const now = has.get(code);
    if (now === undefined) report('compatible', 'error-code-removed', `no longer has the error ${code}`);
    else if (now.statuses !== old.statuses)
      report('breaking', 'error-status-changed', `answers the error ${code} with ${now.statuses} now, was ${old.statuses}`);
    else if (now.meaning !== old.meaning) report('compatible', 'error-meaning-changed', `explains the error ${code} in other words now`);
  }
  for (const [code, { statuses }] of has)
    if (!had.has(code)) report('compatible', 'error-code-added', `has the error ${code} with ${statuses} now`);
}

type Known = ReadonlyMap<string, { readonly statuses: string; readonly meaning: string }>;

/** A code may come with several statuses. */
function byCode(codes: readonly ErrorCode[]): Known {
  const known = new Map<string, { statuses: string; meaning: string }>();
  for (const { code, status, meaning } of codes) {
    const name = `\`${code}\``;
    const old = known.get(name);
    known.set(
      name,
      old === undefined ? { statuses: status, meaning } : { statuses: `${old.statuses} and ${status}`, meaning: old.meaning + meaning },
    );
  }
  return known;
}
