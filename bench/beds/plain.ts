// Routes and checks of requests, for beds that check what they take by hand instead of by their document.
import type { IncomingMessage } from 'node:http';
import { addressOf, bytesOf, essence, jsonOf, type Reply } from './http.ts';

/** What is wrong with one place of a request. */
export interface Flaw {
  readonly at: string;
  readonly message: string;
}

export type Shape = (value: unknown, at: string) => readonly Flaw[];

/** A request that a service refuses. Each bed gives it its own form. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly flaws: readonly Flaw[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, more: { flaws?: readonly Flaw[]; headers?: Record<string, string> } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.flaws = more.flaws ?? [];
    this.headers = more.headers ?? {};
  }
}

const flaw = (at: string, message: string): readonly Flaw[] => [{ at, message }];

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  const found = /^(\d{4}-\d{2}-\d{2})$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return found !== undefined && !Number.isNaN(found.getTime()) && found.toISOString().startsWith(text);
}

/** Whether a text is a time with its offset, as RFC 3339 has it. */
export function isTime(text: string): boolean {
  const [, day = '', hour, minute, second, zoneHour = '0', zoneMinute = '0'] =
    /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(text) ?? [];
  const fits = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61;
  return isDay(day) && fits && Number(zoneHour) < 24 && Number(zoneMinute) < 60;
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly test?: (text: string) => boolean;
}

/** A text. Its length is counted in code points, as JSON Schema does. */
export const text =
  ({ min = 0, max = Number.POSITIVE_INFINITY, pattern, test }: TextLimits): Shape =>
  (value, at) => {
    if (typeof value !== 'string') return flaw(at, 'must be a string');
    const { length } = [...value];
    if (length < min) return flaw(at, `must have at least ${min} characters`);
    if (length > max) return flaw(at, `must have at most ${max} characters`);
    return (pattern?.test(value) ?? true) && (test?.(value) ?? true) ? [] : flaw(at, 'does not have the right format');
  };

export const day: Shape = text({ test: isDay });

export const integer =
  (min: number, max: number): Shape =>
  (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return flaw(at, 'must be an integer');
    return value < min || value > max ? flaw(at, `must be between ${min} and ${max}`) : [];
  };

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value, at) =>
    values.includes(value) ? [] : flaw(at, `must be one of ${values.join(', ')}`);

export const orNull =
  (shape: Shape): Shape =>
  (value, at) =>
    value === null ? [] : shape(value, at);

export const list =
  (shape: Shape, { min = 0, max = Number.POSITIVE_INFINITY, unique = false } = {}): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return flaw(at, 'must be an array');
    if (value.length < min || value.length > max) return flaw(at, `must have ${min} to ${max} items`);
    if (unique && new Set(value).size < value.length) return flaw(at, 'must not have an item twice');
    return value.flatMap((item, index) => shape(item, `${at}/${index}`));
  };

/** An object with these members and no others. */
export const record =
  (required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}, least = 0): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return flaw(at, 'must be an object');
    const given = new Map<string, unknown>(Object.entries(value));
    const known = new Map([...Object.entries(required), ...Object.entries(optional)]);
    if (given.size < least) return flaw(at, `must have at least ${least} member`);
    const missing = Object.keys(required).filter((name) => !given.has(name));
    return [
      ...missing.map((name) => ({ at: `${at}/${name}`, message: 'is missing' })),
      ...[...given].flatMap(([name, member]) => known.get(name)?.(member, `${at}/${name}`) ?? flaw(`${at}/${name}`, 'is not known')),
    ];
  };

/** A parameter of the query. */
export interface Parameter {
  readonly shape: Shape;
  readonly kind?: 'integer' | 'boolean' | 'list';
  readonly fallback?: unknown;
}

function parameterOf(given: string, kind: Parameter['kind']): unknown {
  if (kind === 'integer') return /^-?(0|[1-9]\d*)$/.test(given) ? Number(given) : given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return kind === 'list' ? given.split(',') : given;
}

export type Values = Readonly<Record<string, unknown>>;

function readQuery(search: URLSearchParams, parameters: Readonly<Record<string, Parameter>>): { query: Values; flaws: readonly Flaw[] } {
  const flaws: Flaw[] = [];
  const query: Record<string, unknown> = {};
  for (const [name, { shape, kind, fallback }] of Object.entries(parameters)) {
    const [given, again] = search.getAll(name);
    query[name] = given === undefined ? fallback : parameterOf(given, kind);
    if (again !== undefined) flaws.push({ at: name, message: 'must be given once' });
    else if (given !== undefined) flaws.push(...shape(query[name], name));
  }
  return { query, flaws };
}

/** What an operation is called with. */
export interface Asked {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Values;
  readonly body: Values;
  readonly header: (name: string) => string | undefined;
}

export interface Route<Context> {
  readonly method: string;
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: Shape;
  /** The media type of the body. */
  readonly type?: string;
  readonly run: (asked: Asked, context: Context) => Reply | Promise<Reply>;
}

function matched(template: string, pathname: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), pathname.split('/')];
  if (wanted.length !== given.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    try {
      const found = decodeURIComponent(given[index] ?? '');
      if (name !== undefined) path[name] = found;
      else if (found !== part) return undefined;
    } catch {
      return undefined;
    }
  }
  return path;
}

/** The route of a request and the parameters of its path. */
export function routeOf<R extends { method: string; path: string }>(
  routes: readonly R[],
  { method, url }: IncomingMessage,
): [R, Asked['path']] {
  const { pathname } = addressOf(url);
  const found = routes.flatMap((route): [R, Asked['path']][] => {
    const path = matched(route.path, pathname);
    return path === undefined ? [] : [[route, path]];
  });
  if (found.length === 0) throw new Problem(404, 'not_found', 'There is nothing at this path.');
  const exact = found.find(([route]) => route.method === method);
  if (exact !== undefined) return exact;
  const allow = found.map(([route]) => route.method).join(', ');
  throw new Problem(405, 'method_not_allowed', `The path takes ${allow}.`, { headers: { allow } });
}

const LARGEST = 65_536;

async function readBody(request: IncomingMessage, shape: Shape, type: string): Promise<Values> {
  const header = request.headers['content-type'] ?? '';
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (essence(header) !== type || charset !== 'utf-8') throw new Problem(415, 'unsupported_media_type', `The body must be ${type}.`);
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Problem(413, 'too_large', `The body must have at most ${LARGEST} bytes.`);
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw new Problem(400, 'not_json', 'The body is not JSON.');
  }
  const flaws = shape(body, '');
  if (flaws.length > 0) throw new Problem(400, 'invalid_body', 'The body is not as described.', { flaws });
  return body as Values;
}

/** Reads a request as its route describes it, and runs the route. */
export async function run<C>(route: Route<C>, path: Asked['path'], request: IncomingMessage, context: C): Promise<Reply> {
  const { query, flaws } = readQuery(addressOf(request.url).search, route.query ?? {});
  if (flaws.length > 0) throw new Problem(400, 'invalid_query', 'The query is not as described.', { flaws });
  const body = route.body === undefined ? {} : await readBody(request, route.body, route.type ?? 'application/json');
  return route.run({ path, query, body, header: (name) => request.headers[name]?.toString() }, context);
}
