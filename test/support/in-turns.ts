// Declares the same tests for several domains, whose words differ. A deep run tries each test in each domain. A quick run tries each test in one of
// them, by turns, so that each test and most domains are tried.
import { describe, type TestAPI, test } from 'vitest';
import { IS_DEEP } from './effort.ts';

/** What the tests of a domain are declared with, in place of vitest's `test`. */
export type TestOfDomain = ((title: string, act: () => unknown) => void) & Pick<TestAPI, 'each'>;

/**
 * Declares a group for each domain that has a test in this run.
 * @param title may name members of the domain, such as `$things`
 */
export function describeInTurns<Domain extends object>(
  title: string,
  domains: readonly Domain[],
  suite: (domain: Domain, test: TestOfDomain) => void,
): void {
  for (const [index, domain] of domains.entries()) {
    const declared: (() => void)[] = [];
    let count = 0;
    const isItsTurn = (): boolean => IS_DEEP || count++ % domains.length === index;
    const one = (title: string, act: () => unknown): void => {
      if (isItsTurn()) declared.push(() => test(title, async () => void (await act())));
    };
    const each = (rows: readonly unknown[]) => (title: string, act: (...values: unknown[]) => unknown) => {
      const own = rows.filter(isItsTurn);
      if (own.length > 0) declared.push(() => test.each(own)(title, async (...values) => void (await act(...values))));
    };
    suite(domain, Object.assign(one, { each: each as TestAPI['each'] }));
    if (declared.length > 0)
      describe.each([domain])(title, () => {
        for (const declare of declared) declare();
      });
  }
}
