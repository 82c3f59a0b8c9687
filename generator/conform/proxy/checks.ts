// The checks of the proxy: those of `octavo conform` that judge any exchange, and those of the client.
import { checks as all } from '../checks/index.ts';
import type { Check, Fault } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import { within } from '../judge/index.ts';
import { undeclaredFields, undeclaredParameters } from './undeclared.ts';

/** The checks that need no request of their own. */
const OBSERVING: ReadonlySet<string> = new Set([
  'no-server-error',
  'no-internals',
  'declared-status',
  'declared-refusal',
  'declared-media-type',
  'response-headers',
  'response-body',
  'accepts-valid',
  'refuses-invalid',
  'response-time',
]);

const validRequest: Check = {
  id: 'valid-request',
  summary: 'a client sends what the document allows',
  on: true,
  look: ({ case: { intent, says } }) =>
    intent.kind === 'invalid'
      ? [{ message: `The client sends an invalid request: ${says}`, expected: 'a request that the document allows' }]
      : [],
};

const undeclaredParameter: Check = {
  id: 'undeclared-parameter',
  summary: 'a client sends no query parameter that the operation does not name',
  on: true,
  look: ({ case: { operation, request } }, { service }) =>
    undeclaredParameters(operation, service, request.target).map((name) => ({
      message: `The query parameter ${name} is not declared.`,
      expected: `no query parameter ${name}`,
      location: within(operation.location, 'parameters'),
    })),
};

const undeclaredField: Check = {
  id: 'undeclared-field',
  summary: 'bodies have no field that their schema does not name',
  on: true,
  look: (exchange) => [...fieldsOfRequest(exchange), ...fieldsOfResponse(exchange)],
};

function fieldsOfRequest({ case: { operation, input, request } }: Exchange): Fault[] {
  if (input?.body === undefined) return [];
  const contents = operation.body?.contents ?? [];
  const type = typeof input.contentType === 'string' ? input.contentType : request.headers['content-type'];
  const content = contents.find((one) => type?.startsWith(one.contentType) === true) ?? contents[0];
  return content?.schema === undefined ? [] : fieldFaults(content.schema, input.body, 'request');
}

function fieldsOfResponse({ reading }: Exchange): Fault[] {
  const schema = reading?.content?.schema;
  return schema === undefined || reading?.body === undefined ? [] : fieldFaults(schema, reading.body, 'response');
}

function fieldFaults(schema: Parameters<typeof undeclaredFields>[0], body: unknown, side: string): Fault[] {
  return undeclaredFields(schema, body).map(({ at, name, schema: owner }) => ({
    message: `The body of the ${side} has a field that is not declared: ${at}/${name}.`,
    expected: `no field ${name}, or its declaration`,
    location: owner.location,
  }));
}

export const proxyChecks: readonly Check[] = [
  ...all.filter(({ id }) => OBSERVING.has(id)),
  validRequest,
  undeclaredParameter,
  undeclaredField,
];

/** Checks of the run as a whole, which have no exchange. */
export const runChecks = { undeclared: 'undeclared-operation', complete: 'never-exercised' } as const;

export const proxyCheckIds: readonly string[] = [...proxyChecks.map(({ id }) => id), ...Object.values(runChecks)];
