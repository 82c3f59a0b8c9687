// How the museum reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, errorsOf, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  /** The operation of a request. */
  readonly find: (method: string, pathname: string) => Target;
  /** Refuses ids of the wrong form, which lead nowhere. */
  readonly requireIds: (target: Target) => void;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
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
    if (texts.length > 1 && parameter.schema.type !== 'array') throw badParameter(parameter.name, 'is given twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (validate(value)) return value;
    throw badParameter(parameter.name, validate.errors?.[0]?.message ?? 'is wrong');
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    requireIds: ({ operation, path }) => {
      const all = parametersOf(document, operation, 'path');
      if (!all.every(({ name, schema }) => compile(schema)(path.get(name)))) throw notFound();
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const validate = compile(bodySchemaOf(operation));
      if (validate(value)) return value;
      throw new Refusal(422, 'The body is not as described.', {}, errorsOf(validate.errors ?? []));
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
