// How the clinic service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import { limits } from './limits.ts';
import { fieldOf, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

type Members = Readonly<Record<string, unknown>>;

export interface Contract {
  readonly document: OpenApi;
  readonly find: (method: string, pathname: string) => Target;
  /** The ids of a path. A text that is no id leads to nothing. */
  readonly ids: (target: Target) => Readonly<Record<string, number>>;
  /** The values of the parameters of a query, and a check of those in headers. */
  readonly parameters: (operation: Operation, search: URLSearchParams, headers: Members) => Members;
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

  function valueIn(parameter: Parameter, texts: readonly string[]): unknown {
    const { name, schema } = parameter;
    if (texts.length === 0) return structuredClone(schema.default);
    const refused = (problem: string): Refusal => new Refusal(400, `${name} ${problem}.`, [{ name, problem }]);
    if (texts.length > 1) throw refused('is there twice');
    const value = parameterValue(document, parameter, texts);
    const validate = compile(schema);
    if (!validate(value)) throw refused(validate.errors?.[0]?.message ?? 'is not as declared');
    return value;
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    ids: ({ operation, path }) =>
      Object.fromEntries(
        parametersOf(document, operation, 'path').map((one) => {
          const id = parameterValue(document, one, [path.get(one.name) ?? '']);
          if (!compile(one.schema)(id)) throw new Refusal(404, 'There is nothing with this id.');
          return [one.name, Number(id)];
        }),
      ),
    parameters: (operation, search, headers) => {
      for (const one of parametersOf(document, operation, 'header')) {
        const text = headers[one.name.toLowerCase()];
        valueIn(one, text === undefined ? [] : [String(text)]);
      }
      return Object.fromEntries(parametersOf(document, operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))]));
    },
    body: (operation, value) => {
      const schema = bodySchemaOf(operation);
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(400, 'The body is not as declared.', (validate.errors ?? []).map(fieldOf));
      return withoutReadOnly(document, value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
