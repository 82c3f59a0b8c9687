// What small beds share: how a service reads a request by its document, and how it tells its callers apart.
import type { IncomingMessage } from 'node:http';
import { addressOf, bytesOf, essence, jsonOf } from './http.ts';
import { type Route, routesOf, type Target, targetOf } from './routes.ts';
import { bodySchemaOf, type OpenApi, resolve, type Schema, schemaCompiler } from './schemas.ts';

/** Why a request cannot be read. */
export type Trouble = 'path' | 'method' | 'parameter' | 'media type' | 'size' | 'json' | 'body';

/** A request that cannot be read. Each service answers it in its own words. */
export class Unreadable extends Error {
  readonly trouble: Trouble;
  /** The parameter or the place in the body that is wrong, or the methods that the path has. */
  readonly place: string;

  constructor(trouble: Trouble, place: string, detail: string) {
    super(detail);
    this.trouble = trouble;
    this.place = place;
  }
}

type Check = ReturnType<ReturnType<typeof schemaCompiler>>;

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly compile: (schema: Schema) => Check;
}

/** A contract, which compiles each schema once. */
export function contractOf(document: OpenApi): Contract {
  const compiler = schemaCompiler(document, 'request');
  const known = new Map<Schema, Check>();
  const compile = (schema: Schema): Check => {
    const found = known.get(schema) ?? compiler(schema);
    known.set(schema, found);
    return found;
  };
  return { document, routes: routesOf(document), compile };
}

/** A request as an operation takes it. */
export interface Asked {
  readonly operation: string;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The operation of a request. HEAD works wherever GET does. */
export const routed = ({ routes }: Contract, { method = 'GET', url }: IncomingMessage): Target =>
  targetOf(routes, method, addressOf(url).pathname, {
    path: () => new Unreadable('path', 'path', 'There is nothing at this path.'),
    method: (allow) => new Unreadable('method', allow, 'The path does not have this method.'),
  });

/** A text as the value that a schema wants, or the text itself if it is none. */
function readAs(text: string, { type, items }: Schema): unknown {
  const types = [type].flat();
  if (types.includes('integer') && /^-?(?:0|[1-9]\d*)$/.test(text)) return Number(text);
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if (types.includes('array')) return text.split(',').map((part) => readAs(part, items as Schema));
  return text;
}

function checked({ compile }: Contract, name: string, schema: Schema, value: unknown): unknown {
  const check = compile(schema);
  if (!check(value)) throw new Unreadable('parameter', name, `${name} ${check.errors?.[0]?.message ?? 'is wrong'}.`);
  return value;
}

/** The parameters of a request, with their defaults. */
function parametersOf(contract: Contract, { operation, path }: Target, search: URLSearchParams): Pick<Asked, 'path' | 'query'> {
  const found = { path: {} as Record<string, unknown>, query: {} as Record<string, unknown> };
  for (const listed of operation.parameters ?? []) {
    const { name, in: place, required, schema: declared } = resolve(contract.document, listed);
    if (place !== 'path' && place !== 'query') continue;
    const schema = resolve(contract.document, declared as { $ref?: string }) as Schema;
    const texts = place === 'path' ? [path.get(name) ?? ''] : search.getAll(name);
    const [text] = texts;
    if (texts.length > 1) throw new Unreadable('parameter', name, `${name} is there more than once.`);
    if (text !== undefined) found[place][name] = checked(contract, name, schema, readAs(text, schema));
    else if (required === true) throw new Unreadable('parameter', name, `${name} is missing.`);
    else if (schema.default !== undefined) found[place][name] = schema.default;
  }
  return found;
}

const LARGEST = 262_144;

async function bodyOf(contract: Contract, request: IncomingMessage, { operation }: Target): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const types = Object.keys(operation.requestBody.content ?? {});
  if (!types.includes(essence(request.headers['content-type'])))
    throw new Unreadable('media type', 'Content-Type', `The body must be ${types.join(' or ')}.`);
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Unreadable('size', '', `A body may have up to ${LARGEST} bytes.`);
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw new Unreadable('json', '', 'The body is not JSON.');
  }
  const check = contract.compile(bodySchemaOf(operation));
  const [error] = check(body) ? [] : (check.errors ?? []);
  if (error !== undefined)
    throw new Unreadable('body', error.instancePath, `The body ${error.instancePath} ${error.message ?? 'is wrong'}.`);
  return body;
}

/** Reads a request whose operation is known. */
export async function read(contract: Contract, request: IncomingMessage, target: Target): Promise<Asked> {
  const parameters = parametersOf(contract, target, addressOf(request.url).search);
  return { operation: target.operation.operationId, ...parameters, body: await bodyOf(contract, request, target) };
}
