// How the service reads its document: what a request may have, and what is wrong with one.
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorObject } from 'ajv';
import { jsonOf, takes } from '../http.ts';
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { type Route, routesOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler } from '../schemas.ts';
import { type Problem, Refusal } from './wire.ts';

export type Query = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly checkPath: (operation: Operation, path: ReadonlyMap<string, string>) => void;
  readonly checkHeaders: (operation: Operation, headers: IncomingHttpHeaders) => void;
  /** The values of the query, with defaults. */
  readonly readQuery: (operation: Operation, search: URLSearchParams) => Query;
  /** The JSON of a body, with defaults. */
  readonly readBody: (operation: Operation, type: string | undefined, bytes: Buffer) => unknown;
}

function problemsOf(errors: readonly ErrorObject[] | null | undefined, at: string): Problem[] {
  return (errors ?? []).map(({ instancePath, message = 'is wrong' }) => ({ at: at + instancePath.replaceAll('/', '.'), message }));
}

const refuse = (message: string, at: string): never => {
  throw new Refusal(400, 'A parameter is not as described.', [{ at, message }]);
};

export function contractOf(document: OpenApi): Contract {
  const compile = schemaCompiler(document, 'request');

  function check(parameter: Parameter, texts: readonly string[]): unknown {
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (validate(value)) return value;
    throw new Refusal(400, 'A parameter is not as described.', problemsOf(validate.errors, `${parameter.in}.${parameter.name}`));
  }

  function queryValue(parameter: Parameter, search: URLSearchParams): unknown {
    const texts = search.getAll(parameter.name);
    const at = `query.${parameter.name}`;
    if (texts.length > 1 && !(isList(document, parameter) && parameter.explode !== false)) refuse('is given twice', at);
    if (texts.length > 0) return check(parameter, texts);
    if (parameter.required) refuse('is missing', at);
    return resolve(document, parameter.schema as { $ref?: string; default?: unknown }).default;
  }

  return {
    document,
    routes: routesOf(document),
    checkPath: (operation, path) => {
      for (const parameter of parametersOf(document, operation, 'path')) check(parameter, [path.get(parameter.name) ?? '']);
    },
    checkHeaders: (operation, headers) => {
      for (const parameter of parametersOf(document, operation, 'header')) {
        const text = headers[parameter.name.toLowerCase()];
        if (text !== undefined) check(parameter, [String(text)]);
        else if (parameter.required) refuse('is missing', `header.${parameter.name}`);
      }
    },
    readQuery: (operation, search) => {
      const parameters = parametersOf(document, operation, 'query');
      const unknown = [...search.keys()].find((name) => !parameters.some((one) => one.name === name));
      if (unknown !== undefined) refuse('is not known', `query.${unknown}`);
      return Object.fromEntries(parameters.map((one) => [one.name, queryValue(one, search)]));
    },
    readBody: (operation, type, bytes) => {
      if (!takes(operation, type)) throw new Refusal(415, 'The body has another media type than the one described.');
      let body: unknown;
      try {
        body = jsonOf(bytes);
      } catch {
        throw new Refusal(400, 'The body is not valid JSON in UTF-8.');
      }
      const validate = compile(bodySchemaOf(operation));
      if (validate(body)) return body;
      throw new Refusal(400, 'The body is not as described.', problemsOf(validate.errors, 'body'));
    },
  };
}
