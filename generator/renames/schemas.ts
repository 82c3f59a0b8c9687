// The renames of schemas, of their properties, and of the values of enumerations.
import { componentKey } from '../diff/branch.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Service } from '../model/service.ts';
import { type Ambiguity, isAlike, matched, type Rename, sameWords } from './rename.ts';

/** Adds the renames of schemas and of what is in them. */
export function schemaRenames(before: Service, after: Service, sure: Rename[], unsure: Ambiguity[]): void {
  for (const [old, now] of pairSchemas(before, after, sure, unsure)) {
    insideRenames(old, now, [old.name ?? ''], sure, unsure);
  }
}

/**
 * The renames of what is in a schema, and in the objects that are written in place inside of it.
 *
 * @param chain the names that lead to it in generated code
 */
function insideRenames(old: Schema, now: Schema, chain: readonly string[], sure: Rename[], unsure: Ambiguity[]): void {
  propertyRenames(old, now, chain, sure, unsure);
  valueRenames(old, now, chain, sure, unsure);
  for (const [name, property] of old.properties ?? []) {
    const counterpart = now.properties?.get(name);
    const [inner, other] = [writtenInPlace(property), counterpart && writtenInPlace(counterpart)];
    if (inner !== undefined && other !== undefined) insideRenames(inner, other, [...chain, codeName(old, name)], sure, unsure);
  }
}

/** The schema, or that of its items, where it has no type of its own. */
function writtenInPlace(schema: Schema): Schema | undefined {
  if (schema.name !== undefined || schema.ref !== undefined) return undefined;
  return schema.items === undefined ? schema : writtenInPlace(schema.items);
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

function propertyRenames(old: Schema, now: Schema, chain: readonly string[], sure: Rename[], unsure: Ambiguity[]): void {
  const [was, is] = [[...(old.properties ?? [])], [...(now.properties ?? [])]];
  const gone = was.filter(([name]) => now.properties?.has(name) !== true);
  const fresh = is.filter(([name]) => old.properties?.has(name) !== true);
  const required = (schema: Schema, name: string): boolean => schema.required?.includes(name) ?? false;
  const fits = ([one, a]: [string, Schema], [other, b]: [string, Schema]): boolean =>
    isAlike(a, b) && required(old, one) === required(now, other);
  const of = `of ${[now.name ?? chain[0], ...chain.slice(1)].join('.')}`;
  for (const { from, to } of matched(gone, fresh, fits, ([name]) => name, { kind: 'property', of }, unsure)) {
    const isThere = was.indexOf(from) === is.indexOf(to);
    sure.push({
      kind: 'property',
      from: from[0],
      to: to[0],
      of,
      reason: isThere ? 'the same place and schema' : 'the same schema',
      certainty: isThere && sameWords(from[1].description, to[1].description) ? 'certain' : 'likely',
      names: [{ chain: [...chain, codeName(old, from[0])], to: codeName(now, to[0]) }],
    });
  }
}

function codeName({ codeNames }: Schema, name: string): string {
  return codeNames?.get(name) ?? name;
}

/** Values of an enumeration, of a schema with a type of its own or of a property of one. One that goes for one that comes. */
function valueRenames(old: Schema, now: Schema, chain: readonly string[], sure: Rename[], unsure: Ambiguity[]): void {
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
}
