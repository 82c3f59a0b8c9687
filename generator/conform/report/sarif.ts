// A report as SARIF 2.1.0: a result for each finding, at its statement of the document. Waived ones are suppressed.
import type { ReportView, ShownFinding } from './view.ts';

export function sarifReport(view: ReportView): object {
  const rules = view.checks.map(({ id, summary }) => ({ id, shortDescription: { text: summary || id } }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'octavo', rules } },
        automationDetails: { id: `${view.tool}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: view.ended === undefined }],
        results: view.findings.map((finding) =>
          resultOf(
            finding,
            rules.findIndex(({ id }) => id === finding.check),
          ),
        ),
      },
    ],
  };
}

function resultOf({ check, message, expected, operation, place, exchanges, waived }: ShownFinding, ruleIndex: number): object {
  const { file, line, column, pointer } = place;
  const requests = exchanges.map(({ curl }) => curl).join('\n');
  return {
    ruleId: check,
    ruleIndex,
    level: 'error',
    message: { text: `${operation}: ${message} Right would be: ${expected}.\n${requests}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } },
        logicalLocations: [{ name: operation, fullyQualifiedName: pointer, kind: 'element' }],
      },
    ],
    partialFingerprints: { 'octavo/v1': `${check} ${operation} ${pointer}` },
    ...(waived === undefined ? {} : { suppressions: [{ kind: 'external', justification: waived }] }),
  };
}

/** A path as a relative reference (RFC 3986 section 4.2). */
function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
