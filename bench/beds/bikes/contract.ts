// How the bike service reads its own document: which operation a request is for, and whether it is as declared.
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { contractsOf } from '../limits.ts';
import { type OpenApi, type Operation, type Parameter, resolve, type Schema, schemaCompiler } from '../schemas.ts';
import { limits } from './limits.ts';
import { detailOf, parsedAs, Refusal } from './wire.ts';

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

export interface Contract {
  readonly document: OpenApi;
  readonly find: (method: string, pathname: string) => Target;
  readonly path: (target: Target) => Readonly<Record<string, unknown>>;
  readonly query: (operation: Operation, search: URLSearchParams) => Record<string, unknown>;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly body: (operation: Operation, value: unknown) => unknown;
}

const routeOf = ([path, item]: [string, Record<string, Operation>]): Route => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  operations: item,
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(404, 'The path is not well encoded.');
  }
}

type Members = Record<string, unknown>;

function contractOf(document: OpenApi): Contract {
  const routes = Object.entries(document.paths).map(routeOf);
  const compile = schemaCompiler(document, 'request');
  const parametersOf = ({ parameters = [] }: Operation, place: Parameter['in']): Parameter[] =>
    parameters.map((one) => resolve(document, one)).filter((one) => one.in === place);

  function pathOf({ operation, texts }: Target): Members {
    const path: Members = {};
    for (const parameter of parametersOf(operation, 'path')) {
      const value = parsedAs(document, parameter, texts[parameter.name] ?? '');
      if (!compile(parameter.schema)(value)) throw new Refusal(404, 'There is no such thing.');
      path[parameter.name] = value;
    }
    return path;
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
    const value = parsedAs(document, parameter, texts[0] ?? '');
    const validate = compile(schema);
    return validate(value) ? value : refuse(name, validate);
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
        const allow = Object.keys(operations).map((one) => one.toUpperCase());
        const all = allow.includes('GET') ? [...allow, 'HEAD'] : allow;
        throw new Refusal(405, `The path has ${all.join(', ')}.`, [], { allow: all.join(', ') });
      }
      throw new Refusal(404, 'There is no such path.');
    },
    path: pathOf,
    query: (operation, search) =>
      Object.fromEntries(
        parametersOf(operation, 'query').map((parameter) => [parameter.name, valueIn(parameter, search.getAll(parameter.name))]),
      ),
    body: ({ requestBody }, value) => {
      const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
      const validate = compile(schema);
      if (!validate(value)) throw new Refusal(400, 'The body is not as declared.', (validate.errors ?? []).map(detailOf));
      return withoutReadOnly(value, schema);
    },
  };
}

/** The contract of a server with these faults. */
export const contractWith = contractsOf(documentPath, contractOf, limits);
