// Facts of an operation: method, path, aliases, security, parameters, request body, and responses by status.
import type { Json, JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer, valueAt } from '../../generator/load/pointer.ts';
import { type Fact, leaves, listAt, objectAt, type Place, type Row, statements, target, word } from './facts.ts';
import { schemaRows } from './schema-facts.ts';

export interface OperationPlace {
  readonly method: string;
  readonly path: string;
  /** Pointer of the path item. */
  readonly pathPointer: string;
  readonly pathItem: JsonObject;
  /** Pointer of the operation. */
  readonly pointer: string;
  readonly operation: JsonObject;
}

const ROWS_OF_THEIR_OWN: ReadonlySet<string> = new Set([
  'callbacks',
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'x-aliases',
  'x-limits',
]);

export function operationRows(document: JsonObject, place: OperationPlace): Row[] {
  const { pointer, operation } = place;
  const body = operation.requestBody;
  return [
    ...ownRows(place),
    ...aliases(place),
    ...limits(operation, pointer),
    ...callbacks(place),
    security(document, place),
    ...parameters(document, place),
    ...(isObject(body) ? bodyRows('body', body, joinPointer(pointer, 'requestBody')) : []),
    ...Object.entries(objectAt(operation, 'responses')).flatMap(([status, response]) =>
      responseRows(status, response, joinPointer(pointer, 'responses', status)),
    ),
  ];
}

/** Method, path and basis, and a row for each extension that holds more than a word. */
function ownRows({ method, path, pathPointer, pointer, operation }: OperationPlace): Row[] {
  const place: Place = { pointer, part: 'key' };
  const facts: Fact[] = [
    { text: method.toUpperCase(), ...place },
    { text: path, pointer: pathPointer, part: 'key' },
    ...leaves('basis', operation['x-basis'] ?? 'unknown', joinPointer(pointer, 'x-basis')),
  ];
  const rows: Row[] = [{ key: 'is', place, facts }];
  for (const [keyword, value] of statements(operation)) {
    if (ROWS_OF_THEIR_OWN.has(keyword)) continue;
    const at = joinPointer(pointer, keyword);
    if (typeof value === 'object' && value !== null)
      rows.push({ key: keyword, place: { pointer: at, part: 'key' }, facts: leaves('', value, at) });
    else facts.push(...leaves(keyword, value, at));
  }
  return rows;
}

/** How many requests of an operation, or of all operations of a document, a caller may make. */
export function limits(holder: JsonObject, pointer: string): Row[] {
  const at = joinPointer(pointer, 'x-limits');
  const facts = listAt(holder, 'x-limits').flatMap((limit, index): Fact[] => {
    if (!isObject(limit)) return [];
    const { per, limit: most, seconds, level, shared } = limit;
    const words = [`${String(most)} per ${String(per)} in ${String(seconds)} s`];
    if (level !== undefined) words.push(`at ${String(level)}`);
    if (shared !== undefined) words.push(`shared as ${String(shared)}`);
    return [{ text: words.join(' '), pointer: joinPointer(at, index), part: 'value' }];
  });
  return facts.length === 0 ? [] : [{ key: 'limits', place: { pointer: at, part: 'key' }, facts }];
}

/** Other methods and paths of the operation, and where they have a parameter that is elsewhere in the operation. */
function aliases({ method, pointer, operation }: OperationPlace): Row[] {
  const facts = listAt(operation, 'x-aliases').flatMap((alias, index): Fact[] => {
    if (!isObject(alias)) return [];
    const at = joinPointer(pointer, 'x-aliases', index);
    const name = `${String(alias.method ?? method).toUpperCase()} ${String(alias.path)}`;
    const moved = Object.entries(objectAt(alias, 'parameters')).map(
      ([parameter, from]): Fact => ({
        text: `${name} with ${parameter} from ${word(from ?? null)}`,
        pointer: joinPointer(at, 'parameters', parameter),
        part: 'value',
      }),
    );
    return [{ text: name, pointer: joinPointer(at, 'path'), part: 'value' }, ...moved];
  });
  return facts.length === 0 ? [] : [{ key: 'also', place: { pointer: joinPointer(pointer, 'x-aliases'), part: 'key' }, facts }];
}

/** The names of callbacks; what each says is a group of its own. */
function callbacks({ pointer, operation }: OperationPlace): Row[] {
  const at = joinPointer(pointer, 'callbacks');
  const facts = Object.keys(objectAt(operation, 'callbacks')).map(
    (name): Fact => ({ text: name, pointer: joinPointer(at, name), part: 'key' }),
  );
  return facts.length === 0 ? [] : [{ key: 'callbacks', place: { pointer: at, part: 'key' }, facts }];
}

/** What a call needs, alternatives one by one: the operation's own, or what holds for the whole document. */
function security(document: JsonObject, { pointer, operation }: OperationPlace): Row {
  const own = Array.isArray(operation.security);
  const at = own ? joinPointer(pointer, 'security') : '/security';
  const declared = own ? operation.security : document.security;
  if (!Array.isArray(declared)) {
    const place: Place = { pointer, part: 'key' };
    return { key: 'security', place, facts: [{ text: 'not declared', ...place }] };
  }
  const place: Place = { pointer: at, part: 'value' };
  const facts = declared.map((alternative: Json, index): Fact => {
    const schemes = isObject(alternative) ? Object.entries(alternative) : [];
    const text = schemes.map(([scheme, scopes]) => [scheme, ...(Array.isArray(scopes) ? scopes : [])].join(' ')).join(' + ');
    return { text: text === '' ? 'no credential' : text, pointer: joinPointer(at, index), part: 'value' };
  });
  return { key: 'security', place, facts: facts.length > 0 ? facts : [{ text: 'none', ...place }] };
}

