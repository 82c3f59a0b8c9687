// Turns the model of a document into the view that plugins get: plain data, frozen, and nothing that is Octavo's own affair.
import path from 'node:path';
import type { Location } from '../base/problem.ts';
import { identifier } from '../emit/text/escape.ts';
import { isReading, isStreaming } from '../emit/text/queries.ts';
import type { Description } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { keyOf } from '../model/schema/graph.ts';
import { plainSchema } from '../model/schema/plain.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Example, MediaContent, Operation, Parameter, Response, Service } from '../model/service.ts';
import type {
  PluginContent,
  PluginDocument,
  PluginExample,
  PluginExtensions,
  PluginJsonSchema,
  PluginModule,
  PluginOperation,
  PluginOperationNames,
  PluginParameter,
  PluginPlace,
  PluginResponse,
  PluginValue,
} from '../plugin.ts';

export interface ViewOptions {
  /** The project folder. */
  readonly root: string;
  readonly modules: readonly PluginModule[];
  readonly runtime: string;
  readonly importExtension: string;
}

export function viewOf(service: Service, description: Description, options: ViewOptions): PluginDocument {
  const parts = partsOf(description, options.root);
  const { id, name, title, version, summary, description: prose, servers, tags } = service;
  const root: Location = { source: description.entry, pointer: '' };
  const view: PluginDocument = {
    modelVersion: 1,
    id,
    name,
    info: { title, version, ...given({ summary, description: prose }) },
    servers,
    tags: tags.map((tag) => ({ name: tag.name, ...given({ summary: tag.summary, description: tag.description }) })),
    securitySchemes: service.securitySchemes.map((scheme) => ({
      name: scheme.name,
      kind: scheme.kind,
      ...given({ description: scheme.description }),
      extensions: parts.extensions(scheme.location),
      place: parts.place(scheme.location),
    })),
    operations: service.operations.map((operation) => operationOf(operation, operation.id, parts)),
    webhooks: service.webhooks.map((webhook) => operationOf(webhook, webhook.key, parts)),
    schemas: service.schemas.map((schema) => ({
      name: identifier(schema.name ?? ''),
      schema: parts.schema(schema, true),
      place: parts.place(schema.location),
    })),
    extensions: parts.extensions(root),
    modules: options.modules,
    runtime: options.runtime,
    importExtension: options.importExtension,
  };
  // A copy, since it shares values with the model.
  return frozen(structuredClone(view));
}

/** How the parts of a document become parts of the view. */
interface Parts {
  schema(schema: Schema, declared?: boolean): PluginJsonSchema;
  extensions(location: Location): PluginExtensions;
  place(location: Location): PluginPlace;
}

function partsOf(description: Description, root: string): Parts {
  const extensions = (location: Location): PluginExtensions => {
    const value = description.at(location);
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter(([key, member]) => key.startsWith('x-') && member !== undefined),
    ) as PluginExtensions;
  };
  const forms = {
    reference: (name: string) => `#/schemas/${encodeURIComponent(identifier(name))}`,
    extensions: (schema: Schema) => (isWritten(schema, description) ? extensions(schema.location) : {}),
  };
  return {
    schema: (schema, declared = false) => plainSchema(schema, forms, declared) as PluginJsonSchema,
    extensions,
    place(location) {
      const { source, pointer } = description.textAt(location);
      const file = path.isAbsolute(source.path) ? path.relative(root, source.path).split(path.sep).join('/') : source.path;
      return { file, pointer };
    },
  };
}

/**
 * Whether the document has the schema at its location. Others, such as those around the events of a stream, only have the location of what they are
 * made of.
 */
function isWritten({ key, location }: Schema, description: Description): boolean {
  const own = keyOf(description, location);
  return key === own || key === `${own}@writable`;
}

function operationOf(operation: Operation, id: string, parts: Parts): PluginOperation {
  const { method, path, tags, summary, description, deprecated, parameters, body, responses, security, pagination, location } = operation;
  return {
    id,
    names: namesOf(operation),
    method,
    path,
    tags,
    ...given({ summary, description }),
    deprecated,
    parameters: parameters.map((parameter) => parameterOf(parameter, parts)),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: body.required,
            ...given({ description: body.description }),
            contents: body.contents.map((content) => contentOf(content, parts)),
          },
        }),
    responses: responses.map((response) => responseOf(response, parts)),
    security: security.map((all) => all.map(({ scheme, scopes }) => ({ scheme, scopes }))),
    reads: isReading(operation),
    streams: isStreaming(operation),
    ...(pagination === undefined
      ? {}
      : {
          pagination: {
            style: pagination.facts.style,
            ...(pagination.item === undefined ? {} : { item: parts.schema(pagination.item) }),
          },
        }),
    extensions: parts.extensions(location),
    place: parts.place(location),
  };
}

function namesOf({ name, typeName, pagination }: Operation): PluginOperationNames {
  const type = (ending: string): string => identifier(`${typeName}${ending}`);
  const pages = pagination === undefined ? {} : { page: type('Page'), item: type('Item') };
  return { method: identifier(name), input: type('Input'), result: type('Result'), ...pages };
}

function parameterOf(parameter: Parameter, parts: Parts): PluginParameter {
  const { name, codeName, required, deprecated, description, schema, location } = parameter;
  return {
    name,
    ...given({ codeName }),
    in: parameter.in,
    required,
    deprecated,
    ...given({ description }),
    schema: parts.schema(schema),
    extensions: parts.extensions(location),
    place: parts.place(location),
  };
}

function responseOf({ status, description, headers, contents }: Response, parts: Parts): PluginResponse {
  return {
    status,
    description,
    headers: headers.map((header) => ({
      name: header.name,
      required: header.required,
      ...given({ description: header.description }),
      schema: parts.schema(header.schema),
    })),
    contents: contents.map((content) => contentOf(content, parts)),
  };
}

function contentOf({ contentType, schema, stream, streamed, examples }: MediaContent, parts: Parts): PluginContent {
  return {
    contentType,
    ...(schema === undefined ? {} : { schema: parts.schema(schema) }),
    streams: stream !== undefined || streamed === true,
    examples: examples.map(exampleOf),
  };
}

function exampleOf({ name, summary, value }: Example): PluginExample {
  return { name, ...given({ summary }), value: value as PluginValue };
}

/** Without the fields that are absent. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** All of it, each object once: what one plugin changed, the next one would get. */
function frozen<T>(value: T): T {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const member of Object.values(next)) if (member !== undefined) open.push(member);
  }
  return value;
}
