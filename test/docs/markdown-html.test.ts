// How Markdown of a document is shown on the portal's own pages and in the console.
import { describe, expect, test } from 'vitest';
import { markdownHtml } from '../../generator/docs/markdown-html.ts';

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
