// Records what passes the proxy: makes an exchange of each request and response, has its secrets taken out, and writes it.
import type { HeaderPair } from '../../har/entry.ts';
import { type RecordedBody, type RecordedExchange, recordedBody } from '../../har/recorded.ts';
import { HarFile, type HarFileOptions } from '../../har/write.ts';
import { streamFormat } from '../../model/media-type.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Failure } from '../contract/exchange.ts';
import type { RecordingReport } from '../contract/report.ts';
import { Redactor } from '../redaction/index.ts';
import { exchangeLimits } from '../target/limits.ts';
import { Copy, decoded } from './copy.ts';
import type { BodyEnd, Passing, ResponseWatcher } from './forward.ts';

export interface RecorderOptions extends HarFileOptions {
  /** Called once, where no more is recorded; `reason` is the end of a sentence that begins with the recording. */
  readonly onFull: (reason: string) => void;
}

/** The address of the service: its origin, its base path and the value of `Host`. */
interface Upstream {
  readonly origin: string;
  readonly basePath: string;
  readonly host: string;
}

type OperationOf = (passing: Passing) => Promise<Operation | undefined>;

type Taken = RecordedExchange['response'];

/** The most secrets that are remembered. Beyond, one could stand again in the file. */
const MOST_SECRETS = 100_000;

export class Recorder {
  readonly #file: HarFile;
  readonly #options: RecorderOptions;
  readonly #upstream: Upstream;
  readonly #redactor: Redactor;
  readonly #operationOf: OperationOf;
  readonly #pending = new Set<Promise<void>>();
  /** How many secrets were known when each exchange was written. */
  readonly #known: number[] = [];
  #isFull = false;
  #leftOut = 0;

  /** @throws {OctavoError} where the file cannot be written, or is there already. */
  constructor(service: Service, upstream: Upstream, operationOf: OperationOf, options: RecorderOptions) {
    this.#file = new HarFile(options);
    this.#options = options;
    this.#upstream = upstream;
    this.#redactor = new Redactor(service);
    this.#operationOf = operationOf;
  }

  response(passing: Passing, status: number, headers: Headers): ResponseWatcher {
    const head = performance.now();
    const copy = new Copy();
    let size = 0;
    return {
      chunk: (chunk) => {
        copy.add(chunk);
        size += chunk.length;
        return undefined;
      },
      end: (how) => {
        const timing = timingOf(passing, head);
        const notes: string[] = [];
        const body = responseBody(copy, headers, how, notes);
        const response = { status, httpVersion: 'HTTP/1.1', headers: [...headers], size, ...body };
        this.#later(this.#record(passing, timing, response, notes));
      },
    };
  }

  failure(passing: Passing, { message }: Failure): void {
    const response = { status: 0, httpVersion: '', headers: [], size: 0, failure: message };
    this.#later(this.#record(passing, timingOf(passing, performance.now()), response, []));
  }

  /** Writes the file when all that passed is recorded. @throws {OctavoError} (exit code 3) */
  async finish(): Promise<RecordingReport> {
    await Promise.allSettled([...this.#pending]);
    const { origin, basePath } = this.#upstream;
    const redactor = this.#redactor;
    this.#file.finish({ baseUrl: origin + basePath, creator: 'octavo proxy' }, (exchange, order) =>
      this.#known[order] === redactor.known ? exchange : redactor.hide(exchange),
    );
    return { file: this.#options.file, entries: this.#file.entries, leftOut: this.#leftOut };
  }

  discard(): void {
    this.#file.discard();
  }

  async #record(passing: Passing, timing: RecordedExchange['timing'], response: Taken, notes: string[]): Promise<void> {
    if (this.#isFull) {
      this.#leftOut++;
      return;
    }
    const operation = await this.#operationOf(passing);
    const { origin, host } = this.#upstream;
    const { method, target } = passing;
    const headers = Object.entries(passing.headers).map(([name, value]): HeaderPair => [name, name === 'host' ? host : value]);
    const request = {
      method,
      url: origin + target,
      httpVersion: 'HTTP/1.1',
      headers,
      size: passing.body.size,
      ...requestBody(passing, notes),
    };
    const began = performance.timeOrigin + passing.began;
    const redactor = this.#redactor;
    const written = redactor.hide(redactor.redact({ began, timing, request, response, redacted: [], notes }, operation));
    this.#known.push(redactor.known);
    const isTooMuch = redactor.known > MOST_SECRETS;
    if (!isTooMuch && this.#file.add(written)) return;
    this.#leftOut++;
    this.#isFull = true;
    this.#options.onFull(
      isTooMuch ? `has met ${MOST_SECRETS} secrets` : `has reached its limit of ${this.#options.limit / 1024 / 1024} MiB`,
    );
  }

  #later(work: Promise<void>): void {
    const one = work.finally(() => this.#pending.delete(one));
    this.#pending.add(one);
  }
}

/** Milliseconds; a response that begins before the request has come to its end leaves nothing to wait for. */
function timingOf({ began, uploaded }: Passing, head: number): RecordedExchange['timing'] {
  const sent = Math.min(uploaded() ?? head, head);
  return { send: rounded(sent - began), wait: rounded(head - sent), receive: rounded(performance.now() - head) };
}

/** To thousandths. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

interface Kept {
  readonly body?: RecordedBody;
  readonly isAbsent?: true;
}

const LIMIT = `${exchangeLimits.bytes / 1024 / 1024} MiB`;

function requestBody({ body, headers, isWhole }: Passing, notes: string[]): Kept {
  if (body.size === 0) return {};
  if (body.isCut) return absent(notes, `The body of the request is longer than ${LIMIT} and is not recorded.`);
  if (!isWhole()) return absent(notes, 'The request ended early, so its body is not recorded.');
  return kept(decoded(body.bytes, headers['content-encoding']), 'request', notes);
}

function responseBody(copy: Copy, headers: Headers, how: BodyEnd, notes: string[]): Kept {
  if (copy.size === 0) return {};
  const encoding = headers.get('content-encoding');
  if (how === 'whole' && !copy.isCut) return kept(decoded(copy.bytes, encoding), 'response', notes);
  if (streamFormat(headers.get('content-type') ?? '') !== undefined && encoding === null) {
    notes.push('The beginning of a stream, up to its last whole line.');
    return kept(copy.bytes.subarray(0, copy.bytes.lastIndexOf(0x0a) + 1), 'response', notes);
  }
  if (copy.isCut) return absent(notes, `The body of the response is longer than ${LIMIT} and is not recorded.`);
  const who = how === 'reset' ? 'The service ended the response early' : 'The client did not wait for the end of the response';
  return absent(notes, `${who}, so its body is not recorded.`);
}

function kept(bytes: Uint8Array | undefined, side: string, notes: string[]): Kept {
  if (bytes !== undefined) return { body: recordedBody(bytes) };
  return absent(notes, `The Content-Encoding of the ${side} cannot be undone, so its body is not recorded.`);
}

function absent(notes: string[], note: string): Kept {
  notes.push(note);
  return { isAbsent: true };
}
