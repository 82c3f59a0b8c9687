// The facts about operations that models are told: texts and JSON Schemas of the document, bounded, and without parameters that carry credentials.
import { plainSchema } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { eachSubschema } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Parameter, ParameterIn, Response, SecurityScheme, Service } from '../../model/service.ts';
import { dataSchema, FILE, type Members, said } from './mcp-schema.ts';

export type { Members } from './mcp-schema.ts';

/** The most characters of each text. */
const LONGEST = { summary: 200, operation: 1000, parameter: 300, response: 200, service: 500 } as const;

export interface Facts extends Members {
  readonly operations: Members;
  readonly schemas: Members;
}

export function serviceFacts(service: Service): Facts {
  const operations = Object.fromEntries(service.operations.map((operation) => [operation.name, operationFacts(operation, service)]));
  const about = said(service.summary ?? service.description, LONGEST.service);
  return {
    title: said(service.title, LONGEST.summary) ?? '',
    version: said(service.version, LONGEST.summary) ?? '',
    ...(about === undefined ? {} : { description: about }),
    operations,
    schemas: Object.fromEntries(usedSchemas(service).map((schema) => [schema.name ?? '', declaredSchema(schema)])),
  };
}

function declaredSchema(schema: Schema): JsonValue {
  return dataSchema(plainSchema(schema, { start: () => undefined }, true));
}

function schemaOf(schema: Schema): JsonValue {
  return dataSchema(plainSchema(schema, { start: () => undefined }));
}

/** The named schemas that inputs and bodies of responses lead to, in the order of the document. */
function usedSchemas({ schemas, operations }: Service): readonly Schema[] {
  const used = new Set(
    operations.flatMap(({ input, responses }) => [
      input,
      ...responses.flatMap(({ contents }) => contents.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))),
    ]),
  );
  // A set also visits what is added on the way.
  for (const schema of used) {
    eachSubschema(schema, (one) => used.add(one));
    for (const heir of schema.discriminator?.mapping.values() ?? []) used.add(heir);
  }
  return schemas.filter((schema) => used.has(schema));
}

function operationFacts(operation: Operation, service: Service): Members {
  const { summary, description, tags, deprecated, body, responses } = operation;
  const hidden = operation.parameters.filter((parameter) => carriesCredential(parameter, service.securitySchemes));
  const texts = { summary: said(summary, LONGEST.summary), description: said(description, LONGEST.operation) };
  const files = filesOf(body?.contents ?? []);
  return {
    ...(texts.summary === undefined ? {} : { summary: texts.summary }),
    ...(texts.description === undefined ? {} : { description: texts.description }),
    ...(tags.length === 0 ? {} : { tags: tags.map((tag) => said(tag, LONGEST.summary) ?? '') }),
    ...(deprecated ? { deprecated } : {}),
    input: inputFacts(operation, hidden),
    ...(hidden.length === 0 ? {} : { hidden: hidden.map(({ in: where, name }) => `/${where}/${token(name)}`) }),
    ...(files.length === 0 ? {} : { files }),
    responses: Object.fromEntries(responses.map((response) => [response.status, responseFacts(response)])),
  };
}

const PLACES: readonly ParameterIn[] = ['path', 'query', 'header', 'cookie'];

