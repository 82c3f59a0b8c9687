// The probes of all faults of the lending desk.
import type { Got, Send } from '../client.ts';
import { header, type Item, joined, of, type Probes, statusesOfTwo } from '../probes.ts';
import { credentials } from './server.ts';

type Callers = Readonly<Record<keyof typeof credentials, Send>>;

/** The headers of each caller. */
export const headers: Readonly<Record<keyof typeof credentials, Record<string, string>>> = {
  librarian: { cookie: `LENDING_DESK=${credentials.librarian.session}` },
  visitor: { cookie: `LENDING_DESK=${credentials.visitor.session}` },
  volunteer: { cookie: `LENDING_DESK=${credentials.volunteer.session}` },
};

type Body = Readonly<Record<string, unknown>>;

const [IMOGEN, TOM, PETRA] = ['LB-000101', 'LB-000102', 'LB-000103'];
/** A title whose only copy is out to Imogen. */
const CLOCKS = '9783161484100';
const SALT = '/titles/9780306406157';
const type = 'application/vnd.athenaeum+json';

const post = (send: Send, path: string, body: Body): Promise<Got> => send('POST', path, { body, type });

const lend = (send: Send, barcode: string, card = IMOGEN, day = '2026-10-05'): Promise<Got> =>
  post(send, '/loans', { barcode, card, 'lent-on': day });

const giveBack = (send: Send, { id }: Item, day = '2026-10-10'): Promise<Got> => post(send, `/loans/${id}/return`, { 'returned-on': day });

const hold = async (send: Send, card = TOM): Promise<Item> => of(await post(send, '/holds', { isbn: CLOCKS, card }));

/** The loan of the clocks. */
async function clocks(send: Send): Promise<Item> {
  const { json } = await send('GET', `/loans?isbn=${CLOCKS}&state=open`);
  return (json as readonly Item[])[0] ?? {};
}

const queue = async (send: Send): Promise<readonly Item[]> => of(await send('GET', `/titles/${CLOCKS}`)).queue as readonly Item[];

const entry = { title: 'New', authors: ['N. N.'], language: 'en' };

export const probes: Probes<Callers> = {
  'set-aside-lent': async ({ librarian }) => {
    await hold(librarian);
    await giveBack(librarian, await clocks(librarian));
    return (await lend(librarian, '30000003', PETRA)).status === 409 && (await lend(librarian, '30000003', TOM)).status === 201;
  },
  'last-hold-first': async ({ librarian }) => {
    for (const card of [TOM, PETRA]) await hold(librarian, card);
    await giveBack(librarian, await clocks(librarian));
    return joined(await queue(librarian), 'state') === 'ready,waiting';
  },
  'cancelled-copy-to-shelf': async ({ librarian }) => {
    const first = await hold(librarian);
    await hold(librarian, PETRA);
    await giveBack(librarian, await clocks(librarian));
    await librarian('DELETE', `/holds/${first.id}`);
    return joined(await queue(librarian), 'barcode') === '30000003';
  },
  'renewed-while-awaited': async ({ librarian }) => {
    const { id } = await clocks(librarian);
    const { id: waiting } = await hold(librarian);
    const refused = await librarian('POST', `/loans/${id}/renewal`);
    await librarian('DELETE', `/holds/${waiting}`);
    return refused.status === 409 && (await librarian('POST', `/loans/${id}/renewal`)).status === 200;
  },
  'returned-loans-counted': async ({ librarian }) => {
    for (const _ of [1, 2]) await giveBack(librarian, of(await lend(librarian, '30000001', TOM)));
    return (await lend(librarian, '30000001', TOM)).status === 201;
  },
  'late-from-first-due-day': async ({ librarian }) => {
    const { id } = of(await lend(librarian, '30000001'));
    const renewed = of(await librarian('POST', `/loans/${id}/renewal`));
    return of(await giveBack(librarian, renewed, String(renewed['due-on']))).fine === null;
  },
  'closed-email-taken': async ({ librarian }) => {
    const body = { name: 'New', email: 'new@mail.example' };
    await librarian('DELETE', `/borrowers/${of(await post(librarian, '/borrowers', body)).card}`);
    return (await post(librarian, '/borrowers', body)).status === 201;
  },
  'holds-of-closed-left': async ({ librarian }) => {
    await hold(librarian);
    await hold(librarian, PETRA);
    const closed = await librarian('DELETE', `/borrowers/${TOM}`);
    return closed.status === 204 && joined(await queue(librarian), 'card') === PETRA;
  },
  'copy-lent-twice-at-once': async ({ librarian }) => {
    const send: Send = (method, path, sent) => librarian(method, path, { ...sent, type });
    return (await statusesOfTwo(send, 'POST', '/loans', { barcode: '30000001', card: IMOGEN })) === '201,409';
  },
  'titles-by-case': async ({ librarian }) => {
    const { json } = await librarian('GET', '/titles');
    return joined(json as readonly Item[], 'language') === 'de,fr,en';
  },
  'next-after-full-page': async ({ librarian }) => {
    const [first, last] = [await librarian('GET', '/titles?per-page=1'), await librarian('GET', '/titles?per-page=1&page=3')];
    return header(first, 'link')?.includes('rel="next"') === true && header(last, 'link')?.includes('rel="next"') === false;
  },
  'any-check-digit': async ({ librarian }) => {
    const put = async (isbn: string): Promise<number> => (await librarian('PUT', `/titles/${isbn}`, { body: entry, type })).status;
    return (await put('9781861972712')) === 201 && (await put('9781861972713')) === 422;
  },
  'added-again': async ({ librarian }) => {
    const again = await librarian('PUT', SALT, { body: entry, type, headers: { 'if-none-match': '*' } });
    return again.status === 412 && of(await librarian('GET', SALT)).title === 'The Salt Roads';
  },
  'volunteer-waives': async ({ librarian, volunteer }) => {
    const [fine] = of(await librarian('GET', `/borrowers/${PETRA}`)).fines as readonly Item[];
    const settle = async (send: Send, kind: string): Promise<number> =>
      (await post(send, `/fines/${fine?.id}/payments`, { amount: 5, kind })).status;
    return (await settle(volunteer, 'waiver')) === 403 && (await settle(volunteer, 'payment')) === 201;
  },
};
