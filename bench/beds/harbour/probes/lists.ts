// Probes of lists, accounts and secrets.
import type { Got, Send } from '../../client.ts';
import { type Item, joined, of, type Probes } from '../../probes.ts';
import { credentials } from '../server.ts';
import { type Callers, cancel, complete, FIRST, get, listed, NOTICE, post, register, report } from './callers.ts';

/** The values of a member of the things of a list. */
const shown = async (send: Send, path: string, name: string): Promise<string> => joined(listed(await get(send, path)), name);

const NAMES = 'Aurora Trader,Brisling,Corona Star,Dagny,Elvine';

const hrefOf = (got: Got, name: string): string | undefined => (of(got)._links as Record<string, { readonly href: string }>)[name]?.href;

/** The things of all pages, by the links to the next one. */
async function followed(send: Send, path: string): Promise<Item[]> {
  const found: Item[] = [];
  for (let next: string | undefined = path; next !== undefined && found.length < 99; ) {
    const got: Got = await get(send, next);
    found.push(...listed(got));
    next = hrefOf(got, 'next');
  }
  return found;
}

export const lists: Probes<Callers> = {
  'second-page-skips-one': async ({ skarvik }) => joined(await followed(skarvik, '/vessels?perPage=2'), 'name') === NAMES,
  'total-of-page': async ({ skarvik }) => of(await get(skarvik, '/vessels?perPage=2')).total === 5,
  'next-after-full-page': async ({ skarvik }) => {
    const got = await get(skarvik, '/vessels?perPage=5');
    return listed(got).length === 5 && hrefOf(got, 'next') === undefined;
  },
  'links-lose-filters': async ({ skarvik }) => {
    const found = await followed(skarvik, '/vessels?perPage=1&type=ferry,fishing');
    return joined(found, 'name') === 'Brisling,Dagny';
  },
  'largest-page-refused': async ({ skarvik }) => (await get(skarvik, '/vessels?perPage=50')).status === 200,
  'lengths-sorted-as-texts': async ({ skarvik }) => (await shown(skarvik, '/vessels?sort=length', 'length')) === '28.4,88,96.5,150,182.5',
  'search-minds-case': async ({ skarvik }) => (await shown(skarvik, '/vessels?q=TRADER', 'name')) === 'Aurora Trader',
  'least-depth-left-out': async ({ skarvik }) => (await shown(skarvik, '/berths?minDepth=11.5', 'code')) === 'A1,A2',
  'free-false-ignored': async ({ skarvik }) => (await shown(skarvik, '/berths?free=false', 'code')) === 'A2',
  'first-state-only': async ({ skarvik }) =>
    (await shown(skarvik, '/calls?state=cancelled,departed', 'id')) === '5f0c00000005,5f0c00000006',
  'eta-from-is-after': async ({ skarvik }) =>
    (await shown(skarvik, '/calls?etaFrom=2031-05-02T08:00:00%2B02:00', 'id')) === '5f0c00000001,5f0c00000002',
  'orders-of-all-calls': async ({ skarvik }) => (await shown(skarvik, `${FIRST.berthed}/orders?kind=tug`, 'id')) === '0d0000000002',
  'severity-must-equal': async ({ skarvik }) => {
    await report(skarvik);
    return (await shown(skarvik, '/incidents?minSeverity=2', 'severity')) === '3,2';
  },
  'oldest-incident-first': async ({ skarvik }) => {
    await report(skarvik);
    return (await shown(skarvik, '/incidents', 'kind')) === 'collision,injury';
  },
  'active-at-until': async ({ skarvik }) => {
    await post(skarvik, '/notices', NOTICE);
    const before = await shown(skarvik, '/notices?activeAt=2031-07-14T23:59:59Z', 'number');
    return before === '2' && (await shown(skarvik, '/notices?activeAt=2031-07-15T00:00:00Z', 'number')) === '';
  },
};

export const accounts: Probes<Callers> = {
  'calls-of-all-ports': async ({ lunde }) => (await get(lunde, FIRST.announced)).status === 404,
  'orders-of-all-ports': async ({ lunde }) => (await cancel(lunde, '/orders/0d0000000003', '2031-05-01T06:00:00Z')).status === 404,
  'incidents-of-all-ports': async ({ lunde }) => of(await get(lunde, '/incidents')).total === 0,
  'ship-number-of-all-ports': async ({ lunde }) => {
    const got = await register(lunde, { shipNumber: '9100001' });
    return got.status === 201;
  },
  'watch-cancels-orders': async ({ watch }) => (await cancel(watch, '/orders/0d0000000003', '2031-05-01T06:00:00Z')).status === 403,
  'watch-sees-dues': async ({ watch }) => (await get(watch, `${FIRST.berthed}/dues`)).status === 403,
  'watch-changes-calls': async ({ watch }) => (await watch('PATCH', FIRST.announced, { body: { crew: 7 } })).status === 403,
  'watch-completes-no-orders': async ({ watch }) => (await complete(watch, '/orders/0d0000000003', '2031-05-02T07:00:00Z')).status === 200,
};

export const secrets: Probes<Callers> = {
  'session-minds-no-case': async ({ stranger }) => {
    const cookie = `port_session=${credentials.skarvik.session.toUpperCase()}`;
    return (await stranger('GET', '/vessels', { headers: { cookie } })).status === 401;
  },
};
