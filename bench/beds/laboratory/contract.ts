// How the laboratory reads its document: what a query and a body may be.
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { contractsOf } from '../limits.ts';
import { parametersOf, parameterValue } from '../parameters.ts';
import { bodySchemaOf, type OpenApi, type Operation, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { type Field, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export type Query = ReadonlyMap<string, unknown>;

export interface Contract {
  readonly document: OpenApi;
  readonly query: (operation: Operation, search: URLSearchParams) => Query;
  /** The body as the operation takes it, with defaults. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

function fieldOf({ instancePath, params, message = 'is wrong' }: ErrorObject): Field {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty].filter((name) => name !== undefined);
  return { path: names.join('.'), reason: message };
}

function contractOf(document: OpenApi): Contract {
  const compile = schemaCompiler(document, 'request');

  const query = (operation: Operation, search: URLSearchParams): Query => {
    const refuse = (why: string): Refusal => new Refusal(400, 'bad_query', why);
    const declared = parametersOf(document, operation, 'query');
    const unknown = [...search.keys()].find((name) => !declared.some((one) => one.name === name));
    if (unknown !== undefined) throw refuse(`There is no parameter ${unknown}.`);
    const found = new Map<string, unknown>();
    for (const one of declared) {
      const texts = search.getAll(one.name);
      if (texts.length > 1) throw refuse(`The parameter ${one.name} comes twice.`);
      if (texts.length === 0) {
        if (one.schema.default !== undefined) found.set(one.name, one.schema.default);
        continue;
      }
      const value = parameterValue(document, one, texts);
      if (!compile(one.schema)(value)) throw refuse(`The parameter ${one.name} is not as described.`);
      found.set(one.name, value);
    }
    return found;
  };

  const body = (operation: Operation, value: unknown): unknown => {
    const validate = compile(bodySchemaOf(operation));
    if (validate(value)) return value;
    throw new Refusal(422, 'invalid', 'The body is not as described.', (validate.errors ?? []).map(fieldOf));
  };

  return { document, query, body };
}

/** The contract of a service with some faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
