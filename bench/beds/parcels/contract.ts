// How the parcel service reads its own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, mistakeOf, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Contract {
  readonly document: OpenApi;
  /** The operation of a request. An id of the wrong form does not exist. */
  readonly find: (method: string, pathname: string) => Target;
  /** The query with defaults, once its headers are right too. */
  readonly query: (operation: Operation, search: URLSearchParams, headers: IncomingHttpHeaders) => Readonly<Record<string, unknown>>;
  /** The body with defaults, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `The path has ${allow}.`, [], { allow }),
};

function contractOf(document: OpenApi): Contract {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, schema } = parameter;
    if (texts.length === 0) return structuredClone(schema.default);
    if (texts.length > 1) throw badParameter(name, 'is given twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (!validate(value)) throw badParameter(name, validate.errors?.[0]?.message ?? 'is wrong');
    return value;
  }

  return {
    document,
    find: (method, pathname) => {
      const target = targetOf(routes, method, pathname, refusals);
      const ids = parametersOf(document, target.operation, 'path');
      if (ids.some(({ name, schema }) => !compile(schema)(target.path.get(name)))) throw notFound();
      return target;
    },
    query: (operation, search, headers) => {
      for (const one of parametersOf(document, operation, 'header')) {
        const text = headers[one.name.toLowerCase()];
        valueIn(one, text === undefined ? [] : [String(text)]);
      }
      return Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))]));
    },
    body: (operation, value) => {
      const validate = compile(bodySchemaOf(operation));
      if (!validate(value)) throw new Refusal(422, 'The body is not as described.', (validate.errors ?? []).map(mistakeOf));
      return value;
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
