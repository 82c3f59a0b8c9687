// The errors of streams: an item that cannot be read or is not valid, and a stream that ends before its end.
import { OctavoError } from './errors.ts';
import type { Issue } from './issue.ts';

/** Which item of which stream. */
export interface StreamPlace {
  readonly operation?: string | undefined;
  /** Of the answer. */
  readonly status?: number | undefined;
  /** `request`: a server reads it; `answer`: a client does; `source`: the stream is being made. */
  readonly stream: 'request' | 'answer' | 'source';
  /** Of the item or byte, counted from 0. */
  readonly index: number;
  /** What it is a stream of. Default: items. */
  readonly unit?: 'item' | 'byte';
}

/** An item of a stream that is malformed, too long, or breaks its schema. `issues` may hold the user's data; the message does not. */
export class InvalidItemError extends OctavoError {
  override readonly name = 'InvalidItemError';
  readonly stream: StreamPlace['stream'];
  readonly status: number | undefined;
  readonly index: number;
  readonly issues: readonly Issue[];
  /** The end of the message: `is not valid JSON`. */
  readonly reason: string;

  constructor(place: StreamPlace, reason: string, issues: readonly Issue[] = []) {
    super(`${wordOf(place)} ${reason}.`, place.operation);
    this.stream = place.stream;
    this.status = place.status;
    this.index = place.index;
    this.reason = reason;
    this.issues = issues;
  }
}

/** A stream that broke off: the network failed, or the other end gave up. `index` is that of the item, or byte, that never came. */
export class BrokenStreamError extends OctavoError {
  override readonly name = 'BrokenStreamError';
  readonly stream: StreamPlace['stream'];
  readonly status: number | undefined;
  readonly index: number;

  constructor(place: StreamPlace, cause: unknown) {
    super(`${wordOf(place)} did not come: the stream broke off.`, place.operation, { cause });
    this.stream = place.stream;
    this.status = place.status;
    this.index = place.index;
  }
}

function wordOf({ operation, status, index, unit = 'item' }: StreamPlace): string {
  return `${operation === undefined ? '' : `${operation}: `}${unit} ${index} of the stream${status === undefined ? '' : ` (${status})`}`;
}
