// Finds the parameters and schemas of a document in JSON, and which operations send or answer with them.

export type Json = Readonly<Record<string, unknown>>;

/** A place of a document. */
export interface Place {
  /** JSON pointer into the document. */
  readonly at: string;
  /** `schema`: of a body; `in-parameter`: of a parameter; otherwise a parameter itself, by where it stands: `query`. */
  readonly kind: string;
  /** How many members lie between the body and it. */
  readonly depth: number;
  /** `get /books`: the operations that have it. */
  readonly operations: ReadonlySet<string>;
  readonly isSent: boolean;
}

interface Noted {
  readonly at: string;
  readonly kind: string;
  readonly depth: number;
  readonly operations: Set<string>;
  isSent: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Schemas further inside are not changed. */
const DEEPEST = 6;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(document: unknown, pointer: string): unknown {
  const tokens = pointer.split('/').slice(1);
  return tokens.reduce<unknown>((value, token) => memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~')), document);
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isObject(value) ? value[name] : undefined;
}

function tokenOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `get /books`, for each operation of a document. */
export function operationsIn(document: Json): readonly string[] {
  return Object.entries(isObject(document.paths) ? document.paths : {}).flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(item) && isObject(item[method])).map((method) => `${method} ${path}`),
  );
}

export function placesIn(document: Json): readonly Place[] {
  const places = new Map<string, Noted>();
  const resolved = (pointer: string): string => {
    let at = pointer;
    for (let steps = 0; steps < 10; steps++) {
      const value = valueAt(document, at);
      if (!isObject(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) break;
      at = decodeURIComponent(value.$ref.slice(1));
    }
    return at;
  };
  const note = (place: Omit<Noted, 'operations'>, operation: string): void => {
    const known = places.get(place.at) ?? { ...place, operations: new Set<string>() };
    known.operations.add(operation);
    known.isSent ||= place.isSent;
    places.set(place.at, known);
  };
  const visit = (
    pointer: string,
    operation: string,
    about: Pick<Noted, 'kind' | 'isSent'>,
    depth = 0,
    above: readonly string[] = [],
  ): void => {
    const at = resolved(pointer);
    const schema = valueAt(document, at);
    if (!isObject(schema) || above.includes(at) || depth > DEEPEST) return;
    note({ at, depth, ...about }, operation);
    const inside = [...above, at];
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const index of branches.keys()) visit(`${at}/${keyword}/${index}`, operation, about, depth, inside);
    }
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {}))
      visit(`${at}/properties/${tokenOf(name)}`, operation, about, depth + 1, inside);
    if (isObject(schema.items)) visit(`${at}/items`, operation, about, depth + 1, inside);
  };
  const visitContents = (pointer: string, operation: string, isSent: boolean): void => {
    const at = resolved(pointer);
    const contents = valueAt(document, `${at}/content`);
    for (const type of Object.keys(isObject(contents) ? contents : {}))
      if (/json/.test(type)) visit(`${at}/content/${tokenOf(type)}/schema`, operation, { kind: 'schema', isSent });
  };
  for (const operation of operationsIn(document)) {
    const [method = '', path = ''] = operation.split(/ (.*)/s);
    const item = `/paths/${tokenOf(path)}`;
    for (const list of [`${item}/parameters`, `${item}/${method}/parameters`]) {
      const parameters = valueAt(document, list);
      for (const index of Array.isArray(parameters) ? parameters.keys() : []) {
        const at = resolved(`${list}/${index}`);
        const parameter = valueAt(document, at);
        if (!isObject(parameter) || parameter.in === 'cookie') continue;
        note({ at, kind: String(parameter.in), depth: 0, isSent: true }, operation);
        visit(`${at}/schema`, operation, { kind: 'in-parameter', isSent: true });
      }
    }
    visitContents(`${item}/${method}/requestBody`, operation, true);
    const responses = valueAt(document, `${item}/${method}/responses`);
    for (const status of Object.keys(isObject(responses) ? responses : {}))
      if (status.startsWith('2')) visitContents(`${item}/${method}/responses/${status}`, operation, false);
  }
  return [...places.values()];
}