/** A row names a parameter by place and name; what a component says of it stands with the component. */
function parameters(document: JsonObject, { pathPointer, pathItem, pointer, operation }: OperationPlace): Row[] {
  return (
    [
      [pathPointer, pathItem],
      [pointer, operation],
    ] as const
  ).flatMap(([holderPointer, holder]) =>
    listAt(holder, 'parameters').flatMap((parameter, index) => {
      if (!isObject(parameter)) return [];
      const at = joinPointer(holderPointer, 'parameters', index);
      const ref = parameter.$ref;
      const resolved = typeof ref === 'string' ? valueAt(document, ref.slice(1)) : parameter;
      const key = isObject(resolved) ? `${word(resolved.in ?? null)} ${word(resolved.name ?? null)}` : 'unknown parameter';
      if (ref === undefined) return parameterRows(key, parameter, at, { pointer: joinPointer(at, 'name'), part: 'value' });
      const place = { pointer: joinPointer(at, '$ref'), part: 'value' } as const;
      return [{ key, place, facts: [{ text: target(ref), ...place }] }];
    }),
  );
}

/** Rows of a parameter or header. */
export function parameterRows(key: string, parameter: JsonObject, pointer: string, place: Place, first: readonly Fact[] = []): Row[] {
  const facts: Fact[] = [...first];
  const content = objectAt(parameter, 'content');
  for (const [keyword, value] of statements(parameter)) {
    const at = joinPointer(pointer, keyword);
    if (keyword === 'required') facts.push({ text: value === true ? 'required' : 'not required', pointer: at, part: 'value' });
    else if (keyword === 'x-aliases') facts.push(...leaves('also', value, at));
    else if (!['in', 'name', 'schema', 'content'].includes(keyword)) facts.push(...leaves(keyword, value, at));
  }
  if (parameter.schema !== undefined) return schemaRows(key, parameter.schema, joinPointer(pointer, 'schema'), place, facts);
  return [{ key, place, facts }, ...mediaRows(key, content, joinPointer(pointer, 'content'))];
}

/** Rows of a request body; `key` is `body`, or `is` for a component. */
export function bodyRows(key: string, body: JsonObject, pointer: string): Row[] {
  const place: Place = { pointer, part: 'key' };
  if (body.$ref !== undefined)
    return [{ key, place, facts: [{ text: target(body.$ref), pointer: joinPointer(pointer, '$ref'), part: 'value' }] }];
  const at = body.required === undefined ? place : ({ pointer: joinPointer(pointer, 'required'), part: 'value' } as const);
  const needed: Fact = { text: body.required === true ? 'required' : 'optional', ...at };
  const others = statements(body).flatMap(([keyword, value]) =>
    keyword === 'required' || keyword === 'content' ? [] : leaves(keyword, value, joinPointer(pointer, keyword)),
  );
  return [
    { key, place, facts: [needed, ...others] },
    ...mediaRows(key === 'is' ? '' : key, objectAt(body, 'content'), joinPointer(pointer, 'content')),
  ];
}

/** Rows of a response; `status` is empty for a component. */
export function responseRows(status: string, response: Json | undefined, pointer: string): Row[] {
  if (!isObject(response)) return [];
  const place: Place = { pointer, part: 'key' };
  const key = status === '' ? 'is' : status;
  if (response.$ref !== undefined)
    return [{ key, place, facts: [{ text: target(response.$ref), pointer: joinPointer(pointer, '$ref'), part: 'value' }] }];
  const facts = statements(response).flatMap(([keyword, value]) =>
    keyword === 'headers' || keyword === 'content' ? [] : leaves(keyword, value, joinPointer(pointer, keyword)),
  );
  const content = objectAt(response, 'content');
  if (Object.keys(content).length === 0) facts.push({ text: 'no body', ...place });
  return [
    ...(facts.length > 0 ? [{ key, place, facts }] : []),
    ...mediaRows(status, content, joinPointer(pointer, 'content')),
    ...headerRows(status, objectAt(response, 'headers'), joinPointer(pointer, 'headers')),
  ];
}

/** Headers that components describe stand in one row; others have a row each. */
function headerRows(status: string, headers: JsonObject, pointer: string): Row[] {
  const shared: Fact[] = [];
  const rows = Object.entries(headers).flatMap(([name, header]) => {
    if (!isObject(header)) return [];
    const at = joinPointer(pointer, name);
    if (header.$ref === undefined) return parameterRows(`${status} header ${name}`.trim(), header, at, { pointer: at, part: 'key' });
    shared.push({ text: `${name} ${target(header.$ref)}`, pointer: joinPointer(at, '$ref'), part: 'value' });
    return [];
  });
  if (shared.length === 0) return rows;
  return [{ key: `${status} headers`.trim(), place: { pointer, part: 'key' }, facts: shared }, ...rows];
}

const SHORT: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/problem+json': 'problem',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
  'text/plain': 'text',
};

function mediaRows(prefix: string, content: JsonObject, pointer: string): Row[] {
  return Object.entries(content).flatMap(([type, media]) => {
    if (!isObject(media)) return [];
    const at = joinPointer(pointer, type);
    const facts = statements(media).flatMap(([keyword, value]) =>
      keyword === 'schema' ? [] : leaves(keyword, value, joinPointer(at, keyword)),
    );
    return schemaRows(
      `${prefix} ${SHORT[type] ?? type}`.trim(),
      media.schema,
      joinPointer(at, 'schema'),
      { pointer: at, part: 'key' },
      facts,
    );
  });
}
