// Finds the keyword of a document's schema that a value has broken, by the place of the value in the request.
import { pointerToken, tokenName } from '../../runtime/contract/pointer.ts';

export interface Broken {
  /** JSON pointer to the schema in the document. */
  readonly pointer: string;
  /** The schema, and which of its lines has the keyword. */
  readonly lines: readonly { readonly text: string; readonly isBroken: boolean }[];
}

/** An object of the document, and where it stands. */
interface Spot {
  readonly node: Readonly<Record<string, unknown>>;
  readonly pointer: string;
}

type Reader = (spot: Spot | undefined, ...names: readonly string[]) => Spot | undefined;

/**
 * @param openapi the bundled document, whose references lead to places within it
 * @returns `undefined` where the place cannot be found, as with a schema that depends on the value
 */
export function findBroken(
  openapi: unknown,
  operation: string,
  issue: { readonly path: string; readonly keyword: string },
): Broken | undefined {
  if (!isObject(openapi)) return undefined;
  const go = readerOf(openapi);
  const [place = '', ...segments] = issue.path.split('/').slice(1).map(tokenName);
  const start = place === 'body' ? bodySchema(go, openapi, operation) : parameterSchema(go, openapi, operation, place, segments.shift());
  const found = segments.reduce<Spot | undefined>((spot, segment) => spot && step(go, spot, segment), start);
  return found === undefined ? undefined : shown(go, found, issue.keyword);
}

/** Reads members, and follows references on the way. */
function readerOf(openapi: Readonly<Record<string, unknown>>): Reader {
  const resolve = (spot: Spot, depth = 0): Spot | undefined => {
    const { $ref } = spot.node;
    if (typeof $ref !== 'string' || depth > 50) return spot;
    if (!$ref.startsWith('#/')) return undefined;
    const target = $ref
      .slice(2)
      .split('/')
      .map((part) => tokenName(decodeURIComponent(part)));
    const node = target.reduce<unknown>(
      (value, name) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined),
      openapi,
    );
    return isObject(node) ? resolve({ node, pointer: $ref }, depth + 1) : undefined;
  };
  return (spot, ...names) => {
    let current = spot && resolve(spot);
    for (const name of names) {
      const value: unknown = current?.node[name];
      if (current === undefined || !(isObject(value) || Array.isArray(value))) return undefined;
      const pointer = `${current.pointer}/${pointerToken(name)}`;
      current = resolve({ node: value as Spot['node'], pointer });
    }
    return current;
  };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operation and its path item. */
function operationSpots(go: Reader, openapi: Spot['node'], id: string): readonly [Spot, Spot] | undefined {
  const paths = go({ node: openapi, pointer: '#' }, 'paths');
  for (const name of Object.keys(paths?.node ?? {})) {
    const item = go(paths, name);
    for (const method of METHODS) {
      const operation = go(item, method);
      if (operation !== undefined && item !== undefined && operation.node.operationId === id) return [operation, item];
    }
  }
  return undefined;
}

function parameterSchema(go: Reader, openapi: Spot['node'], id: string, place: string, name = ''): Spot | undefined {
  for (const spot of operationSpots(go, openapi, id) ?? []) {
    const list = go(spot, 'parameters');
    for (const index of Object.keys(list?.node ?? {})) {
      const parameter = go(list, index);
      if (parameter?.node.in !== place || String(parameter.node.name).toLowerCase() !== name.toLowerCase()) continue;
      return go(parameter, 'schema') ?? parameter;
    }
  }
  return undefined;
}

function bodySchema(go: Reader, openapi: Spot['node'], id: string): Spot | undefined {
  const [operation] = operationSpots(go, openapi, id) ?? [];
  const content = go(operation, 'requestBody', 'content');
  const [first] = Object.keys(content?.node ?? {});
  return first === undefined ? go(operation, 'requestBody') : go(content, first, 'schema');
}

/** The schema of a member or an item, in the schema or in what it is made of. */
function step(go: Reader, schema: Spot, segment: string, depth = 0): Spot | undefined {
  if (depth > 50) return undefined;
  const own =
    go(schema, 'properties', segment) ?? (/^\d+$/.test(segment) ? (go(schema, 'prefixItems', segment) ?? go(schema, 'items')) : undefined);
  if (own !== undefined) return own;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = go(schema, keyword);
    for (const index of Object.keys(list?.node ?? {})) {
      const part = go(list, index);
      const found = part && step(go, part, segment, depth + 1);
      if (found !== undefined) return found;
    }
  }
  return go(schema, 'additionalProperties');
}

/** Marks the line of the keyword, or the first line where the schema does not have it itself. */
function shown(go: Reader, spot: Spot, keyword: string): Broken {
  const part = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => {
    const list = go(spot, name);
    return Object.keys(list?.node ?? {}).map((index) => go(list, index));
  });
  const holder = [spot, ...part].find((one) => one !== undefined && Object.hasOwn(one.node, keyword)) ?? spot;
  const lines = JSON.stringify(holder.node, undefined, 2).split('\n');
  const at = Math.max(
    0,
    lines.findIndex((line) => line.startsWith(`  ${JSON.stringify(keyword)}:`)),
  );
  const from = Math.max(0, at - 3);
  const texts = lines.slice(from, at + 4);
  return { pointer: holder.pointer, lines: texts.map((text, index) => ({ text, isBroken: from + index === at })) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
