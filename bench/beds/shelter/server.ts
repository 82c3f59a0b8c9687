// The service: the books of animal shelters, as its document describes them, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Field, fieldsOfForm, fieldsOfParts } from './body.ts';
import type { Body, Handlers } from './call.ts';
import { readText, type Schema, type Trouble, troubleOf } from './check.ts';
import { type Contract, contractOf, type Operation, parametersOf, targetOf } from './contract.ts';
import { adoptions } from './handlers/adoptions.ts';
import { animals } from './handlers/animals.ts';
import { donations } from './handlers/donations.ts';
import { kennels } from './handlers/kennels.ts';
import { moves } from './handlers/moves.ts';
import { vet } from './handlers/vet.ts';
import { limits } from './limits.ts';
import { createStore } from './store.ts';
import type { Store } from './things.ts';
import { notFound, Refusal, unprocessable } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The logins of two shelters. */
export const credentials = {
  lindenhof: { username: 'lindenhof', password: 'paws-4b81f07c' },
  northgate: { username: 'northgate', password: 'paws-e92d6a35' },
} as const;

const PARTS = 'multipart/form-data';
const LARGEST = 65_536;
const LARGEST_UPLOAD = 1_048_576;

const handlers: Handlers = { ...kennels, ...animals, ...moves, ...vet, ...adoptions, ...donations };

const contracts = contractsOf(documentPath, contractOf, limits);

type Has = (fault: string) => boolean;

function shelterOf({ headers }: IncomingMessage): string {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const login = Buffer.from(encoded, 'base64').toString();
  const found = Object.values(credentials).find(({ username, password }) => login === `${username}:${password}`);
  if (found !== undefined) return found.username;
  throw new Refusal(401, 'The user name or the password is missing or wrong.', {
    headers: { 'www-authenticate': 'Basic realm="shelter desk"' },
  });
}

function troubled({ at, why }: Trouble): Refusal {
  const field = at.join('.');
  return unprocessable(`${field === '' ? 'The body' : field} ${why}.`, field);
}

/** The fields of a form as an object, with the values that their schemas ask for. */
function objectOf({ follow }: Contract, schema: Schema, fields: readonly Field[], has: Has): Body {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const values = new Map<string, unknown>();
  for (const [name, text] of fields) {
    const property = follow(Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {});
    const item = property.type === 'array' ? follow(property.items as Schema) : property;
    const value = typeof text === 'string' ? readText(item, text) : text;
    if (property.type !== 'array' && values.has(name)) throw unprocessable(`${name} is given more than once.`, name);
    values.set(name, property.type === 'array' ? [...((values.get(name) as unknown[]) ?? []), value] : value);
  }
  const { caption } = Object.fromEntries(values);
  if (has('caption-in-code-units') && String(caption).length > 120)
    throw unprocessable('caption may have at most 120 characters.', 'caption');
  return Object.fromEntries(values);
}

/** A body with a text in place of its files, as the schema has them. */
const withoutFiles = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const { file } = body as Body;
  return typeof file === 'object' && file !== null && 'bytes' in file ? { ...body, file: '' } : body;
};

type Expected = NonNullable<Operation['body']>;

function parsed(contract: Contract, { schema }: Expected, bytes: Buffer, header: string, has: Has): unknown {
  const read = (): unknown => {
    const type = essence(header);
    if (type === 'application/json') return jsonOf(bytes);
    return type === PARTS ? fieldsOfParts(bytes, header) : fieldsOfForm(bytes);
  };
  let found: unknown;
  try {
    found = read();
  } catch {
    throw new Refusal(400, 'The body cannot be read.');
  }
  return essence(header) === 'application/json' ? found : objectOf(contract, schema, found as Field[], has);
}

/** The body of a request, for an operation that takes one. */
async function bodyOf(contract: Contract, request: IncomingMessage, { id, body: expected }: Operation, has: Has): Promise<Body> {
  if (expected === undefined) return {};
  const header = request.headers['content-type'] ?? '';
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  const isOther = id === 'createDonation' && has('donation-as-json') && essence(header) === 'application/json';
  if ((essence(header) !== expected.type && !isOther) || charset !== 'utf-8') throw new Refusal(415, `The body must be ${expected.type}.`);
  const most = expected.type === PARTS ? LARGEST_UPLOAD : LARGEST;
  const bytes = await bytesOf(request, most);
  if (bytes === undefined) throw new Refusal(413, `The body may have up to ${most} bytes.`);
  const body = parsed(contract, expected, bytes, header, has);
  const trouble = troubleOf(expected.schema, withoutFiles(body), contract.follow);
  if (trouble !== undefined) throw troubled(trouble);
  return body as Body;
}

async function answer(contract: Contract, store: Store, has: Has, request: IncomingMessage): Promise<Reply> {
  const shelter = shelterOf(request);
  const { method = 'GET', url } = request;
  const { pathname, search } = addressOf(url);
  const target = targetOf(contract, method, pathname);
  const parameters = parametersOf(contract, target, search, (name) => request.headers[name]?.toString());
  const body = await bodyOf(contract, request, target.operation, has);
  const handler = handlers[target.operation.id];
  if (handler === undefined) throw notFound('operation');
  return handler({ store, shelter, parameters, body, has });
}

function refusal(error: unknown): Reply {
  return error instanceof Refusal ? error.reply() : { status: 500, body: { message: String(error) } };
}

/** A service of its own, with the faults of these ids. */
export function createShelter(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const store = createStore();
  const has: Has = (fault) => faults.has(fault);
  return listenerOf({ answer: (request) => answer(contract, store, has, request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createShelter(faults));

await serveByHand(import.meta.url, createShelter, 4046);
