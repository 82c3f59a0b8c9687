// How the service reads its document: where operations are, and what their parameters and bodies must be.
import type { ErrorObject, ValidateFunction } from 'ajv';
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { type Route, routesOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, resolve, type Schema, schemaCompiler } from '../schemas.ts';
import { badRequest, invalid, notFound } from './wire.ts';

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly compile: (schema: Schema) => ValidateFunction;
}

export const contractOf = (document: OpenApi): Contract => ({
  document,
  routes: routesOf(document),
  compile: schemaCompiler(document, 'request'),
});

function check({ document, compile }: Contract, parameter: Parameter, texts: readonly string[]): unknown {
  const { name, schema } = parameter;
  if (texts.length > 1 && !isList(document, parameter)) throw badRequest(`Send ${name} once.`, name);
  const value = parameterValue(document, parameter, texts);
  const validate = compile(schema);
  if (!validate(value)) throw badRequest(`${name} ${validate.errors?.[0]?.message ?? 'is wrong'}.`, name);
  return value;
}

/** The parameters of a query by their names, with the defaults of those that are not there. */
export function queryOf(contract: Contract, operation: Operation, search: URLSearchParams): Record<string, unknown> {
  const { document } = contract;
  const values = parametersOf(document, operation, 'query').map((parameter) => {
    const texts = search.getAll(parameter.name);
    const { default: usual } = resolve(document, parameter.schema as { $ref?: string }) as Schema;
    return [parameter.name, texts.length === 0 ? usual : check(contract, parameter, texts)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Refuses a path whose ids do not fit. Callers bring the codes of supply points along, so the answer says that a code is wrong. */
export function checkPath(contract: Contract, operation: Operation, path: ReadonlyMap<string, string>): void {
  for (const parameter of parametersOf(contract.document, operation, 'path')) {
    const isId = contract.compile(parameter.schema)(path.get(parameter.name) ?? '');
    if (isId) continue;
    throw operation.operationId === 'putSupplyPoint' ? badRequest('This is no code of a supply point.', parameter.name) : notFound('thing');
  }
}

export function checkHeaders(contract: Contract, operation: Operation, headerOf: (name: string) => string | undefined): void {
  for (const parameter of parametersOf(contract.document, operation, 'header')) {
    const text = headerOf(parameter.name.toLowerCase());
    if (text !== undefined) check(contract, parameter, [text]);
  }
}

function detailOf({ instancePath, params, message = 'is wrong' }: ErrorObject): { target: string; message: string } {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? []].flat();
  return { target: names.join('.') || 'body', message };
}

/** Refuses a body that breaks the schema, and fills in the defaults of one that does not. */
export function checkBody({ compile }: Contract, operation: Operation, body: unknown): void {
  const validate = compile(bodySchemaOf(operation));
  if (!validate(body)) throw invalid(...(validate.errors ?? []).map(detailOf));
}
