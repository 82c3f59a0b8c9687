// Runs axe in a page: it finds what people with assistive technology cannot read or reach.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    context: string | Document,
    options: { readonly resultTypes: readonly string[]; readonly selectors: boolean },
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

/**
 * What axe finds on the page as it is shown: the rule, and where. Empty if nothing. Colours that are changing are waited for.
 * @param within looks at the elements of this selector alone, where another test has looked at the rest of the page
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // The policy of a page does not apply to what the test evaluates in it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  return await page.evaluate(async (selector) => {
    // Selectors of elements, and what is told of those that are right, take much of its time.
    const settings = { resultTypes: ['violations'], selectors: false };
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(selector ?? document, settings);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, within);
}
