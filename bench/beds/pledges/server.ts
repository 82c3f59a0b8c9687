// The service: crowdfunding for platforms, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { routerOf } from '../asks.ts';
import { among, type Check, flag, orNull, shape, text, whole } from '../checks.ts';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { createStore, Refused, refused } from './engine.ts';
import { MONEY, operations } from './operations.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The platforms: their names and secrets. */
export const credentials = {
  kindling: { username: 'kindling', password: 'pe-4f0c-71d9-ab' },
  hatchery: { username: 'hatchery', password: 'pe-88e2-05b3-cd' },
} as const;

const LARGEST = 100_000;

const find = routerOf({
  'list-campaigns': 'GET /campaigns',
  'create-campaign': 'POST /campaigns',
  'show-campaign': 'GET /campaigns/{campaign-id}',
  'change-campaign': 'PATCH /campaigns/{campaign-id}',
  'launch-campaign': 'POST /campaigns/{campaign-id}/launch',
  'finish-campaign': 'POST /campaigns/{campaign-id}/finish',
  'add-reward': 'POST /campaigns/{campaign-id}/rewards',
  'drop-reward': 'DELETE /rewards/{reward-id}',
  'list-pledges': 'GET /campaigns/{campaign-id}/pledges',
  'make-pledge': 'POST /campaigns/{campaign-id}/pledges',
  'change-pledge': 'PATCH /pledges/{pledge-id}',
  'cancel-pledge': 'POST /pledges/{pledge-id}/cancel',
  'refund-pledge': 'POST /pledges/{pledge-id}/refund',
  'pay-out': 'POST /campaigns/{campaign-id}/payouts',
  'post-update': 'POST /campaigns/{campaign-id}/updates',
});

/** The bodies of requests. A fault takes a limit of 0. */
function bodiesOf(lowest: number): Readonly<Record<string, Check>> {
  const open = { open: true };
  const amount = text({ pattern: MONEY });
  const currency = among('EUR', 'GBP', 'USD');
  const title = text({ min: 3, max: 80 });
  const summary = text({ max: 280 });
  const name = text({ min: 1, max: 60 });
  const email = text({ max: 120, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ });
  const reward = { 'reward-id': orNull(text({ max: 40 })) };
  const short = text({ min: 1, max: 80 });
  return {
    'create-campaign': shape({ title, goal: amount, currency }, { summary }, open),
    'change-campaign': shape({}, { title, summary, goal: amount, currency }, open),
    'add-reward': shape({ title: short, minimum: amount }, { limit: orNull(whole(lowest, 100_000)) }, open),
    'make-pledge': shape({ backer: shape({ name, email }, {}, open), amount }, reward, open),
    'change-pledge': shape({}, { amount, ...reward }, open),
    'pay-out': shape({ amount }, { reference: text({ max: 35 }) }, open),
    'post-update': shape({ title: short, text: text({ min: 1, max: 5000 }) }, { 'backers-only': flag }, open),
  };
}

function platformOf({ headers }: IncomingMessage): keyof typeof credentials {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const sent = Buffer.from(encoded, 'base64').toString();
  const found = Object.values(credentials).find(({ username, password }) => `${username}:${password}` === sent);
  if (found !== undefined) return found.username;
  const headersOf401 = { 'www-authenticate': 'Basic realm="pledge-engine", charset="UTF-8"' };
  throw new Refused(401, [{ code: 'signed-out', detail: 'The name or the secret is missing or wrong.' }], headersOf401);
}

async function readBody(request: IncomingMessage, check: Check): Promise<unknown> {
  const type = request.headers['content-type'];
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (essence(type) !== 'application/json' || charset !== 'utf-8') throw refused(415, 'not-json', 'The body must be application/json.');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw refused(413, 'too-large', `A body may have up to ${LARGEST} bytes.`);
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw refused(400, 'bad-json', 'The body is not JSON.');
  }
  const errors = check(body, []).map(({ at, text: problem }) => {
    const member = at.join('/');
    return { code: 'invalid', detail: `${member === '' ? 'The body' : member} ${problem}.`, ...(member === '' ? {} : { member }) };
  });
  if (errors.length > 0) throw new Refused(422, errors);
  return body;
}

function refusal(error: unknown): Reply {
  return (error instanceof Refused ? error : refused(500, 'internal', String(error))).reply();
}

/** A service of its own, with the faults of these ids. */
function createPledges(faults: ReadonlySet<string>): RequestListener {
  const store = createStore();
  const has = (fault: string): boolean => faults.has(fault);
  const bodies = bodiesOf(has('limit-of-zero') ? 0 : 1);

  async function answer(request: IncomingMessage): Promise<Reply> {
    const platform = store.platforms[platformOf(request)];
    const { pathname, search } = addressOf(request.url);
    const found = find(request.method ?? 'GET', pathname);
    if (!('name' in found)) {
      if (found.length === 0) throw refused(404, 'missing', 'There is no such path.');
      throw new Refused(405, [{ code: 'no-such-method', detail: 'The path has no such method.' }], { allow: found.join(', ') });
    }
    const { name, path } = found;
    const check = bodies[name];
    const body = check === undefined ? undefined : await readBody(request, check);
    const operation = operations[name];
    if (operation === undefined) throw refused(404, 'missing', 'There is no such operation.');
    return operation({ store, platform, path, search, body, has });
  }

  return listenerOf({ answer, refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createPledges(faults));

await serveByHand(import.meta.url, createPledges, 4039);
