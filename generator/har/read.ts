// Reads a HAR file entry by entry. Its memory is bounded by the longest entry, and not by the file.
import { createReadStream } from 'node:fs';
import { environmentError, messageOf, OctavoError, systemCode, usageError } from '../base/error.ts';
import { type Entry, entryOf } from './entry.ts';
import { HarFault, longestPart, Splitter } from './split.ts';

/** `fault`: an entry that cannot be read, with its index and what is wrong. */
export type HarItem =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'fault'; readonly message: string }
  /** The address that the paths of the document stand below, in a recording of `octavo proxy`. It comes before the entries. */
  | { readonly kind: 'base'; readonly url: string };

const UNPACK = 'Unpack it, and name the `.har` file in it.';

/** @throws {OctavoError} (exit code 2, or 3 where the system does not let it read) for a file that is not a HAR. */
export async function* readHar(file: string): AsyncGenerator<HarItem> {
  const splitter = new Splitter();
  let isFirst = true;
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      const chunk = bytes as Uint8Array;
      if (isFirst) refuseOthers(file, chunk);
      isFirst = false;
      for (const part of splitter.push(chunk)) {
        const item = part.kind === 'entry' ? entryItem(part.index, part.value) : baseItem(part.name, part.value);
        if (item !== undefined) yield item;
      }
    }
    if (isFirst) throw new HarFault('is empty');
    splitter.end();
  } catch (error) {
    throw errorOf(file, error);
  }
}

function entryItem(index: number, value: unknown): HarItem {
  if (value === undefined) return { kind: 'fault', message: `entries[${index}] is longer than ${longestPart / 1024 / 1024} MiB.` };
  const read = entryOf(index, value);
  return typeof read === 'string' ? { kind: 'fault', message: read } : { kind: 'entry', entry: read };
}

function baseItem(name: string, value: unknown): HarItem | undefined {
  return name === '_baseUrl' && typeof value === 'string' && URL.canParse(value) ? { kind: 'base', url: value } : undefined;
}

/** Files that are named `.har` and are something else. */
function refuseOthers(file: string, bytes: Uint8Array): void {
  const begins = (...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);
  if (begins(0x1f, 0x8b) || begins(0x50, 0x4b)) {
    throw usageError('recording-malformed', `${file} is compressed.`, { fix: UNPACK });
  }
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) {
    throw usageError('recording-malformed', `${file} is UTF-16, and a HAR is UTF-8.`, { fix: 'Save it as UTF-8.' });
  }
}

function errorOf(file: string, error: unknown): unknown {
  if (error instanceof HarFault) return malformed(file, error);
  if (error instanceof OctavoError) return error;
  switch (systemCode(error)) {
    case undefined:
      return error;
    case 'ENOENT':
      return usageError('recording-missing', `There is no file ${file}.`, {
        fix: 'Name a HAR file, as `octavo proxy --record` writes it.',
      });
    case 'EISDIR':
      return usageError('recording-missing', `${file} is a folder.`, { fix: 'Name a HAR file in it.' });
    default:
      return environmentError('recording-unreadable', `${file} cannot be read: ${messageOf(error)}`);
  }
}

function malformed(file: string, { message, position }: HarFault): OctavoError {
  const place = position === undefined ? '' : `:${position.line}:${position.column}`;
  return usageError('recording-malformed', `${file}${place} ${message}.`, {
    fix: "Give a HAR 1.2 file: of `octavo proxy --record`, of a browser's developer tools, or of another proxy.",
  });
}
