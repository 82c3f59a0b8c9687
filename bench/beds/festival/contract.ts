// How the festival service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { contractsOf } from '../limits.ts';
import { type OpenApi, type Operation, type Parameter, resolve, type Schema, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { mistakeOf, notFound, parsedAs, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly operations: Readonly<Record<string, Operation>>;
}

export interface Target {
  readonly operation: Operation;
  readonly texts: Readonly<Record<string, string>>;
}

type Members = Record<string, unknown>;

export interface Contract {
  readonly document: OpenApi;
  /** The operation of a request. HEAD works wherever GET does. */
  readonly find: (method: string, pathname: string) => Target;
  readonly path: (target: Target) => Readonly<Record<string, string>>;
  readonly query: (operation: Operation, search: URLSearchParams) => Members;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
  /** Whether a value is as a component says. */
  readonly fits: (component: string, value: unknown) => boolean;
}

/** A parameter ends at a slash or at the colon of a custom method. */
const routeOf = ([path, operations]: [string, Record<string, Operation>]): Route => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/:]+)')}$`),
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  operations,
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}

function contractOf(document: OpenApi): Contract {
  const routes = Object.entries(document.paths).map(routeOf);
  const compile = schemaCompiler(document, 'request');
  const parametersOf = ({ parameters = [] }: Operation, place: Parameter['in']): Parameter[] =>
    parameters.map((one) => resolve(document, one)).filter((one) => one.in === place);

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
    const value = parsedAs(document, parameter, texts[0] ?? '');
    const validate = compile(schema);
    if (!validate(value)) throw badParameter(name, details(validate));
    return value;
  }

  /** The value without members that a caller cannot set. */
  function withoutReadOnly(value: unknown, given: Schema): unknown {
    const { properties, items } = resolve(document, given as { $ref?: string }) as { properties?: Record<string, Schema>; items?: Schema };
    if (Array.isArray(value)) return items === undefined ? value : value.map((one) => withoutReadOnly(one, items));
    if (typeof value !== 'object' || value === null || properties === undefined) return value;
    const members = Object.entries(value).filter(([name]) => properties[name]?.readOnly !== true);
    return Object.fromEntries(members.map(([name, member]) => [name, withoutReadOnly(member, properties[name] ?? {})]));
  }

  return {
    document,
    find: (method, pathname) => {
      for (const { pattern, names, operations } of routes) {
        const texts = pattern.exec(pathname)?.slice(1).map(decoded);
        if (texts === undefined) continue;
        const name = method.toLowerCase();
        const operation = Object.hasOwn(operations, name) ? operations[name] : method === 'HEAD' ? operations.get : undefined;
        if (operation !== undefined)
          return { operation, texts: Object.fromEntries(texts.map((text, index) => [names[index] ?? '', text])) };
        const allow = Object.keys(operations).flatMap((one) => (one === 'get' ? ['GET', 'HEAD'] : [one.toUpperCase()]));
        throw new Refusal(405, `The path has ${allow.join(', ')}.`, [], { allow: allow.join(', ') });
      }
      throw notFound();
    },
    path: ({ operation, texts }) => {
      for (const { name, schema } of parametersOf(operation, 'path')) if (!compile(schema)(texts[name])) throw notFound();
      return texts;
    },
    query: (operation, search) =>
      Object.fromEntries(parametersOf(operation, 'query').map((one) => [one.name, valueIn(one, search.getAll(one.name))])),
    body: ({ requestBody }, value) => {
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(400, 'The body is not as declared.', (validate.errors ?? []).map(mistakeOf));
      return withoutReadOnly(value, schema);
    },
    fits: (component, value) => compile(document.components.schemas[component] ?? {})(value) === true,
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
