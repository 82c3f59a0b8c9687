// Decides what a webhook may be set to.

import type { ActivityStatus } from '@octavo/interfaces/g-messaging';
import { validateActivityStatus } from '@octavo/interfaces/g-messaging';
import { parseJson } from '@octavo/runtime';

/** Headers of the account's own choice. */
const MOST_HEADERS = 5;
/** Characters of a value. */
const MOST_VALUE = 1_000;

/** A token of RFC 9110 section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i;
/** Visible ASCII, with spaces and tabs inside, as RFC 9110 section 5.5 has it. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that belong to a connection or to a message, so that each request has its own (RFC 9110 sections 7.6.1 and 8). */
const RESERVED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|expect|content-.*|authorization|accept-encoding)$/;

/** The kinds of activity that are wanted; null: all. */
export function kindsOf(given: readonly string[] | undefined): readonly ActivityStatus[] | null {
  if (given === undefined) return null;
  return given.filter((kind): kind is ActivityStatus => validateActivityStatus(kind, []));
}

/** Why these cannot be the kinds of activity, in a sentence. */
export function kindsFault(given: readonly string[] | undefined): string | undefined {
  if (given?.length === 0) return 'Name a kind of activity, or leave out kinds for all of them.';
  const wrong = given?.find((kind) => !validateActivityStatus(kind, []));
  return wrong === undefined ? undefined : `There is no kind of activity ${wrong}.`;
}

/** The headers that a text has as JSON, by names in lower case; or why it has none, in a sentence. */
export function headersOf(text: string | undefined): Readonly<Record<string, string>> | string {
  const entries = entriesOf(text ?? '{}');
  if (entries === undefined) return 'The headers must be a JSON object of texts, such as {"x-shop":"papaver"}.';
  if (entries.length > MOST_HEADERS) return `There can be at most ${MOST_HEADERS} headers, not ${entries.length}.`;
  const headers = new Map<string, string>();
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    if (!NAME.test(name)) return `${JSON.stringify(given)} is no name of a header.`;
    if (name === 'authorization') return 'Set the header authorization by username and password.';
    if (RESERVED.test(name)) return `The header ${name} cannot be set.`;
    if (headers.has(name)) return `The header ${name} is there twice.`;
    if (!VALUE.test(value)) return `The value of the header ${name} must be visible ASCII characters, with spaces only between them.`;
    if (value.length > MOST_VALUE) return `The value of the header ${name} has more than ${MOST_VALUE} characters.`;
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function entriesOf(text: string): [name: string, value: string][] | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? entries : undefined;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/** Why these cannot be sent by HTTP Basic (RFC 7617), in a sentence. */
export function loginFault({ username, password }: Login): string | undefined {
  if ((username === undefined) !== (password === undefined)) return 'Give username and password, or neither.';
  if (username?.includes(':')) return 'The username can have no colon.';
  if (/\p{Cc}/u.test(`${username}${password}`)) return 'The username and the password can have no control characters.';
  return undefined;
}

/** The header of HTTP Basic, where there is a login. */
export function basicHeader({ username, password }: Login): Readonly<Record<string, string>> {
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64')}` };
}
