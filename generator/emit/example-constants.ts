// What answers and parameters share in the document to constants that their examples are made of: its components, and the headers of several answers.
import { camelCase, lowerFirst } from '../model/names.ts';
import type { Parameter, Response, Service } from '../model/service.ts';
import { Code, safeIdentifier } from './escape.ts';
import { type ExampleParts, parameterExample, responseExample, responseHeaders } from './example-schema.ts';
import type { HeldSchemas } from './held.ts';
import { namesOf, operationsOf, SHARED_SCHEMAS } from './names.ts';

interface ExampleConstant {
  readonly name: string;
  /** What the runtime calls it. */
  readonly type: 'ExampleSchema' | 'ExampleResponse';
  readonly of: { readonly headers: Response } | { readonly parameter: Parameter } | { readonly response: Response };
}

export interface ExampleConstants {
  /** Each after those that it is made of. */
  readonly all: readonly ExampleConstant[];
  /** What has a constant is that constant; `local`: its name in the file. */
  parts(held: HeldSchemas, local?: (name: string) => string): ExampleParts;
}

/** Names that `examples.ts` has for other things. */
export const EXAMPLE_LOCALS: readonly string[] = ['schemas', 'random', 'status', 'handlers', 'options', 'seed', 'security'];

/** Every part of a service asks for them. */
const collected = new WeakMap<Service, ExampleConstants>();

export function exampleConstants(service: Service): ExampleConstants {
  const found = collected.get(service) ?? collectConstants(service);
  collected.set(service, found);
  return found;
}

function collectConstants(service: Service): ExampleConstants {
  const used = new Set([...namesOf(service).taken, ...EXAMPLE_LOCALS, SHARED_SCHEMAS]);
  const nameOf = (text: string, ending: string): string => {
    const wanted = safeIdentifier(camelCase(text.endsWith(ending) ? text : `${text} ${ending}`));
    let name = wanted;
    for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`;
    used.add(name);
    return name;
  };
  const parameters = new Map<string, { readonly first: Parameter; readonly name: string }>();
  const responses = new Map<string, { readonly first: Response; readonly name: string }>();
  const headers = new Map<string, { readonly first: Response; count: number }>();
  for (const operation of operationsOf(service)) {
    for (const parameter of operation.parameters) {
      const { component } = parameter;
      if (component === undefined || parameters.has(component)) continue;
      parameters.set(component, { first: parameter, name: nameOf(component, 'Parameter') });
    }
    for (const response of operation.responses) {
      const { component, headersName } = response;
      const known = component === undefined ? undefined : responses.get(component);
      if (component !== undefined && known === undefined)
        responses.set(component, { first: response, name: nameOf(component, 'Response') });
      if (headersName === undefined || known !== undefined) continue;
      const same = headers.get(headersName);
      if (same === undefined) headers.set(headersName, { first: response, count: 1 });
      else same.count++;
    }
  }
  const shared = new Map(
    [...headers]
      .filter(([, { count }]) => count > 1)
      .map(([headersName, { first }]) => [headersName, { first, name: nameOf(lowerFirst(headersName), 'Headers') }]),
  );
  return {
    all: [
      ...[...shared.values()].map(({ first, name }) => ({ name, type: 'ExampleSchema', of: { headers: first } }) as const),
      ...[...parameters.values()].map(({ first, name }) => ({ name, type: 'ExampleSchema', of: { parameter: first } }) as const),
      ...[...responses.values()].map(({ first, name }) => ({ name, type: 'ExampleResponse', of: { response: first } }) as const),
    ],
    parts(held, local = (name) => name) {
      const code = (name: string): Code => new Code(local(name));
      const parts: ExampleParts = {
        headers(response) {
          const known = shared.get(response.headersName ?? '');
          return known === undefined ? responseHeaders(response, held) : code(known.name);
        },
        parameter(parameter) {
          const known = parameters.get(parameter.component ?? '');
          return known !== undefined && isSameParameter(known.first, parameter) ? code(known.name) : parameterExample(parameter, held);
        },
        response(response) {
          const known = responses.get(response.component ?? '');
          return known !== undefined && isSameResponse(known.first, response) ? code(known.name) : responseExample(response, held, parts);
        },
      };
      return parts;
    },
  };
}

/** What each side has of a component may differ, and so may components of two files. */
function isSameParameter(one: Parameter, other: Parameter): boolean {
  return one.schema === other.schema && one.location.source === other.location.source;
}

function isSameResponse(one: Response, other: Response): boolean {
  return (
    one.headersName === other.headersName &&
    one.contents.length === other.contents.length &&
    one.contents.every(({ schema, location }, index) => {
      const same = other.contents[index];
      return schema === same?.schema && location.source === same?.location.source;
    })
  );
}

/** The value of a constant. */
export function constantExample({ of }: ExampleConstant, held: HeldSchemas, parts: ExampleParts): unknown {
  if ('headers' in of) return responseHeaders(of.headers, held);
  return 'parameter' in of ? parameterExample(of.parameter, held) : responseExample(of.response, held, parts);
}
