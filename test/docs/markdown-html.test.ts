// How Markdown of a document is shown on the portal's own pages and in the console.
import { describe, expect, test } from 'vitest';
import { markdownHtml, sanitized } from '../../generator/docs/markdown/html.ts';
import { byEffort } from '../support/effort.ts';

describe('Markdown', () => {
  test.each<readonly [string, string, string]>([
    ['markup', '*a* `b`', '<p><em>a</em> <code>b</code></p>'],
    ['a table', '| a |\n|---|\n| b |', '<td>b</td>'],
    ['a script', '<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['an attribute', '<img src=x onerror=y>', '&lt;img src=x onerror=y&gt;'],
    ['an address of a script', '[a](javascript:alert(1))', '<p>a</p>'],
    ['an address', '[a](https://example.com/)', '<a href="https://example.com/">a</a>'],
  ])('%s', (_, markdown, want) => {
    expect(markdownHtml(markdown)).toContain(want);
  });
});

describe('hostile Markdown is bounded', () => {
  const N = byEffort({ quick: 60_000, deep: 150_000 });
  test.each<readonly [string, string]>([
    ['quotes in quotes', '>'.repeat(N)],
    ['lists in lists on one line', '1. '.repeat(N / 3)],
    ['lists in lists', Array.from({ length: 380 }, (_, level) => `${' '.repeat(level * 2)}- a`).join('\n')],
    ['emphasis without an end', '*a'.repeat(N / 2)],
    ['emphasis within words', '_a__b'.repeat(N / 5)],
    ['brackets', '['.repeat(N)],
    ['links in links', '[a]('.repeat(N / 4)],
    ['elements in elements', '<b>'.repeat(N / 3)],
    ['character references', '&'.repeat(N)],
  ])('%s', { timeout: 30_000 }, (_, markdown) => {
    const began = process.cpuUsage();
    const html = markdownHtml(markdown);
    const { user, system } = process.cpuUsage(began);
    expect(html.length).toBeGreaterThan(0);
    // A few seconds where the machine is slow. Without the bounds, some of these take minutes, and others overflow the stack.
    expect((user + system) / 1e6).toBeLessThan(byEffort({ quick: 6, deep: 15 }));
  });

  test('two megabytes are cut at a line, and the page says so', () => {
    const html = markdownHtml('A line of a long text.\n\n'.repeat(2_000_000 / 24));
    expect(html.length).toBeLessThan(300_000);
    expect(html).toMatch(/The text is longer: the OpenAPI document has 1,8\d\d,\d{3} characters more\./);
    expect(html).toMatch(/<p>A line of a long text\.<\/p>\s*<p><em>The text is longer/);
  });

  test('a text that is nested too deep for the library is shown as it is written', () => {
    const markdown = `${'> - '.repeat(8_000)}<script>x</script>`;
    expect(markdownHtml(markdown)).toContain('&lt;script&gt;');
  });
});

test('what `marked` lets through, the second sanitiser stops', () => {
  const evil =
    '<img src=x onerror=a><a href="javascript:a" onclick=a>b</a><svg onload=a></svg><p style="position:fixed">c</p><script>d</script>';
  const html = sanitized(`<p>${evil}</p>`);
  expect(html).not.toMatch(/<(?:img|svg|script)|onclick|style=|href=/);
  expect(html).toContain('&lt;script&gt;d&lt;/script&gt;');
});
