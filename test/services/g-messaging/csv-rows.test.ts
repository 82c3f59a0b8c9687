// Tests how rows of imported files are read: however their bytes are cut, and from wherever reading goes on.

import { expect, test } from 'vitest';
import { type CsvRow, type Format, readRows, Survey } from '../../../services/g-messaging/imports/csv.ts';

const FILE = Buffer.from(
  ['mail,name', '1@a.example,"Grüße, ""alt"""', '', '2@a.example,"two', 'lines"', '3,"x"y', 'z"q,3', ' 4 ,\t"5"', '6,"open', '7,8'].join(
    '\r\n',
  ),
);
const UTF_8: Format = { encoding: 'utf-8', delimiter: ',' };

async function* pieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(bytes: Uint8Array, size: number, format = UTF_8, from = 0): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of readRows(pieces(bytes.subarray(from), size), format, from)) rows.push(row);
  return rows;
}

test.each([1, 3, 7, 1_000])('rows are the same where the bytes come in pieces of %d', async (size) => {
  const rows = await read(FILE, size);
  expect(rows.map(({ cells, fault }) => [...cells, ...(fault === undefined ? [] : [fault])])).toEqual([
    ['mail', 'name'],
    ['1@a.example', 'Grüße, "alt"'],
    ['2@a.example', 'two\r\nlines'],
    ['3,"x"y', 'A cell goes on after its closing quote.'],
    ['z"q,3', 'A quote stands inside of a cell that does not begin with one.'],
    ['4', '5'],
    ['6,"open', 'A quote is not closed.'],
    ['7', '8'],
  ]);
  expect(rows.at(-1)?.end).toBe(FILE.length);
});

test('reading goes on after any row', async () => {
  const rows = await read(FILE, 5);
  for (const [index, { end }] of rows.entries()) expect(await read(FILE, 5, UTF_8, end)).toEqual(rows.slice(index + 1));
});

test('a quote that is never closed spoils one row, however long the file is', async () => {
  const rows = await read(Buffer.from(`a,b\n1,"open\n${'2,3\n'.repeat(40_000)}`), 16_384);
  expect(rows).toHaveLength(40_002);
  expect(rows[1]).toMatchObject({ cells: ['1,"open'], fault: expect.stringContaining('65536 characters') });
  expect(rows.at(-1)?.cells).toEqual(['2', '3']);
});

test.each([
  ['a;"b,c,d";e', { delimiter: ';' }],
  ['a\tb\nc,d,e', { delimiter: '\t' }],
  ['a|b', { delimiter: '|' }],
  ['a', { delimiter: ',' }],
  ['\uFEFFa;b', { delimiter: ';', begin: 3 }],
  [Uint8Array.of(0xcf, 0xe0, 0x3b, 0x61), { delimiter: ';', encoding: 'windows-1251' }],
  // A character that is cut off at the end.
  [Uint8Array.of(0x61, 0x3b, 0xd0), { delimiter: ';', encoding: 'windows-1251' }],
])('the format of a file is found: %j', async (file, expected) => {
  const survey = new Survey();
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const passed: number[] = [];
  for await (const piece of survey.watch(pieces(bytes, 2))) passed.push(...piece);
  expect(passed).toEqual([...bytes]);
  expect({ begin: survey.begin, ...survey.format }).toEqual({ begin: 0, encoding: 'utf-8', ...expected });
});

test('rows are counted while the bytes pass', async () => {
  for (const [text, count] of [
    ['', 0],
    ['a', 0],
    ['a\n', 0],
    ['a\n1', 1],
    ['a\r\n1\r\n\r\n"2\n3"\r\n', 2],
  ] as const) {
    const survey = new Survey();
    for await (const _piece of survey.watch(pieces(Buffer.from(text), 1)));
    expect(survey.rows, text).toBe(count);
  }
});
