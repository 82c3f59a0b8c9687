// Files that are not plain UTF-8 text: byte order marks, other encodings, compressed files, pages, and characters that cannot be seen.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { document, loadIn, project } from './support.ts';

const TEXT = document('3.1.1', 'paths: {}');
const JSON_TEXT = JSON.stringify({ openapi: '3.1.1', info: { title: 'T', version: '1' }, paths: {} });

async function said(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  const { problems, lines } = await loadIn(await project({ [name]: content }), name);
  return problems.map(({ message, fix }, index) => `${lines[index]} | ${message.replace(/`[^`]*(a\.\w+)`/, '`$1`')} | ${fix}`);
}

describe('documents that are read', () => {
  test.each<[what: string, name: string, content: string | Uint8Array]>([
    ['YAML after a byte order mark', 'a.yaml', `\uFEFF${TEXT}`],
    ['JSON after a byte order mark', 'a.json', `\uFEFF${JSON_TEXT}`],
    ['JSON without an extension', 'a', `\uFEFF${JSON_TEXT}`],
    ['lines that end with CR LF', 'a.yaml', TEXT.replaceAll('\n', '\r\n')],
    ['lines that end with CR', 'a.yaml', TEXT.replaceAll('\n', '\r')],
    ['tabs between the tokens of JSON', 'a.json', JSON_TEXT.replaceAll(',', ',\t\n')],
  ])('%s', async (_, name, content) => {
    expect(await said(name, content)).toEqual([]);
  });

  test('a problem after a byte order mark has the column that an editor shows', async () => {
    expect((await loadIn(await project({ 'a.yaml': `\uFEFF${TEXT.replace('3.1.1', '4.0')}` }), 'a.yaml')).lines).toEqual([
      'error version-unknown 1:10',
    ]);
  });
});

describe('documents that are refused', () => {
  const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');
  const encoded = 'error not-utf8 1:1 | `a.yaml` is encoded as UTF-16 or UTF-32; expected UTF-8. | Save it as UTF-8.';
  const tab = 'Indent with spaces; YAML does not allow tabs here.';
  const space = 'Write a space in place of the tab or no-break space in this line.';
  test.each<[what: string, content: string | Uint8Array, want: string]>([
    ['UTF-16, little-endian', utf16, encoded],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16(), encoded],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), encoded],
    ['UTF-32', Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), Buffer.from(TEXT)]), encoded],
    [
      'Latin-1',
      Buffer.from(TEXT.replace('title: T', 'title: ü'), 'latin1'),
      'error not-utf8 3:10 | `a.yaml` contains bytes that are not UTF-8. | Save it as UTF-8.',
    ],
    [
      'gzip',
      gzipSync(TEXT),
      'error not-utf8 1:1 | `a.yaml` is compressed with gzip; expected text. | Unpack it, for example with `gunzip`.',
    ],
    [
      'an HTML page',
      '\n<!DOCTYPE html>\n<html><body>: {</body></html>\n',
      'error document-html 1:1 | `a.yaml` is an HTML page. | Name the document itself. A page that shows a file has a link to it, often called Raw.',
    ],
    [
      'a tab as indentation',
      TEXT.replace('paths: {}', 'paths:\n\t/a: {}'),
      `error yaml-syntax 6:1 | Invalid YAML: tab characters must not be used in indentation. | ${tab}`,
    ],
    [
      'a tab after spaces',
      TEXT.replace('  title', '  \ttitle'),
      `error yaml-syntax 3:9 | Invalid YAML: bad indentation of a mapping entry. | ${tab}`,
    ],
    [
      'a tab inside brackets',
      TEXT.replace('paths: {}', 'paths: { /a:\t{} }'),
      `error yaml-syntax 5:14 | Invalid YAML: deficient indentation. | ${space}`,
    ],
    [
      'a no-break space',
      TEXT.replace('paths: {}', 'paths: {\u00a0/a: { b }: 1 }'),
      `error yaml-syntax 5:19 | Invalid YAML: missed comma between flow collection entries. | ${space}`,
    ],
    [
      'a null character',
      TEXT.replace('title: T', 'title: "T\u0000"'),
      'error yaml-syntax 3:12 | Invalid YAML: null byte is not allowed in input. | Remove the character; the file may be damaged.',
    ],
    [
      'a zero-width space before the first field',
      `\u200b${TEXT}`,
      'error version-missing 1:11 | The name of the field `openapi` has invisible characters. | Write the line again by hand.',
    ],
  ])('%s', async (_, content, want) => {
    expect(await said('a.yaml', content)).toEqual([want]);
  });
});
