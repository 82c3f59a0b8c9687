// The values of an enumeration as the document writes them: in one `enum`, or each with its own title and description in `oneOf` or `anyOf`.
import type { Location, Problems } from '../../base/problem.ts';
import type { Description } from '../../load/description.ts';
import { below, child, members, optional } from '../document-node.ts';
import type { JsonValue, Schema } from '../schema/schema.ts';
import { intendedTypes, typeOfValue } from '../schema/types.ts';
import type { EnumConstant, EnumMember } from '../service.ts';
import { readWords, type Word } from './words.ts';

/** A value before its member has a name. */
export interface WrittenValue extends Omit<EnumMember, 'name'> {
  /** What the document calls the member, by an extension. */
  readonly name?: Word;
  /** The `title` of the branch that has this value alone. It is the label too. */
  readonly title?: string;
  readonly location: Location;
}

export interface Enumeration {
  /** Each once, in the order of the document; at least one. */
  readonly values: readonly WrittenValue[];
  readonly besides: EnumConstant['besides'];
}

/** `undefined` where the schema is no list of texts and numbers: it may list other values, or refer to other schemas. */
export function enumerationOf(schema: Schema, description: Description, problems: Problems): Enumeration | undefined {
  const parts = partsOf(schema);
  if (parts === undefined) return undefined;
  const types = intendedTypes(schema);
  const found = new Map<unknown, WrittenValue>();
  const besides = new Set<EnumConstant['besides'][number]>();
  for (const part of parts) {
    if (part.isText || part.schema.known !== undefined) besides.add('text');
    for (const written of part.isText ? [] : valuesOf(part, description, problems)) {
      const { value } = written;
      if ((typeOfValue(value) & types) === 0) continue;
      if (value === null) besides.add('null');
      else if (!isEnumValue(value)) return undefined;
      else if (!found.has(value)) found.set(value, { ...written, value });
    }
  }
  return found.size === 0 ? undefined : { values: [...found.values()], besides: [...besides].sort() };
}

/** Whether the schema as a whole is a list of values, whatever they are. */
export function isEnumeration(schema: Schema): boolean {
  return partsOf(schema) !== undefined;
}

/** A schema that lists values, or allows every text. */
interface Part {
  readonly schema: Schema;
  /** Whether it is a branch of a union. */
  readonly isBranch: boolean;
  readonly isText: boolean;
}

/** Unions inside unions deeper than this are not looked into. */
const MOST_LEVELS = 4;

function partsOf(schema: Schema, level = 0): Part[] | undefined {
  const { ref, allOf, anyOf, oneOf } = schema;
  if (ref !== undefined || allOf !== undefined || level === MOST_LEVELS) return undefined;
  const isBranch = level > 0;
  const lists =
    schema.enum !== undefined || schema.known !== undefined || (isBranch && (schema.const !== undefined || isOnly(schema, 'null')));
  const branches = oneOf ?? anyOf;
  if (branches === undefined) return lists ? [{ schema, isBranch, isText: false }] : undefined;
  if (lists || (oneOf !== undefined && anyOf !== undefined)) return undefined;
  const parts = branches.map((branch) =>
    oneOf === undefined && isOnly(branch, 'string') ? [{ schema: branch, isBranch: true, isText: true }] : partsOf(branch, level + 1),
  );
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

const OTHERS = ['enum', 'known', 'const', 'pattern', 'format', 'ref', 'allOf', 'anyOf', 'oneOf'] as const;

function isOnly(schema: Schema, type: 'null' | 'string'): boolean {
  return schema.type?.join() === type && OTHERS.every((keyword) => schema[keyword] === undefined);
}

type Found = Omit<WrittenValue, 'value'> & { readonly value: JsonValue };

function valuesOf({ schema, isBranch }: Part, description: Description, problems: Problems): Found[] {
  const { location } = schema;
  const none: Found = { value: null, list: schema, location };
  if (schema.const !== undefined)
    return [{ value: schema.const.value, list: schema, location: below(location, 'const'), ...saidOf(schema) }];
  if (schema.enum === undefined && schema.known === undefined) return [none];
  const node = { value: description.at(location), location };
  const items = members(child(node, 'enum')).map(([, item]) => item);
  const words = readWords(node, items, problems);
  // In a union, what is said of a branch with one value is said of the value.
  const said = isBranch && items.length === 1 ? saidOf(schema) : {};
  const found = items.map(
    (item, index): Found => ({ value: item.value as JsonValue, list: schema, location: item.location, ...said, ...words[index] }),
  );
  // `nullable` of OpenAPI 3.0 allows null without listing it. Where null is not allowed, it is dropped.
  return [...found, none];
}

function saidOf({ title, description, deprecated }: Schema): Pick<WrittenValue, 'title' | 'label' | 'description' | 'deprecated'> {
  return {
    ...optional('title', title),
    ...optional('label', title),
    ...optional('description', description),
    ...(deprecated === true ? { deprecated } : {}),
  };
}

function isEnumValue(value: JsonValue): value is EnumMember['value'] {
  return typeof value === 'string' || typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}
