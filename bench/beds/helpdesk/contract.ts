// How the helpdesk service reads its own document: which operation a request is for, and whether it is as declared.
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { contractsOf } from '../limits.ts';
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { faultsOf, Invalid, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Contract {
  readonly document: OpenApi;
  readonly find: (method: string, pathname: string) => Target;
  /** Whether errors of the operation are in an envelope, and not problems. */
  readonly hasEnvelope: (operation: Operation) => boolean;
  readonly query: (operation: Operation, search: URLSearchParams) => Record<string, unknown>;
  readonly checkPath: (target: Target) => void;
  readonly checkHeaders: (operation: Operation, request: IncomingMessage) => void;
  /** The body with defaults, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const refusals = {
  path: () => new Refusal(404, 'not_found', 'There is no such path.'),
  method: (allow: string) => new Refusal(405, 'wrong_method', `Use one of ${allow}.`, [], { allow }),
};

function contractOf(document: OpenApi): Contract {
  const routes = routesOf(document);
  const compile = schemaCompiler(document, 'request');
  function refuse({ name }: Parameter, validate: ValidateFunction): never {
    const reasons = faultsOf(validate).map(({ reason }) => ({ at: [name], reason }));
    throw new Refusal(400, 'invalid', `${name} is not as declared.`, reasons);
  }

  return {
    document,
    find: (method, pathname) => targetOf(routes, method, pathname, refusals),
    hasEnvelope: ({ responses }) => {
      const refusal = responses['400'];
      return refusal !== undefined && 'application/json' in (resolve(document, refusal).content ?? {});
    },
    query: (operation, search) => {
      const query: Record<string, unknown> = {};
      for (const parameter of parametersOf(document, operation, 'query')) {
        const { name, schema, required } = parameter;
        const texts = search.getAll(name);
        if (texts.length === 0 && required) {
          throw new Refusal(400, 'invalid', `${name} is missing.`, [{ at: [name], reason: 'is missing' }]);
        }
        if (texts.length === 0) {
          if ('default' in schema) query[name] = schema.default;
          continue;
        }
        if (texts.length > 1 && !isList(document, parameter)) {
          throw new Refusal(400, 'invalid', 'A parameter is there twice.', [{ at: [name], reason: 'is there twice' }]);
        }
        const value = parameterValue(document, parameter, texts);
        const validate = compile(schema);
        if (!validate(value)) refuse(parameter, validate);
        query[name] = value;
      }
      return query;
    },
    checkPath: ({ operation, path }) => {
      for (const { name, schema } of parametersOf(document, operation, 'path')) {
        if (!compile(schema)(path.get(name) ?? '')) throw notFound(name);
      }
    },
    checkHeaders: (operation, { headers }) => {
      for (const parameter of parametersOf(document, operation, 'header')) {
        const value = headers[parameter.name.toLowerCase()];
        const validate = compile(parameter.schema);
        if (value !== undefined && !validate(value)) refuse(parameter, validate);
      }
    },
    body: (operation, value) => {
      const validate = compile(bodySchemaOf(operation));
      if (!validate(value)) throw new Invalid(faultsOf(validate));
      return value;
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
