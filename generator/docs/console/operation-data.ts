// Collects what the console shows of an operation, a webhook or a callback, and the example that its form begins with.

import { serverUrl } from '../../base/server-path.ts';
import { type HeldValue, isMembers } from '../../emit/held/held-value.ts';
import { concreteType } from '../../model/media-type.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Server, Service } from '../../model/service.ts';
import { methodSource } from '../samples/client.ts';
import { parameterExample } from '../samples/example.ts';
import { partsWithHeaders } from '../samples/parts.ts';
import { bodyExample, shownParameters } from '../samples/request.ts';
import { entriesOf, type OperationEntry, titleOf } from '../search/entries.ts';
import type { ConsoleContent, ConsoleExample, ConsoleOperation, ConsoleResponse, ConsoleServer } from './data.ts';
import { schemaData } from './schema-data.ts';

/** The address that answers for a server in the mock; absent on a site without mocks. */
export type MockOf = ((service: Service, server: string) => string) | undefined;

export function operationsData(service: Service, mockUrl: MockOf): readonly ConsoleOperation[] {
  return entriesOf(service).map((entry) => operationData(service, entry, mockUrl));
}

function operationData(service: Service, { kind, operation }: OperationEntry, mockUrl: MockOf): ConsoleOperation {
  const { description, basis, choices, body, servers } = operation;
  return {
    kind,
    id: operation.id,
    row: operation.name,
    call: kind === 'operation' ? methodSource(service, operation) : '',
    method: operation.method,
    path: operation.path,
    summary: titleOf(operation),
    ...optional({ description, basis, choices }),
    deprecated: operation.deprecated,
    tags: operation.tags,
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      deprecated: parameter.deprecated,
      ...optional({ description: parameter.description, basis: parameter.basis }),
      schema: schemaData(service, parameter.schema),
      examples: (parameter.examples ?? []).map(({ value }) => value as JsonValue),
    })),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: body.required,
            ...optional({ description: body.description }),
            contents: body.contents.map((content) => contentData(service, content)),
          },
        }),
    responses: operation.responses.map((response) => responseData(service, response)),
    security: operation.security,
    ...(servers === undefined ? {} : { servers: serversData(service, servers, mockUrl) }),
    example: exampleData(service, operation),
    ...('signature' in operation && operation.signature !== undefined ? { signature: operation.signature as never } : {}),
    ...('expression' in operation ? { expression: operation.expression as string } : {}),
  };
}

export function serversData(service: Service, servers: readonly Server[], mockUrl: MockOf): readonly ConsoleServer[] {
  return servers.map((server) => {
    const filled = serverUrl(server);
    const mock = mockUrl?.(service, filled);
    return { url: server.url, filled, ...optional({ description: server.description, mock }) };
  });
}

function contentData(service: Service, content: MediaContent): ConsoleContent {
  const { contentType, kind, schema, stream, streamed } = content;
  return {
    contentType,
    sent: concreteType(content),
    kind,
    ...(schema === undefined ? {} : { schema: schemaData(service, schema) }),
    isStream: stream !== undefined || streamed === true,
    examples: content.examples.map(({ name, summary, value }) => ({ name, ...optional({ summary }), value: value as JsonValue })),
  };
}

function responseData(service: Service, { status, description, headers, contents }: Operation['responses'][number]): ConsoleResponse {
  return {
    status,
    description,
    headers: headers.map(({ name, required, description: text, schema }) => ({
      name,
      required,
      ...optional({ description: text }),
      schema: schemaData(service, schema),
    })),
    contents: contents.map((content) => contentData(service, content)),
  };
}

function exampleData(service: Service, operation: Operation): ConsoleExample {
  const example: Record<string, unknown> = {};
  for (const parameter of shownParameters(operation)) {
    const { in: where, name } = parameter;
    const value = parameterExample(service, parameter);
    example[where] = where === 'querystring' ? value : { ...(example[where] as object | undefined), [name]: value };
  }
  const body = bodyExample(service, operation);
  if (body === undefined) return example;
  example.body = withParts(body.content, body.value);
  const type = concreteType(body.content);
  return operation.body?.contents.length === 1 && type === body.content.contentType ? example : { ...example, contentType: type };
}

/** The fields of a multipart body that have headers of their own, as the generated code takes them: each with its body. */
function withParts(content: MediaContent, value: JsonValue): HeldValue {
  if (content.encoding === undefined || !isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const parts = partsWithHeaders(content, name, item) as readonly HeldValue[] | undefined;
      if (parts === undefined) return [name, item];
      return [name, Array.isArray(item) ? parts : parts[0]];
    }),
  ) as HeldValue;
}

/** The members that are not `undefined`. */
function optional<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
