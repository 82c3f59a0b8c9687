// Writes what the column beside an operation shows before a reader does anything: `operations/<name>.json`. A large document is not loaded for it.
import { jsonText } from '../../base/exact.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Response, Service } from '../../model/service.ts';
import { firstSentence } from '../html.ts';
import { clientSample } from '../samples/client.ts';
import { curlSample } from '../samples/curl.ts';
import { schemaExample } from '../samples/example.ts';
import type { SamplesOptions } from '../samples/index.ts';
import { baseUrl } from '../samples/request.ts';
import type { ColumnData, ColumnResponse } from './data.ts';
import { schemeData } from './index.ts';
import { serversData } from './operation-data.ts';

/** The path of the file, relative to the folder of the document. */
export function columnFile({ name }: Operation): string {
  return `operations/${name}.json`;
}

export function columnText(service: Service, operation: Operation, options: SamplesOptions): string {
  const { id, method, path, security, servers, parameters, body } = operation;
  const schemes = new Set(security.flatMap((required) => required.map(({ scheme }) => scheme)));
  const server = baseUrl(service, operation);
  const data: ColumnData = {
    document: {
      id: service.id,
      servers: serversData(service, service.servers, options.mockUrl),
      securitySchemes: service.securitySchemes.filter(({ name }) => schemes.has(name)).map(schemeData),
    },
    operation: {
      id,
      method,
      path,
      security,
      takesValues: parameters.length > 0 || body !== undefined,
      ...(servers === undefined ? {} : { servers: serversData(service, servers, options.mockUrl) }),
    },
    baseUrl: server,
    samples: { curl: curlSample(service, operation, server), client: clientSample(service, operation, { ...options, baseUrl: server }) },
    responses: operation.responses.map((response) => responseOf(service, response)),
  };
  return jsonText(data as never);
}

function responseOf(service: Service, { status, description, contents }: Response): ColumnResponse {
  const [content] = contents;
  const common = { status, description: firstSentence(description) };
  if (content === undefined) return common;
  const example = exampleText(service, content);
  return { ...common, contentType: content.contentType, ...(example === undefined ? {} : { example }) };
}

function exampleText(service: Service, { kind, schema, examples }: MediaContent): string | undefined {
  if (kind === 'bytes') return undefined;
  const value = (examples[0]?.value ?? (schema === undefined ? undefined : schemaExample(service, schema))) as JsonValue | undefined;
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : jsonText(value, 2);
}
