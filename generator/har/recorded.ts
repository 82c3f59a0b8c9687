// An exchange as `octavo proxy --record` writes it.
import type { HeaderPair } from './entry.ts';

/** UTF-8, or base64 of other bytes. */
export interface RecordedBody {
  readonly text: string;
  readonly encoding?: 'base64';
}

interface RecordedMessage {
  /** By lower-case name, several of one name apart. */
  readonly headers: readonly HeaderPair[];
  /** HTTP/1.1 */
  readonly httpVersion: string;
  /** Absent: no body, or `isAbsent`. */
  readonly body?: RecordedBody;
  /** There is a body, which is not kept. */
  readonly isAbsent?: true;
  /** Bytes of the body as it was sent, compressed or not. */
  readonly size: number;
}

export interface RecordedExchange {
  /** Milliseconds since 1970. */
  readonly began: number;
  /** Milliseconds: until the request had come, from then to the head of the response, and to its end. */
  readonly timing: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly request: RecordedMessage & { readonly method: string; readonly url: string };
  /** Without a response, the status is 0, as browsers write it. */
  readonly response: RecordedMessage & { readonly status: number; readonly failure?: string };
  /** JSON pointers to what was redacted: `/request/header/authorization`, `/response/body/token`. */
  readonly redacted: readonly string[];
  /** Sentences about bodies that are not there. */
  readonly notes: readonly string[];
}

/** Bytes as text where they are UTF-8 without NUL. */
export function recordedBody(bytes: Uint8Array): RecordedBody {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // Other bytes are written in base64.
  }
  return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}
