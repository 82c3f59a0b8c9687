// Splits schemas that both callers and the service write into one for each: callers do not send `readOnly` properties, the service does not send
// `writeOnly` ones and may, by choice, send values that an `enum` does not list (OpenAPI 3.1 section 4.8.24, JSON Schema Validation section 9.4).
import { applicators } from '../../base/vocabulary.ts';
import { optional } from '../document-node.ts';
import type { Names } from '../names/naming.ts';
import type { SettledOperation } from '../operations/operations.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { withOtherSchemas } from '../schema/tags.ts';
import { eachChanged, isSilent, leadingTo, reachable, targetOf } from '../schema/walk.ts';
import type { MediaContent } from '../service.ts';
import { openable, opened } from './open-enums.ts';
import { type Dropped, droppedIn, prune, type Side } from './side.ts';

interface Named {
  readonly operation: SettledOperation;
}

export interface SidesOptions {
  /** Whether the service may send texts that an `enum` does not list. */
  readonly enums?: 'closed' | 'open';
}

interface Sides<N> {
  readonly operations: readonly N[];
  readonly schemas: readonly Schema[];
}

/**
 * A schema whose two projections are the same is left as it is. Where they differ and both are used, the schema keeps its name for what the
 * service sends, and what a caller sends is called `…Writable`.
 */
export function splitSides<N extends Named>(
  named: readonly N[],
  schemas: readonly Schema[],
  names: Names,
  { enums = 'closed' }: SidesOptions,
): Sides<N> {
  const roots: Record<Side, Schema[]> = { caller: [], service: [] };
  for (const { operation } of named) {
    const { request, response } = sidesOf(operation);
    roots[request].push(...requestSchemas(operation));
    roots[response].push(...responseSchemas(operation));
  }
  const all = reachable([...schemas, ...roots.caller, ...roots.service]);
  const open = enums === 'open' ? openable(all) : new Set<Schema>();
  const { caller: readOnly, service: writeOnly } = droppedIn(all);
  const goals = [...open, ...readOnly.keys(), ...writeOnly.keys()];
  if (goals.length === 0) return { operations: named, schemas };
  const differing = new Set(leadingTo(all, goals).keys());
  // What leads to a schema that differs differs itself, so no other schema is on the way to one.
  const isDiffering = (schema: Schema): boolean => differing.has(schema);
  const met = { caller: reachable(roots.caller, isDiffering), service: reachable(roots.service, isDiffering) };

  const caller = createProjection('caller', differing, { dropped: readOnly, open: new Set() });
  const service = createProjection('service', differing, { dropped: writeOnly, open });
  const projected = schemas.flatMap((schema) => {
    if (!differing.has(schema)) return [schema];
    if (!met.caller.has(schema)) return [service.of(schema)];
    const writable = caller.of(schema);
    if (!met.service.has(schema)) return [writable];
    writable.name = names.schema(names.legalType(`${schema.name ?? ''}Writable`));
    return [service.of(schema), writable];
  });
  const operations = named.map((each) => ({ ...each, operation: projectOperation(each.operation, { caller, service }) }));
  caller.fill();
  service.fill();
  return { operations, schemas: projected };
}

/** The service sends webhooks and callbacks: it writes their requests, and the caller writes the responses. */
function sidesOf({ draft }: SettledOperation): { readonly request: Side; readonly response: Side } {
  return draft.source.kind === 'operation' ? { request: 'caller', response: 'service' } : { request: 'service', response: 'caller' };
}

function requestSchemas({ parameters, body }: SettledOperation): Schema[] {
  return [...parameters.map(({ schema }) => schema), ...(body?.contents ?? []).flatMap(({ schema }) => schema ?? [])];
}

function responseSchemas({ responses }: SettledOperation): Schema[] {
  return responses.flatMap(({ headers, contents }) => [
    ...headers.map(({ schema }) => schema),
    ...contents.flatMap(({ schema }) => schema ?? []),
  ]);
}

function projectOperation(operation: SettledOperation, projections: Readonly<Record<Side, Projection>>): SettledOperation {
  const sides = sidesOf(operation);
  const request = projections[sides.request];
  const response = projections[sides.response];
  const { parameters, body, responses } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({ ...parameter, schema: request.of(parameter.schema) })),
    body: body === undefined ? undefined : { ...body, contents: body.contents.map((content) => projectContent(content, request)) },
    responses: responses.map((each) => ({
      ...each,
      headers: each.headers.map((header) => ({ ...header, schema: response.of(header.schema) })),
      contents: each.contents.map((content) => projectContent(content, response)),
    })),
  };
}

function projectContent(content: MediaContent, projection: Projection): MediaContent {
  const { schema } = content;
  if (schema === undefined) return content;
  const examples = content.examples.map((example) => ({ ...example, value: projection.prune(example.value, schema) }));
  return { ...content, schema: projection.of(schema), examples };
}

