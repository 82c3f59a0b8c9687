// How the festival service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { mistakeOf, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Members = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly document: OpenApi;
  readonly find: (method: string, pathname: string) => Target;
  readonly path: (target: Target) => Target['path'];
  readonly query: (operation: Operation, search: URLSearchParams) => Members;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
  /** Whether a value is as a component says. */
  readonly fits: (component: string, value: unknown) => boolean;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, `The path has ${allow}.`, [], { allow }),
};

function contractOf(document: OpenApi): Contract {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');
  const badParameter = (parameter: string, details: readonly string[]): Refusal =>
    new Refusal(
      400,
      'A parameter is not as declared.',
      details.map((detail) => ({ parameter, detail })),
    );

  const details = ({ errors }: ValidateFunction): string[] => (errors ?? []).map(({ message = 'is wrong' }) => message);

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, schema, required } = parameter;
    if (texts.length === 0 && required) throw badParameter(name, ['is missing']);
    if (texts.length === 0) return structuredClone(schema.default);
    if (texts.length > 1) throw badParameter(name, ['is given twice']);
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (!validate(value)) throw badParameter(name, details(validate));
    return value;
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    path: ({ operation, path }) => {
      for (const { name, schema } of parametersOf(document, operation, 'path')) if (!compile(schema)(path.get(name))) throw notFound();
      return path;
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(400, 'The body is not as declared.', (validate.errors ?? []).map(mistakeOf));
      return withoutReadOnly(document, value, schema);
    },
    fits: (component, value) => compile(document.components.schemas[component] ?? {})(value) === true,
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
