// The parts of a request with the example of its operation, as they are on the wire: path, query, headers and cookies.

import { jsonText } from '../../base/exact.ts';
import { isMembers } from '../../emit/held/held-value.ts';
import { isJson, isQueryForm } from '../../model/media-type.ts';
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Operation, Parameter, Service } from '../../model/service.ts';
import { parameterExample } from './example.ts';
import { schemesOf, shownParameters } from './request.ts';

export interface SentParts {
  readonly path: string;
  /** With its `?`; empty if none. */
  readonly query: string;
  /** `name: value` */
  readonly headers: readonly string[];
  /** `name=value` */
  readonly cookies: readonly string[];
}

/** Without the keys of its security schemes. */
export function sentParts(service: Service, operation: Operation): SentParts {
  const query: string[] = [...(operation.constants ?? [])];
  const headers: string[] = [];
  const cookies: string[] = [];
  let path = operation.sentPath ?? operation.path;
  const keys = schemesOf(service, operation).filter((scheme) => scheme.kind === 'apiKey');
  for (const parameter of shownParameters(operation)) {
    // A document may declare the key of a scheme as a parameter too.
    if (keys.some((key) => key.in === parameter.in && key.parameter === parameter.name)) continue;
    const value = parameterExample(service, parameter);
    const text = plainText(value);
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encoded(text));
    else if (parameter.in === 'query') query.push(...queryPairs(parameter, value));
    else if (parameter.in === 'querystring') query.push(wholeQuery(parameter, value));
    else if (parameter.in === 'header') headers.push(`${parameter.name}: ${text}`);
    else if (parameter.in === 'cookie') cookies.push(`${parameter.name}=${encoded(text)}`);
  }
  return { path, query: query.length > 0 ? `?${query.join('&')}` : '', headers, cookies };
}

const SEPARATORS: Readonly<Partial<Record<Parameter['style'], string>>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** The pairs of a query that have a value, by the style of its parameter (OpenAPI 3.1.1, section 4.8.12.6). */
function queryPairs({ name, contentType, style, explode }: Parameter, value: JsonValue): readonly string[] {
  const pair = (key: string, text: string) => `${encoded(key)}=${text}`;
  const shown = (part: JsonValue) => encoded(plainText(part)).replaceAll('%2C', ',');
  if (contentType !== undefined || typeof value !== 'object' || value === null) return [pair(name, shown(value))];
  const separator = SEPARATORS[style] ?? ',';
  if (Array.isArray(value)) {
    const items = value.map((item) => shown(item as JsonValue));
    return explode ? items.map((item) => pair(name, item)) : [pair(name, items.join(separator))];
  }
  const members = Object.entries(value).map(([key, member]) => [key, shown(member as JsonValue)] as const);
  if (style === 'deepObject') return members.map(([key, member]) => pair(`${name}[${key}]`, member));
  if (explode) return members.map(([key, member]) => pair(key, member));
  return [pair(name, members.map(([key, member]) => `${encoded(key)}${separator}${member}`).join(separator))];
}

/** The query that is one value: the fields of a form, or the text of its media type, percent-encoded (OpenAPI 3.2, section 4.12.1). */
function wholeQuery(parameter: Parameter, value: JsonValue): string {
  const { contentType = '' } = parameter;
  if (!isQueryForm(parameter) || !isMembers(value)) return encoded(isJson(contentType) ? jsonText(value) : plainText(value));
  const fields = Object.entries(value).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).map((item) => [name, plainText(item as JsonValue)] as const),
  );
  return fields.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&');
}

/** A value in the simple style: its parts, separated by commas. */
export function plainText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(plainText).join(',');
  return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
}

/** Percent-encoded. A lone surrogate has no encoding and becomes U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
