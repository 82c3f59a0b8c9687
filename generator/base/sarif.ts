// A SARIF 2.1.0 log of one run, which hosts of code show at the lines of the files it names.

interface SarifRule {
  readonly id: string;
  readonly summary: string;
}

/** Line and column count from 1. */
interface SarifPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface SarifResult {
  /** The id of a rule. */
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly text: string;
  readonly place: SarifPlace & { readonly pointer?: string };
  /** Other places, each with what it has to do with the result. */
  readonly related?: readonly (SarifPlace & { readonly text: string })[];
  /** What the place is called, such as an operation. */
  readonly name?: string;
  /** Equal for the same result in another run. */
  readonly fingerprint: string;
  /** Why the result does not count. */
  readonly waived?: string | undefined;
}

export interface SarifRun {
  /** What tells the runs of one file apart: the command. */
  readonly command: string;
  readonly isSuccessful: boolean;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
}

export function sarifLog({ command, isSuccessful, rules, results }: SarifRun): object {
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'octavo', rules: rules.map(({ id, summary }) => ({ id, shortDescription: { text: summary || id } })) },
        },
        automationDetails: { id: `${command}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: isSuccessful }],
        results: results.map((result) => resultOf(result, places.get(result.rule) ?? -1)),
      },
    ],
  };
}

function resultOf({ rule, level, text, place, related = [], name, fingerprint, waived }: SarifResult, ruleIndex: number): object {
  const { pointer } = place;
  const logical =
    pointer === undefined ? undefined : { ...(name === undefined ? {} : { name }), fullyQualifiedName: pointer, kind: 'element' };
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text },
    locations: [{ ...physical(place), ...(logical === undefined ? {} : { logicalLocations: [logical] }) }],
    ...(related.length === 0 ? {} : { relatedLocations: related.map((one) => ({ ...physical(one), message: { text: one.text } })) }),
    partialFingerprints: { 'octavo/v1': fingerprint },
    ...(waived === undefined ? {} : { suppressions: [{ kind: 'external', justification: waived }] }),
  };
}

function physical({ file, line, column }: SarifPlace): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } } };
}

/** A path as a relative reference (RFC 3986 section 4.2). */
function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
