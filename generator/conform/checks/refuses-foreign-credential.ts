// `refuses-foreign-credential`: a second account does not read what the first one has read.
import type { Check } from '../contract/check.ts';
import { isLeading, isProbeOf, isSuccess, probeOf } from './probe.ts';

const ID = 'refuses-foreign-credential';

export const refusesForeignCredential: Check = {
  id: ID,
  summary: 'what the first account reads is refused to the second account with 403 or 404',
  on: true,
  follow(exchange) {
    const { case: one, sent } = exchange;
    const { method, parameters, security } = one.operation;
    // Without a parameter in the path, each account may have an answer of its own. `other` is sent only where the user has given it.
    if (method !== 'GET' || security.length === 0 || sent.secrets.length === 0 || !isLeading(exchange)) return [];
    if (!parameters.some((parameter) => parameter.in === 'path')) return [];
    return [probeOf(one, { check: ID, name: one.id, says: 'the same by the second account', credential: 'other' })];
  },
  look(exchange) {
    const { response, after } = exchange;
    const first = after?.response;
    if (response === undefined || first === undefined || !isProbeOf(ID, exchange)) return undefined;
    if (!isSuccess(response.status)) return [];
    // Another answer may be a resource of the second account with the same name.
    if (first.body.length === 0 || !Buffer.from(first.body).equals(response.body)) return [];
    return [{ message: `The second account reads what the first one reads, with ${response.status}.`, expected: 'the status 403 or 404' }];
  },
};
