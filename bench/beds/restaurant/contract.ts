// How the houses read their own document: which operation a request is for, and whether it is as declared.
import type { IncomingHttpHeaders } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Values = Readonly<Record<string, unknown>>;

interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** The parameters of a request by name, those of headers in lower case. Defaults are filled in. */
  readonly parameters: (target: Target, search: URLSearchParams, headers: IncomingHttpHeaders) => Values;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `The path has ${allow}.`, [], { allow }),
};

/** Where a body is wrong. A missing member and one that is not described are named themselves. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? instancePath : `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function parameterOf(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, required, schema } = parameter;
    if (texts.length === 0 && required !== true) return (resolve(document, schema as { $ref?: string }) as { default?: unknown }).default;
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (texts.length === 1 && validate(value)) return value;
    const reason = texts.length === 1 ? validate.errors?.[0]?.message : 'must be given once';
    throw new Refusal(400, `The parameter ${name} ${reason}.`, [name]);
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    parameters: ({ operation, path }, search, headers) => {
      const header = (name: string): string[] => [headers[name.toLowerCase()] ?? []].flat();
      return Object.fromEntries([
        ...parametersOf(document, operation, 'path').map((one) => [one.name, parameterOf(one, [path.get(one.name) ?? ''])]),
        ...parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))]),
        ...parametersOf(document, operation, 'header').map((one) => [one.name.toLowerCase(), parameterOf(one, header(one.name))]),
      ]);
    },
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (validate(value)) return withoutReadOnly(document, value, schema);
      const where = new Set((validate.errors ?? []).map(pointerOf));
      throw new Refusal(422, `The body is wrong: ${validate.errors?.[0]?.message}.`, [...where]);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
