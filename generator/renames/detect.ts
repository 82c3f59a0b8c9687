// Finds what two versions of a document call by different names, with how sure it is.

import { componentKey } from '../diff/branch.ts';
import { rootComparison } from '../diff/comparison.ts';
import { compareSchemas } from '../diff/schemas.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Group, Operation, Parameter, SecurityScheme, Service } from '../model/service.ts';

export interface Rename {
  readonly kind: 'operation' | 'schema' | 'property' | 'parameter' | 'value' | 'tag' | 'security scheme';
  /** As the documents write them. */
  readonly from: string;
  readonly to: string;
  /** Where it stands, in words: `of Pet`. `''` for what stands by itself. */
  readonly of: string;
  /** Why it is taken for one: `the same method and path`. */
  readonly reason: string;
  /** `certain`: no other reading. `likely`: it alone fits, but it could be another thing. */
  readonly certainty: 'certain' | 'likely';
  /** The names in code that change with it. */
  readonly names: readonly NameChange[];
}

/** A name of generated code, by where it is declared. */
export interface NameChange {
  /** The names that lead to it, from the outside in; `*` stands for any. The last is the old name. */
  readonly chain: readonly string[];
  readonly to: string;
  /** For a value of an enumeration: the chain is that of its type or member, and this is the text itself. */
  readonly value?: string;
}

/** Two or more that could be the new name of one, or the old name: none is applied. */
export interface Ambiguity {
  readonly kind: Rename['kind'];
  readonly of: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface Renames {
  readonly sure: readonly Rename[];
  readonly unsure: readonly Ambiguity[];
}

export function detectRenames(before: Service, after: Service): Renames {
  const sure: Rename[] = [];
  const unsure: Ambiguity[] = [];
  const schemas = pairSchemas(before, after, sure, unsure);
  const operations = pairOperations(before, after);
  for (const [old, now] of operations) {
    if (old.name !== now.name || old.typeName !== now.typeName) sure.push(operationRename(old, now, before, after));
    parameterRenames(old, now, sure, unsure);
  }
  for (const [old, now] of schemas) {
    propertyRenames(old, now, sure, unsure);
    valueRenames(old, now, sure, unsure);
  }
  tagRenames(before, after, sure);
  schemeRenames(before, after, sure, unsure);
  return { sure, unsure };
}

/** By method and path, whatever path parameters are called; else by id. */
function pairOperations(before: Service, after: Service): [Operation, Operation][] {
  const routeOf = ({ method, path }: Operation): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
  return before.operations.flatMap((old) => {
    const now =
      after.operations.find((one) => routeOf(one) === routeOf(old)) ??
      after.operations.find((one) => one.id === old.id && one.method === old.method);
    return now === undefined ? [] : [[old, now] as [Operation, Operation]];
  });
}

const TYPE_ENDINGS = ['Input', 'Result', 'Page', 'Item'];

function operationRename(old: Operation, now: Operation, before: Service, after: Service): Rename {
  const memberOf = (service: Service, operation: Operation): readonly [string, string] | undefined => {
    const group = service.groups.find(({ members }) => members.some((member) => member.operation === operation));
    const member = group?.members.find((one) => one.operation === operation);
    return group === undefined || member === undefined ? undefined : [group.typeName, member.name];
  };
  const [had, has] = [memberOf(before, old), memberOf(after, now)];
  const inGroup = had === undefined || has === undefined || had[1] === has[1] ? [] : [{ chain: [...had], to: has[1] }];
  const types = TYPE_ENDINGS.map((ending) => ({ chain: [`${old.typeName}${ending}`], to: `${now.typeName}${ending}` }));
  const names = [{ chain: [old.name], to: now.name }, { chain: ['*', old.name], to: now.name }, ...inGroup, ...types];
  return {
    kind: 'operation',
    from: old.id,
    to: now.id,
    of: '',
    reason: `the same method and path, \`${now.method} ${now.path}\``,
    certainty: 'certain',
    names,
  };
}

function parameterRenames(old: Operation, now: Operation, sure: Rename[], unsure: Ambiguity[]): void {
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const [was, is] = [old, now].map(({ parameters }) => parameters.filter((parameter) => parameter.in === place)) as [
      Parameter[],
      Parameter[],
    ];
    const gone = was.filter(({ name }) => is.every((one) => one.name !== name));
    const fresh = is.filter(({ name }) => was.every((one) => one.name !== name));
    // The parameters of a path stand in an order that says which is which.
    const isOrdered = place === 'path' && was.length === is.length;
    const fits = (one: Parameter, other: Parameter): boolean =>
      isOrdered ? was.indexOf(one) === is.indexOf(other) : one.required === other.required && isAlike(one.schema, other.schema);
    const of = `of ${now.id}`;
    for (const { from, to } of matched(gone, fresh, fits, ({ name }) => name, { kind: 'parameter', of }, unsure)) {
      const [code, fresh] = [from.codeName ?? from.name, to.codeName ?? to.name];
      sure.push({
        kind: 'parameter',
        from: from.name,
        to: to.name,
        of,
        reason: isOrdered ? 'the same place in the path' : 'the same place and schema',
        certainty: isOrdered || sameWords(from.description, to.description) ? 'certain' : 'likely',
        // Its input has the name of the new operation by then, or still that of the old.
        names: [{ chain: [`${old.typeName}Input`, place, code], to: fresh }],
      });
    }
  }
}

