// Builds the model of small YAML documents, and turns it into plain data for test tables.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Problem, Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { buildService, type ModelOptions } from '../../generator/model/index.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import type { Operation, Service } from '../../generator/model/service.ts';

export interface Outcome {
  readonly service: Service | undefined;
  readonly problems: readonly Problem[];
}

/** Reads a document from its text, which its author need not have got right; the loader's problems come first. */
export async function read(text: string, options: ModelOptions = {}, id = 'pets'): Promise<Outcome> {
  const problems = new Problems();
  const root = tmpdir();
  // What the loader refuses must not be what keeps the model from overflowing the stack.
  const limits = { referenceDepth: Number.POSITIVE_INFINITY };
  const description = await load(path.join(root, `${id}.yaml`), { root, text, limits, partial: true }, problems);
  const service = description === undefined ? undefined : buildService(description, options, problems);
  return { service, problems: problems.list };
}

export async function service(text: string, options: ModelOptions = {}, id?: string): Promise<Service> {
  const outcome = await read(text, options, id);
  if (outcome.service === undefined) throw new Error(outcome.problems.map((problem) => problem.message).join('\n'));
  return outcome.service;
}

/** A document of the given version with this content. */
export function document(body: string, version = '3.1.0'): string {
  return `openapi: ${version}\ninfo: { title: Pets, version: '1' }\n${body}`;
}

/** A document with these schemas and no operation. */
export function schemasDocument(schemas: string, version = '3.1.0'): string {
  const paths = version.startsWith('3.0') ? 'paths: {}\n' : '';
  return document(`${paths}components:\n  schemas:\n${indent(schemas, 4)}`, version);
}

/** A document with these paths. */
export function pathDocument(pathItem: string, version = '3.1.0', more = ''): string {
  return document(`${more}paths:\n${indent(pathItem, 2)}`, version);
}

function indent(text: string, by: number): string {
  return text
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n');
}

/** A schema as plain data: maps as objects, references as the name or pointer of their target; omits its own name and location. */
export function plain(schema: Schema | undefined): unknown {
  if (schema === undefined) return undefined;
  if (schema.boolean !== undefined) return schema.boolean;
  const { key: _key, location: _location, name: _name, ref, discriminator, ...keywords } = schema;
  return {
    ...(ref === undefined ? {} : { $ref: nameOf(ref) }),
    ...Object.fromEntries(Object.entries(keywords).map(([keyword, value]) => [keyword, plainValue(value)])),
    ...(discriminator === undefined
      ? {}
      : { discriminator: [discriminator.propertyName, ...[...discriminator.mapping].map(([tag, to]) => `${tag}: ${nameOf(to)}`)] }),
  };
}

function plainValue(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plainValue(item)]));
  if (Array.isArray(value)) return value.map(plainValue);
  return isNode(value) ? plain(value) : value;
}

function isNode(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'key' in value && 'location' in value;
}

export function nameOf(schema: Schema): string {
  return schema.name ?? schema.location.pointer;
}

export function operation(of: Service, name: string): Operation {
  const found = [...of.operations, ...of.webhooks].find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`No operation ${name} among ${of.operations.map((candidate) => candidate.name).join(', ')}`);
  return found;
}

export function schema(of: Service, name: string): Schema {
  const found = of.schemas.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`No schema ${name} among ${of.schemas.map((candidate) => candidate.name).join(', ')}`);
  return found;
}

/** Problems as lines: `error path-ambiguous /paths/~1a`. */
export function lines(problems: readonly Problem[]): string[] {
  return problems.map((problem) => `${problem.severity} ${problem.code} ${problem.location.pointer}`);
}
