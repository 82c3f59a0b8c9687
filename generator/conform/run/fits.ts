// Stops a run that cannot succeed: a target that does not answer, a document that does not fit it, credentials that fail everywhere.
import { environmentError, type OctavoError } from '../../base/error.ts';
import { declaresSuccess } from '../checks/success.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Target } from '../contract/target.ts';

/** With fewer operations, one 404 or 401 may be right. */
const LEAST = 3;

/** An error that makes the whole run useless, after one valid request to each operation; `undefined` where the run can go on. */
export function misfit(exchanges: readonly Exchange[], target: Target, hasCredentials: boolean): OctavoError | undefined {
  const { name } = target;
  if (exchanges.length === 0) return undefined;
  if (exchanges.every(({ failure }) => failure !== undefined && failure.kind !== 'thrown')) {
    const [first] = exchanges;
    return environmentError('target-silent', `${name} does not answer: ${first?.failure?.message ?? ''}`, {
      fix: 'Start the service, or correct the address after `--target`.',
    });
  }
  const statuses = exchanges.flatMap(({ response }) => (response === undefined ? [] : [response.status]));
  if (statuses.length < Math.min(LEAST, exchanges.length)) return undefined;
  if (
    statuses.every((status) => status === 404) &&
    exchanges.some(({ reading }) => reading?.faults.some((fault) => fault.about !== 'body'))
  ) {
    return environmentError(
      'target-mismatch',
      `The document does not fit ${name}: it answers 404 to a valid request for every operation.`,
      {
        fix: 'Give the address that the paths of the document stand below, such as `--target http://127.0.0.1:3000/v1` or `--base-path /`.',
      },
    );
  }
  const secured = exchanges.filter(({ case: { operation } }) => operation.security.length > 0 && declaresSuccess(operation));
  const refused = secured.filter(({ response }) => response?.status === 401);
  if (hasCredentials && secured.length > 0 && refused.length === secured.length) {
    return environmentError('credentials-refused', `${name} refuses the credentials: every operation that needs one answers 401.`, {
      fix: 'Check the values that `--credential` or the configuration names.',
    });
  }
  return undefined;
}
