// How the service reads its own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, notFound, placeOf, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  /** The operation of a request. A parameter of the path that has the wrong form leads to nothing. */
  readonly find: (method: string, pathname: string) => Target;
  /** Refuses headers that are not as described. */
  readonly headers: (operation: Operation, headers: IncomingHttpHeaders) => void;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allowed: string) => new Refusal(405, `The path has ${allowed}.`, { allow: allowed }),
};

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function parameterOf(parameter: Parameter, texts: readonly string[]): unknown {
    if (texts.length === 0) return parameter.schema.default;
    if (texts.length > 1) throw badParameter(parameter.name, 'is given twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (validate(value)) return value;
    throw badParameter(parameter.name, validate.errors?.[0]?.message ?? 'is wrong');
  }

  return {
    document,
    find: (method, pathname) => {
      const target = targetOf(routes, method, pathname, refusals);
      for (const { name, schema } of parametersOf(document, target.operation, 'path')) {
        if (!compile(schema)(target.path.get(name))) throw notFound();
      }
      return target;
    },
    headers: (operation, headers) => {
      for (const one of parametersOf(document, operation, 'header')) {
        const given = headers[one.name.toLowerCase()];
        parameterOf(one, given === undefined ? [] : [String(given)]);
      }
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (validate(value)) return withoutReadOnly(document, value, schema);
      const places = new Set((validate.errors ?? []).map(placeOf));
      throw new Refusal(422, 'The body is not as described.', {}, [...places]);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
