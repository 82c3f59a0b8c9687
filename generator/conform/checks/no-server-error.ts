// `no-server-error`: no request is answered with 5xx, and every request is answered.
import type { Check } from '../contract/check.ts';

export const noServerError: Check = {
  id: 'no-server-error',
  summary: 'no request is answered with a status of 500 or above, or not at all',
  on: true,
  judgesProbes: true,
  look({ response, failure, reading }) {
    if (failure !== undefined) return [{ message: failure.message, expected: 'a response' }];
    // 501 is declared by some services, and a service may say that it is overloaded.
    if (response.status < 500 || (reading.declared !== undefined && reading.declared.status === String(response.status))) return [];
    return [{ message: `The service failed: status ${response.status}.`, expected: 'a status below 500' }];
  },
};
