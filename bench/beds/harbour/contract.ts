// How the harbour reads its document: which operation a request is for, and whether its parameters and its body are as the document has them.
import type { ErrorObject } from 'ajv';
import { essence, jsonOf } from '../http.ts';
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { type Route, routesOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, resolve, type Schema, schemaCompiler, withoutReadOnly } from '../schemas.ts';
import type { Query } from './ask.ts';
import { type Detail, Refusal } from './wire.ts';

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  /** The values of the query by name, with defaults. */
  readonly query: (operation: Operation, search: URLSearchParams) => Query;
  /** The value of a body, without members that a caller cannot set. */
  readonly body: (operation: Operation, type: string | undefined, bytes: Buffer) => unknown;
}

const badRequest = (message: string): Refusal => new Refusal(400, 'bad_request', message);

/** The member that an error of the validator is about. */
function fieldOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const last = missingProperty ?? additionalProperty;
  const names = instancePath.split('/').slice(1);
  return [...names, ...(last === undefined ? [] : [last])].join('.');
}

const detailOf = (error: ErrorObject): Detail => ({ field: fieldOf(error), message: error.message ?? 'is wrong' });

function parse(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON in UTF-8.');
  }
}

export function contractOf(document: OpenApi): Contract {
  const compile = schemaCompiler(document, 'request');

  function query(operation: Operation, search: URLSearchParams): Query {
    const known = parametersOf(document, operation, 'query');
    for (const name of search.keys()) {
      if (!known.some((one) => one.name === name)) throw badRequest(`There is no parameter ${name}.`);
    }
    const values = known.map((one) => {
      const texts = search.getAll(one.name);
      if (texts.length === 0) return [one.name, (resolve(document, one.schema as { $ref?: string }) as Schema).default];
      if (texts.length > 1) throw badRequest(`The parameter ${one.name} is there more than once.`);
      const value = parameterValue(document, one, texts);
      if (isList(document, one) && texts[0] === '') throw badRequest(`The parameter ${one.name} is empty.`);
      if (!compile(one.schema)(value)) throw badRequest(`The parameter ${one.name} has no value that it can have.`);
      return [one.name, value];
    });
    return Object.fromEntries(values) as Query;
  }

  function body(operation: Operation, type: string | undefined, bytes: Buffer): unknown {
    if (essence(type) !== 'application/json') throw new Refusal(415, 'wrong_type', 'The body is not application/json.');
    const value = parse(bytes);
    const schema = bodySchemaOf(operation);
    const validate = compile(schema);
    if (!validate(value)) throw new Refusal(422, 'invalid', 'The body breaks a rule.', (validate.errors ?? []).map(detailOf));
    return withoutReadOnly(document, value, schema);
  }

  return { document, routes: routesOf(document), query, body };
}
