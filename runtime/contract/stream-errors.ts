// The errors of streams: an item that is malformed or invalid, and a stream that breaks off.
import { OctavoError } from './errors.ts';
import type { Issue } from './issue.ts';

/** Which item or byte of which stream. */
export interface StreamPosition {
  readonly operation?: string | undefined;
  /** The response's status; absent for a request. */
  readonly status?: number | undefined;
  /** `request`: a server reads it. `response`: a client reads it. `source`: it is being written. */
  readonly stream: 'request' | 'response' | 'source';
  /** The index of the item or byte, from 0. */
  readonly index: number;
  /** Default: `item`. */
  readonly unit?: 'item' | 'byte';
}

/** An item of a stream that is malformed, too long, or not allowed by its schema. `issues` may contain user data; the message does not. */
export class InvalidItemError extends OctavoError {
  override readonly name = 'InvalidItemError';
  declare readonly stream: StreamPosition['stream'];
  declare readonly status: number | undefined;
  declare readonly index: number;
  declare readonly issues: readonly Issue[];
  /** The end of the message: `is not valid JSON`. */
  declare readonly reason: string;

  constructor(position: StreamPosition, reason: string, issues: readonly Issue[] = []) {
    const { operation, stream, status, index } = position;
    super(`${nameOf(position)} ${reason}.`, operation, { stream, status, index, issues, reason });
  }
}

/** A stream that broke off: the network failed, or the other end gave up. `index` is that of the first item or byte that is missing. */
export class BrokenStreamError extends OctavoError {
  override readonly name = 'BrokenStreamError';
  declare readonly stream: StreamPosition['stream'];
  declare readonly status: number | undefined;
  declare readonly index: number;

  constructor(position: StreamPosition, cause: unknown) {
    const { operation, stream, status, index } = position;
    super(`${nameOf(position)} is missing: the stream broke off.`, operation, { stream, status, index, cause });
  }
}

function nameOf({ operation, status, index, unit = 'item' }: StreamPosition): string {
  return `${operation === undefined ? '' : `${operation}: `}${unit} ${index} of the stream${status === undefined ? '' : ` (${status})`}`;
}
