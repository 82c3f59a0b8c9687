// Writes a HAR 1.2 file whole or not at all: exchanges go to a temporary file beside it, and its end puts the HAR in its place.
import { closeSync, existsSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import path from 'node:path';
import { environmentError, messageOf, usageError } from '../base/error.ts';
import { isAlive } from '../write/left-overs.ts';
import type { HeaderPair } from './entry.ts';
import type { RecordedExchange } from './recorded.ts';

export interface HarFileOptions {
  readonly file: string;
  /** Whether a file that is there is replaced. */
  readonly replaces: boolean;
  /** The most bytes of the file. The exchange that would go beyond, and all after it, are left out. */
  readonly limit: number;
}

interface Line {
  /** How many were added before it. */
  readonly order: number;
  readonly began: number;
  readonly at: number;
  readonly length: number;
}

/** The name of a file that a process has begun, with its id: `.traffic.har.4711.part`. */
const PART = /^\..+\.har\.(\d+)\.part$/;

export class HarFile {
  readonly #file: string;
  readonly #limit: number;
  readonly #part: string;
  readonly #handle: number;
  readonly #lines: Line[] = [];
  #size = 0;
  #leftOut = 0;
  #failure: unknown;

  /** @throws {OctavoError} for a file that is there (exit code 2), and for one that cannot be written (3). */
  constructor({ file, replaces, limit }: HarFileOptions) {
    this.#file = file;
    this.#limit = limit;
    refuseExisting(file, replaces);
    const folder = path.dirname(file);
    this.#part = path.join(folder, `.${path.basename(file).replace(/(?:\.har)?$/i, '.har')}.${process.pid}.part`);
    try {
      removeParts(folder);
      this.#handle = openSync(this.#part, 'wx+', 0o600);
    } catch (error) {
      throw cannotWrite(file, error);
    }
  }

  /** Exchanges that the file has, or will have. */
  get entries(): number {
    return this.#lines.length;
  }

  /** False where the exchange would go beyond the limit. */
  add(exchange: RecordedExchange): boolean {
    const bytes = Buffer.from(JSON.stringify(exchange));
    if (this.#leftOut > 0 || this.#size + bytes.length > this.#limit || this.#failure !== undefined) {
      this.#leftOut++;
      return false;
    }
    try {
      writeAll(this.#handle, bytes);
    } catch (error) {
      this.#failure = error;
      return false;
    }
    this.#lines.push({ order: this.#lines.length, began: exchange.began, at: this.#size, length: bytes.length });
    this.#size += bytes.length;
    return true;
  }

  /**
   * Puts the file in its place, the exchanges in the order in which they began. `revise` sees each once more, with how
   * many were added before it. It works at once, since a process
   * that is being ended has no other turn. @throws {OctavoError} (exit code 3)
   */
  finish(
    log: { readonly baseUrl: string; readonly creator: string },
    revise: (exchange: RecordedExchange, order: number) => RecordedExchange,
  ): void {
    const whole = `${this.#part.slice(0, -'.part'.length)}.whole.part`;
    try {
      if (this.#failure !== undefined) throw this.#failure;
      rmSync(whole, { force: true });
      const handle = openSync(whole, 'wx', 0o600);
      try {
        writeAll(handle, Buffer.from(`${this.#head(log)}\n`));
        for (const [index, line] of this.#lines.toSorted((a, b) => a.began - b.began).entries())
          writeAll(handle, Buffer.from(`${index === 0 ? '' : ',\n'}${JSON.stringify(entryOf(revise(this.#read(line), line.order)))}`));
        writeAll(handle, Buffer.from('\n]}}\n'));
      } finally {
        closeSync(handle);
      }
      renameSync(whole, this.#file);
    } catch (error) {
      throw cannotWrite(this.#file, error);
    } finally {
      rmSync(whole, { force: true });
      this.discard();
    }
  }

  /** Leaves no file behind. */
  discard(): void {
    closeSync(this.#handle);
    rmSync(this.#part, { force: true });
  }

  #head({ baseUrl, creator }: { readonly baseUrl: string; readonly creator: string }): string {
    const more = this.#leftOut === 0 ? '' : ` ${this.#leftOut} later exchanges are not here: the file would be longer than its limit.`;
    const log = {
      version: '1.2',
      creator: { name: creator, version: '1' },
      comment: `Credentials and other secrets are redacted; \`_redacted\` of an entry says where.${more}`,
      _baseUrl: baseUrl,
    };
    return `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  }

  #read({ at, length }: Line): RecordedExchange {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length; ) read += readSync(this.#handle, bytes, read, length - read, at + read);
    return JSON.parse(bytes.toString()) as RecordedExchange;
  }
}

function refuseExisting(file: string, replaces: boolean): void {
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw usageError('recording-exists', `${file} is a folder.`, { fix: 'Name a file in it.' });
  if (!replaces)
    throw usageError('recording-exists', `${file} is there already.`, { fix: 'Name another file, or add `--replace` to replace it.' });
}

/** What killed processes have left behind. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = PART.exec(name.replace('.whole.part', '.part')) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { force: true });
  }
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}

function cannotWrite(file: string, cause: unknown): Error {
  return environmentError('cannot-write', `The recording ${file} cannot be written: ${messageOf(cause)}`, { cause });
}

function entryOf({ began, timing, request, response, redacted, notes }: RecordedExchange): object {
  const { send, wait, receive } = timing;
  return {
    startedDateTime: new Date(began).toISOString(),
    time: send + wait + receive,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: request.httpVersion,
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...postDataOf(request),
      headersSize: -1,
      bodySize: request.size,
    },
    response: {
      status: response.status,
      statusText: STATUS_CODES[response.status] ?? '',
      httpVersion: response.httpVersion,
      cookies: [],
      headers: pairs(response.headers),
      content: contentOf(response),
      redirectURL: headerOf(response, 'location'),
      headersSize: -1,
      bodySize: response.size,
      ...(response.failure === undefined ? {} : { _error: response.failure }),
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send, wait, receive, ssl: -1 },
    ...(notes.length === 0 ? {} : { comment: notes.join(' ') }),
    ...(redacted.length === 0 ? {} : { _redacted: redacted }),
  };
}

function pairs(headers: readonly HeaderPair[]): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): object[] {
  return [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}

/** HAR 1.2 has no encoding of what is sent, so that bytes have a member of their own. */
function postDataOf({ headers, body, isAbsent }: RecordedExchange['request']): object {
  const mimeType = headerOf({ headers }, 'content-type');
  if (body !== undefined)
    return { postData: { mimeType, text: body.text, ...(body.encoding === undefined ? {} : { _encoding: body.encoding }) } };
  return isAbsent === true ? { postData: { mimeType, params: [], _size: -1 } } : {};
}

function contentOf({ headers, body, isAbsent, size }: RecordedExchange['response']): object {
  const mimeType = headerOf({ headers }, 'content-type');
  if (body === undefined) return { size: isAbsent === true ? -1 : 0, mimeType };
  const bytes = Buffer.byteLength(body.text, body.encoding ?? 'utf8');
  const saved = bytes - size;
  return { size: bytes, ...(saved > 0 ? { compression: saved } : {}), mimeType, ...body };
}

function headerOf({ headers }: { readonly headers: readonly HeaderPair[] }, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}
