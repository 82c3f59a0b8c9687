// A report as SARIF 2.1.0: a result for each finding, at its statement of the document. Waived ones are suppressed.
import { type SarifResult, sarifLog } from '../../base/sarif.ts';
import type { ReportView, ShownFinding } from './view.ts';

export function sarifReport(view: ReportView): object {
  return sarifLog({
    command: view.tool,
    isSuccessful: view.ended === undefined,
    rules: view.checks,
    results: view.findings.map(resultOf),
  });
}

function resultOf({ check, message, expected, operation, place, exchanges, waived }: ShownFinding): SarifResult {
  const requests = exchanges.map(({ curl }) => curl).join('\n');
  return {
    rule: check,
    level: 'error',
    text: `${operation}: ${message} Right would be: ${expected}.\n${requests}`,
    place,
    name: operation,
    fingerprint: `${check} ${operation} ${place.pointer}`,
    waived,
  };
}
