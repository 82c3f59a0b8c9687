// A reporter of vitest: writes each test with its result as a line, so that a run which is ended from outside has said what it has tried.
import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** A test that was run. */
export interface Tested {
  readonly file: string;
  readonly name: string;
  readonly isPassed: boolean;
  /** The first line of its failure; empty where it has passed. */
  readonly failure: string;
}

const { OCTAVO_RESULTS: results = '' } = process.env;

export default class Lines implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state !== 'passed' && state !== 'failed') return;
    const failure = errors[0]?.message.split('\n')[0] ?? '';
    const tested: Tested = { file: test.module.moduleId, name: test.fullName, isPassed: state === 'passed', failure };
    appendFileSync(results, `${JSON.stringify(tested)}\n`);
  }
}
