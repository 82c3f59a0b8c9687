// How the service reads its document: the paths, and what requests may be.
import { addressOf } from '../http.ts';
import { checkerOf, type Resolve, type Schema, type Wrong } from './check.ts';
import { badRequest, notFound, Refusal } from './wire.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

export interface Contract<D> {
  readonly document: D;
  readonly routes: readonly Route[];
  readonly resolve: Resolve;
}

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly operations: ReadonlyMap<string, Operation>;
}

export interface Target {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly path: Readonly<Record<string, string>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function contractOf<D>(document: D): Contract<D> {
  const found = (value: { $ref?: string } | undefined): unknown =>
    value?.$ref === undefined
      ? value
      : value.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], document);
  const resolve: Resolve = (schema) => found(schema) as Schema;
  const parametersOf = (list: unknown): Parameter[] =>
    ((list ?? []) as Parameter[]).map((one) => found(one as { $ref?: string }) as Parameter);
  const routes = Object.entries((document as unknown as Document).paths).map(([path, item]): Route => {
    const operations = METHODS.flatMap((method): [string, Operation][] => {
      const operation = item[method] as Operation | undefined;
      if (operation === undefined) return [];
      return [[method.toUpperCase(), { ...operation, parameters: parametersOf(operation.parameters) }]];
    });
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    return { pattern, names, parameters: parametersOf(item.parameters), operations: new Map(operations) };
  });
  return { document, routes, resolve };
}

/** The operation of a request. HEAD is answered as GET is. */
export function targetOf({ routes }: Contract<unknown>, method: string, url: string | undefined): Target {
  const { pathname } = addressOf(url);
  const route = routes.find(({ pattern }) => pattern.test(pathname));
  if (route === undefined) throw notFound('address');
  const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
  if (operation === undefined) {
    const allowed = [...route.operations.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
    throw new Refusal(405, 'The address does not have this method.', [], { allow: allowed.join(', ') });
  }
  const values = route.pattern.exec(pathname)?.slice(1) ?? [];
  const path = Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? '']));
  return { operation, path, parameters: [...route.parameters, ...(operation.parameters ?? [])] };
}

/** A value of a parameter. What cannot be read stays a text, which the check then refuses. */
function readValue(text: string, { type }: Schema): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export type Values = Readonly<Record<string, unknown>>;

/** Reads and checks all parameters, by the places that they are in. */
export function readParameters(
  { resolve }: Contract<unknown>,
  { parameters, path }: Target,
  search: URLSearchParams,
  header: (name: string) => string | undefined,
): { path: Values; query: Values } {
  const check = checkerOf(resolve);
  const wrong: Wrong[] = [];
  const values: { path: Record<string, unknown>; query: Record<string, unknown> } = { path: {}, query: {} };
  for (const parameter of parameters) {
    const { name } = parameter;
    const schema = resolve(parameter.schema);
    const given = { path: [path[name]], header: [header(name)], query: search.getAll(name) }[parameter.in];
    const texts = given.filter((text) => text !== undefined);
    if (texts.length > 1 && schema.type !== 'array') wrong.push({ name, message: 'comes twice' });
    const [first] = texts;
    const read = schema.type === 'array' ? texts : readValue(first ?? '', schema);
    const value = first === undefined ? schema.default : read;
    if (value === undefined) continue;
    wrong.push(...check(value, schema, name));
    if (parameter.in === 'path') values.path[name] = value;
    if (parameter.in === 'query') values.query[name] = value;
  }
  if (wrong.length > 0) throw badRequest('A parameter is not allowed.', wrong);
  return values;
}

/** Checks a body, and adds what its members are by default. */
export function checkedBody({ resolve }: Contract<unknown>, { requestBody }: Operation, body: unknown): unknown {
  const schema = resolve(requestBody?.content['application/json']?.schema ?? {});
  const wrong = checkerOf(resolve)(body, schema, '');
  if (wrong.length > 0) throw new Refusal(422, 'The body is invalid.', wrong);
  const defaults = Object.entries(schema.properties ?? {}).filter(([, one]) => one.default !== undefined);
  return { ...Object.fromEntries(defaults.map(([name, one]) => [name, structuredClone(one.default)])), ...(body as object) };
}