function inputFacts({ parameters, choices, body, input }: Operation, hidden: readonly Parameter[]): Members {
  const properties: Record<string, JsonValue> = {};
  const required = new Set(input.required);
  for (const place of PLACES) {
    const inside = parameters.filter((parameter) => parameter.in === place && !hidden.includes(parameter));
    if (inside.length === 0) {
      required.delete(place);
      continue;
    }
    const needed = inside.filter((parameter) => parameter.required).map(({ name }) => name);
    const sets = place === 'query' ? choices : undefined;
    if (needed.length === 0 && sets === undefined) required.delete(place);
    properties[place] = {
      type: 'object',
      properties: Object.fromEntries(inside.map((parameter) => [parameter.name, parameterFacts(parameter)])),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(sets === undefined ? {} : { anyOf: sets.map((names) => ({ required: names })) }),
    };
  }
  const whole = parameters.find((parameter) => parameter.in === 'querystring');
  if (whole !== undefined) properties.querystring = parameterFacts(whole);
  const contents = body?.contents ?? [];
  const bodies = contents.map(contentFacts);
  const [first, second] = bodies;
  if (first !== undefined) properties.body = withDescription(second === undefined ? first : { anyOf: bodies }, body?.description);
  if (body?.required === true) required.add('body');
  if (second !== undefined) properties.contentType = { enum: contents.map(({ contentType }) => contentType) };
  else if (contents[0]?.contentType.includes('*') === true)
    properties.contentType = { type: 'string', description: contents[0].contentType };
  return { type: 'object', properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

function parameterFacts({ schema, description, deprecated }: Parameter): JsonValue {
  const data = withDescription(schemaOf(schema), description);
  return deprecated && typeof data === 'object' && data !== null ? { ...data, deprecated } : data;
}

function withDescription(data: JsonValue, description: string | undefined): JsonValue {
  const text = said(description, LONGEST.parameter);
  if (text === undefined || typeof data !== 'object' || data === null) return data;
  return { ...data, description: text };
}

/** Bytes are a file, and a stream is an array of its items. */
function contentFacts({ kind, schema, stream }: MediaContent): JsonValue {
  if (kind === 'bytes') return FILE;
  const one = schema === undefined ? (kind === 'text' ? { type: 'string' } : true) : schemaOf(schema);
  return stream === undefined ? one : { type: 'array', items: one };
}

/** JSON pointers to files in an input. */
function filesOf(contents: readonly MediaContent[]): string[] {
  const found = contents.flatMap(({ kind, schema }) =>
    kind === 'bytes' ? ['/body'] : schema === undefined || kind !== 'multipart' ? [] : fieldFiles(schema),
  );
  return [...new Set(found)];
}

function fieldFiles(schema: Schema): string[] {
  return sameValue(schema).flatMap(({ properties }) =>
    [...(properties ?? [])].flatMap(([name, field]) => {
      const alike = sameValue(field);
      if (alike.some(({ file }) => file === true)) return [`/body/${token(name)}`];
      const items = alike.flatMap((one) => (one.items === undefined ? [] : sameValue(one.items)));
      return items.some(({ file }) => file === true) ? [`/body/${token(name)}/*`] : [];
    }),
  );
}

function sameValue(schema: Schema): Schema[] {
  const found = new Set([schema]);
  for (const one of found) eachSubschema(one, (other) => found.add(other), true);
  return [...found];
}

function responseFacts({ description, contents }: Response): Members {
  const [first] = contents;
  const text = said(description, LONGEST.response);
  return {
    ...(text === undefined ? {} : { description: text }),
    ...(first === undefined ? {} : { contentType: first.contentType }),
    ...(first?.schema === undefined || first.kind === 'bytes' ? {} : { body: schemaOf(first.schema) }),
  };
}

/** Names under which documents have credentials as plain parameters. */
const CREDENTIAL =
  /^(?:x[-_])?(?:[a-z]+[-_])?(?:(?:api|auth|access|secret|refresh|bearer|session|private)[-_]?(?:key|token|secret)|client[-_]?secret|authorization|token|secret|password|passwd|jwt|cookie)$/i;

function carriesCredential({ in: where, name }: Parameter, schemes: readonly SecurityScheme[]): boolean {
  if (where === 'path' || where === 'querystring') return false;
  return CREDENTIAL.test(name) || schemes.some((scheme) => sends(scheme, where, name));
}

/** Whether a scheme sends its credential in a parameter. */
function sends(scheme: SecurityScheme, where: ParameterIn, name: string): boolean {
  if (scheme.kind !== 'apiKey') return where === 'header' && name.toLowerCase() === 'authorization';
  const isSame = where === 'header' ? scheme.parameter.toLowerCase() === name.toLowerCase() : scheme.parameter === name;
  return scheme.in === where && isSame;
}

/** A name as one token of a JSON pointer. */
function token(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
