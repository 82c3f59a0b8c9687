// Chooses what the samples of an operation send: its server, parameters, body and credentials.

import { serverUrl } from '../../base/server-path.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Parameter, SecurityScheme, Service } from '../../model/service.ts';
import { schemaExample } from './example.ts';

/**
 * The parameters to show: the required ones, and optional ones with an example in the document until there are three. Samples read the first page of
 * a list: the cursor of an example is good only for the list that it comes from.
 */
export function shownParameters(operation: Operation): readonly Parameter[] {
  const others = new Set(operation.choices?.flat());
  const chosen = operation.choices?.[0] ?? [];
  const isChosen = (parameter: Parameter): boolean => parameter.in === 'query' && chosen.includes(parameter.name);
  const isOther = (parameter: Parameter): boolean => parameter.in === 'query' && others.has(parameter.name);
  const required = operation.parameters.filter((parameter) => parameter.required || isChosen(parameter));
  const optional = operation.parameters.filter(
    (parameter) => !parameter.required && !isOther(parameter) && !isCursor(operation, parameter) && (parameter.examples ?? []).length > 0,
  );
  return [...required, ...optional.slice(0, Math.max(0, 3 - required.length))];
}

/** Whether a parameter says at which page of a list to continue (`x-pagination`). */
function isCursor({ pagination }: Operation, parameter: Parameter): boolean {
  if (pagination?.facts.style !== 'cursor') return false;
  const [place, name] = pagination.facts.cursor;
  return parameter.in === place && parameter.name === name;
}

export function bodyExample(service: Service, { body }: Operation): { content: MediaContent; value: JsonValue } | undefined {
  const [content] = body?.contents ?? [];
  if (content === undefined) return undefined;
  const { schema, stream } = content;
  const given = content.examples[0]?.value as JsonValue | undefined;
  const isGiven = schema === undefined || (given !== undefined && !isPlain(content));
  const value = isGiven ? (given ?? null) : schemaExample(service, schema, given);
  return { content, value: stream === undefined || Array.isArray(value) ? value : [value] };
}

/** Whether a body is one value without files in it. */
function isPlain({ kind, stream }: MediaContent): boolean {
  return stream === undefined && !['multipart', 'parts', 'bytes'].includes(kind);
}

/** The URL before the path of an operation. */
export function baseUrl(service: Service, operation: Operation): string {
  return serverUrl((operation.servers ?? service.servers)[0]);
}

/** The name of the environment variable for a credential: `API_KEY`. */
export function credentialVariable(scheme: SecurityScheme, suffix = ''): string {
  const name = scheme.name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  return `${/^\d/.test(name) ? '_' : ''}${name}${suffix}`;
}

export function schemesOf(service: Service, operation: Operation): readonly SecurityScheme[] {
  const [first] = operation.security;
  return (first ?? []).flatMap(({ scheme }) => service.securitySchemes.filter((candidate) => candidate.name === scheme));
}
