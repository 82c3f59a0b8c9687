// A file → its text, or the problem: not readable, not a regular file, too long, or not UTF-8.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
// Synchronous functions: loading `node:fs/promises` takes longer than loading a small description.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { Location, Problem, Source } from '../../base/problem.ts';
import type { Limits } from '../limits.ts';

/** `location` is that of the `$ref` that leads to the file; absent for the entry document. */
export function readSource(path: string, display: string, limits: Limits, location?: Location): Source | Problem {
  const refuse = (code: string, message: string, fix: string): Problem => ({
    code,
    severity: 'error',
    message,
    fix,
    location: location ?? { source: { path, display, text: '', format: 'yaml' }, pointer: '' },
  });
  let file: number;
  try {
    // Without O_NONBLOCK, opening a named pipe would block the run.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return unreadable(error, display, refuse);
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return refuse('file-is-folder', `\`${display}\` is a folder; name a file.`, 'Name the document in it.');
    if (!stat.isFile()) return refuse('file-not-regular', `\`${display}\` is a pipe, socket or device; expected a file.`, 'Name a file.');
    if (stat.size > limits.fileBytes) return tooLarge(display, stat.size, limits, refuse);
    const bytes = readFileSync(file);
    if (bytes.length > limits.fileBytes) return tooLarge(display, bytes.length, limits, refuse);
    return decode(bytes, path, display, location);
  } catch (error) {
    return unreadable(error, display, refuse);
  } finally {
    closeSync(file);
  }
}

type Refuse = (code: string, message: string, fix: string) => Problem;

function unreadable(error: unknown, display: string, refuse: Refuse): Problem {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refuse('file-not-found', `Cannot find the file \`${display}\`.`, 'Correct the path.');
    case 'EACCES':
    case 'EPERM':
      return refuse('file-no-permission', `No permission to read \`${display}\`.`, 'Change the permissions of the file.');
    case 'EISDIR':
      return refuse('file-is-folder', `\`${display}\` is a folder; name a file.`, 'Name the document in it.');
    default:
      return refuse('file-unreadable', `Cannot read \`${display}\` (${code ?? String(error)}).`, 'Check the file and its disk.');
  }
}

function tooLarge(display: string, size: number, limits: Limits, refuse: Refuse): Problem {
  return refuse(
    'limit-file-bytes',
    `\`${display}\` is ${size.toLocaleString('en-US')} bytes long; the limit is ${limits.fileBytes.toLocaleString('en-US')}.`,
    'Split the document, or raise `limits.fileBytes` in the configuration.',
  );
}

/** Bytes → a source. Descriptions are UTF-8, with or without a byte order mark. */
export function decode(bytes: Buffer, path: string, display: string, location?: Location): Source | Problem {
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff) ||
    (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0));
  if (utf16) {
    return {
      code: 'not-utf8',
      severity: 'error',
      message: `\`${display}\` is encoded as UTF-16 or UTF-32; expected UTF-8.`,
      fix: 'Save it as UTF-8.',
      location: location ?? { source: { path, display, text: '', format: 'yaml' }, pointer: '' },
    };
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return {
      code: 'not-utf8',
      severity: 'error',
      message: `\`${display}\` is compressed with gzip; expected text.`,
      fix: 'Unpack it, for example with `gunzip`.',
      location: location ?? { source: { path, display, text: '', format: 'yaml' }, pointer: '' },
    };
  }
  const text = withoutMark(bytes.toString('utf8'));
  const source = makeSource(path, display, text);
  if (isUtf8(bytes)) {
    known.set(source, { length: bytes.length, digest: hash('sha256', bytes) });
    return source;
  }
  return {
    code: 'not-utf8',
    severity: 'error',
    message: `\`${display}\` contains bytes that are not UTF-8.`,
    fix: 'Save it as UTF-8.',
    location: { source, pointer: '', offset: firstBadCharacter(bytes, text) },
  };
}

/** Facts about the bytes of a source, which take longer to find out from its text. */
interface Bytes {
  readonly length: number;
  readonly digest: string;
}

const known = new WeakMap<Source, Bytes>();

/** How long the text of a source is in a file, and a digest that changes with it. */
export function bytesOf(source: Source): Bytes {
  const found = known.get(source) ?? { length: Buffer.byteLength(source.text), digest: hash('sha256', source.text) };
  known.set(source, found);
  return found;
}

/** Notes that a source has got the text of another one. */
export function takeBytes(source: Source, from: Source): void {
  known.set(source, bytesOf(from));
}

export function makeSource(path: string, display: string, text: string): Source {
  const body = withoutMark(text);
  return { path, display, text: body, format: formatOf(path, body) };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function formatOf(path: string, text: string): 'json' | 'yaml' {
  switch (extname(path).toLowerCase()) {
    case '.json':
      return 'json';
    case '.yaml':
    case '.yml':
      return 'yaml';
    default:
      return /^\s*[{[]/.test(text) ? 'json' : 'yaml';
  }
}

/** The offset of the first replacement character that the decoder inserted; the text may contain others. */
function firstBadCharacter(bytes: Buffer, text: string): number {
  let byte = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let from = 0;
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return at;
    from = at;
  }
  return 0;
}
