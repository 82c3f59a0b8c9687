// How the shops read their own document: which operation a request is for, and whether it is as described.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badRequest, type Detail, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Values = Readonly<Record<string, unknown>>;

interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** The parameters of the query and the headers of an operation, with defaults, after those of the path were found to be right. */
  readonly parameters: (target: Target, search: URLSearchParams, headers: IncomingHttpHeaders) => Values;
  /** The body with defaults, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `This address has ${allow}.`, [], { allow }),
};

/** Where a body is wrong. A missing member and one that is not described are named themselves. */
function detailOf({ instancePath, params, message = 'is wrong' }: ErrorObject): Detail {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? ''].filter((name) => name !== '');
  return { at: ['body', ...names].join('.'), issue: message };
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function readValue(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, in: place, schema } = parameter;
    if (texts.length === 0) return (resolve(document, schema as { $ref?: string }) as { default?: unknown }).default;
    if (texts.length > 1) throw badRequest(`${place}.${name}`, 'is sent twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (validate(value)) return value;
    throw badRequest(`${place}.${name}`, validate.errors?.[0]?.message ?? 'is wrong');
  }

  const headerTexts = (given: string | string[] | undefined): string[] => (given === undefined ? [] : [String(given)]);

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    parameters: ({ operation, path }, search, headers) => {
      for (const one of parametersOf(document, operation, 'path')) readValue(one, [path.get(one.name) ?? '']);
      const sent = parametersOf(document, operation, 'header').map((one) => {
        const name = one.name.toLowerCase();
        return [name, readValue(one, headerTexts(headers[name]))];
      });
      const asked = parametersOf(document, operation, 'query').map((one) => [one.name, readValue(one, search.getAll(one.name))]);
      return Object.fromEntries([...sent, ...asked]);
    },
    body: (operation, value) => {
      const validate = compile(bodySchemaOf(operation));
      if (validate(value)) return value;
      throw new Refusal(400, 'The request is not as described.', (validate.errors ?? []).map(detailOf));
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
