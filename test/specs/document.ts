// Turns a file of specs/ into plain data with the few shapes of OpenAPI that the tests of the documents look at.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';

export interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; variables?: Record<string, { default: string; enum?: string[] }> }[];
  security?: Requirement[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, SecurityScheme>;
  };
  'x-statements'?: string[];
}

export type Requirement = Record<string, string[]>;

/** Methods to operations, and `parameters` that all of them share. */
export type PathItem = Record<string, Operation | Parameter[]>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Requirement[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-basis': string;
  'x-statements': string[];
  'x-webhook-signature'?: Record<string, string>;
  'x-pagination'?: Record<string, string>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
}

export interface Header {
  $ref?: string;
  required?: boolean;
  schema: Schema;
}

export interface Media {
  schema: Schema;
  examples: Record<string, { summary: string; value: unknown }>;
  'x-stream'?: unknown;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  default?: unknown;
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  scheme?: string;
  flows?: Record<string, { authorizationUrl?: string; tokenUrl?: string; scopes: Record<string, string> }>;
  'x-signature'?: { algorithm: string; parameters: Record<string, string> };
}

export interface Statement {
  id: string;
  shows: 'spec' | 'behaviour' | 'both';
  says: string;
}

/** The handwritten documents, in the order of their names. */
export const documentIds: readonly string[] = readdirSync(new URL('../../specs/', import.meta.url))
  .flatMap((name) => /^([a-h]-.+)\.yaml$/.exec(name)?.[1] ?? [])
  .sort();

export function readDocument(id: string): Document {
  return load(readFileSync(specFile(`${id}.yaml`), 'utf8')) as Document;
}

export function readStatements(): Statement[] {
  return load(readFileSync(specFile('statements.yaml'), 'utf8')) as Statement[];
}

export function specFile(name: string): URL {
  return new URL(`../../specs/${name}`, import.meta.url);
}

/** The value itself, or what its `$ref` leads to; siblings of a `$ref` are left behind, as the tests do not look at them. */
export function follow<T extends object>(document: Document, value: T): T {
  const ref = '$ref' in value ? value.$ref : undefined;
  if (typeof ref !== 'string') return value;
  const target = ref
    .slice('#/'.length)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], document);
  if (target === undefined) throw new Error(`${ref} leads nowhere`);
  return follow(document, target as T);
}

export interface Place {
  /** Upper case. */
  method: string;
  path: string;
  operation: Operation;
  /** Those of the path first, references followed. */
  parameters: Parameter[];
}

/** Every operation under `paths`, or under `webhooks` with the webhook's key for a path. */
export function operations(document: Document, under: 'paths' | 'webhooks' = 'paths'): Place[] {
  return Object.entries(document[under] ?? {}).flatMap(([path, item]) => {
    const shared = Array.isArray(item.parameters) ? item.parameters : [];
    return Object.entries(item).flatMap(([method, operation]) => {
      if (Array.isArray(operation)) return [];
      const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) => follow(document, parameter));
      return [{ method: method.toUpperCase(), path, operation, parameters }];
    });
  });
}

/** The one operation at a method and path; throws where there is none. */
export function operationAt(document: Document, method: string, path: string): Place {
  const found = operations(document).find((place) => place.method === method && place.path === path);
  if (found === undefined) throw new Error(`no operation at ${method} ${path}`);
  return found;
}

export function parameterOf(place: Place, where: string, name: string): Parameter {
  const found = place.parameters.find((parameter) => parameter.in === where && parameter.name === name);
  if (found === undefined) throw new Error(`${place.method} ${place.path} has no parameter ${name} in ${where}`);
  return found;
}

/** What the operation asks for, by itself or by the document's default. */
export function securityOf(document: Document, place: Place): Requirement[] {
  return place.operation.security ?? document.security ?? [];
}

export function bodyOf(document: Document, place: Place, type = 'application/json'): Media {
  return media(document, place.operation.requestBody, type);
}

export function responseOf(document: Document, place: Place, status: string, type = 'application/json'): Media {
  return media(document, place.operation.responses[status], type);
}

function media(document: Document, holder: { content?: Record<string, Media> } | undefined, type: string): Media {
  const found = holder === undefined ? undefined : follow(document, holder).content?.[type];
  if (found === undefined) throw new Error(`no body of type ${type}`);
  return found;
}

/** A field within a field within a schema, references and `items` (written `[]`) followed; throws where there is none. */
export function fieldOf(document: Document, schema: Schema, path: string): Schema {
  return path.split('.').reduce<Schema>(
    (node, name) => {
      const next = name === '[]' ? node.items : node.properties?.[name];
      if (next === undefined) throw new Error(`no field ${name} of ${path}`);
      return follow(document, next);
    },
    follow(document, schema),
  );
}
