// Prints the closing line `N passed, N failed, N skipped` from vitest's JSON report, and sets the exit code of the run.
import { existsSync, readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const [file = '', status = '1'] = process.argv.slice(2);
const problems: string[] = [];
let passed = 0;
let failed = 0;
let skipped = 0;

if (existsSync(file)) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  passed = report.numPassedTests;
  failed = report.numFailedTests;
  skipped = report.numPendingTests;
  // A file that fails to load has no tests, so it counts as one failure.
  for (const result of report.testResults) {
    if (result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'))
      problems.push(`${result.name} did not run`);
    for (const test of result.assertionResults) {
      if (test.status === 'failed') console.error(`failed: ${test.fullName}`);
      if (isSkipped(test.status)) console.error(`skipped: ${test.fullName}`);
    }
  }
  const statusesIn = (file: string): readonly string[] =>
    report.testResults.find(({ name }) => name.endsWith(file))?.assertionResults.map((test) => test.status) ?? [];
  if (existsSync('../shared/json-schema-test-suite') && !statusesIn('test/validators/suite.test.ts').includes('passed'))
    problems.push('the JSON Schema Test Suite is there, but its test was skipped');
  if (statusesIn('test/bench/bench.test.ts').some(isSkipped)) problems.push('the benchmark was skipped');
  const services = report.testResults.filter(({ name }) => name.includes('/test/services/'));
  if (services.some(({ assertionResults }) => assertionResults.some((test) => isSkipped(test.status))))
    problems.push('tests of the services were skipped: they need PostgreSQL, Redis and curl');
  if (statusesIn('test/runtimes/runtimes.test.ts').some(isSkipped)) problems.push('the suites on other runtimes were skipped');
} else {
  problems.push(`no test report at ${file}`);
}
if (passed === 0) problems.push('no test passed');
if (status !== '0' && failed === 0 && problems.length === 0) problems.push(`the test command exited with ${status}`);

function isSkipped(status: string): boolean {
  return status === 'pending' || status === 'skipped';
}

for (const problem of problems) console.error(`failed: ${problem}`);
failed += problems.length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