/** Schemas with types of their own, by their place in the document, else by shape. */
function pairSchemas(before: Service, after: Service, sure: Rename[], unsure: Ambiguity[]): [Schema, Schema][] {
  const keyed = ({ schemas }: Service): Map<string, Schema> =>
    new Map(
      schemas.flatMap((schema) =>
        schema.name === undefined || schema.ref !== undefined ? [] : [[componentKey(schema) ?? schema.name, schema] as const],
      ),
    );
  const [was, is] = [keyed(before), keyed(after)];
  const pairs: [Schema, Schema][] = [];
  for (const [key, old] of was) {
    const now = is.get(key);
    if (now === undefined) continue;
    pairs.push([old, now]);
    if (old.name !== now.name) sure.push(schemaRename(old, now, key, key, 'the same place in the document', 'certain'));
  }
  const gone = [...was].filter(([key]) => !is.has(key));
  const fresh = [...is].filter(([key]) => !was.has(key));
  const fits = ([, one]: [string, Schema], [, other]: [string, Schema]): boolean => isAlike(one, other);
  for (const { from, to } of matched(gone, fresh, fits, ([key]) => key, { kind: 'schema', of: '' }, unsure)) {
    const isCertain = sameWords(from[1].description, to[1].description);
    sure.push(schemaRename(from[1], to[1], from[0], to[0], 'the same shape', isCertain ? 'certain' : 'likely'));
    pairs.push([from[1], to[1]]);
  }
  return pairs;
}

function schemaRename(old: Schema, now: Schema, from: string, to: string, reason: string, certainty: Rename['certainty']): Rename {
  const [was = '', is = ''] = [old.name, now.name];
  const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
  const names = [
    { chain: [was], to: is },
    { chain: [`validate${was}`], to: `validate${is}` },
    { chain: [`${lower(was)}Schema`], to: `${lower(is)}Schema` },
  ];
  return { kind: 'schema', from, to, of: '', reason, certainty, names };
}

function propertyRenames(old: Schema, now: Schema, sure: Rename[], unsure: Ambiguity[]): void {
  const [was, is] = [[...(old.properties ?? [])], [...(now.properties ?? [])]];
  const gone = was.filter(([name]) => now.properties?.has(name) !== true);
  const fresh = is.filter(([name]) => old.properties?.has(name) !== true);
  const required = (schema: Schema, name: string): boolean => schema.required?.includes(name) ?? false;
  const fits = ([one, a]: [string, Schema], [other, b]: [string, Schema]): boolean =>
    isAlike(a, b) && required(old, one) === required(now, other);
  const of = `of ${now.name}`;
  for (const { from, to } of matched(gone, fresh, fits, ([name]) => name, { kind: 'property', of }, unsure)) {
    const isThere = was.indexOf(from) === is.indexOf(to);
    sure.push({
      kind: 'property',
      from: from[0],
      to: to[0],
      of,
      reason: isThere ? 'the same place and schema' : 'the same schema',
      certainty: isThere && sameWords(from[1].description, to[1].description) ? 'certain' : 'likely',
      names: [{ chain: [old.name ?? '', codeName(old, from[0])], to: codeName(now, to[0]) }],
    });
  }
}

function codeName({ codeNames }: Schema, name: string): string {
  return codeNames?.get(name) ?? name;
}

