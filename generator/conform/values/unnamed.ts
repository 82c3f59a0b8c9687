// Finds errors of a wrong value whose list or map of what is wrong is empty or missing, where the document says that it names that.
import { isObject, valueAt } from '../../inference/pointers.ts';
import { type Blaming, blamingMembers } from '../../inference/stated/blaming-members.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Response, Service } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';

const known = new WeakMap<Response, readonly Blaming[]>();

function blamingBy(service: Service, response: Response, schema: Schema): readonly Blaming[] {
  const found = known.get(response) ?? blamingMembers(service, response, schema);
  known.set(response, found);
  return found;
}

/** The member of an error that has nothing in it, and the sentence that says what it has. */
export function unnamedIn({ case: one, response, reading }: Answered, service: Service): Blaming | undefined {
  const declared = one.operation.responses.find(({ status }) => status === String(response.status));
  const schema = reading.content?.schema;
  const { body } = reading;
  if (declared === undefined || schema === undefined || !isObject(body) || one.at?.startsWith('/body/') !== true) return undefined;
  return blamingBy(service, declared, schema).find(({ at }) => isEmpty(valueAt(body, at)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
