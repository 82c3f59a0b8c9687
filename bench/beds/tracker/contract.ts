// How the service reads its document: which operation a request is for, and whether parameters and bodies are as described.
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { type Route, routesOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Parameter, schemaCompiler } from '../schemas.ts';
import { badRequest, notFound } from './wire.ts';

export interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly compile: ReturnType<typeof schemaCompiler>;
}

export const contractOf = (document: OpenApi): Contract => ({
  document,
  routes: routesOf(document),
  compile: schemaCompiler(document, 'request'),
});

/** Refuses paths whose parameters have another form. */
export function checkPath({ document, compile }: Contract, operation: Operation, path: ReadonlyMap<string, string>): void {
  for (const parameter of parametersOf(document, operation, 'path')) {
    const value = parameterValue(document, parameter, [path.get(parameter.name) ?? '']);
    if (!compile(parameter.schema)(value)) throw notFound(parameter.name);
  }
}

function checked({ document, compile }: Contract, parameter: Parameter, texts: readonly string[]): unknown {
  const value = parameterValue(document, parameter, texts);
  const validate = compile(parameter.schema);
  if (!validate(value)) throw badRequest(`The parameter ${parameter.name} ${validate.errors?.[0]?.message}.`);
  return value;
}

/** The query of a request, with defaults. */
export function readQuery(contract: Contract, operation: Operation, search: URLSearchParams): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const parameter of parametersOf(contract.document, operation, 'query')) {
    const { name, schema, explode } = parameter;
    const texts = search.getAll(name);
    const isRepeated = isList(contract.document, parameter) && explode !== false;
    if (texts.length > 1 && !isRepeated) throw badRequest(`The parameter ${name} is there more than once.`);
    read[name] = texts.length === 0 ? schema.default : checked(contract, parameter, texts);
  }
  return read;
}

/** Refuses headers that are not as described. */
export function checkHeaders(contract: Contract, operation: Operation, header: (name: string) => string | undefined): void {
  for (const parameter of parametersOf(contract.document, operation, 'header')) {
    const text = header(parameter.name.toLowerCase());
    if (text !== undefined) checked(contract, parameter, [text]);
  }
}

/** Refuses a body that is not as described, and fills in defaults. */
export function checkBody({ compile }: Contract, operation: Operation, body: unknown): void {
  const validate = compile(bodySchemaOf(operation));
  if (validate(body)) return;
  const fields = (validate.errors ?? []).map(({ instancePath, message = '' }) => ({ path: instancePath, message }));
  throw badRequest('The body is not as described.', fields);
}
