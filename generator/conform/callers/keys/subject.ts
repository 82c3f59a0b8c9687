// What a request with a key makes, and how its answer tells it from another thing: by the identifier of what can be read, or by the one in the answer
// itself.
import { plain } from '../../../inference/names.ts';
import { isObject, isTextOrNumber, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { singular } from '../../../inference/prose/index.ts';
import { type RequestKey, requestKeyOf } from '../../../inference/request-keys.ts';
import { shapesOf } from '../../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered, Exchange } from '../../contract/exchange.ts';
import { resultOf } from '../../sequences/index.ts';
import { type Desk, succeeded, thingIn } from '../desk.ts';
import { withGeneral } from './said.ts';

export interface Subject {
  readonly operation: Operation;
  readonly key: RequestKey;
  /** Whether it makes something that can be read by its identifier. */
  readonly isCreate: boolean;
  /** The identifier of what a success has made; `undefined` where its answer has none. */
  readonly idOf: (exchange: Exchange | undefined) => string | undefined;
  /** What the answer says of it. */
  readonly thingOf: (exchange: Answered) => unknown;
}

/** The requests of a service that can be repeated with a key: creates, payments and other actions. */
export function subjectsOf(desk: Desk): readonly Subject[] {
  return desk.service.operations.flatMap((operation): readonly Subject[] => {
    const own = operation.method === 'POST' ? requestKeyOf(operation) : undefined;
    const key = own && withGeneral(own, desk.service.description ?? '');
    if (key === undefined || desk.caseOf(operation) === undefined) return [];
    const resource = desk.resources.find(({ create }) => create === operation);
    if (resource === undefined) return [unread(operation, key)];
    const idOf = (exchange: Exchange | undefined): string | undefined => textAt(exchange, resource.edge.from);
    return [{ operation, key, isCreate: true, idOf, thingOf: (exchange) => thingIn(resource, exchange) }];
  });
}

function textAt(exchange: Exchange | undefined, at: string): string | undefined {
  const value = succeeded(exchange) ? valueAt(resultOf(exchange), at) : undefined;
  return isTextOrNumber(value) ? String(value) : undefined;
}

/** An operation whose answer may have an identifier, although no path takes it: `POST /invoices/{id}/payments`. */
function unread(operation: Operation, key: RequestKey): Subject {
  const last = segmentsOf(operation.path).at(-1) ?? '';
  const own = parameterIn(last) === undefined ? plain(singular(last)) : '';
  const identifiers = new Set(['id', 'uuid', 'guid', ...['id', 'uuid', 'number'].map((word) => own + word)]);
  const shape = shapesOf(operation).find(({ properties }) => [...properties.keys()].some((name) => identifiers.has(plain(name))));
  const member = shape && [...shape.properties.keys()].find((name) => identifiers.has(plain(name)));
  const at = shape && member !== undefined ? shape.at + pointerTo(member) : undefined;
  return {
    operation,
    key,
    isCreate: false,
    idOf(exchange) {
      const id = at === undefined || exchange?.response?.status === 202 ? undefined : textAt(exchange, at);
      // What was sent is the identifier of something that was there before.
      return id === undefined || sends(exchange?.case.input, id) ? undefined : id;
    },
    thingOf: (exchange) => (shape === undefined ? undefined : valueAt(resultOf(exchange), shape.at)),
  };
}

function sends(value: unknown, id: string): boolean {
  if (Array.isArray(value) || isObject(value)) return Object.values(value).some((one) => sends(one, id));
  return isTextOrNumber(value) && String(value) === id;
}
