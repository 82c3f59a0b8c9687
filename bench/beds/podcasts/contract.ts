// How the podcasts read their own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, invalid, notFound, Refusal, wrongOf } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Values = Readonly<Record<string, unknown>>;

interface Contract {
  /** The operation of a request. An id of the wrong form leads to nothing. */
  readonly find: (method: string, pathname: string) => Target;
  /** The headers by their names in small letters, with defaults. */
  readonly headers: (operation: Operation, headers: IncomingHttpHeaders) => Values;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Values;
  /** The body with defaults, or a refusal of it. */
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
      if ([...target.path.values()].some((text) => !/^[A-Za-z0-9]{10}$/.test(text))) throw notFound();
      return target;
    },
    headers: (operation, headers) =>
      Object.fromEntries(
        parametersOf(document, operation, 'header').map((one) => {
          const name = one.name.toLowerCase();
          const given = headers[name];
          return [name, parameterOf(one, given === undefined ? [] : [String(given)])];
        }),
      ),
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const validate = compile(bodySchemaOf(operation));
      if (!validate(value)) throw invalid((validate.errors ?? []).map(wrongOf));
      return value;
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
