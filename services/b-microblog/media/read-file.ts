// Reads what the file of an upload is, from the few bytes of its parts that tell.

import { StoreUnavailable } from '../../platform/store/store.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { type MediaFile, readMediaFile, type Wanted } from '../rules/media-files.ts';
import type { PartRow } from './tables.ts';

/** What could be read of a file, with its first bytes. */
export interface ReadFile {
  readonly start: DataView;
  readonly found: MediaFile | undefined;
}

/** Bytes of the beginning, for what is no picture and no video. */
const START = 4_096;

/** Bytes that are read at once, since what is wanted next is mostly near. */
const WINDOW = 64 * 1024;

type Deps = Pick<MicroblogPlatform, 'blobs'>;

/** @param parts in their order */
export async function readFile(deps: Deps, parts: readonly PartRow[]): Promise<ReadFile> {
  const size = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let window = await readBytes(deps, parts, { from: 0, length: Math.min(size, WINDOW) });
  const start = viewOf(window, { from: 0, length: Math.min(size, START) });
  const reading = readMediaFile(size);
  let step = reading.next();
  while (step.done !== true) {
    const wanted = step.value;
    if (!holds(window, wanted)) {
      const length = Math.max(wanted.length, Math.min(WINDOW, size - wanted.from));
      window = await readBytes(deps, parts, { from: wanted.from, length });
    }
    step = reading.next(viewOf(window, wanted));
  }
  return { start, found: step.value };
}

interface Window {
  readonly from: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function holds({ from, bytes }: Window, wanted: Wanted): boolean {
  return wanted.from >= from && wanted.from + wanted.length <= from + bytes.byteLength;
}

function viewOf({ from, bytes }: Window, wanted: Wanted): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset + wanted.from - from, wanted.length);
}

async function readBytes(deps: Deps, parts: readonly PartRow[], { from, length }: Wanted): Promise<Window> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  for await (const piece of streamOf(deps, parts, from, from + length)) {
    bytes.set(piece, filled);
    filled += piece.byteLength;
  }
  return { from, bytes };
}

/** The bytes of a file, or some of them, part after part. */
export async function* streamOf(
  { blobs }: Deps,
  parts: readonly PartRow[],
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let start = 0;
  for (const { blob, bytes } of parts) {
    const end = start + bytes;
    if (end > from && start < to) {
      const found = await blobs.get(blob);
      if (found === undefined) throw new StoreUnavailable('A part of the file is gone.');
      yield* found.stream(Math.max(0, from - start), Math.min(bytes, to - start));
    }
    start = end;
  }
}
