// An example of the document to the result that a scaffolded handler returns, where it surely has the result's type.
import { jsonLiteral, propertyKey, stringLiteral } from '../emit/escape.ts';
import { hasType } from '../emit/validators/constant.ts';
import type { JsonValue, Schema } from '../model/schema.ts';
import type { MediaContent, Operation, Response } from '../model/service.ts';

/** `{ status: 200, body: … }`, as it stands after `  return `, of the first success that the document shows in full; `undefined` where it shows none. */
export function exampleResult(operation: Operation): string | undefined {
  const successes = operation.responses.filter((response) => /^2\d\d$/.test(response.status));
  for (const response of successes) {
    const result = resultOf(response);
    if (result !== undefined) return result;
  }
  return undefined;
}

function resultOf(response: Response): string | undefined {
  const members = [`status: ${response.status},`];
  const headers: string[] = [];
  for (const header of response.headers.filter((candidate) => candidate.required)) {
    const value = header.schema.examples?.[0];
    if (value === undefined || !fits(value, header.schema)) return undefined;
    headers.push(`${propertyKey(header.name)}: ${jsonLiteral(value)}`);
  }
  if (response.contents.length > 0) {
    const [content] = response.contents;
    const body = content === undefined ? undefined : bodyOf(content);
    if (content === undefined || body === undefined) return undefined;
    if (response.contents.length > 1) members.push(`contentType: ${stringLiteral(content.contentType)},`);
    members.push(`body: ${body},`);
  }
  if (headers.length > 0) members.push(`headers: { ${headers.join(', ')} },`);
  return members.length === 1 ? `{ status: ${response.status} }` : `{\n${members.map((member) => `    ${member}\n`).join('')}  }`;
}

function bodyOf(content: MediaContent): string | undefined {
  if (content.kind !== 'json') return undefined;
  const value = content.examples[0]?.value ?? content.schema?.examples?.[0];
  if (value === undefined || content.schema === undefined || !fits(value, content.schema)) return undefined;
  return layOut(value, '    ');
}

/** A literal that a person would have written: on one line where it fits, else a member a line. */
function layOut(value: unknown, indent: string): string {
  const line = jsonLiteral(value);
  if (indent.length + line.length <= 110 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${layOut(item, inner)},\n`).join('')}${indent}]`;
  const members = Object.entries(value).map(([key, item]) => `${inner}${propertyKey(key)}: ${layOut(item, inner)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

/** Whether a value surely has the TypeScript type of a schema. Says no where that takes more than a look. */
export function fits(value: unknown, schema: Schema, depth = 0): boolean {
  if (depth > 64) return false;
  if (schema.boolean !== undefined) return schema.boolean;
  const all = [...(schema.ref === undefined ? [] : [schema.ref]), ...(schema.allOf ?? [])];
  // A literal may have no property that one of several types does not know.
  const composed = all.length > 0 && (schema.properties !== undefined || all.length > 1);
  if (
    composed ||
    schema.not !== undefined ||
    schema.if !== undefined ||
    schema.dynamicRef !== undefined ||
    schema.patternProperties !== undefined
  )
    return false;
  if (!all.every((part) => fits(value, part, depth + 1))) return false;
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (branches !== undefined && (schema.properties !== undefined || !branches.some((branch) => fits(value, branch, depth + 1))))
      return false;
  }
  if (schema.const !== undefined && JSON.stringify(schema.const.value) !== JSON.stringify(value)) return false;
  if (schema.enum !== undefined && !schema.enum.some((item) => JSON.stringify(item) === JSON.stringify(value))) return false;
  if (schema.type !== undefined && !schema.type.some((type) => hasType(value as JsonValue, type))) return false;
  if (Array.isArray(value)) {
    if (schema.prefixItems !== undefined || schema.minItems !== undefined) return value.length === 0 && schema.minItems === undefined;
    const { items } = schema;
    return items === undefined || value.every((item) => fits(item, items, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return true;
  if (schema.required?.some((name) => !Object.hasOwn(value, name)) === true) return false;
  return Object.entries(value).every(([name, item]) => {
    const property = schema.properties?.get(name) ?? schema.additionalProperties;
    if (property !== undefined) return fits(item, property, depth + 1);
    return schema.properties === undefined;
  });
}
