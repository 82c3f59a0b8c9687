// Finds what a message has and the document does not name: query parameters, and fields of objects. Schemas often allow them without saying so.

import type { Schema } from '../../model/schema/schema.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import { securityTraits } from '../../model/security-kinds.ts';
import type { Operation, Parameter, Service } from '../../model/service.ts';
import { childrenOf, sameValue } from '../judge/index.ts';

/** A field that no schema of its object names. */
export interface UndeclaredField {
  /** JSON pointer to the object; `*` stands for any item. */
  readonly at: string;
  readonly name: string;
  /** The schema of the object. */
  readonly schema: Schema;
}

/** The most fields of one message that are named. */
const MOST = 20;

/** Names of query parameters, decoded, each once. */
export function undeclaredParameters(operation: Operation, service: Service, target: string): string[] {
  const start = target.indexOf('?');
  if (start === -1 || operation.parameters.some((one) => one.in === 'querystring')) return [];
  const names = new Set(new URLSearchParams(target.slice(start)).keys());
  const known = operation.parameters.filter((one) => one.in === 'query');
  const others = new Set([...credentialParameters(service), ...aliasParameters(operation)]);
  return [...names].filter((name) => name !== '' && !others.has(name) && !known.some((one) => isOf(one, name)));
}

function isOf(parameter: Parameter, name: string): boolean {
  const { shape, style, explode } = parameter;
  if (parameter.name === name || parameter.aliases?.includes(name) === true) return true;
  if (name.startsWith(`${parameter.name}[`)) return true;
  if (shape.kind !== 'object' || !explode || style !== 'form') return false;
  return shape.properties.has(name) || shape.additional !== undefined;
}

/** Names of query parameters that security schemes add. */
export function credentialParameters({ securitySchemes }: Service): string[] {
  return securitySchemes.flatMap((scheme) => securityTraits(scheme).query ?? []);
}

function aliasParameters({ aliases = [] }: Operation): string[] {
  return aliases.flatMap(({ moved }) => moved.flatMap(({ from }) => (from.in === 'query' ? [from.name] : [])));
}

/** Objects whose schemas name no field, or say what further fields are, have no undeclared ones. */
export function undeclaredFields(schema: Schema, value: unknown): UndeclaredField[] {
  const found = new Map<string, UndeclaredField>();
  walk(withHeirs([schema]), value, '', found);
  return [...found.values()];
}

function walk(schemas: readonly Schema[], value: unknown, at: string, found: Map<string, UndeclaredField>): void {
  const [schema] = schemas;
  if (schema === undefined || found.size >= MOST) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(inside(schemas, String(index)), item, `${at}/*`, found);
    return;
  }
  if (!isRecord(value)) return;
  const isOpen = schemas.some((one) => one.additionalProperties !== undefined || one.unevaluatedProperties !== undefined);
  const isNamed = schemas.some((one) => (one.properties?.size ?? 0) > 0);
  for (const [name, member] of Object.entries(value)) {
    const children = inside(schemas, name);
    if (children.length > 0) walk(children, member, `${at}/${name}`, found);
    else if (isNamed && !isOpen) {
      const owner = schemas.find((one) => (one.properties?.size ?? 0) > 0) ?? schema;
      found.set(`${at}/${name}`, { at, name, schema: owner });
    }
  }
}

function inside(schemas: readonly Schema[], token: string): Schema[] {
  return withHeirs(schemas.flatMap((one) => childrenOf(one, token)));
}

/** All schemas that may apply to the same value, with the heirs of a base. */
function withHeirs(schemas: readonly Schema[]): Schema[] {
  const all = new Set(sameValue(schemas));
  for (const one of all) {
    if (one.discriminator?.inherited === true) for (const heir of one.discriminator.mapping.values()) all.add(heir);
    eachSubschema(one, (other) => all.add(other), true);
  }
  return [...all];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
