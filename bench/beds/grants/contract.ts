// How the service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import {
  bodySchemaOf,
  type OpenApi,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
  schemaCompiler,
  withoutReadOnly,
} from '../schemas.ts';
import { limits } from './limits.ts';
import { badRequest, fieldOf, invalidFields, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Contract {
  /** The operation of a request. A path parameter that is not as declared leads to nothing. */
  readonly find: (method: string, pathname: string) => Target;
  readonly isForOfficers: (operation: Operation) => boolean;
  /** Refuses headers that are not as declared. */
  readonly headers: (operation: Operation, header: (name: string) => string | undefined) => void;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, 'method_not_allowed', `The path has ${allow}.`, undefined, { allow }),
};

interface Union {
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

/** The schema of a value, if its schema is a union. */
function variantOf(document: OpenApi, schema: Schema, value: unknown): Schema {
  const { discriminator } = resolve(document, schema as { $ref?: string }) as Union;
  if (discriminator === undefined) return schema;
  const name = (value as Readonly<Record<string, string>>)[discriminator.propertyName] ?? '';
  return { $ref: discriminator.mapping[name] };
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    if (texts.length > 1) throw badRequest(`${parameter.name} is given twice.`);
    if (texts.length === 0) return parameter.schema.default;
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (!validate(value)) throw badRequest(`${parameter.name} ${validate.errors?.[0]?.message ?? 'is wrong'}.`);
    return value;
  }

  return {
    document,
    find: (method, pathname) => {
      const target = targetOf(routes, method, pathname, refusals);
      for (const { name, schema } of parametersOf(document, target.operation, 'path'))
        if (!compile(schema)(target.path.get(name))) throw notFound();
      return target;
    },
    isForOfficers: ({ security = [] }) => security.some(({ Token }) => Array.isArray(Token) && Token.includes('officer')),
    headers: (operation, header) => {
      for (const parameter of parametersOf(document, operation, 'header')) {
        const text = header(parameter.name.toLowerCase());
        if (text !== undefined) valueIn(parameter, [text]);
      }
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw invalidFields((validate.errors ?? []).map(fieldOf));
      return withoutReadOnly(document, value, variantOf(document, schema, value));
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
