// Reads the bodies and queries of requests to control.
import type { FaultRule } from '@octavo/runtime/conformance';
import { record } from '../plan/sent.ts';
import { ControlRefusal } from './refusal.ts';

/** The members of a body. @throws for a body that is no object, or has others */
export function bodyRead(body: unknown, members: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ControlRefusal(400, 'The body must be an object.');
  const other = Object.keys(body).find((member) => !members.includes(member));
  if (other !== undefined)
    throw new ControlRefusal(400, `The body has no member \`${other.slice(0, 100)}\`; it may have ${members.join(', ')}.`);
  return record(body);
}

/** Milliseconds of a moment; `undefined` where none is given. */
export function momentIn(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) throw new ControlRefusal(400, 'A moment is written as `2026-12-01T00:00:00Z`.');
  return moment;
}

export function namesIn(body: unknown): readonly string[] {
  const { services } = bodyRead(body, ['services']);
  const names = Array.isArray(services) ? services.filter((name) => typeof name === 'string') : [];
  if (!Array.isArray(services) || names.length === 0 || names.length < services.length)
    throw new ControlRefusal(400, '`services` must be a list of names.');
  return names;
}

export function limitOf(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^\d{1,7}$/.test(text) || Number(text) > most) throw new ControlRefusal(400, `\`${name}\` must be a whole number up to ${most}.`);
  return Number(text);
}

const MEMBERS = ['document', 'operation', 'status', 'headers', 'delay_milliseconds', 'drop', 'count'];

export function faultIn(body: unknown): Omit<FaultRule, 'id'> {
  const { document, operation, status, headers, delay_milliseconds: delay, drop, count } = bodyRead(body, MEMBERS);
  if (status === undefined && delay === undefined && drop === undefined)
    throw new ControlRefusal(400, 'One of `status`, `delay_milliseconds` and `drop` must say what happens.');
  if (drop !== undefined && drop !== true) throw new ControlRefusal(400, '`drop` must be true.');
  return {
    ...textIn('document', document),
    ...textIn('operation', operation),
    ...numberIn('status', status, 400, 599),
    ...(headers === undefined ? {} : { headers: headersIn(headers) }),
    ...renamed(numberIn('delay_milliseconds', delay, 0, 300_000)),
    ...(drop === true ? { drop } : {}),
    ...numberIn('count', count, 1, 1_000_000),
  };
}

function renamed({ delay_milliseconds: delay }: { readonly delay_milliseconds?: number }): { readonly delayMilliseconds?: number } {
  return delay === undefined ? {} : { delayMilliseconds: delay };
}

function textIn<K extends string>(name: K, value: unknown): { readonly [N in K]?: string } {
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new ControlRefusal(400, `\`${name}\` must be a text.`);
  return { [name]: value } as { readonly [N in K]?: string };
}

function numberIn<K extends string>(name: K, value: unknown, least: number, most: number): { readonly [N in K]?: number } {
  if (value === undefined) return {};
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new ControlRefusal(400, `\`${name}\` must be a whole number from ${least} to ${most}.`);
  return { [name]: value } as { readonly [N in K]?: number };
}

function headersIn(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(record(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (entries.length !== Object.keys(record(value)).length) throw new ControlRefusal(400, '`headers` must have texts.');
  return Object.fromEntries(entries);
}
