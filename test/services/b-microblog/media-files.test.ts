// What a file of media is, and how large its picture is.

import { describe, expect, test } from 'vitest';
import { type MediaFile, readMediaFile } from '../../../services/b-microblog/rules/media-files.ts';

/** Hands over what is wanted of bytes that are there, and nothing else. */
function mediaFileOf(bytes: Uint8Array<ArrayBuffer>): MediaFile | undefined {
  const reading = readMediaFile(bytes.byteLength);
  let step = reading.next();
  while (step.done !== true) step = reading.next(new DataView(bytes.buffer, step.value.from, step.value.length));
  return step.value;
}

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const word = (text: string) => [...Buffer.from(text, 'latin1')];
const box = (name: string, ...content: number[][]) => [...u32(8 + content.flat().length), ...word(name), ...content.flat()];
const wideBox = (name: string, content: number[]) => [...u32(1), ...word(name), ...u32(0), ...u32(16 + content.length), ...content];

const png = [0x89, ...word('PNG\r\n\x1a\n'), ...u32(13), ...word('IHDR'), ...u32(1200), ...u32(675), 8, 2, 0, 0, 0];
const gif = [...word('GIF89a'), 0x40, 0x01, 0xf0, 0x00, 0, 0, 0];
const jpeg = (...before: number[]) => [0xff, 0xd8, ...before, 0xff, 0xc2, ...u16(17), 8, ...u16(480), ...u16(640), 3, ...zeros(9)];
const application = [0xff, 0xe0, ...u16(16), ...zeros(14)];
const huffman = [0xff, 0xc4, ...u16(10), ...zeros(8)];

const header = box('mvhd', zeros(12), u32(600), u32(7500), zeros(80));
const header64 = box('mvhd', [1], zeros(19), u32(90_000), u32(1), u32(0), zeros(80));
const track = (width: number, height: number) => box('trak', box('tkhd', zeros(76), u32(width * 65_536), u32(height * 65_536)));
const ftyp = box('ftyp', word('isom'), u32(512));
const mp4 = (...movie: number[][]) => [...ftyp, ...box('mdat', zeros(9)), ...box('moov', ...movie)];
const video = { type: 'video/mp4', width: 1280, height: 720, duration_ms: 12_500 };

const FILES: readonly (readonly [string, readonly number[], ReturnType<typeof mediaFileOf> | object])[] = [
  ['PNG', png, { type: 'image/png', width: 1200, height: 675, duration_ms: null }],
  ['GIF', gif, { type: 'image/gif', width: 320, height: 240, duration_ms: null }],
  ['JPEG', jpeg(...application), { type: 'image/jpeg', width: 640, height: 480, duration_ms: null }],
  [
    'JPEG with tables and filling before its frame',
    jpeg(...huffman, 0xff),
    { type: 'image/jpeg', width: 640, height: 480, duration_ms: null },
  ],
  ['MP4 with a track of sound first', mp4(header, track(0, 0), track(1280, 720)), video],
  ['MP4 with times of 64 bits', mp4(header64, track(1280, 720)), { ...video, duration_ms: Math.round((2 ** 32 * 1000) / 90_000) }],
  ['MP4 with a long length', [...ftyp, ...wideBox('moov', [...header, ...track(1280, 720)])], video],
  ['MP4 whose last box reaches to the end', [...ftyp, ...u32(0), ...word('moov'), ...header, ...track(1280, 720)], video],
  ['MP4 of sound alone', mp4(header, track(0, 0)), undefined],
  ['MP4 without a header', mp4(track(1280, 720)), undefined],
  ['PNG of no width', png.with(18, 0).with(19, 0), undefined],
  ['text', word('RIFF and so on, which is no media'), undefined],
  ['nothing', [], undefined],
];

test.each(FILES)('%s', (_, bytes, want) => {
  expect(mediaFileOf(Uint8Array.from(bytes))).toEqual(want);
});

describe('a file that ends too early', () => {
  test.each(FILES.filter(([, , want]) => want !== undefined))('%s', (_, bytes, want) => {
    for (let length = 0; length < bytes.length; length++) {
      const found = mediaFileOf(Uint8Array.from(bytes.slice(0, length)));
      // Never another size: either the size is there already, or there is none.
      expect([undefined, want], String(length)).toContainEqual(found);
    }
  });
});

test('boxes of no length end the search', () => {
  expect(mediaFileOf(Uint8Array.from([...ftyp, ...u32(4), ...word('free'), ...zeros(8)]))).toBeUndefined();
});

test('a file of very many boxes is read in no time, and is none', () => {
  const many = Uint8Array.from([...ftyp, ...Array.from({ length: 200_000 }, () => box('free')).flat()]);
  let steps = 0;
  const reading = readMediaFile(many.byteLength);
  for (let step = reading.next(); step.done !== true; steps++)
    step = reading.next(new DataView(many.buffer, step.value.from, step.value.length));
  expect(steps).toBeLessThan(2_000);
});
