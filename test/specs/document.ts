// Reads a file of specs/ as plain data, typed with the few OpenAPI objects that the document tests read.
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';

export interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; variables?: Record<string, { default: string; enum?: string[] }> }[];
  security?: Requirement[];
  'x-limits'?: readonly { per: string; limit: number; seconds: number }[];
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

/** A path item: operations by method, and the `parameters` that they share. */
export type PathItem = Record<string, Operation | Parameter[]>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Requirement[];
  'x-limits'?: readonly { per: string; limit: number; seconds: number }[];
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

/** The handwritten documents, sorted by name. */
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

/** Resolves a `$ref`, or returns the value itself. Ignores siblings of a `$ref`, which the tests do not read. */
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
  /** Resolved parameters, those of the path item first. */
  parameters: Parameter[];
}

/** Every operation under `paths`, or under `webhooks`, where the webhook's name stands for the path. */
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

/** The operation at a method and path. @throws when there is none. */
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

/** Security requirements of the operation, or the document's default. */
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

/** The schema of a field by its dotted path; follows references, and `items` where the path has `[]`. @throws when there is none. */
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
