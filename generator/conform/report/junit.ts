// A report as JUnit XML: a suite for each operation, a test for each check that looked at it.
import type { ReportView, ShownFinding, ShownOperation } from './view.ts';

export function junitReport(view: ReportView): string {
  const suites = view.operations.map((operation) => suiteOf(view, operation));
  const run = runSuite(view);
  if (run.tests > 0) suites.push(run);
  const sum = (of: 'tests' | 'failures'): number => suites.reduce((all, one) => all + one[of], 0);
  const counts = `tests="${sum('tests')}" failures="${sum('failures')}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(`${view.tool}: ${view.title}`)}" ${counts} time="${(view.milliseconds / 1000).toFixed(3)}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly text: string;
}

function suiteOf({ checks, findings }: ReportView, operation: ShownOperation): Suite {
  const { id, method, path, skipped } = operation;
  const name = `${id} (${method} ${path})`;
  const own = findings.filter((one) => one.operation === id);
  const ids = checks
    .map((check) => check.id)
    .filter((check) => (operation.cells[check]?.looked ?? 0) > 0 || own.some((one) => one.check === check));
  if (skipped !== undefined || ids.length === 0)
    return suite(name, [{ name: 'called', outcome: `<skipped message="${xml(skipped ?? 'never exercised')}"/>`, kind: 'skipped' }]);
  return suite(
    name,
    ids.map((check) =>
      testOf(
        check,
        own.filter((one) => one.check === check && one.waived === undefined),
      ),
    ),
  );
}

/** A suite for findings about the run as a whole. */
function runSuite({ undeclared, idleWaivers }: ReportView): Suite {
  return suite('run', [
    ...undeclared.map(({ method, path }) => failed(`undeclared-operation ${method} ${path}`, 'No operation declares the request.', '')),
    ...idleWaivers.map(({ check, operation, reason }) =>
      failed(`waiver of ${check} for ${operation ?? 'every operation'}`, 'The waiver covers nothing.', reason),
    ),
  ]);
}

interface Test {
  readonly name: string;
  readonly outcome: string;
  readonly kind: 'passed' | 'failed' | 'skipped';
}

function failed(name: string, message: string, text: string): Test {
  return {
    name,
    outcome: `<failure message="${xml(message)}" type="${xml(name.split(' ')[0] ?? '')}">${xml(text)}</failure>`,
    kind: 'failed',
  };
}

function testOf(check: string, findings: readonly ShownFinding[]): Test {
  const [first] = findings;
  if (first === undefined) return { name: check, outcome: '', kind: 'passed' };
  return failed(check, first.message, findings.map(textOf).join('\n\n'));
}

function textOf({ message, expected, place, exchanges }: ShownFinding): string {
  const steps = exchanges.flatMap(({ curl, code, response, failure }) => [
    `$ ${curl}`,
    ...(code === undefined ? [] : [`> ${code}`]),
    `< ${response === undefined ? failure : `${response.status} ${response.body?.slice(0, 400) ?? ''}`.trimEnd()}`,
  ]);
  return [message, `declared at ${place.file}:${place.line}:${place.column}`, ...steps, `right would be: ${expected}`].join('\n');
}

function suite(name: string, tests: readonly Test[]): Suite {
  const of = (kind: Test['kind']): number => tests.filter((one) => one.kind === kind).length;
  const [failures, skipped] = [of('failed'), of('skipped')];
  const head = `<testsuite name="${xml(name)}" tests="${tests.length}" failures="${failures}" skipped="${skipped}" errors="0">`;
  const lines = tests.map((one) => `<testcase name="${xml(one.name)}" classname="${xml(name)}">${one.outcome}</testcase>`);
  return { tests: tests.length, failures, text: [head, ...lines, '</testsuite>'].join('\n') };
}

/** Text for XML 1.0: what it cannot hold (section 2.2) is shown as U+FFFD. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
