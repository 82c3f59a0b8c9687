// Reads what a file of media is, and how large its picture is, from its bytes: of some hundred of them, whatever the size of the file.

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

export interface Wanted {
  readonly from: number;
  readonly length: number;
}

/** Yields the bytes that it wants, all of which the file has, and gets them. So it needs not know where they are kept. */
export type Reading<Result> = Generator<Wanted, Result, DataView>;

/** Segments and boxes of one level that are read, so that a file which is made of millions of them takes no time. */
const MOST_STEPS = 1_000;

/** @param size bytes of the file. The result is `undefined` for a file that is of no type that posts can have, or that ends before its size. */
export function* readMediaFile(size: number): Reading<MediaFile | undefined> {
  const start = yield { from: 0, length: Math.min(size, 24) };
  const type = pictureTypeOf(new Uint8Array(start.buffer, start.byteOffset, start.byteLength));
  if (type === undefined) return yield* readVideo(start, size);
  const found = type === 'image/jpeg' ? yield* readJpeg(size) : sizeIn(type, start);
  return found && found.width > 0 && found.height > 0 ? { type, ...found, duration_ms: null } : undefined;
}

function sizeIn(type: Exclude<PictureType, 'image/jpeg'>, view: DataView): Size | undefined {
  // GIF89a, section 18: the logical screen, with its lowest byte first.
  if (type === 'image/gif') return view.byteLength >= 10 ? { width: view.getUint16(6, true), height: view.getUint16(8, true) } : undefined;
  // PNG, section 11.2.2: the header is the first chunk, and begins with the two sides.
  return view.byteLength >= 24 && nameAt(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

/** ITU-T T.81, table B.1: the markers SOF0 to SOF15 have the size; C4, C8 and CC in their range are other markers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Goes from segment to segment until one has the size. */
function* readJpeg(size: number): Reading<Size | undefined> {
  let at = 2;
  for (let steps = 0; steps < MOST_STEPS && at + 9 <= size; steps++) {
    const view = yield { from: at, length: 9 };
    if (view.getUint8(0) !== 0xff) return undefined;
    const marker = view.getUint8(1);
    if (isFrame(marker)) return { height: view.getUint16(5), width: view.getUint16(7) };
    // A marker can have any number of bytes FF before it (section B.1.1.2).
    at += marker === 0xff ? 1 : 2 + view.getUint16(2);
  }
  return undefined;
}

interface Box {
  readonly name: string;
  /** Where its content begins. */
  readonly start: number;
  readonly end: number;
}

/** The boxes of a name in a part of the file. ISO/IEC 14496-12, section 4.2: a length of 1 has its value after the name, and 0 reaches to the end. */
function* readBoxes(wanted: string, { start: from, end: to }: Omit<Box, 'name'>): Reading<readonly Box[]> {
  const found: Box[] = [];
  let at = from;
  for (let steps = 0; steps < MOST_STEPS && at + 8 <= to; steps++) {
    const head = yield { from: at, length: Math.min(16, to - at) };
    const short = head.getUint32(0);
    if (short === 1 && head.byteLength < 16) break;
    const length = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? to - at : short;
    const start = at + (short === 1 ? 16 : 8);
    if (at + length < start || at + length > to) break;
    if (nameAt(head, 4) === wanted) found.push({ name: wanted, start, end: at + length });
    at += length;
  }
  return found;
}

/** The size is that of the largest track, because tracks of sound have none. */
function* readVideo(start: DataView, size: number): Reading<MediaFile | undefined> {
  if (!isVideo(start)) return undefined;
  const [movie] = yield* readBoxes('moov', { start: 0, end: size });
  if (movie === undefined) return undefined;
  const [header] = yield* readBoxes('mvhd', movie);
  const duration_ms = header && (yield* readDuration(header));
  const sizes: Size[] = [];
  for (const track of yield* readBoxes('trak', movie))
    for (const box of yield* readBoxes('tkhd', track)) sizes.push(...(yield* readTrack(box)));
  const largest = sizes.toSorted((left, right) => right.width * right.height - left.width * left.height)[0];
  return largest && duration_ms !== undefined ? { type: 'video/mp4', ...largest, duration_ms } : undefined;
}

/** Whether a file begins as videos in MP4 do. */
export function isVideo(start: DataView): boolean {
  return start.byteLength >= 8 && nameAt(start, 4) === 'ftyp';
}

/** Section 8.2.2: version 1 has times of 64 bits. */
function* readDuration({ start, end }: Box): Reading<number | undefined> {
  if (end - start < 32) return undefined;
  const view = yield { from: start, length: 32 };
  const wide = view.getUint8(0) === 1;
  const scale = view.getUint32(wide ? 20 : 12);
  const duration = wide ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return scale === 0 ? undefined : Math.round((duration * 1000) / scale);
}

/** Section 8.3.2: the last eight bytes are the two sides, with 16 bits behind the point. */
function* readTrack({ start, end }: Box): Reading<readonly Size[]> {
  if (end - start < 84) return [];
  const view = yield { from: end - 8, length: 8 };
  const [width, height] = [view.getUint32(0) >>> 16, view.getUint32(4) >>> 16];
  return width > 0 && height > 0 ? [{ width, height }] : [];
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