/** Values of an enumeration, of a schema with a type of its own or of a property of one. One that goes for one that comes. */
function valueRenames(old: Schema, now: Schema, sure: Rename[], unsure: Ambiguity[], chain: readonly string[] = [old.name ?? '']): void {
  const texts = ({ enum: values }: Schema): string[] => (values ?? []).filter((value): value is string => typeof value === 'string');
  const [was, is] = [texts(old), texts(now)];
  const gone = was.filter((value) => !is.includes(value));
  const fresh = is.filter((value) => !was.includes(value));
  const of = `of ${chain.join('.')}`;
  const [from, to] = [gone[0], fresh[0]];
  if (gone.length === 1 && fresh.length === 1 && from !== undefined && to !== undefined) {
    const isThere = was.indexOf(from) === is.indexOf(to) && was.length === is.length;
    const reason = isThere ? 'the same place in the list' : 'the one value that goes, for the one that comes';
    sure.push({ kind: 'value', from, to, of, reason, certainty: isThere ? 'certain' : 'likely', names: [{ chain, to, value: from }] });
  } else if (gone.length > 0 && fresh.length > 0) unsure.push({ kind: 'value', of, from: gone, to: fresh });
  if (chain.length > 1) return;
  for (const [name, property] of old.properties ?? []) {
    const counterpart = now.properties?.get(name);
    if (counterpart !== undefined && property.enum !== undefined && property.name === undefined)
      valueRenames(property, counterpart, sure, unsure, [...chain, codeName(old, name)]);
  }
}

/** Groups with the same operations. */
function tagRenames(before: Service, after: Service, sure: Rename[]): void {
  const operationsOf = ({ members }: Group): string =>
    members
      .map(({ operation }) => `${operation.method} ${operation.path}`)
      .sort()
      .join('\n');
  for (const old of before.groups) {
    const now = after.groups.find((group) => operationsOf(group) === operationsOf(old));
    if (now === undefined || now.name === old.name) continue;
    // The names of methods leave out what the name of the group says.
    const methods = old.members.flatMap((member) => {
      const other = now.members.find(
        ({ operation }) => operation.method === member.operation.method && operation.path === member.operation.path,
      );
      return other === undefined || other.name === member.name ? [] : [{ chain: [old.typeName, member.name], to: other.name }];
    });
    const names = [
      ...methods,
      { chain: ['*', old.name], to: now.name },
      { chain: [old.typeName], to: now.typeName },
      { chain: [`create${old.typeName}`], to: `create${now.typeName}` },
      { chain: [old.handlersName], to: now.handlersName },
      { chain: [`Required${old.handlersName}`], to: `Required${now.handlersName}` },
    ];
    sure.push({ kind: 'tag', from: old.tag, to: now.tag, of: '', reason: 'the same operations', certainty: 'certain', names });
  }
}

function schemeRenames(before: Service, after: Service, sure: Rename[], unsure: Ambiguity[]): void {
  const gone = before.securitySchemes.filter(({ name }) => after.securitySchemes.every((scheme) => scheme.name !== name));
  const fresh = after.securitySchemes.filter(({ name }) => before.securitySchemes.every((scheme) => scheme.name !== name));
  const factsOf = ({
    name: _name,
    identifier: _identifier,
    location: _location,
    description: _description,
    ...facts
  }: SecurityScheme & { readonly description?: string }): string =>
    JSON.stringify(facts, (key, value: unknown) => (key === 'location' ? undefined : value));
  const fits = (one: SecurityScheme, other: SecurityScheme): boolean => factsOf(one) === factsOf(other);
  for (const { from, to } of matched(gone, fresh, fits, ({ name }) => name, { kind: 'security scheme', of: '' }, unsure)) {
    const names = [
      { chain: ['*', from.name], to: to.name },
      { chain: [from.identifier], to: to.identifier },
    ];
    sure.push({
      kind: 'security scheme',
      from: from.name,
      to: to.name,
      of: '',
      reason: 'the same kind and place',
      certainty: 'certain',
      names,
    });
  }
}

/** Pairs of which neither side fits anything else. The others are told as ambiguous. */
function matched<T>(
  gone: readonly T[],
  fresh: readonly T[],
  fits: (one: T, other: T) => boolean,
  nameOf: (one: T) => string,
  what: Pick<Ambiguity, 'kind' | 'of'>,
  unsure: Ambiguity[],
): { readonly from: T; readonly to: T }[] {
  const pairs: { from: T; to: T }[] = [];
  const told = new Set<T>();
  for (const from of gone) {
    const candidates = fresh.filter((to) => fits(from, to));
    const [to] = candidates;
    if (to === undefined || told.has(from)) continue;
    const rivals = gone.filter((other) => candidates.some((candidate) => fits(other, candidate)));
    if (candidates.length === 1 && rivals.length === 1) pairs.push({ from, to });
    else {
      for (const rival of rivals) told.add(rival);
      unsure.push({ ...what, from: rivals.map(nameOf), to: candidates.map(nameOf) });
    }
  }
  return pairs;
}

/** Whether two schemas allow the same values. */
function isAlike(one: Schema, other: Schema): boolean {
  const places = { before: one.location, after: other.location };
  return (['input', 'output'] as const).every((direction) => {
    const comparison = rootComparison('', direction, '', places, []);
    compareSchemas([one], [other], comparison);
    return comparison.changes.length === 0;
  });
}

function sameWords(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