interface Projection {
  /** An example of the schema as it is on this side. */
  prune(example: unknown, schema: Schema): unknown;
  /** The schema as it is on this side. Its keywords are there after `fill`. */
  of(schema: Schema): Schema;
  fill(): void;
}

type Draft = { -readonly [K in keyof Schema]: Schema[K] };

interface Found {
  readonly dropped: Dropped;
  /** Lists that others may be added to. */
  readonly open: ReadonlySet<Schema>;
}

function createProjection(side: Side, differing: ReadonlySet<Schema>, { dropped: all, open }: Found): Projection {
  const made = new Map<Schema, Draft>();
  const queue: { readonly from: Schema; readonly to: Draft; readonly around: ReadonlySet<string> }[] = [];
  const NONE: ReadonlySet<string> = new Set();

  /** `around`: names that a schema around this one, for the same value, has dropped. */
  const project = (schema: Schema, around: ReadonlySet<string>): Schema => {
    const inherited = schema.name === undefined ? around : NONE;
    if (!differing.has(schema) && !mentions(schema, inherited)) return schema;
    const known = made.get(schema);
    if (known !== undefined) return known;
    const draft: Draft = { key: side === 'caller' ? `${schema.key}@writable` : schema.key, location: schema.location };
    if (schema.name !== undefined) draft.name = schema.name;
    made.set(schema, draft);
    queue.push({ from: schema, to: draft, around: inherited });
    return draft;
  };

  const fillOne = (from: Schema, to: Draft, around: ReadonlySet<string>): void => {
    const dropped = new Set([...around, ...(all.get(from) ?? [])]);
    const here = (schema: Schema): Schema => project(schema, dropped);
    const inside = (schema: Schema): Schema => project(schema, NONE);
    const { name: _, key: __, ...rest } = from;
    Object.assign(to, rest, withoutNames(from, dropped));
    const others = [...(from.properties ?? [])].filter(([name]) => dropped.has(name));
    if (others.length > 0) to.dropped = new Map(others);
    if (to.allOf !== undefined) {
      // A base that is left empty would only widen the type of its siblings.
      const saying = to.allOf.filter((part) => !isEmptied(part, all));
      const isObject = [from, ...saying].some((part) => targetOf(part).type?.join() === 'object');
      if (isObject) to.allOf = saying;
    }
    if (to.ref !== undefined) to.ref = here(to.ref);
    for (const { keyword, of } of applicators) {
      const held = to[keyword];
      if (held !== undefined && of !== 'content') Object.assign(to, { [keyword]: eachChanged(held, of === 'same' ? here : inside) });
    }
    if (from.discriminator !== undefined) {
      to.discriminator = withOtherSchemas(from.discriminator, here);
    }
    if (open.has(from)) {
      delete to.enum;
      Object.assign(to, opened(from));
    }
    if (from.examples !== undefined) to.examples = from.examples.map((example) => prune(example, [from], all) as JsonValue);
  };

  return {
    prune: (example, schema) => (differing.has(schema) ? prune(example, [schema], all) : example),
    of: (schema) => project(schema, NONE),
    fill() {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) fillOne(next.from, next.to, next.around);
    },
  };
}

/** Keywords that ask for nothing beside the properties they name. */
const EMPTIED: ReadonlySet<string> = new Set(['type', 'properties', 'required']);

/** Whether an object that a reference leads to loses all its properties. */
function isEmptied(part: Schema, dropped: Dropped): boolean {
  const target = targetOf(part);
  const names = dropped.get(target);
  const own = [...(target.properties?.keys() ?? []), ...(target.required ?? [])];
  return (
    names !== undefined &&
    Object.keys(target).every((keyword) => EMPTIED.has(keyword) || isSilent(keyword)) &&
    own.every((name) => names.has(name))
  );
}

function mentions({ properties, required, dependentRequired }: Schema, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const written = [...(properties?.keys() ?? []), ...(required ?? []), ...[...(dependentRequired?.values() ?? [])].flat()];
  return written.some((name) => names.has(name));
}

/** The keywords that name properties, without some of the names. */
function withoutNames({ properties, required, dependentRequired }: Schema, names: ReadonlySet<string>): Partial<Schema> {
  const isKept = (name: string): boolean => !names.has(name);
  return {
    ...optional('properties', properties && new Map([...properties].filter(([name]) => isKept(name)))),
    ...optional('required', required?.filter(isKept)),
    ...optional('dependentRequired', dependentRequired && mapped(dependentRequired, (list) => list.filter(isKept))),
  };
}

function mapped<K, V>(entries: ReadonlyMap<K, V>, change: (value: V) => V): Map<K, V> {
  return new Map([...entries].map(([key, value]) => [key, change(value)]));
}
