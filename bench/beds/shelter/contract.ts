// How the service reads its document: operations by path and method, and checks of what a request has.
import type { OpenApi } from '../schemas.ts';
import { readText, type Schema, troubleOf } from './check.ts';
import { Refusal } from './wire.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly parameters: readonly Parameter[];
  /** The media type and the schema of the body. */
  readonly body?: { readonly type: string; readonly schema: Schema };
}

interface Route {
  readonly template: string;
  readonly matches: RegExp;
  readonly operations: ReadonlyMap<string, Operation>;
}

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly follow: (schema: Schema) => Schema;
}

/** An operation and the values of the path, still as texts. */
interface Target {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

type Node = Readonly<Record<string, unknown>>;

const followed =
  (document: Node) =>
  (node: Node): Node => {
    const { $ref } = node;
    if (typeof $ref !== 'string') return node;
    return $ref
      .split('/')
      .slice(1)
      .reduce<Node>((found, name) => found[name] as Node, document);
  };

export function contractOf(document: OpenApi): Contract {
  const root = document as unknown as Node;
  const follow = followed(root);
  const operationOf = (item: Node, node: Node): Operation => {
    const parameters = [item.parameters ?? [], node.parameters ?? []].flat().map((one) => {
      const parameter = follow(one as Node) as unknown as Parameter;
      return { name: parameter.name, in: parameter.in, schema: follow(parameter.schema) };
    });
    const [[type, media] = []] = Object.entries((node.requestBody as { content?: Record<string, { schema: Schema }> })?.content ?? {});
    const id = String(node.operationId);
    return type === undefined || media === undefined
      ? { id, parameters }
      : { id, parameters, body: { type, schema: follow(media.schema) } };
  };
  const routes = Object.entries(root.paths as Readonly<Record<string, Node>>).map(([template, item]) => {
    const matches = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const methods = METHODS.filter((method) => Object.hasOwn(item, method));
    return {
      template,
      matches,
      operations: new Map(methods.map((method) => [method.toUpperCase(), operationOf(item, item[method] as Node)])),
    };
  });
  // A path without variables goes before one with them.
  const variables = (template: string): number => template.split('{').length;
  return { document, routes: routes.toSorted((a, b) => variables(a.template) - variables(b.template)), follow };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The operation that a request is for. */
export function targetOf({ routes }: Contract, method: string, pathname: string): Target {
  const route = routes.find(({ matches }) => matches.test(pathname));
  if (route === undefined) throw new Refusal(404, 'There is no such path.');
  const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
  if (operation === undefined) {
    const allow = [...route.operations.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
    throw new Refusal(405, 'The path has no such method.', { headers: { allow } });
  }
  const names = [...route.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = (route.matches.exec(pathname) ?? []).slice(1).map(decoded);
  return { operation, path: new Map(names.map((name, index) => [name, values[index] ?? ''])) };
}

function textsOf(
  { name, in: place }: Parameter,
  path: ReadonlyMap<string, string>,
  search: URLSearchParams,
  header: (name: string) => string | undefined,
) {
  if (place === 'query') return search.getAll(name);
  return [place === 'path' ? path.get(name) : header(name.toLowerCase())].filter((text) => text !== undefined);
}

/** The parameters of a request by name, checked. Those that are not sent have their default. */
export function parametersOf(
  { follow }: Contract,
  { operation, path }: Target,
  search: URLSearchParams,
  header: (name: string) => string | undefined,
): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const parameter of operation.parameters) {
    const { name, schema } = parameter;
    const texts = textsOf(parameter, path, search, header);
    if (texts.length === 0) {
      if (schema.default !== undefined) values.set(name, schema.default);
      continue;
    }
    const isList = schema.type === 'array';
    if (!isList && texts.length > 1) throw new Refusal(400, `${name} is given more than once.`);
    const value = isList ? texts : readText(schema, texts[0] ?? '');
    const trouble = troubleOf(schema, value, follow);
    if (trouble !== undefined) throw new Refusal(400, `${name} ${trouble.why}.`);
    values.set(name, value);
  }
  return values;
}
