// How the bike service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { detailOf, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Members = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly document: OpenApi;
  readonly find: (method: string, pathname: string) => Target;
  readonly path: (target: Target) => Members;
  readonly query: (operation: Operation, search: URLSearchParams) => Members;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: () => new Refusal(404, 'There is no such path.'),
  method: (allow: string) => new Refusal(405, `The path has ${allow}.`, [], { allow }),
};

function contractOf(document: OpenApi): Contract {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');
  function pathOf({ operation, path }: Target): Members {
    const values: Record<string, unknown> = {};
    for (const parameter of parametersOf(document, operation, 'path')) {
      const value = parameterValue(document, parameter, [path.get(parameter.name) ?? '']);
      if (!compile(parameter.schema)(value)) throw new Refusal(404, 'There is no such thing.');
      values[parameter.name] = value;
    }
    return values;
  }

  function refuse(field: string, { errors }: ValidateFunction): never {
    throw new Refusal(
      400,
      `The parameter ${field} is not as declared.`,
      (errors ?? []).map((error) => ({ ...detailOf(error), field })),
    );
  }

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, schema } = parameter;
    if (texts.length === 0) return structuredClone(schema.default);
    if (texts.length > 1) throw new Refusal(400, `The parameter ${name} is there twice.`, [{ field: name, problem: 'is there twice' }]);
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    return validate(value) ? value : refuse(name, validate);
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    path: pathOf,
    query: (operation, search) =>
      Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(400, 'The body is not as declared.', (validate.errors ?? []).map(detailOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
