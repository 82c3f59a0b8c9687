// Writes what the column beside an operation or a webhook shows before a reader does anything: `operations/<name>.json`. A large document is not
// loaded for it.
import { jsonText } from '../../base/exact.ts';
import { isMembers } from '../../emit/held/held-value.ts';
import { concreteType, isJson } from '../../model/media-type.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Callback, MediaContent, Operation, Response, Service, Webhook, WebhookSignatureFacts } from '../../model/service.ts';
import { firstSentence } from '../html.ts';
import { clientSample } from '../samples/client.ts';
import { curlSample } from '../samples/curl.ts';
import { schemaExample } from '../samples/example.ts';
import type { SamplesOptions } from '../samples/index.ts';
import { baseUrl } from '../samples/request.ts';
import { plainText, sentParts } from '../samples/sent-parts.ts';
import type { ArrivalData, ColumnData, ColumnResponse } from './data.ts';
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
    kind: 'operation',
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
    responses: responsesOf(service, operation),
    callbacks: service.callbacks
      .filter(({ owners }) => owners.includes(operation))
      .map((callback) => arrivalOf(service, 'callback', callback)),
  };
  return jsonText(data as never);
}

/** The same for a webhook. */
export function arrivalText(service: Service, webhook: Webhook): string {
  return jsonText(arrivalOf(service, 'webhook', webhook) as never);
}

function arrivalOf(service: Service, kind: ArrivalData['kind'], webhook: Webhook | Callback): ArrivalData {
  const [content] = webhook.body?.contents ?? [];
  return {
    kind,
    document: { id: service.id },
    id: webhook.id,
    method: webhook.method,
    ...('expression' in webhook ? { expression: webhook.expression } : {}),
    head: headOf(service, webhook, content),
    ...(content === undefined ? {} : { contentType: content.contentType }),
    bodies: content === undefined ? [] : bodiesOf(service, content),
    responses: responsesOf(service, webhook),
  };
}

/** The receiver has its own path; what signs the request stands in angle brackets. */
function headOf(service: Service, webhook: Webhook, content: MediaContent | undefined): string {
  const { query, headers, cookies } = sentParts(service, webhook);
  return [
    `${webhook.method} /your/receiver${query} HTTP/1.1`,
    ...(content === undefined ? [] : [`Content-Type: ${concreteType(content)}`]),
    ...headers,
    ...(cookies.length === 0 ? [] : [`Cookie: ${cookies.join('; ')}`]),
    ...(webhook.signature === undefined ? [] : signatureLines(webhook.signature)),
  ].join('\n');
}

function signatureLines(signature: WebhookSignatureFacts): readonly string[] {
  switch (signature.scheme) {
    case 'standard':
      return ['webhook-id: <id>', 'webhook-timestamp: <seconds>', 'webhook-signature: v1,<signature>'];
    case 'timestamped':
      return [`${signature.header}: t=<seconds>,v1=<signature>`];
    case 'hmac-hex':
      return [...(signature.keyHeader === undefined ? [] : [`${signature.keyHeader}: <key>`]), `${signature.header}: <signature>`];
  }
}

function bodiesOf(service: Service, content: MediaContent): ArrivalData['bodies'] {
  const given = content.examples.map(({ name, summary, value }) => ({ label: summary ?? name, value: value as JsonValue }));
  const value = given[0]?.value ?? (content.schema === undefined ? undefined : schemaExample(service, content.schema));
  const shown = given.length > 0 || value === undefined ? given : [{ label: 'Example', value: value as JsonValue }];
  return shown.flatMap(({ label, value }) => {
    const text = wireText(content, value);
    return text === undefined ? [] : [{ label, text }];
  });
}

/** `undefined` where the body is not text, or not written here as it is sent. */
function wireText({ kind, contentType }: MediaContent, value: JsonValue): string | undefined {
  if (typeof value === 'string' && kind !== 'bytes') return isJson(contentType) ? jsonText(value) : value;
  if (isJson(contentType)) return jsonText(value, 2);
  if (kind !== 'form' || !isMembers(value)) return undefined;
  return new URLSearchParams(Object.entries(value).map(([name, item]) => [name, plainText(item as JsonValue)])).toString();
}

/** By status: `200`, `2XX`, `401`, `default`. */
function responsesOf(service: Service, { responses }: Operation): readonly ColumnResponse[] {
  return responses.map((response) => responseOf(service, response)).toSorted((a, b) => (a.status < b.status ? -1 : 1));
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
