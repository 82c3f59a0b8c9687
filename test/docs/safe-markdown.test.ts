// What remains of HTML in descriptions: simple markup; the rest is text, wherever it stands.
import { expect, test } from 'vitest';
import { safeMarkdown, sanitiseTexts } from '../../generator/docs/reference/safe-markdown.ts';
import fc from '../support/fast-check.ts';
import { processorTime } from '../support/processor-time.ts';

test.each([
  ['a < b and c <= d, 1<2', 'a < b and c <= d, 1<2'],
  ['<p>Hello <b>you</b>.<br/></p>', '<p>Hello <b>you</b>.<br></p>'],
  ['<a href="https://x.example/a?b=c" onclick="x()">x</a>', '<a href="https://x.example/a?b=c">x</a>'],
  ['<a href="javascript:x()">x</a>', '<a>x</a>'],
  ['<P STYLE="position:fixed">x</P>', '<p>x</p>'],
  ['<meta http-equiv=refresh content="0;url=http://x">', '&lt;meta http-equiv=refresh content="0;url=http://x">'],
  ['<script src="/mock/evil/pwn.js"></script>', '&lt;script src="/mock/evil/pwn.js">&lt;/script>'],
  ['see <https://x.example/a>.', 'see https://x.example/a.'],
  ['<<https://x>', '< https://x'],
  ['a<!-- <meta> -->b', 'a b'],
  ['<<!-- -->script>', '< script>'],
  ['<!-- open', '&lt;!-- open'],
  ['`a < b`', '`a < b`'],
  ['`<id>`', '<code>&#60;id&#62;</code>'],
  ['```\na\n```\n<i>', '```\na\n```\n<i>'],
  ['```xml\n<a>\n```\nx', '<pre><code>&#60;a&#62;&#10;</code></pre>\nx'],
  ['`` ` <meta> ``', '<code> &#96; &#60;meta&#62; </code>'],
  ['` <meta>', '` &lt;meta>'],
  ['<svg/onload=x()>', '&lt;svg/onload=x()>'],
  ['<b/style=x>', '<b>'],
])('%j becomes %j', (markdown, safe) => {
  expect(safeMarkdown(markdown)).toBe(safe);
});

test('no markup but the allowed tags is left, whatever the text', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '!',
    '--',
    '/',
    'meta',
    'a',
    ' href="',
    '"',
    '`',
    '```',
    '\n',
    ' ',
    '~~~',
    'b',
    '<!--',
    '-->',
    '\\',
    "'",
    '=',
    'https://x',
    '&lt;',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const safe = safeMarkdown(parts.join(''));
      const left = safe.replaceAll(/<\/?(?:a|b|pre|code)>|<a href="https:\/\/[^\s<>"'`]*">/g, ' ');
      expect(left).not.toMatch(/<[a-z/!?]/i);
    }),
  );
});

test.each(['<', '<!--', '`', '`` ` ', '<a ', '<a href=', '```\n', '~', '~~~ ', '<https://', '` <b> '])(
  'the time for many %j grows with their number',
  (part) => {
    const time = processorTime();
    safeMarkdown(`<b>${part.repeat(100_000)}`);
    expect(time()).toBeLessThan(2);
  },
);

test('descriptions and extensions are sanitised, values are not', () => {
  const evil = '<meta>';
  const safe = '&lt;meta>';
  const document = {
    info: { title: evil, description: evil, 'x-note': { deep: [evil] } },
    components: {
      schemas: {
        default: { description: evil, default: { description: evil }, examples: [{ description: evil }] },
        A: { properties: { example: { description: evil }, description: { type: 'string', description: evil } } },
      },
      examples: { one: { description: evil, value: { description: evil } } },
    },
  };
  sanitiseTexts(document);
  expect(document).toEqual({
    info: { title: evil, description: safe, 'x-note': { deep: [safe] } },
    components: {
      schemas: {
        default: { description: safe, default: { description: evil }, examples: [{ description: evil }] },
        A: { properties: { example: { description: safe }, description: { type: 'string', description: safe } } },
      },
      examples: { one: { description: safe, value: { description: evil } } },
    },
  });
});
