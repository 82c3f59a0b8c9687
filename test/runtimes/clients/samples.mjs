// What programs upload, and people of the sandbox by their identifiers.

export const PEOPLE = { tideWatch: '1500042000000000001', ines: '1500042000000000002', jonas: '1500042000000000003' };

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const u32 = (value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const zeros = (count) => Array.from({ length: count }, () => 0);
const word = (text) => [...Buffer.from(text, 'latin1')];
const box = (name, ...content) => [...u32(8 + content.flat().length), ...word(name), ...content.flat()];

/** A film of twelve seconds and a half. */
export function mp4(size) {
  const header = box('mvhd', zeros(12), u32(600), u32(7500), zeros(80));
  const movie = box('moov', header, box('trak', box('tkhd', zeros(76), u32(1280 * 65_536), u32(720 * 65_536))));
  const start = box('ftyp', word('isom'), u32(512));
  const data = size - start.length - movie.length;
  return Buffer.concat([start, u32(data), word('mdat'), zeros(data - 8), movie].map((part) => Buffer.from(part)));
}
