// Writes the files of the site: only what has changed, with compressed copies for servers that send them, and removes what is stale.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cannotWrite } from '../write/cannot-write.ts';
import { replaceFile } from '../write/file.ts';

export interface SiteFiles {
  put(name: string, text: string): void;
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

export function createSiteFiles(out: string): SiteFiles {
  const written = new Set<string>();
  const compressing: Promise<void>[] = [];
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
  const write = (name: string, content: string | Uint8Array): void => change(name, (file) => replaceFile(file, content));
  const remove = (name: string): void => change(name, (file) => rmSync(file, { recursive: true, force: true }));
  const compress = async (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    const [br, gz] = await Promise.all([compressBrotli(bytes, quality), compressGzip(bytes, { level: 9 })]);
    write(`${name}.br`, br);
    write(`${name}.gz`, gz);
  };
  return {
    put: (name, text) => {
      written.add(name);
      const isLarge = text.length >= SMALLEST;
      const copies = [`${name}.br`, `${name}.gz`];
      if (read(name) === text && (!isLarge || copies.every((copy) => existsSync(path.join(out, copy))))) return;
      // An old copy must not be sent in place of the new text.
      for (const copy of copies) remove(copy);
      write(name, text);
      if (isLarge) compressing.push(compress(name, text));
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
      const outcomes = await Promise.allSettled(compressing);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return [...written].sort();
    },
  };
}
