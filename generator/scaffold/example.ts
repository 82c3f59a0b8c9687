// The result that a scaffolded handler returns: an example of the document that has the type of the result.
import { fits } from '../emit/held/fits.ts';
import type { HeldSchemas } from '../emit/held/held.ts';
import { type HeldValue, heldValue, isMembers } from '../emit/held/held-value.ts';
import { successOf } from '../emit/operations/status.ts';
import { jsonLiteral, propertyKey, stringLiteral } from '../emit/text/escape.ts';
import { concreteType, mustBeNamed } from '../model/media-type.ts';
import type { JsonValue, Schema } from '../model/schema/schema.ts';
import type { MediaContent, Operation, Response } from '../model/service.ts';

export interface ExampleResult {
  /** `200` */
  readonly status: string;
  /** `{ status: 200, body: … }` */
  readonly text: string;
  /** The values in it, which functions may make that have to be imported. */
  readonly values: readonly HeldValue[];
}

/** The source text of a result for the first success with complete examples; `undefined` if there is none. */
export function exampleResult(operation: Operation, held: HeldSchemas): ExampleResult | undefined {
  for (const response of operation.responses) {
    const status = successOf(response, operation.responses);
    const result = status === undefined ? undefined : resultOf(response, status, held);
    if (result !== undefined) return result;
  }
  return undefined;
}

function resultOf(response: Response, status: string, held: HeldSchemas): ExampleResult | undefined {
  const members = [`status: ${status},`];
  const headers: string[] = [];
  const values: HeldValue[] = [];
  for (const header of response.headers.filter((candidate) => candidate.required)) {
    const value = shown(header.schema.examples?.[0], header.schema, held);
    if (value === undefined) return undefined;
    values.push(value);
    headers.push(`${propertyKey(header.name)}: ${jsonLiteral(value)}`);
  }
  if (response.contents.length > 0) {
    const [content] = response.contents;
    const body = content === undefined ? undefined : bodyOf(content, held);
    if (content === undefined || body === undefined) return undefined;
    if (response.contents.length > 1 || mustBeNamed(content)) members.push(`contentType: ${stringLiteral(concreteType(content))},`);
    values.push(body);
    members.push(`body: ${formatted(body, '    ')},`);
  }
  if (headers.length > 0) members.push(`headers: { ${headers.join(', ')} },`);
  const text = members.length === 1 ? `{ status: ${status} }` : `{\n${members.map((member) => `    ${member}\n`).join('')}  }`;
  return { status, text, values };
}

function bodyOf(content: MediaContent, held: HeldSchemas): HeldValue | undefined {
  return content.kind === 'json' ? shown(content.examples[0]?.value ?? content.schema?.examples?.[0], content.schema, held) : undefined;
}

/** The example in the types of generated code; `undefined` if it may not fit its schema. */
function shown(value: unknown, schema: Schema | undefined, held: HeldSchemas): HeldValue | undefined {
  if (value === undefined || schema === undefined || !fits(value, schema)) return undefined;
  return heldValue(value as JsonValue, schema, held);
}

/** A literal on one line if it fits, otherwise with one member on each line. */
function formatted(value: HeldValue, indent: string): string {
  const line = jsonLiteral(value);
  if (indent.length + line.length <= 110) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item: HeldValue) => `${inner}${formatted(item, inner)},\n`).join('')}${indent}]`;
  if (!isMembers(value)) return line;
  const members = Object.entries(value).map(([key, item]) => `${inner}${propertyKey(key)}: ${formatted(item, inner)},\n`);
  return `{\n${members.join('')}${indent}}`;
}
