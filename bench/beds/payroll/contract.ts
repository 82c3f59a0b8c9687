// How the payroll reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, type Schema, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, invalidBody, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** The scope that an operation needs. */
  readonly scope: (operation: Operation) => string;
  /** Refuses a path whose parameters do not fit. */
  readonly path: (target: Target) => void;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal('not-allowed', `The path has ${allow}.`, [], { allow }),
};

interface Union {
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

/** The schema of a union that a value names. A check of all of them would fill in the defaults of the others. */
function namedSchema({ oneOf, discriminator }: Union, value: unknown): Schema | undefined {
  const names = (value ?? {}) as Readonly<Record<string, unknown>>;
  const reference = discriminator?.mapping[String(names[discriminator.propertyName])];
  return oneOf?.find(({ $ref }) => $ref === reference);
}

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');
  const schemaOf = (schema: Schema): Schema => resolve(document, schema as { $ref?: string }) as Schema;

  function parameterOf(parameter: Parameter, texts: readonly string[]): unknown {
    if (texts.length === 0) return schemaOf(parameter.schema).default;
    if (texts.length > 1) throw badParameter(parameter.name, 'is given twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (validate(value)) return value;
    throw badParameter(parameter.name, validate.errors?.[0]?.message ?? 'is wrong');
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    scope: ({ security = [] }) => (security[0]?.PayrollLogin as readonly string[] | undefined)?.[0] ?? '',
    path: ({ operation, path }) => {
      for (const one of parametersOf(document, operation, 'path')) {
        const value = parameterValue(document, one, [path.get(one.name) ?? '']);
        if (!compile(one.schema)(value)) throw notFound();
      }
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, parameterOf(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(namedSchema(schemaOf(schema), value) ?? schema);
      if (!validate(value)) throw invalidBody(validate.errors ?? []);
      return value;
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
