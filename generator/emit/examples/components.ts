// Collects what the examples of operations share, so that it is written once: parameters and responses of `components`, and headers of several
// responses.
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Parameter, Response, Service } from '../../model/service.ts';
import type { HeldSchemas } from '../held/held.ts';
import { operationsOf } from '../text/names.ts';
import { type ExampleParts, parameterExample, responseExample, responseHeaders } from './schema.ts';

/** The first header list, parameter or response with each name. */
interface ExampleComponents {
  readonly headers: ReadonlyMap<string, Response>;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly responses: ReadonlyMap<string, Response>;
}

/** A section of the examples' data: names with their values. */
export type Section = readonly (readonly [name: string, value: JsonValue])[];

/** Kept by service: every file of examples needs them. */
const collected = new WeakMap<Service, ExampleComponents>();

function componentsOf(service: Service): ExampleComponents {
  const found = collected.get(service) ?? collectComponents(service);
  collected.set(service, found);
  return found;
}

function collectComponents(service: Service): ExampleComponents {
  const parameters = new Map<string, Parameter>();
  const responses = new Map<string, Response>();
  const headers = new Map<string, { readonly first: Response; count: number }>();
  for (const operation of operationsOf(service)) {
    for (const parameter of operation.parameters) {
      const { component } = parameter;
      if (component !== undefined && !parameters.has(component)) parameters.set(component, parameter);
    }
    for (const response of operation.responses) {
      const { component, headersName } = response;
      const isKnown = component !== undefined && responses.has(component);
      if (component !== undefined && !isKnown) responses.set(component, response);
      if (headersName === undefined || isKnown) continue;
      const same = headers.get(headersName);
      if (same === undefined) headers.set(headersName, { first: response, count: 1 });
      else same.count++;
    }
  }
  const shared = [...headers].filter(([, { count }]) => count > 1);
  return { headers: new Map(shared.map(([name, { first }]) => [name, first])), parameters, responses };
}

/** Prints a parameter, response or list of headers as a reference where it is a component. */
export function referringParts(service: Service, held: HeldSchemas): ExampleParts {
  const { headers, parameters, responses } = componentsOf(service);
  const parts: ExampleParts = {
    headers(response) {
      const { headersName = '' } = response;
      return headers.has(headersName) ? { $ref: `#/headers/${headersName}` } : responseHeaders(response, held);
    },
    parameter(parameter) {
      const { component = '' } = parameter;
      const known = parameters.get(component);
      if (known === undefined || !isSameParameter(known, parameter)) return parameterExample(parameter, held);
      return { $ref: `#/parameters/${component}` };
    },
    response(response) {
      const { component = '' } = response;
      const known = responses.get(component);
      if (known === undefined || !isSameResponse(known, response)) return responseExample(response, held, parts);
      return { $ref: `#/responses/${component}` };
    },
  };
  return parts;
}

/** The components that the references lead to. */
export function componentSections(service: Service, held: HeldSchemas): { readonly [name: string]: Section } {
  const { headers, parameters, responses } = componentsOf(service);
  const parts = referringParts(service, held);
  return {
    headers: [...headers].map(([name, response]) => [name, responseHeaders(response, held)] as const),
    parameters: [...parameters].map(([name, parameter]) => [name, parameterExample(parameter, held)] as const),
    responses: [...responses].map(([name, response]) => [name, responseExample(response, held, parts)] as const),
  };
}

/** The two sides may have different versions of a component, and two files different components of one name. */
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
