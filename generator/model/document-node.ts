// Walks a description as nodes: a value together with its location, so that every problem can name where it is, those of our extensions too.

import type { Location, Problems } from '../base/problem.ts';
import { type CodedExtension, ownExtensions } from '../load/check/own-extensions.ts';
import type { Description, Json, JsonObject } from '../load/description.ts';
import { escapeToken, isObject, own, pointerTokens } from '../load/pointer.ts';

/** Why something cannot be carried, and where. */
export interface Cause {
  readonly message: string;
  readonly location: Location;
}

export interface DocumentNode {
  readonly value: Json | undefined;
  readonly location: Location;
}

/** Below an object or an array; the value is `undefined` where there is nothing. */
export function child(node: DocumentNode, key: string): DocumentNode {
  return { value: isObject(node.value) ? own(node.value, key) : undefined, location: below(node.location, key) };
}

export function below(location: Location, key: string): Location {
  return { source: location.source, pointer: `${location.pointer}/${escapeToken(key)}` };
}

/** The mapping key itself, for problems that are about a name. */
export function keyOf(node: DocumentNode): Location {
  return { source: node.location.source, pointer: node.location.pointer, at: 'key' };
}

/** Own members in document order, or the items of an array, without those that the loader left out. Anything else has none. */
export function members(node: DocumentNode): [string, DocumentNode][] {
  const { value, location } = node;
  if (Array.isArray(value)) {
    return value.flatMap((item: Json | undefined, index): [string, DocumentNode][] =>
      item === undefined ? [] : [[String(index), { value: item, location: below(location, String(index)) }]],
    );
  }
  if (!isObject(value)) return [];
  return Object.keys(value).map((key) => [key, { value: value[key], location: below(location, key) }]);
}

/** Like `members`, without specification extensions (`x-…`). */
export function fields(node: DocumentNode): [string, DocumentNode][] {
  return members(node).filter(([key]) => !key.startsWith('x-'));
}

const MAX_HOPS = 100;

/**
 * Follows a Reference Object, through others if need be. `summary` and `description` beside a `$ref` replace those of the target
 * (OpenAPI 3.1, Reference Object). A chain that never ends stops where it is: the loader has reported it.
 */
export function dereference(description: Description, node: DocumentNode): DocumentNode {
  let current = node;
  let overrides: JsonObject | undefined;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const { value } = current;
    if (!isObject(value)) break;
    const ref = own(value, '$ref');
    if (typeof ref !== 'string') break;
    if (description.version !== '3.0') overrides = { ...described(value), ...overrides };
    current = description.resolve(ref, below(current.location, '$ref'));
  }
  if (overrides === undefined || Object.keys(overrides).length === 0 || !isObject(current.value)) return current;
  return { value: { ...current.value, ...overrides }, location: current.location };
}

/** The key of the component that a node is: `#/components/responses/NotFound` → `NotFound`. */
export function componentOf({ location }: DocumentNode): string | undefined {
  const [components, , key, ...below] = pointerTokens(location.pointer);
  return components === 'components' && below.length === 0 ? key : undefined;
}

function described(value: JsonObject): JsonObject {
  const found: { summary?: Json; description?: Json } = {};
  if (typeof value.summary === 'string') found.summary = value.summary;
  if (typeof value.description === 'string') found.description = value.description;
  return found;
}

export function text(node: DocumentNode, key: string): string | undefined {
  const value = isObject(node.value) ? own(node.value, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

export function flag(node: DocumentNode, key: string): boolean | undefined {
  const value = isObject(node.value) ? own(node.value, key) : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

export function number(node: DocumentNode, key: string): number | undefined {
  const value = isObject(node.value) ? own(node.value, key) : undefined;
  return typeof value === 'bigint' ? Number(value) : typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function texts(node: DocumentNode, key: string): string[] | undefined {
  const value = isObject(node.value) ? own(node.value, key) : undefined;
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

/** `{ key: value }`, or `{}` where there is no value: for optional fields under `exactOptionalPropertyTypes`. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

/** `summary` and `description`, where they are. */
export function prose(node: DocumentNode): { summary?: string; description?: string } {
  return { ...optional('summary', text(node, 'summary')), ...optional('description', text(node, 'description')) };
}

/** A problem's word for a place: `#/components/schemas/Pet`, with the file where it is not the entry. */
export function wordOf(location: Location, entry: Location['source']): string {
  return `${location.source === entry ? '' : location.source.display}#${location.pointer}`;
}

export type RefuseExtension = (at: Pick<DocumentNode, 'location'>, message: string, fix: string) => undefined;

/** Reports what is wrong with an extension of ours, under its code. */
export function refuseExtension(key: CodedExtension, problems: Problems): RefuseExtension {
  return ({ location }, message, fix) => {
    problems.add({ code: ownExtensions[key]?.code ?? key, severity: 'error', message, fix, location });
  };
}
