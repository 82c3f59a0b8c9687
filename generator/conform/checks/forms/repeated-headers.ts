// `stated-forms` for headers that an answer is said to repeat: `Every answer has a Request-Id: that of the request, or a new one`.
import { headersRepeatedBy } from '../../../inference/stated/repeated-headers.ts';
import type { Service } from '../../../model/service.ts';
import type { Fault } from '../../contract/check.ts';
import type { Answered } from '../../contract/exchange.ts';

/** The headers of a successful answer that are said to be those of the request, as it was sent with them. */
export function* requestHeadersRepeated(
  { case: one, sent, response }: Answered,
  service: Pick<Service, 'description'>,
): Generator<Omit<Fault, 'location'> | 'right'> {
  if (response.status < 200 || response.status >= 300 || one.intent.kind === 'invalid') return;
  for (const [name, quote] of headersRepeatedBy(service, one.operation)) {
    const given = sent.headers[name.toLowerCase()];
    const is = response.headers.get(name);
    if (given === undefined || given.trim() === '') continue;
    if (is?.trim().toLowerCase() === given.trim().toLowerCase()) yield 'right';
    else
      yield {
        message: `The answer has ${is === null ? `no ${name}` : `another ${name} than the request`}, and the document says: “${quote}”`,
        expected: `the ${name} of the request`,
      };
  }
}
