// How the insurer reads its own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badValue, notFound, Refusal, wrongOf } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  /** The operation of a request. A path with a value that is not as described leads to nothing. */
  readonly find: (method: string, pathname: string) => Target;
  /** Refuses headers that are not as described. */
  readonly headers: (operation: Operation, headers: IncomingHttpHeaders) => void;
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
    if (texts.length > 1) throw badValue('is given twice', parameter.name);
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (validate(value)) return value;
    throw badValue(validate.errors?.[0]?.message ?? 'is wrong', parameter.name);
  }

  /** Whether a text of the path is as described. */
  function isPart(parameter: Parameter, text = ''): boolean {
    return compile(parameter.schema)(parameterValue(document, parameter, [text])) === true;
  }

  return {
    document,
    find: (method, pathname) => {
      const target = targetOf(routes, method, pathname, refusals);
      const parts = parametersOf(document, target.operation, 'path');
      if (!parts.every((part) => isPart(part, target.path.get(part.name)))) throw notFound();
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
      const validate = compile(bodySchemaOf(operation));
      if (!validate(value)) throw new Refusal(400, 'The body is not as described.', {}, (validate.errors ?? []).map(wrongOf));
      return value;
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
