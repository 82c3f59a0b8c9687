// How the rentals read their own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, mistakeOf, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Contract {
  /** The operation of a request. A number of the wrong form does not exist. */
  readonly find: (method: string, pathname: string) => Target;
  /** The role that an operation needs, if it needs one. */
  readonly role: (operation: Operation) => unknown;
  /** Refuses a name of a request that is not of the right form. */
  readonly requestId: (headers: IncomingHttpHeaders) => string | undefined;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `The path has ${allow}.`, [], { allow }),
};

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');
  const requestIdParameter = document.components.parameters?.RequestId as Parameter;

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
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
      const isKnown = parametersOf(document, target.operation, 'path').every(({ name, schema }) => compile(schema)(target.path.get(name)));
      if (!isKnown) throw notFound();
      return target;
    },
    role: ({ security = [] }) => (security[0]?.Login as readonly unknown[] | undefined)?.[0],
    requestId: ({ 'request-id': given }) => {
      if (given !== undefined) valueIn(requestIdParameter, [String(given)]);
      return given as string | undefined;
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(422, 'The body is not as described.', (validate.errors ?? []).map(mistakeOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
