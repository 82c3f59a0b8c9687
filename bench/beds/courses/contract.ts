// How the courses read their own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { badParameter, mistakeOf, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Contract {
  readonly find: (method: string, pathname: string) => Target;
  /** Whether an operation is for keys of the office only. */
  readonly isForOffice: (operation: Operation) => boolean;
  /** The name of a request, or a refusal of its form. */
  readonly correlationId: (operation: Operation, text: string | undefined) => void;
  /** The query with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Readonly<Record<string, unknown>>;
  /** The body with defaults and without members that only the service sets, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: notFound,
  method: (allow: string) => new Refusal(405, [{ detail: `The path has ${allow}.` }], { allow }),
};

function contractOf(document: OpenApi): Contract & { readonly document: OpenApi } {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    if (texts.length > 1) throw badParameter(parameter.name, 'The parameter is given twice.');
    if (texts.length === 0) return parameter.schema.default;
    const value = parameterValue(document, parameter, texts);
    const validate = compile(parameter.schema);
    if (!validate(value)) throw badParameter(parameter.name, `The parameter ${validate.errors?.[0]?.message ?? 'is wrong'}.`);
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
    isForOffice: ({ security = [] }) => security.some(({ Key }) => Array.isArray(Key) && Key.includes('office')),
    correlationId: (operation, text) => {
      const parameter = parametersOf(document, operation, 'header').find(({ name }) => name === 'Correlation-Id');
      if (parameter !== undefined && text !== undefined) valueIn(parameter, [text]);
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(422, (validate.errors ?? []).map(mistakeOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
