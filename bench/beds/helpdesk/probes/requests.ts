// What the probes of the helpdesk service send, and how they judge it.
import { client, type Got, type Send, type Sent } from '../../client.ts';
import { ANY, type Item, isKept, joined, of, type Probes as ProbesWith, type Probe as ProbeWith } from '../../probes.ts';
import { credentials } from '../server.ts';

/** The senders: two accounts, a viewer of the first, and somebody without a credential. */
export interface Callers {
  readonly acme: Send;
  readonly globex: Send;
  readonly viewer: Send;
  readonly nobody: Send;
  /** The first account with another key. */
  readonly withKey: (key: string) => Send;
}

export type Probe = ProbeWith<Callers>;
export type Probes = ProbesWith<Callers>;

export function callers(url: string): Callers {
  const as = ({ deskKey, staffToken }: (typeof credentials)[keyof typeof credentials]): Send =>
    client(url, { 'x-desk-key': deskKey, authorization: `Bearer ${staffToken}` });
  return {
    acme: as(credentials.acme),
    globex: as(credentials.globex),
    viewer: as(credentials.viewer),
    nobody: client(url, {}),
    withKey: (key) => client(url, { 'x-desk-key': key }),
  };
}

export const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(10, '0')}`;

/** The address of a ticket of the seeds: 1 and 6 are new, 2 is open, 3 pending, 4 solved, 5 closed, and 7 deleted. */
export const T = (number: number, rest = ''): string => `/tickets/${idOf('tkt', number)}${rest}`;
export const C = (number: number, rest = ''): string => `/customers/${idOf('cus', number)}${rest}`;
export const A = (slug: string, rest = ''): string => `/articles/${slug}${rest}`;

export const ticket = (members: object = {}): object => ({ subject: 'New', requester_id: idOf('cus', 1), ...members });
export const customer = (members: object = {}): object => ({ name: 'New', kind: 'person', email: 'new@mail.example', ...members });
export const address = (members: object = {}): object => ({ label: 'New', line1: 'Kade 1', city: 'Delft', country: 'NL', ...members });
export const article = (members: object = {}): object => ({ title: 'New', body: 'New.', locale: 'en', ...members });
export const webhook = (members: object = {}): object => ({
  delivery: { via: 'http', url: 'https://hooks.example/a' },
  events: ['ticket.solved'],
  ...members,
});
export const agent = (members: object = {}): object => ({
  handle: 'mo_k',
  name: 'Mo',
  email: 'mo@desk.example',
  password: 'correct-horse-battery',
  ...members,
});
export const entry = (members: object = {}): object => ({ hours: 1, worked_on: '2026-02-27', ...members });
export const REPLACEMENT = { name: 'Gans', kind: 'business', email: 'office@gans.example', vat_id: 'NL001234567B01', version: 1 };

export const merge = (body: unknown, headers: Readonly<Record<string, string>> = ANY): Sent => ({
  raw: JSON.stringify(body),
  type: 'application/merge-patch+json',
  headers,
});

export function file(bytes: Uint8Array<ArrayBuffer> | string, type = 'text/plain', name = 'a.txt', caption?: string): Sent {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), name);
  if (caption !== undefined) form.set('caption', caption);
  return { form };
}

/** The things of a list, by the name of its member. */
export const listOf = (got: Got, name: string): readonly Item[] => (of(got)[name] ?? []) as readonly Item[];
export const numbers = (got: Got): string => joined(listOf(got, 'tickets'), 'number');

/** One request of the first account, whose answer has this status. */
export const gives =
  (status: number, method: string, path: string, sent?: Sent): Probe =>
  async ({ acme }) =>
    (await acme(method, path, sent)).status === status;

export const post = (status: number, path: string, body: object): Probe => gives(status, 'POST', path, { body });
export const put = (status: number, path: string, body: object): Probe => gives(status, 'PUT', path, { body });

/** A new thing has this member both in the answer and when it is read again. */
export const keeps =
  (path: string, body: object, name: string, value: unknown): Probe =>
  ({ acme }) =>
    isKept(acme, 'POST', path, body, name, value);
