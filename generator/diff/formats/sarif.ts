// A comparison as SARIF 2.1.0: a result for each change, at its place in the document.
import { type SarifResult, sarifLog } from '../../base/sarif.ts';
import { position } from '../../load/frame.ts';
import type { Change } from '../index.ts';

export function sarifOf(changes: readonly Change[], fails: (change: Change) => boolean): object {
  const codes = [...new Set(changes.map(({ code }) => code))].sort();
  return sarifLog({
    command: 'diff',
    isSuccessful: true,
    rules: codes.map((id) => ({ id, summary: id.replaceAll('-', ' ') })),
    results: changes.map((change) => resultOf(change, fails(change))),
  });
}

function resultOf({ kind, code, operation, message, location }: Change, isFailure: boolean): SarifResult {
  return {
    rule: code,
    level: isFailure ? 'error' : kind === 'breaking' ? 'warning' : 'note',
    text: `${operation === undefined ? '' : `${operation}: `}${message}`,
    place: { file: location.source.display, ...position(location), pointer: location.pointer },
    ...(operation === undefined ? {} : { name: operation }),
    fingerprint: `${code} ${operation ?? ''} ${location.pointer} ${message}`,
  };
}
