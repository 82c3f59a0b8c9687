// Requests in other spellings (`x-aliases`) → the spelling that the document declares: values are moved to their declared names and places.

import type { Shape } from '../../contract/codec.ts';
import type { Issue } from '../../contract/issue.ts';
import type { Operation } from '../../contract/operation.ts';
import { getOwn, setOwn } from '../../contract/own.ts';
import { pointerToken } from '../../contract/pointer.ts';
import type { ServerRequest } from '../../contract/server-request.ts';
import { deepEqual } from '../../validate/equality.ts';
import { isObject } from '../../validate/values.ts';
import { isArrayShape, readPrimitive } from '../../wire/primitive.ts';
import { percentDecode, percentEncode, queryDecode } from '../../wire/text.ts';
import type { Received } from '../receive.ts';

/** Another request that means an operation: an entry of `x-aliases`. */
export interface RouteAlias {
  readonly method: string;
  /** Absolute path template. */
  readonly path: string;
  readonly moved?: readonly MovedValue[];
}

/** A value of an operation's input, and where the request of an alias has it. */
export interface MovedValue {
  readonly to: ValuePlace;
  readonly from: ValuePlace;
  /** How text is read as a field of the body. Absent: it stays text. */
  readonly shape?: Shape;
}

export type ValuePlace = readonly [where: 'path' | 'query' | 'header' | 'body', name: string];

/** Other names of a parameter, in the same place. */
export interface ParameterNames {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly aliases: readonly string[];
}

/** How the values of a request are renamed and moved into the declared spelling. */
export interface Spelling {
  readonly names?: readonly ParameterNames[];
  readonly moved?: readonly MovedValue[];
}

/** A request that is being put into the declared spelling. */
interface Draft {
  readonly path: Map<string, string>;
  readonly query: Map<string, readonly string[]>;
  readonly headers: Map<string, string>;
  readonly fields: Map<string, unknown>;
  readonly issues: Issue[];
}

/** The request with its parameters where the operation has them. Values that come from the body, or go there, wait for it. */
export function respell(received: Received, { names = [], moved = [] }: Spelling): Received {
  const draft: Draft = { path: new Map(received.path), query: new Map(received.query), headers: new Map(), fields: new Map(), issues: [] };
  for (const name of names) joinNames(received, name, draft);
  moveValues(received, moved, draft);
  return { ...received, ...draft };
}

function joinNames({ request }: Received, { in: where, name, aliases }: ParameterNames, draft: Draft): void {
  for (const alias of aliases) {
    if (where === 'header') {
      const value = request.header(alias.toLowerCase());
      if (value !== undefined) addHeader(draft, name, value, alias, request);
      continue;
    }
    const values = draft.query.get(alias);
    draft.query.delete(alias);
    if (values !== undefined) addQuery(draft, name, values, alias);
  }
}

function moveValues(received: Received, moved: readonly MovedValue[], draft: Draft): void {
  // All values are taken before any is put, because they may change places.
  const taken = moved.map(({ from: [where, name], to, shape: given }) => {
    const shape = shapeOf(received.operation, to) ?? given ?? 'string';
    return { to, from: `${where}.${name}`, shape, texts: textsAt(received, where, name, shape) };
  });
  // A name of the path may stand for two parameters.
  for (const { from } of moved) if (from[0] === 'query') draft.query.delete(from[1]);
  for (const { to, from, shape, texts } of taken) {
    if (texts === undefined) continue;
    const [where, name] = to;
    const path = `/${where}/${pointerToken(name)}`;
    const plain = texts.map(percentDecode);
    if (texts.length > 1 && !isArrayShape(shape)) draft.issues.push({ path, keyword: 'type', expected: 'single value', found: texts });
    else if (plain.includes(undefined))
      draft.issues.push({ path, keyword: 'encoding', expected: 'percent-encoded UTF-8', found: texts.join() });
    else if (where === 'path') draft.path.set(name, texts.join());
    else if (where === 'header') addHeader(draft, name, plain.join(', '), from, received.request);
    else if (where === 'body') draft.fields.set(name, fieldOf(texts, shape));
    else {
      const values = texts.map((text) => text.replaceAll('+', '%2B'));
      addQuery(draft, name, values, from);
    }
  }
}

