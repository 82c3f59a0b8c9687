// A reporter of vitest: names the tests that waited in vain at their first try, so that they are looked at although the run passes.
import type { Reporter, TestCase } from 'vitest/node';

export default class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(test.fullName);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`passed at the second try: ${name}`);
  }
}
