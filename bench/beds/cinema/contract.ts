// How the cinemas read their own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, type Invalid, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** Refuses parameters of the path that are not as described. */
  readonly path: (target: Target) => void;
  /** The headers that an operation knows, with defaults. */
  readonly headers: (operation: Operation, headers: IncomingHttpHeaders) => Readonly<Record<string, unknown>>;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `The address has ${allow}.`, [], { allow }),
};

/** Where a body is wrong. A missing member and one that is not described are named themselves. */
function invalidOf({ instancePath, params, message = 'is wrong' }: ErrorObject): Invalid {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? ''].filter((name) => name !== '');
  return { in: 'body', name: names.join('.'), reason: message };
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function parameterOf(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, required, schema } = parameter;
    if (texts.length === 0 && required === true) throw badParameter(parameter.in, name, 'is missing');
    if (texts.length === 0) return (resolve(document, schema as { $ref?: string }) as { default?: unknown }).default;
    if (texts.length > 1) throw badParameter(parameter.in, name, 'is given twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (validate(value)) return value;
    throw badParameter(parameter.in, name, validate.errors?.[0]?.message ?? 'is wrong');
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    path: ({ operation, path }) => {
      for (const one of parametersOf(document, operation, 'path')) parameterOf(one, [path.get(one.name) ?? '']);
    },
    headers: (operation, headers) =>
      Object.fromEntries(
        parametersOf(document, operation, 'header').map((one) => {
          const given = headers[one.name.toLowerCase()];
          return [one.name.toLowerCase(), parameterOf(one, given === undefined ? [] : [String(given)])];
        }),
      ),
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(422, 'The body is not as described.', (validate.errors ?? []).map(invalidOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
