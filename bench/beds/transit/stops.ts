// Stops and their imports.
import { matchesWeak, type Reply } from '../http.ts';
import { type Asked, Problem } from '../plain.ts';
import { byText, contains } from '../texts.ts';
import { checkMatch, paged, tagged } from './replies.ts';
import { STOP_CODE } from './shapes.ts';
import {
  type Context,
  conflict,
  found,
  type Has,
  type Import,
  type ImportResult,
  type Network,
  type Row,
  type Stop,
  tagOf,
} from './store.ts';

const tagOfStop = (stop: Stop, has: Has): string => tagOf(has('stop-tag-of-name') ? [stop.code, stop.name] : stop);

export function listStops(asked: Asked, context: Context): Reply {
  const { zone, q, stepFree } = asked.query;
  const stops = [...context.network.stops.values()]
    .filter((stop) => zone === undefined || stop.zone === zone)
    .filter((stop) => typeof q !== 'string' || contains(stop.name, q))
    .filter((stop) => stepFree === undefined || stop.stepFree === stepFree)
    .sort((a, b) => byText(a.code, b.code));
  return paged(asked, context, stops);
}

function codeOf({ path }: Asked): string {
  const code = path.code ?? '';
  if (STOP_CODE.test(code)) return code;
  throw new Problem(400, 'invalid-request', 'The code does not fit its pattern.');
}

export function getStop(asked: Asked, { network, has }: Context): Reply {
  const stop = found(network.stops, codeOf(asked), 'stop');
  return tagged(asked, stop, tagOfStop(stop, has));
}

function checkPut(asked: Asked, old: Stop | undefined, has: Has): void {
  const match = asked.header('if-match');
  if (match !== undefined) {
    if (old === undefined) throw new Problem(412, 'condition-failed', 'There is no such stop yet.');
    checkMatch(asked, tagOfStop(old, has), false);
  }
  const none = asked.header('if-none-match');
  if (none === undefined || old === undefined || has('stop-none-match-ignored')) return;
  if (matchesWeak(none, tagOfStop(old, has))) throw new Problem(412, 'condition-failed', 'The stop exists already.');
}

export function putStop(asked: Asked, { network, has }: Context): Reply {
  const code = codeOf(asked);
  const old = network.stops.get(code);
  checkPut(asked, old, has);
  const platforms = has('platforms-stay') ? (old?.platforms ?? []) : [];
  const { name, zone, latitude, longitude, ...rest } = asked.body as unknown as Stop;
  const stop: Stop = { code, name, zone, latitude, longitude, platforms: rest.platforms ?? platforms, stepFree: rest.stepFree ?? false };
  network.stops.set(code, stop);
  const headers = { etag: tagOfStop(stop, has) };
  if (old !== undefined) return { status: 200, body: stop, headers };
  return { status: 201, body: stop, headers: { ...headers, location: `/stops/${code}` } };
}

export function deleteStop(asked: Asked, { network, has }: Context): Reply {
  const stop = found(network.stops, codeOf(asked), 'stop');
  checkMatch(asked, tagOfStop(stop, has), false);
  const isVisited = [...network.trips.values()].some(
    ({ state, calls }) => state === 'scheduled' && calls.some((call) => call.stop === stop.code),
  );
  if (isVisited && !has('visited-stop-deleted')) throw conflict('A scheduled trip visits the stop.');
  network.stops.delete(stop.code);
  return { status: 204 };
}

/** After this time, in milliseconds, an import is done. */
const DELAY = 40;

function reasonOf({ code, zone }: Row, seen: ReadonlySet<string>, has: Has): string | undefined {
  if (!STOP_CODE.test(code)) return 'bad-code';
  if (zone < 1 || zone > 9) return 'bad-zone';
  return seen.has(code) && !has('import-takes-twice') ? 'duplicate' : undefined;
}

function imported({ rows }: Import, network: Network, has: Has): ImportResult {
  const [created, replaced, seen] = [[] as string[], [] as string[], new Set<string>()];
  const refused: ImportResult['refused'][number][] = [];
  for (const [index, row] of rows.entries()) {
    const { code } = row;
    const reason = reasonOf(row, seen, has);
    if (reason !== undefined) {
      refused.push({ index, code, reason });
      continue;
    }
    seen.add(code);
    const old = network.stops.get(code);
    (old === undefined ? created : replaced).push(code);
    network.stops.set(code, { platforms: old?.platforms ?? [], stepFree: old?.stepFree ?? false, ...row });
  }
  return { created, replaced, refused };
}

/** Finishes the imports whose time has come. */
export function settle(network: Network, has: Has): void {
  for (const one of network.imports.values()) {
    if (one.result !== null || one.dueAt > Date.now()) continue;
    network.imports.set(one.id, { ...one, result: imported(one, network, has) });
  }
}

function shownImport({ id, name, rows, createdAt, result }: Import): unknown {
  return { id, name, state: result === null ? 'queued' : 'done', rowCount: rows.length, createdAt, result };
}

export function createImport({ body }: Asked, { network, maker, has }: Context): Reply {
  const { name, rows } = body as unknown as Import;
  const made: Import = { id: maker.id('IM'), name, rows, dueAt: Date.now() + DELAY, createdAt: maker.clock.now(), result: null };
  network.imports.set(made.id, made);
  const headers = has('import-without-location') ? undefined : { location: `/imports/${made.id}` };
  return { status: 202, body: shownImport(made), ...(headers === undefined ? {} : { headers }) };
}

export const getImport = ({ path }: Asked, { network }: Context): Reply => ({
  status: 200,
  body: shownImport(found(network.imports, path.importId, 'import')),
});
