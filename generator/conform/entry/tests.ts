// Runs the conformance tests for a generated `conformance.test.ts`: one run against the service, whose outcome is a test for each operation and
// check.
import { fileURLToPath } from 'node:url';
import type { ProjectDocument } from '../../config/document-options.ts';
import type { Limits } from '../../load/limits.ts';
import { checks as allChecks } from '../checks/index.ts';
import type { Finding } from '../contract/check.ts';
import type { ConformReport } from '../contract/report.ts';
import type { Credentials } from '../contract/settings.ts';
import { conformService, readService } from '../index.ts';
import { findingLines } from '../report/terminal.ts';
import type { ConformanceSettings } from './settings.ts';

/** The document and how it is read, as the configuration of the project says. */
export interface TestedDocument
  extends Partial<Pick<ProjectDocument, 'include' | 'exclude' | 'enums' | 'deepObjectLists' | 'queryNulls' | 'formats' | 'patterns'>> {
  readonly document: URL;
  /** The folder that references stay inside. */
  readonly root: URL;
  /** The ids of the operations that the test file has tests for. */
  readonly operations: readonly string[];
  readonly overlays?: readonly URL[];
  /** Extensions of single operations: `operations` of the configuration. */
  readonly extensions?: NonNullable<ProjectDocument['operations']>;
  readonly allowRemote?: readonly string[];
  readonly limits?: Partial<Limits>;
}

/** The tests of a file. */
export interface ConformanceTests {
  /** The ids of the checks that are on. */
  readonly checks: readonly string[];
  /** Sends all requests. Call it once, before the tests. */
  start(): Promise<void>;
  /** Throws the findings of a check for an operation. Calls `skip` where no request could show any. */
  expect(operation: string, check: string, skip: (reason: string) => void): void;
  /** Throws what belongs to no single operation and check: waivers that cover nothing, operations without tests, a run that ended early. */
  expectRest(): void;
}

/** The tests of a document, for a test runner: `start` runs `conform`, and `expect` tells each test its outcome. */
export function conformanceTests(tested: TestedDocument, settings: ConformanceSettings): ConformanceTests {
  const { checks: chosen = {} } = settings;
  const checks = allChecks.filter(({ id, on }) => (Object.hasOwn(chosen, id) ? chosen[id] !== false : on)).map(({ id }) => id);
  let outcome: ConformReport | undefined;
  const done = (): ConformReport => {
    if (outcome === undefined) throw failure('The requests have not been sent. Call `start` before the tests.');
    return outcome;
  };
  const origin = typeof settings.target === 'function' ? 'http://localhost' : new URL(settings.target).origin;
  const textOf = (findings: readonly Finding[]): string =>
    findings.map((finding) => findingLines(finding, { origin }).join('\n')).join('\n\n');

  return {
    checks,
    async start() {
      outcome = await run(tested, settings);
    },
    expect(operation, check, skip) {
      const { findings, operations } = done();
      const found = findings.filter((finding) => finding.check === check && finding.operation.id === operation);
      if (found.length > 0) throw failure(textOf(found));
      const report = operations.find((one) => one.operation.id === operation);
      if (report === undefined) throw failure(`The document has no operation \`${operation}\` any more. Run \`octavo generate\`.`);
      const { looked = 0, waived = 0 } = report.cells.get(check) ?? {};
      if (looked + waived === 0) skip(report.skipped ?? 'no request concerns it');
    },
    expectRest() {
      const { findings, operations, idleWaivers, ended, inconclusive = [] } = done();
      const known = new Set(tested.operations);
      const missing = operations.map(({ operation }) => operation.id).filter((id) => !known.has(id));
      const others = findings.filter(({ check, operation }) => !checks.includes(check) || !known.has(operation.id));
      const faults = [
        ...(others.length === 0 ? [] : [textOf(others)]),
        ...(missing.length === 0 ? [] : [`The document has operations without tests: ${missing.join(', ')}. Run \`octavo generate\`.`]),
        ...idleWaivers.map(
          ({ check, operation = 'every operation', reason }) =>
            `The waiver of ${check} for ${operation} covers nothing (${reason}). Remove it.`,
        ),
        ...(ended === undefined ? [] : [`The run ended early: ${ended}.`]),
        ...inconclusive,
      ];
      if (faults.length > 0) throw failure(faults.join('\n'));
    },
  };
}

async function run(tested: TestedDocument, settings: ConformanceSettings): Promise<ConformReport> {
  const { document, root, operations: _, overlays = [], extensions, allowRemote = [], limits = {}, ...reading } = tested;
  const { formats = 'assert', patterns = 'linear' } = reading;
  const service = await readService(
    { root: fileURLToPath(root), allowRemote, limits, strict: false },
    {
      ...reading,
      patterns,
      file: fileURLToPath(document),
      overlays: overlays.map((overlay) => fileURLToPath(overlay)),
      ...(extensions === undefined ? {} : { operations: extensions }),
    },
  );
  const { credentials, overrides, ...rest } = settings;
  return conformService(service, {
    ...rest,
    judging: { formats, patterns },
    // Interfaces of generated code have no index signature.
    ...(credentials === undefined ? {} : { credentials: credentials as Credentials }),
    ...(overrides === undefined ? {} : { overrides: { ...overrides } as NonNullable<Parameters<typeof conformService>[1]['overrides']> }),
  });
}

/** An error whose text is all that a test runner shows of it: its place in this file says nothing. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}
