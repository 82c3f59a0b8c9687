// Finds the statement of the document that a value departs from: the place of a keyword in the schema that applies at a pointer.
import { pointerToken, tokenName } from '@octavo/runtime/conformance';
import type { Location } from '../../base/problem.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import type { Operation } from '../../model/service.ts';

/**
 * The keyword in the schema for the value at `pointer`, a JSON pointer into a value of `schema`. The nearest schema around it, where none has the
 * keyword.
 */
export function statementOf(schema: Schema, pointer: string, keyword: string): Location {
  let here = sameValue([schema]);
  for (const token of tokensOf(pointer)) {
    const inside = here.flatMap((one) => childrenOf(one, token));
    if (inside.length === 0) break;
    here = sameValue(inside);
  }
  const owner = here.find((one) => Object.hasOwn(one, keyword));
  if (owner !== undefined) return within(owner.location, keyword);
  return (here[0] ?? schema).location;
}

/** The same for a pointer into the input of an operation: `/query/limit`, `/body/title`. */
export function inputStatementOf(operation: Operation, pointer: string, keyword: string, contentType?: string): Location {
  const [part, name, ...rest] = tokensOf(pointer);
  if (part === 'body') {
    const contents = operation.body?.contents ?? [];
    const content = contents.find((one) => one.contentType === contentType) ?? contents[0];
    if (content?.schema === undefined) return content?.location ?? operation.location;
    return statementOf(content.schema, pointer.slice('/body'.length), keyword);
  }
  const parameter = operation.parameters.find((one) => one.in === part && (part === 'querystring' || one.name === name));
  if (parameter === undefined) return operation.location;
  if (keyword === 'required' && rest.length === 0) return parameter.location;
  return statementOf(parameter.schema, pointerOf(rest), keyword);
}

/** The location of a member. */
export function within({ source, pointer }: Location, ...tokens: readonly string[]): Location {
  return { source, pointer: pointer + pointerOf(tokens) };
}

function tokensOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(tokenName);
}

function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${pointerToken(token)}`).join('');
}

/** The schemas and all that apply to the same value. */
export function sameValue(schemas: readonly Schema[]): Schema[] {
  const found = new Set<Schema>(schemas);
  for (const schema of found) eachSubschema(schema, (other) => found.add(other), true);
  return [...found];
}

/** The schemas for a property or an item. */
export function childrenOf(schema: Schema, token: string): Schema[] {
  const property = schema.properties?.get(token);
  if (property !== undefined) return [property];
  if (/^\d+$/.test(token)) {
    const item = schema.prefixItems?.[Number(token)] ?? schema.items;
    if (item !== undefined) return [item];
  }
  const patterned = [...(schema.patternProperties ?? [])].flatMap(([pattern, one]) => (testOf(pattern)(token) ? [one] : []));
  if (patterned.length > 0) return patterned;
  return schema.additionalProperties === undefined ? [] : [schema.additionalProperties];
}

function testOf(pattern: string): (text: string) => boolean {
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    return () => false;
  }
}
