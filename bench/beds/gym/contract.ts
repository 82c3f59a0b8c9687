// How the studios read their own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, type Issue, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** The values of the parameters of a request, by name; headers have their names in lower case. */
  readonly parameters: (target: Target, search: URLSearchParams, headers: IncomingHttpHeaders) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `This path has ${allow}.`, [], { allow }),
};

function issueOf({ instancePath, params, message = 'is wrong' }: ErrorObject): Issue {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const name = missingProperty ?? additionalProperty;
  const path = name === undefined ? instancePath : `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { path, message };
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function parameterOf(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, schema } = parameter;
    if (texts.length === 0) return (resolve(document, schema as { $ref?: string }) as { default?: unknown }).default;
    if (texts.length > 1) throw badParameter(name, 'is given more than once');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (!validate(value)) throw badParameter(name, validate.errors?.[0]?.message ?? 'is wrong');
    return value;
  }

  const textsOf = ({ path }: Target, search: URLSearchParams, headers: IncomingHttpHeaders) => ({
    path: (name: string): string[] => [path.get(name) ?? ''],
    query: (name: string): string[] => search.getAll(name),
    header: (name: string): string[] => [headers[name.toLowerCase()] ?? []].flat(),
  });

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    parameters: (target, search, headers) => {
      const texts = textsOf(target, search, headers);
      const places = ['path', 'query', 'header'] as const;
      const all = places.flatMap((place) => parametersOf(document, target.operation, place));
      return Object.fromEntries(
        all.map((one) => [one.in === 'header' ? one.name.toLowerCase() : one.name, parameterOf(one, texts[one.in](one.name))]),
      );
    },
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(422, 'The body is not as described.', (validate.errors ?? []).map(issueOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