/** The values at a place, percent-encoded as in a path; `undefined` where there are none. */
function textsAt({ path, query, request }: Received, where: ValuePlace[0], name: string, shape: Shape): readonly string[] | undefined {
  switch (where) {
    case 'path':
      return optionalList(path.get(name));
    case 'query':
      return query.get(name)?.map((value) => value.replaceAll('+', '%20'));
    case 'header': {
      const value = request.header(name.toLowerCase());
      if (value === undefined) return undefined;
      // The commas of a list separate its items, at every place.
      const items = isArrayShape(shape) ? value.split(',').map((item) => item.trim()) : [value];
      return optionalList(items.map((item) => percentEncode(item) ?? '').join());
    }
    case 'body':
      return undefined;
  }
}

/** Gives a query parameter the values that came under another name. */
function addQuery({ query, issues }: Draft, name: string, values: readonly string[], from: string): void {
  const own = query.get(name);
  if (own === undefined) query.set(name, values);
  else if (!deepEqual(own.map(queryDecode), values.map(queryDecode)))
    issues.push(conflict(`/query/${pointerToken(name)}`, [name, from], values));
}

function addHeader({ headers, issues }: Draft, name: string, value: string, from: string, request: ServerRequest): void {
  const key = name.toLowerCase();
  const own = headers.get(key) ?? request.header(key);
  if (own === undefined) headers.set(key, value);
  else if (own !== value) issues.push(conflict(`/header/${pointerToken(name)}`, [name, from], value));
}

function optionalList(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : [text];
}

/** The value of a field of the body from texts that can be decoded. An encoded comma is part of an item, unless no item can hold one. */
function fieldOf(texts: readonly string[], shape: Shape): unknown {
  if (!isArrayShape(shape)) return typed(percentDecode(texts.join()), shape);
  const items = texts.flatMap((text) => text.split(',')).map((item) => percentDecode(item));
  const isText = String(shape[0]).split('|').includes('string');
  return typed(isText ? items : items.join().split(','), shape);
}

/** The shape of a parameter; `undefined` for a field of the body. */
function shapeOf({ parameters = [] }: Operation, [where, name]: ValuePlace): Shape | undefined {
  return parameters.find((parameter) => parameter.in === where && parameter.name === name)?.shape;
}

/**
 * Moves the values that come from the body, or go there. `input.body` is what was read; an operation without a body gets none.
 * Faults are pushed to `issues`.
 */
export function moveFields(
  input: Record<string, unknown>,
  operation: Operation,
  moved: readonly MovedValue[],
  fields: ReadonlyMap<string, unknown>,
  issues: Issue[],
): void {
  const body = isObject(input.body) ? { ...input.body } : input.body === undefined ? {} : undefined;
  // Only an object has fields: the validator refuses anything else, if the operation wants an object.
  if (body === undefined) return;
  let isChanged = false;
  for (const { to, from } of moved) {
    if (from[0] !== 'body') continue;
    const value = getOwn(body, from[1]);
    if (value === undefined) continue;
    delete body[from[1]];
    isChanged = true;
    if (to[0] !== 'body') input[to[0]] ??= {};
    const place = (to[0] === 'body' ? body : input[to[0]]) as Record<string, unknown>;
    put(place, to, typed(value, shapeOf(operation, to) ?? 'string'), from, issues);
  }
  for (const { to, from } of moved) {
    if (to[0] !== 'body' || from[0] === 'body' || !fields.has(to[1])) continue;
    isChanged = true;
    put(body, to, fields.get(to[1]), from, issues);
  }
  if (operation.body === undefined) {
    delete input.body;
    delete input.contentType;
  } else if (isChanged) input.body = body;
}

function put(place: Record<string, unknown>, [where, name]: ValuePlace, value: unknown, from: ValuePlace, issues: Issue[]): void {
  const own = getOwn(place, name);
  if (own === undefined) setOwn(place, name, value);
  else if (!deepEqual(own, value)) issues.push(conflict(`/${where}/${pointerToken(name)}`, [name, from.join('.')], value));
}

function conflict(path: string, names: readonly string[], found: unknown): Issue {
  return { path, keyword: 'alias', expected: names, found };
}

/** A value of a shape, where it is text: forms and queries have no other. */
function typed(value: unknown, shape: Shape): unknown {
  if (isArrayShape(shape)) {
    const items: unknown = typeof value === 'string' ? value.split(',') : value;
    return Array.isArray(items) ? items.map((item) => typed(item, shape[0])) : items;
  }
  return typeof value === 'string' && typeof shape === 'string' ? readPrimitive(value, shape) : value;
}
