// How the archive refuses requests, and the tags of what it shows.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

export interface Problem {
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly reason: string;
}

const MESSAGES = {
  bad_parameter: [400, 'A parameter or a header is wrong.'],
  bad_json: [400, 'The body is not JSON.'],
  bad_key: [401, 'The key is missing or unknown.'],
  not_found: [404, 'Your archive has no such thing.'],
  bad_method: [405, 'The address has no such method.'],
  code_taken: [409, 'Another collection has this code.'],
  not_empty: [409, 'The collection has boxes.'],
  label_taken: [409, 'Another box of the collection has this label.'],
  box_full: [409, 'The box is full.'],
  card_taken: [409, 'Another reader has this card number.'],
  restricted: [409, 'The item is restricted on that day.'],
  card_expired: [409, 'The card of the reader has expired by that day.'],
  item_booked: [409, 'The item has an open request for that day.'],
  reader_limit: [409, 'The reader has five open requests.'],
  wrong_status: [409, 'The request cannot be moved to this status.'],
  item_out: [409, 'The item is not in its box.'],
  no_seat: [409, 'The reader has no seat on that day.'],
  not_read: [409, 'The item of the request has not been read.'],
  fragile: [409, 'Fragile items are not copied to paper.'],
  seat_taken: [409, 'The seat is given away.'],
  seat_held: [409, 'The reader has a seat on that day.'],
  changed: [412, 'It was changed since you have seen it.'],
  too_large: [413, 'The body is too large.'],
  wrong_media_type: [415, 'The body must be application/json in UTF-8.'],
  bad_body: [422, 'Members of the body are wrong.'],
  years_reversed: [422, 'The last year lies before the first one.'],
  unknown_reference: [422, 'The body refers to something that does not exist.'],
  closed_day: [422, 'The reading room is closed on Sundays.'],
  no_such_page: [422, 'The item does not have all of these pages.'],
  address_missing: [422, 'Copies by post need an address.'],
  if_match_missing: [428, 'The header If-Match is missing.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

type Code = keyof typeof MESSAGES;

/** An answer that refuses the request. */
export class Refusal extends Error {
  readonly code: Code;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, problems: readonly Problem[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(MESSAGES[code][1]);
    this.code = code;
    this.problems = problems;
    this.headers = headers;
  }

  reply(): Reply {
    const { code, message, problems, headers } = this;
    return { status: MESSAGES[code][0], body: { code, message, problems }, headers };
  }
}

/** A refusal for one member of the body. */
export const wrongMember = (code: Code, name: string, reason: string): Refusal => new Refusal(code, [{ place: 'body', name, reason }]);

/** The tag of what an answer shows. */
export const tagOf = (shown: object): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`;
