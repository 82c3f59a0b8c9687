// Berths: where vessels lie.
import type { Reply } from '../../http.ts';
import type { Ask } from '../ask.ts';
import { filtered, pageOf, sorted } from '../lists.ts';
import { type Berth, occupantOf, type VesselType } from '../store.ts';
import { berthView } from '../views.ts';
import { conflict, etagOf, invalid, requireMatch, requireNew, shown } from '../wire.ts';
import { berthOf } from './things.ts';

export function listBerths(ask: Ask): Reply {
  const { port, on } = ask;
  const isFree = ({ code }: Berth): boolean => occupantOf(port, code) === undefined;
  let found = filtered(ask, [...port.berths.values()], 'accepts', ({ accepts }, type: VesselType) => accepts.includes(type));
  found = filtered(ask, found, 'minDepth', ({ depth }, least: number) => depth > least || (depth === least && !on('least-depth-left-out')));
  found = filtered(ask, found, 'free', (berth, free: boolean) => isFree(berth) === free || (!free && on('free-false-ignored')));
  const all = sorted(
    found,
    ({ code }) => code,
    () => 0,
  );
  return pageOf(ask, 'berths', all, (berth) => berthView(ask, berth));
}

export function getBerth(ask: Ask): Reply {
  const view = berthView(ask, berthOf(ask));
  return shown(ask, view, etagOf(view));
}

type Details = Omit<Berth, 'code'>;

export function putBerth(ask: Ask): Reply {
  const { port, path, on } = ask;
  const code = path.get('code') ?? '';
  const form = on('code-with-three-digits') ? /^[A-Z]\d{1,3}$/ : /^[A-Z]\d{1,2}$/;
  if (!form.test(code)) throw invalid('code', 'must be a letter and one or two digits');
  const before = port.berths.get(code);
  requireMatch(ask, before === undefined ? undefined : etagOf(berthView(ask, before)));
  if (!on('star-replaces-berth')) requireNew(ask, before !== undefined);
  if (before !== undefined && occupantOf(port, code) !== undefined && !on('occupied-berth-replaced'))
    throw conflict('A vessel lies at the berth.');
  const sent = ask.body as Details;
  const note = on('berth-keeps-note') ? (sent.note ?? before?.note ?? null) : sent.note;
  const berth: Berth = { code, ...sent, note };
  port.berths.set(code, berth);
  const body = berthView(ask, berth);
  const headers = { etag: etagOf(body) };
  return before === undefined
    ? { status: 201, body, headers: { ...headers, location: `/berths/${code}` } }
    : { status: 200, body, headers };
}
