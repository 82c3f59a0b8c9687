// The service: ballots of associations, as its document describes them, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { routerOf } from '../asks.ts';
import { type Check, flag, isInstant, listOf, orNull, shape, text, whole } from '../checks.ts';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { createStore, Trouble } from './ballots.ts';
import { badQuery, operations, QUERIES } from './operations.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of two associations. */
export const credentials = {
  rowing: { token: 'plenum_rw_6d1c0f3b82' },
  chess: { token: 'plenum_ch_e07a94c51d' },
} as const;

const LARGEST = 32_768;

const find = routerOf({
  listBallots: 'GET /ballots',
  createBallot: 'POST /ballots',
  readBallot: 'GET /ballots/{ballotId}',
  amendBallot: 'PATCH /ballots/{ballotId}',
  discardBallot: 'DELETE /ballots/{ballotId}',
  addOption: 'POST /ballots/{ballotId}/options',
  removeOption: 'DELETE /ballots/{ballotId}/options/{optionId}',
  openBallot: 'POST /ballots/{ballotId}/opening',
  closeBallot: 'POST /ballots/{ballotId}/closing',
  readResult: 'GET /ballots/{ballotId}/result',
  castVote: 'PUT /ballots/{ballotId}/votes/{voterId}',
  withdrawVote: 'DELETE /ballots/{ballotId}/votes/{voterId}',
  registerVoter: 'POST /voters',
  readVoter: 'GET /voters/{voterId}',
  setDelegate: 'PUT /voters/{voterId}/delegate',
});

const uuid = text({ pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/ });
const title = text({ min: 1, max: 120 });
const label = text({ min: 1, max: 80 });
const settings: Readonly<Record<string, Check>> = {
  description: text({ max: 2000 }),
  closesAt: orNull(text({ pattern: /^20[0-9]{2}-[0-9]{2}-[0-9]{2}[Tt]/, is: [isInstant, 'date and time'] })),
  quorumPercent: whole(0, 100),
  maxChoices: whole(1, 10),
  changesAllowed: flag,
};

const BODIES: Readonly<Record<string, Check>> = {
  createBallot: shape({ title }, { ...settings, options: listOf(label, { max: 10 }) }),
  amendBallot: shape({}, { title, ...settings }, { least: 1 }),
  addOption: shape({ label }),
  castVote: shape({ choices: listOf(uuid, { min: 1, max: 10, unique: true }) }),
  registerVoter: shape({ name: text({ min: 1, max: 100 }), memberNumber: text({ pattern: /^[0-9]{4,8}$/ }) }),
  setDelegate: shape({ delegateId: orNull(uuid) }),
};

async function readJson(request: IncomingMessage, wanted: string): Promise<unknown> {
  const type = request.headers['content-type'];
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (essence(type) !== wanted || charset !== 'utf-8') throw new Trouble(415, 'wrong-type', `The body must be ${wanted}.`);
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Trouble(413, 'too-large', 'The body is too large.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Trouble(400, 'malformed-body', 'The body is not JSON.');
  }
}

/** The body of a request for an operation that takes one. */
async function readBody(request: IncomingMessage, name: string): Promise<unknown> {
  const check = BODIES[name];
  if (check === undefined) return undefined;
  const body = await readJson(request, name === 'amendBallot' ? 'application/merge-patch+json' : 'application/json');
  const errors = check(body, []).map(({ at, text: reason }) => ({ pointer: at.map((part) => `/${pointed(part)}`).join(''), reason }));
  if (errors.length > 0) throw new Trouble(400, 'invalid-body', 'The body breaks its schema.', { errors });
  return body;
}

const pointed = (part: string | number): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1');

function requireQuery(name: string, search: URLSearchParams): void {
  const readers = QUERIES[name] ?? {};
  for (const key of search.keys()) if (!Object.hasOwn(readers, key)) throw badQuery(JSON.stringify(key), 'is not known');
  for (const [key, read] of Object.entries(readers)) {
    const result = read(search.getAll(key));
    if ('wrong' in result) throw badQuery(key, result.wrong);
  }
}

function refusal(error: unknown): Reply {
  if (error instanceof Trouble) return error.reply();
  return new Trouble(500, 'internal', String(error)).reply();
}

/** A service of its own, with the faults of these ids. */
function createPolls(faults: ReadonlySet<string>): RequestListener {
  const store = createStore();
  const has = (fault: string): boolean => faults.has(fault);

  function associationOf({ headers }: IncomingMessage): (typeof store.associations)['rowing'] {
    const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const caller = (['rowing', 'chess'] as const).find((one) => credentials[one].token === token);
    if (caller === undefined)
      throw new Trouble(401, 'unauthorized', 'The token is missing or not known.', { headers: { 'www-authenticate': 'Bearer' } });
    return store.associations[caller];
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const association = associationOf(request);
    const { pathname, search } = addressOf(request.url);
    const { method = 'GET' } = request;
    const found = find(method === 'HEAD' ? 'GET' : method, pathname);
    if (!('name' in found)) {
      if (found.length === 0) throw new Trouble(404, 'not-found', 'There is no such path.');
      const allow = found.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ');
      throw new Trouble(405, 'no-such-method', 'The path has no such method.', { headers: { allow } });
    }
    const { name, path } = found;
    requireQuery(name, search);
    const header = (of: string): string | undefined => request.headers[of]?.toString();
    if (name === 'amendBallot' && header('if-match') === undefined)
      throw new Trouble(428, 'no-precondition', 'The header If-Match is missing.');
    const body = await readBody(request, name);
    const operation = operations[name];
    if (operation === undefined) throw new Trouble(404, 'not-found', 'There is no such operation.');
    return operation({ store, association, path, search, header, body, has });
  }

  return listenerOf({ answer, refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createPolls(faults));

await serveByHand(import.meta.url, createPolls, 4038);
