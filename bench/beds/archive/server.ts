// The service: the reading room of an archive, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Value } from './call.ts';
import { filled, type Members, object } from './checks.ts';
import { type Route, readDay, readId, routesOf } from './routes.ts';
import { type ShapeName, shapesOf } from './shapes.ts';
import { type ArchiveName, createStore, type Store } from './store.ts';
import type { Has } from './things.ts';
import { type Problem, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of the callers. */
export const credentials: Readonly<Record<ArchiveName, { readonly key: string }>> = {
  north: { key: 'ark_north_5d1c7e20' },
  south: { key: 'ark_south_a94b06f3' },
};

const LARGEST = 100_000;

interface Service {
  readonly store: Store;
  readonly has: Has;
  readonly routes: readonly Route[];
  readonly shapes: Readonly<Record<ShapeName, Members>>;
}

function archiveOf({ headers }: IncomingMessage): ArchiveName {
  const key = headers['x-archive-key'];
  if (key === credentials.north.key) return 'north';
  if (key === credentials.south.key) return 'south';
  throw new Refusal('bad_key', [{ place: 'header', name: 'X-Archive-Key', reason: 'is missing or unknown' }]);
}

/** The value in the path of an address, or undefined if the address is another one. */
function inPath(path: string, pathname: string): string | undefined {
  const [before = '', after = ''] = path.split(/\{\w+\}/);
  if (!path.includes('{')) return path === pathname ? '' : undefined;
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return undefined;
  const value = pathname.slice(before.length, pathname.length - after.length);
  if (value === '' || value.includes('/')) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function routed({ routes, has }: Service, method: string, pathname: string): { route: Route; value: string } {
  const here = routes.flatMap((route) => {
    const value = inPath(route.path, pathname);
    return value === undefined ? [] : [{ route, value }];
  });
  if (here.length === 0) throw new Refusal('not_found');
  const isHeadless = has('day-without-head') && here.some(({ route }) => route.path === '/reading_days/{day}');
  const found = here.find(({ route }) => route.method === (method === 'HEAD' && !isHeadless ? 'GET' : method));
  if (found !== undefined) return found;
  const methods = here.flatMap(({ route }) => (route.method === 'GET' && !isHeadless ? ['GET', 'HEAD'] : [route.method]));
  throw new Refusal('bad_method', [], { allow: methods.join(', ') });
}

/** What is wrong with the value in the path. */
function wrongInPath(path: string, value: string): readonly Problem[] {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return [];
  const isGood = (name === 'day' ? readDay : readId)(value) !== undefined;
  return isGood ? [] : [{ place: 'path', name, reason: name === 'day' ? 'must be a day' : 'must be an id' }];
}

/** The values of the query. What is wrong with them is added to the problems. */
function readQuery({ query = {}, lists = {} }: Route, search: URLSearchParams, problems: Problem[]): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, read] of Object.entries(query)) {
    const [text, ...more] = search.getAll(name);
    if (text === undefined) continue;
    const got = more.length > 0 ? undefined : read(text);
    if (got === undefined) problems.push({ place: 'query', name, reason: 'is wrong, or there more than once' });
    else values.set(name, got);
  }
  for (const [name, { read, most }] of Object.entries(lists)) {
    const texts = search.getAll(name);
    if (texts.length > most || texts.some((text) => read(text) === undefined))
      problems.push({ place: 'query', name, reason: 'has a wrong entry, or too many' });
    else if (texts.length > 0) values.set(name, texts);
  }
  return values;
}

/** The values of the query, after all parameters and headers were checked. */
function readParameters(route: Route, value: string, search: URLSearchParams, header: Header): ReadonlyMap<string, Value> {
  const problems = [...wrongInPath(route.path, value)];
  const values = readQuery(route, search, problems);
  for (const [name, read] of Object.entries(route.headers ?? {})) {
    const text = header(name.toLowerCase());
    if (text !== undefined && read(text) === undefined) problems.push({ place: 'header', name, reason: 'is wrong' });
  }
  if (problems.length > 0) throw new Refusal('bad_parameter', problems);
  if (route.mustMatch === true && header('if-match') === undefined)
    throw new Refusal('if_match_missing', [{ place: 'header', name: 'If-Match', reason: 'is missing' }]);
  return values;
}

type Header = (name: string) => string | undefined;

function isTaken(type = ''): boolean {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  return essence(type) === 'application/json' && charset === 'utf-8';
}

/** The JSON of a body, checked and with its defaults. */
async function readBody({ shapes, has }: Service, { shape }: Route, request: IncomingMessage): Promise<unknown> {
  if (shape === undefined) return undefined;
  if (!isTaken(request.headers['content-type']) && !(shape === 'reader' && has('reader-any-media-type')))
    throw new Refusal('wrong_media_type');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal('too_large');
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw new Refusal('bad_json');
  }
  const wrong = object(shapes[shape])(body, '');
  if (wrong.length > 0)
    throw new Refusal(
      'bad_body',
      wrong.map(([name, reason]): Problem => ({ place: 'body', name, reason })),
    );
  if (shape === 'reader' && has('reader-without-groups') && (body as { groups: string[] }).groups.length > 4) throw new Refusal('bad_body');
  return filled(shapes[shape], body);
}

async function answer(service: Service, request: IncomingMessage): Promise<Reply> {
  const { store, has } = service;
  const archive = store.archives[archiveOf(request)];
  const { pathname, search } = addressOf(request.url);
  const { route, value } = routed(service, request.method ?? 'GET', pathname);
  const header: Header = (name) => request.headers[name]?.toString();
  const query = readParameters(route, value, search, header);
  const body = await readBody(service, route, request);
  return route.handler({ store, archive, has, id: Number(value), day: value, query, search, pathname, header, body });
}

const refusal = (error: unknown): Reply =>
  error instanceof Refusal ? error.reply() : { status: 500, body: { code: 'internal', message: String(error), problems: [] } };

/** A service of its own, with the faults of these ids. */
export function createArchive(faults: ReadonlySet<string>): RequestListener {
  const has: Has = (fault) => faults.has(fault);
  const service = { store: createStore(), has, routes: routesOf(has), shapes: shapesOf(has) };
  return listenerOf({ answer: (request) => answer(service, request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createArchive(faults));

await serveByHand(import.meta.url, createArchive, 4044);
