// A change of a document → what it is a change of in generated code: an operation, a member of its input or result, a member of a schema, or the
// client.
import type { Location } from '../base/problem.ts';
import type { Change } from '../diff/index.ts';
import { pointerTokens } from '../load/pointer.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation, Parameter, Service } from '../model/service.ts';
import type { Chain } from './index-code.ts';

export type Subject =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** `chains`: where the member is declared. `owners`: the declarations of the objects that have it. */
  | {
      readonly kind: 'member';
      readonly operation?: Operation;
      readonly chains: readonly Chain[];
      readonly owners: readonly Chain[];
      readonly name: string;
    }
  | { readonly kind: 'status'; readonly operation: Operation; readonly status: string }
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'client' };

/** The two versions. Code that is not yet generated anew has the names of the old one. */
export interface Versions {
  readonly before: Service;
  readonly after: Service;
}

/** `undefined` for a change that no code can show, such as that of a rate limit. */
export function subjectOf(change: Change, versions: Versions): Subject | undefined {
  const operation = operationOf(change, versions);
  if (/^(?:server|oauth-flow|scope|security-scheme)-/.test(change.code)) return { kind: 'client' };
  if (change.code === 'schema-renamed') return typeSubject(change.location, versions);
  if (change.status !== undefined && operation !== undefined) return { kind: 'status', operation, status: change.status };
  return (
    parameterSubject(change, operation, versions) ??
    valueSubject(change, operation, versions) ??
    (operation && { kind: 'operation', operation })
  );
}

/** The operation as code that is not yet generated anew knows it: that of the old version, where it has one. */
function operationOf(change: Change, { before, after }: Versions): Operation | undefined {
  const { operation: id } = change;
  if (id === undefined) return undefined;
  const named = (service: Service): Operation | undefined => operationsOf(service).find((candidate) => candidate.id === id);
  const now = named(after);
  if (now === undefined) return named(before);
  // Another id leaves method and path.
  return named(before) ?? before.operations.find(({ method, path }) => method === now.method && path === now.path) ?? now;
}

function operationsOf({ operations, webhooks, callbacks, leftOut }: Service): readonly Operation[] {
  return [...operations, ...webhooks, ...callbacks, ...leftOut];
}

function typeSubject(location: Location, { before, after }: Versions): Subject | undefined {
  const pointer = (schemas: readonly Schema[]) => schemas.find((schema) => sameLocation(schema.location, location))?.name;
  const name = pointer(before.schemas) ?? pointer(after.schemas);
  return name === undefined ? undefined : { kind: 'type', name };
}

function parameterSubject({ location, value }: Change, operation: Operation | undefined, { before, after }: Versions): Subject | undefined {
  if (operation === undefined) return undefined;
  const all = [...operationsOf(before), ...operationsOf(after)]
    .filter(({ id }) => id === operation.id)
    .flatMap(({ parameters }) => parameters);
  const parameter = all.find((candidate) => isInside(location, candidate.location));
  if (parameter === undefined) return undefined;
  const whole = chainOfParameter(operation, parameter);
  const inner = value === undefined ? [] : propertyNames(location.pointer.slice(parameter.location.pointer.length));
  return member(operation, whole.slice(0, -1), [...whole.slice(-1), ...inner]);
}

function chainOfParameter({ typeName }: Operation, { in: place, name, codeName = name }: Parameter): Chain {
  return [`${typeName}Input`, place, ...(place === 'querystring' ? [] : [codeName])];
}

/** A change of a value stands in a schema that has a type of its own, or inline in a body. */
function valueSubject(
  { location, value, code }: Change,
  operation: Operation | undefined,
  { before, after }: Versions,
): Subject | undefined {
  if (value === undefined) return undefined;
  const owner = [...before.schemas, ...after.schemas]
    .filter((schema) => schema.name !== undefined && isInside(location, schema.location))
    .sort((a, b) => b.location.pointer.length - a.location.pointer.length)[0];
  if (owner?.name !== undefined) {
    const names = propertyNames(location.pointer.slice(owner.location.pointer.length));
    // A list of names, as of the required ones, stands beside the properties; its change is one of a property that the pointer does not name.
    return member(operation, [owner.name], codeNames(owner, names));
  }
  if (operation === undefined || code === 'header-removed') return undefined;
  const side = value.direction === 'input' ? 'Input' : 'Result';
  return member(operation, [`${operation.typeName}${side}`, 'body'], propertyNames(location.pointer));
}

function member(operation: Operation | undefined, owner: Chain, names: readonly string[]): Subject {
  const chain = [...owner, ...names];
  return {
    kind: 'member',
    ...(operation === undefined ? {} : { operation }),
    chains: [chain],
    owners: [chain.slice(0, -1), chain],
    name: names.at(-1) ?? owner.at(-1) ?? '',
  };
}

/** The names of properties on the way of a pointer. Items, branches and further properties have none. */
function propertyNames(pointer: string): string[] {
  const tokens = pointerTokens(pointer);
  const names: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const name = tokens[index + 1];
    if (tokens[index] !== 'properties' || name === undefined) continue;
    names.push(name);
    index++;
  }
  return names;
}

/** The first name as users hold it. */
function codeNames({ codeNames: names }: Schema, [first, ...rest]: readonly string[]): string[] {
  return first === undefined ? [] : [names?.get(first) ?? first, ...rest];
}

function sameLocation(one: Location | undefined, other: Location): boolean {
  return one !== undefined && one.pointer === other.pointer && one.source === other.source;
}

/** Both versions may be the same file, so their places are told apart by what was read. */
function isInside({ pointer, source }: Location, outer: Location): boolean {
  return source === outer.source && (pointer === outer.pointer || pointer.startsWith(`${outer.pointer}/`));
}
