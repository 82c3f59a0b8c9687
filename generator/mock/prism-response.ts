// Turns a response of Prism into one of HTTP: header values as text, bodies serialized by their media type, problems as JSON.

import { isJson, isUrlencoded } from '../model/media-type.ts';
import type { PrismModules, ProblemError, Violation } from './prism-modules.ts';
import { type MockAnswer, refKeyStandIn } from './protocol.ts';
import type { StreamWriting } from './streams/formats.ts';

export function problem(error: ProblemError, modules: PrismModules): MockAnswer {
  const { status = 500, additional } = error;
  const body = error.status === undefined ? { title: error.message, status } : modules.problemOf(error);
  const answer = problemAnswer(status, body, additional?.headers);
  return status < 500 ? answer : { ...answer, failed: error.detail ?? error.message };
}

export function problemAnswer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): MockAnswer {
  return { status, headers: { ...headersOf(headers), 'content-type': 'application/problem+json' }, body: JSON.stringify(body) };
}

/** The names of severities, by their numbers in @stoplight/types. */
const severities = ['Error', 'Warning', 'Information', 'Hint'];

export function violationsOf(part: string, violations: readonly Violation[]): object[] {
  return violations.map(({ path: at, code, message, severity }) => {
    return { location: [part, ...(at ?? [])], severity: severities[severity] ?? severity, code, message };
  });
}

export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** In Prism, a header value may be a number, or `null` if there is none. */
export function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== null && value !== undefined) found[name.toLowerCase()] = String(value);
  }
  return found;
}

/** Prism cannot serialize streams and bytes, so they are written here. */
export function serialize(body: unknown, contentType: string, stream: StreamWriting | undefined): string | undefined {
  if (stream === undefined && isJson(contentType)) return body === undefined ? undefined : JSON.stringify(restoreRefKeys(body));
  if (body === undefined || (typeof body === 'string' && !isJson(contentType))) return body;
  const restored = restoreRefKeys(body);
  const items = Array.isArray(restored) ? restored : [restored];
  if (stream !== undefined) return streamText(items, stream);
  if (isUrlencoded(contentType)) return formOf(restored);
  return typeof restored === 'object' ? JSON.stringify(restored) : String(restored);
}

function streamText(items: readonly unknown[], { format, lineEnd, end }: StreamWriting): string {
  const ending = end === undefined ? [] : [end];
  switch (format) {
    case 'ndjson':
      return [...items.map((item) => JSON.stringify(item)), ...ending].map((line) => line + lineEnd).join('');
    case 'json-seq':
      return [...items.map((item) => JSON.stringify(item)), ...ending].map((text) => `\u001e${text}\n`).join('');
    case 'event-stream':
      return [...items, ...ending.map((data) => ({ data }))].map(eventOf).join('');
  }
}

/** A server-sent event (HTML Living Standard §9.2.5). An item without `data` is itself the data of an event. */
function eventOf(item: unknown): string {
  const event = typeof item === 'object' && item !== null && 'data' in item ? Object.entries(item) : [['data', item] as const];
  const lines = event.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`);
  });
  return `${lines.join('\n')}\n\n`;
}

function formOf(value: unknown): string {
  const params = new URLSearchParams();
  for (const [name, item] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    for (const one of Array.isArray(item) ? item : [item]) params.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  return params.toString();
}

function restoreRefKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreRefKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key === refKeyStandIn ? '$ref' : key, restoreRefKeys(item)]));
}
