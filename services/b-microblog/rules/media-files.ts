// Reads what a file of media is, and how large its picture is, from its bytes.

import { type PictureType, pictureTypeOf } from './pictures.ts';

export type MediaType = PictureType | 'video/mp4';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface MediaFile extends Size {
  readonly type: MediaType;
  /** Only videos have one. */
  readonly duration_ms: number | null;
}

/** `undefined` for a file that is of no type that posts can have, or that ends before its size. */
export function mediaFileOf(bytes: Uint8Array): MediaFile | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = pictureTypeOf(bytes);
  if (type === undefined) return videoOf(view);
  const size = SIZES[type](view);
  return size && size.width > 0 && size.height > 0 ? { type, ...size, duration_ms: null } : undefined;
}

const SIZES: Readonly<Record<PictureType, (view: DataView) => Size | undefined>> = {
  // PNG, section 11.2.2: the header is the first chunk, and begins with the two sides.
  'image/png': (view) =>
    view.byteLength >= 24 && nameAt(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined,
  // GIF89a, section 18: the logical screen, with its lowest byte first.
  'image/gif': (view) => (view.byteLength >= 10 ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined),
  'image/jpeg': jpegSizeOf,
};

/** ITU-T T.81, table B.1: the markers SOF0 to SOF15 have the size; C4, C8 and CC in their range are other markers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Goes from segment to segment until one has the size. */
function jpegSizeOf(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // A marker can have any number of bytes FF before it (section B.1.1.2).
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

interface Box {
  readonly name: string;
  /** Where its content begins. */
  readonly start: number;
  readonly end: number;
}

/** ISO/IEC 14496-12, section 4.2: a length of 1 has its value after the name, and 0 reaches to the end. */
function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const short = view.getUint32(at);
    if (short === 1 && at + 16 > to) return;
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const start = at + (short === 1 ? 16 : 8);
    if (at + length < start || at + length > to) return;
    yield { name: nameAt(view, at + 4), start, end: at + length };
    at += length;
  }
}

function boxesNamed(view: DataView, name: string, { start, end }: Omit<Box, 'name'>): readonly Box[] {
  return [...boxesIn(view, start, end)].filter((box) => box.name === name);
}

/** The size is that of the largest track, because tracks of sound have none. */
function videoOf(view: DataView): MediaFile | undefined {
  const whole = { start: 0, end: view.byteLength };
  const [movie] = boxesNamed(view, 'moov', whole);
  if (view.byteLength < 8 || nameAt(view, 4) !== 'ftyp' || movie === undefined) return undefined;
  const duration_ms = boxesNamed(view, 'mvhd', movie).map((box) => durationOf(view, box))[0];
  const sizes = boxesNamed(view, 'trak', movie)
    .flatMap((track) => boxesNamed(view, 'tkhd', track))
    .flatMap((header) => trackSizeOf(view, header) ?? []);
  const size = sizes.toSorted((left, right) => right.width * right.height - left.width * left.height)[0];
  return size && duration_ms !== undefined ? { type: 'video/mp4', ...size, duration_ms } : undefined;
}

/** Section 8.2.2: version 1 has times of 64 bits. */
function durationOf(view: DataView, { start, end }: Box): number | undefined {
  if (end - start < 32) return undefined;
  const wide = view.getUint8(start) === 1;
  const scale = view.getUint32(start + (wide ? 20 : 12));
  const duration = wide ? Number(view.getBigUint64(start + 24)) : view.getUint32(start + 16);
  return scale === 0 ? undefined : Math.round((duration * 1000) / scale);
}

/** Section 8.3.2: the last eight bytes are the two sides, with 16 bits behind the point. */
function trackSizeOf(view: DataView, { start, end }: Box): Size | undefined {
  if (end - start < 84) return undefined;
  const width = view.getUint32(end - 8) >>> 16;
  const height = view.getUint32(end - 4) >>> 16;
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
