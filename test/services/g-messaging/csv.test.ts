// Tests how CSV files are read: however their bytes are cut, with each delimiter and encoding, and with rows that are broken.

import { expect, test } from 'vitest';
import { csvRows } from '../../../services/g-messaging/csv.ts';

async function* pieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(file: string | Uint8Array, options: { delimiter?: string; encoding?: string; size?: number } = {}) {
  const { size = 3, ...rest } = options;
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const broken: [number, string][] = [];
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  for await (const { line, cells } of csvRows(pieces(bytes, size), { ...rest, onBroken: (line, reason) => broken.push([line, reason]) })) {
    rows.push(cells);
    lines.push(line);
  }
  return { rows, lines, broken };
}

test.each([1, 3, 7, 1_000])('rows are the same where the bytes come in pieces of %d', async (size) => {
  const file = '\ufeffid,name\r\n1,"Gedichte, ""alt"""\r\n\r\n2,Grüße\r\n3,"zwei\r\nZeilen"\r\n4';
  expect(await read(file, { size })).toEqual({
    rows: [['id', 'name'], ['1', 'Gedichte, "alt"'], ['2', 'Grüße'], ['3', 'zwei\nZeilen'], ['4']],
    lines: [1, 2, 4, 6, 7],
    broken: [],
  });
});

test('the delimiter is the one of the first line, or the one that is given', async () => {
  for (const delimiter of [',', ';', '\t']) {
    const { rows } = await read(`id${delimiter}"a,b;c;d"\n1${delimiter}2\n`);
    expect(rows).toEqual([
      ['id', 'a,b;c;d'],
      ['1', '2'],
    ]);
  }
  expect((await read('id,name|x\n', { delimiter: '|' })).rows).toEqual([['id,name', 'x']]);
});

test('other encodings are read, and one that does not exist is refused', async () => {
  const cyrillic = Uint8Array.of(0xd1, 0xf2, 0xe8, 0xf5, 0xe8, 0x2c, 0x31);
  expect((await read(cyrillic, { encoding: 'windows-1251', size: 2 })).rows).toEqual([['Стихи', '1']]);
  await expect(read('id', { encoding: 'utf-9' })).rejects.toThrow('The file is in the encoding utf-9, which does not exist.');
});

test('a quote within a value is text, and one that is never closed is reported', async () => {
  expect(await read('id,name\n1,4" nails\n2,"x"y\n3,ok\n4,"open\n5,lost')).toEqual({
    rows: [
      ['id', 'name'],
      ['1', '4" nails'],
      ['2', '"x"y'],
      ['3', 'ok'],
    ],
    lines: [1, 2, 3, 4],
    broken: [[6, 'has a quote that is not closed']],
  });
});

test('an empty file has no rows, and an early end stops the reading', async () => {
  expect((await read('')).rows).toEqual([]);
  let taken = 0;
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) {
        taken += 1;
        yield new TextEncoder().encode('a,b\n'.repeat(1_000));
      }
    } finally {
      isEnded = true;
    }
  }
  for await (const { cells } of csvRows(endless(), { onBroken: () => expect.fail('a row is broken') })) {
    expect(cells).toEqual(['a', 'b']);
    break;
  }
  await expect.poll(() => isEnded).toBe(true);
  expect(taken).toBeLessThan(100);
});
