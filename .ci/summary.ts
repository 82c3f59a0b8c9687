// Prints the ten slowest files and the closing line `N passed, N failed, N skipped`, and sets the exit code of the run. Counts the tests of vitest's
// reports, those of `npm test` and those of the deep part, and each command of `.ci/commands.ts` as one.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const [testStatus = '1', deepStatus = '1'] = process.argv.slice(2);
const problems: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

const tests = count('.octavo/ci.json', 'npm test', testStatus);
count('.octavo/deep.json', 'the deep tests', deepStatus);
countCommands('.octavo/commands.json');

const statusesIn = (file: string): readonly string[] =>
  tests?.testResults.find(({ name }) => name.endsWith(file))?.assertionResults.map((test) => test.status) ?? [];
if (existsSync('../shared/json-schema-test-suite') && !statusesIn('test/validators/suite.test.ts').includes('passed'))
  problems.push('the JSON Schema Test Suite is there, but its test was skipped');
if (statusesIn('test/bench/bench.test.ts').some(isSkipped)) problems.push('the benchmark was skipped');
// A quick run leaves tests out elsewhere; these files are whole where the program that they need is there.
const NEEDED = {
  'platform/store-postgres': 'PostgreSQL',
  'platform/bus': 'Redis',
  samples: 'curl',
  'b-microblog/published-clients': 'the packages of test/runtimes',
  'published-clients': 'the packages of test/runtimes',
  'e-scheduling/pages': 'Chromium',
  'f-instalments/pages': 'Chromium',
  nginx: 'nginx, PostgreSQL and Redis',
};
for (const [name, needed] of Object.entries(NEEDED)) {
  const statuses = statusesIn(`test/services/${name}.test.ts`);
  if (!statuses.includes('passed') || statuses.some(isSkipped))
    problems.push(`test/services/${name}.test.ts did not run whole: it needs ${needed}`);
}
if (statusesIn('test/runtimes/runtimes.test.ts').some(isSkipped)) problems.push('the suites on other runtimes were skipped');
if (statusesIn('test/frameworks/frameworks.test.ts').some(isSkipped)) problems.push('the tests with frameworks were skipped');

/** Adds the tests of a report to the counts. A report that is missing, and a run without a test, are failures. */
function count(file: string, run: string, status: string): Report | undefined {
  if (!existsSync(file)) {
    problems.push(`${run} wrote no report at ${file}`);
    return undefined;
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const before = failed + problems.length;
  passed += report.numPassedTests;
  skipped += report.numPendingTests;
  for (const result of report.testResults) {
    // A file that fails to load has no tests, so it counts as one failure.
    if (result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'))
      problems.push(`${result.name} did not run`);
    for (const test of result.assertionResults) {
      if (test.status === 'failed') {
        failed++;
        console.error(`failed: ${test.fullName}`);
      }
      if (isSkipped(test.status)) console.error(`skipped: ${test.fullName}`);
    }
  }
  if (report.numPassedTests === 0) problems.push(`no test of ${run} passed`);
  if (status !== '0' && failed + problems.length === before) problems.push(`${run} exited with ${status}`);
  return report;
}

function countCommands(file: string): void {
  if (!existsSync(file)) return void problems.push(`the commands wrote no report at ${file}`);
  for (const outcome of JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly name: string; readonly passed: boolean }[]) {
    if (outcome.passed) passed++;
    else problems.push(outcome.name);
  }
}

function isSkipped(status: string): boolean {
  return status === 'pending' || status === 'skipped';
}

const seconds =
  tests?.testResults.map(({ name, startTime, endTime }) => [relative('.', name), (endTime - startTime) / 1000] as const) ?? [];
console.log('The slowest files, in seconds:');
for (const [name, time] of seconds.toSorted(([, one], [, other]) => other - one).slice(0, 10))
  console.log(`  ${time.toFixed(1).padStart(6)}  ${name}`);

for (const problem of problems) console.error(`failed: ${problem}`);
failed += problems.length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
