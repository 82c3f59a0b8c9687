// Finds the headers of an operation that have a meaning of their own.
import type { Operation, Parameter } from '../model/service.ts';
import { plain } from './names.ts';

/** The header parameter with a key, by which a service knows that a request is sent again. */
export function idempotencyHeader({ parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => one.in === 'header' && /^x?idempotency(?:key|token)$/.test(plain(one.name)));
}

export function headerOf({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name);
}
