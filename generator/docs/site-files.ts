// Writes the files of the site: only what has changed, with compressed copies for servers that send them, and removes what is stale.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cannotWrite } from '../write/cannot-write.ts';
import { makeFolder, replaceFileIn } from '../write/file.ts';
import { removeLeftOvers } from '../write/left-overs.ts';

export interface SiteFiles {
  put(name: string, text: string): void;
  /** For a file that is compressed already. */
  putBytes(name: string, bytes: Uint8Array): void;
  /** The text of a file that an earlier build wrote. */
  read(name: string): string | undefined;
  /** Removes the files of a folder that this build did not write, and their compressed copies. */
  clear(folder: string): void;
  /** Resolves when the compressed copies are written. Returns the paths of all files but those, sorted. */
  finish(): Promise<readonly string[]>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A smaller file would not get smaller by a packet. */
const SMALLEST = 2048;

/** How many files are compressed at once, as many as Node has threads for it. Each takes some megabytes, and a large document has thousands. */
const AT_ONCE = 4;

/** `hasCopies` is false for a site that only its own machine reads, where to compress the files takes longer than to send them. */
export function createSiteFiles(out: string, { hasCopies = true } = {}): SiteFiles {
  const written = new Set<string>();
  const uncompressed = new Set<string>();
  const compressors: Promise<void>[] = [];
  /** By name, how often a file was written: a copy of an older text is thrown away. */
  const versions = new Map<string, number>();
  const failures: unknown[] = [];
  let working = 0;
  const read = (name: string): string | undefined => {
    const file = path.join(out, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const change = (name: string, act: (file: string) => void): void => {
    const file = path.join(out, name);
    try {
      act(file);
    } catch (error) {
      throw cannotWrite(file, error);
    }
  };
  // Each folder is made once, because some have thousands of files.
  const prepared = new Set<string>();
  const prepare = (folder: string): void => {
    if (prepared.has(folder)) return;
    makeFolder(folder);
    removeLeftOvers(folder);
    prepared.add(folder);
  };
  const write = (name: string, content: string | Uint8Array): void =>
    change(name, (file) => {
      prepare(path.dirname(file));
      replaceFileIn(file, content);
    });
  const remove = (name: string): void => change(name, (file) => rmSync(file, { recursive: true, force: true }));
  const compress = async (name: string): Promise<void> => {
    // Reads the file again: the texts of all files that wait would take more memory than all else.
    const version = versions.get(name);
    const bytes = await readFile(path.join(out, name));
    const [br, gz] = await Promise.all([
      compressBrotli(bytes, { params: brotliParameters(bytes.length) }),
      compressGzip(bytes, { level: 9 }),
    ]);
    if (versions.get(name) !== version) return;
    write(`${name}.br`, br);
    write(`${name}.gz`, gz);
  };
  const compressor = async (): Promise<void> => {
    working++;
    try {
      for (const name of uncompressed) {
        uncompressed.delete(name);
        await compress(name);
      }
    } catch (error) {
      // Kept for `finish`, since nothing awaits a compressor before.
      failures.push(error);
    }
    working--;
  };
  return {
    put: (name, text) => {
      written.add(name);
      const isCompressed = hasCopies && text.length >= SMALLEST;
      const copies = [`${name}.br`, `${name}.gz`];
      if (read(name) === text && (!isCompressed || copies.every((copy) => existsSync(path.join(out, copy))))) return;
      // An old copy must not be sent in place of the new text.
      for (const copy of copies) remove(copy);
      write(name, text);
      versions.set(name, (versions.get(name) ?? 0) + 1);
      if (!isCompressed) return void uncompressed.delete(name);
      uncompressed.add(name);
      if (working < AT_ONCE) compressors.push(compressor());
    },
    putBytes: (name, bytes) => {
      written.add(name);
      const file = path.join(out, name);
      if (!existsSync(file) || !readFileSync(file).equals(bytes)) write(name, bytes);
    },
    read,
    clear: (folder) => {
      const whole = path.join(out, folder);
      if (!existsSync(whole)) return;
      for (const entry of readdirSync(whole)) {
        const name = `${folder}/${entry}`;
        if (!written.has(name.replace(/\.(?:br|gz)$/, ''))) remove(name);
      }
    },
    finish: async () => {
      await Promise.all(compressors);
      if (failures.length > 0) throw failures[0];
      return [...written].sort();
    },
  };
}

/** The window is no larger than the file (RFC 7932 §9.1): the default one takes 4 MB and more to compress a page of 3 kB. */
function brotliParameters(bytes: number): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_DEFAULT_WINDOW,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))),
    ),
  };
}
