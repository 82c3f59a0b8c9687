// An operation's parameters and body → the schema of what its caller passes: `{ path, query, header, cookie, querystring, body }`.
import type { Location } from '../../base/problem.ts';
import { isRange, mustBeNamed } from '../media-type.ts';
import type { Schema } from '../schema/schema.ts';
import type { MediaContent, Operation } from '../service.ts';

const PARTS = ['path', 'query', 'header', 'cookie'] as const;

/**
 * Closes nothing: parameters that the document does not name are the server's policy. With several media types, `contentType` tells which
 * one the body is; it may be left out for the first.
 */
export function inputSchema(
  name: string,
  key: string,
  location: Location,
  { parameters, choices, body }: Pick<Operation, 'parameters'> & { readonly [K in 'choices' | 'body']: Operation[K] },
): Schema {
  const properties = new Map<string, Schema>();
  const required: string[] = [];
  for (const part of PARTS) {
    const inside = parameters.filter((parameter) => parameter.in === part);
    if (inside.length === 0) continue;
    const needed = inside.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    const chosen = part === 'query' ? choices : undefined;
    const renamed = new Map(inside.flatMap(({ name: wire, codeName }) => (codeName === undefined ? [] : [[wire, codeName] as const])));
    properties.set(part, {
      key: `${key}@${part}`,
      location,
      type: ['object'],
      properties: new Map(inside.map((parameter) => [parameter.name, parameter.schema])),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(renamed.size === 0 ? {} : { codeNames: renamed }),
      ...(chosen === undefined
        ? {}
        : { anyOf: chosen.map((names, index) => ({ key: `${key}@${part}/${index}`, location, required: names })) }),
    });
    if (needed.length > 0 || chosen !== undefined) required.push(part);
  }
  // At most one parameter is the whole query string (OpenAPI 3.2), and it excludes other query parameters.
  const whole = parameters.find((parameter) => parameter.in === 'querystring');
  if (whole !== undefined) {
    properties.set('querystring', whole.schema);
    if (whole.required) required.push('querystring');
  }
  let branches: Schema[] | undefined;
  if (body !== undefined) {
    const [first] = body.contents;
    if (body.contents.length > 1) {
      branches = body.contents.map((content, index) =>
        branch(`${key}@${index}`, content, index > 0 || mustBeNamed(content), body.required),
      );
    } else if (first !== undefined) {
      if (isRange(first.contentType)) {
        properties.set('contentType', typeSchema(`${key}@contentType`, first));
        if (body.required && mustBeNamed(first)) required.push('contentType');
      }
      properties.set('body', contentSchema(`${key}@body`, first));
      if (body.required) required.push('body');
    }
  }
  return {
    key: `${key}@input`,
    location,
    name,
    type: ['object'],
    ...(properties.size === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(branches === undefined ? {} : { anyOf: branches }),
  };
}

function branch(key: string, content: MediaContent, named: boolean, needed: boolean): Schema {
  const { location } = content;
  const required = [...(named ? ['contentType'] : []), ...(needed ? ['body'] : [])];
  return {
    key,
    location,
    type: ['object'],
    properties: new Map([
      ['contentType', typeSchema(`${key}/contentType`, content)],
      ['body', contentSchema(`${key}/body`, content)],
    ]),
    ...(required.length === 0 ? {} : { required }),
  };
}

function typeSchema(key: string, { contentType, location }: MediaContent): Schema {
  if (!isRange(contentType)) return { key, location, const: { value: contentType } };
  const pattern = `^${contentType.replace(/[.+^$|]/g, '\\$&').replaceAll('*', '.*')}$`;
  return { key, location, type: ['string'], pattern };
}

/** Bytes, and what the document does not describe: anything. The items of a stream are judged one by one, when they come. */
function contentSchema(key: string, { schema, stream, location }: MediaContent): Schema {
  return stream === undefined && schema !== undefined ? schema : { key, location, boolean: true };
}
