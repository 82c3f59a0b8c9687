// `stated-forms` for headers that an answer is said to repeat: `Every answer has a Request-Id: that of the request, or a new one`.
import { isSaidRepeated, sentencesIn } from '../../../inference/prose/index.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Fault } from '../../contract/check.ts';
import type { Answered } from '../../contract/exchange.ts';

/** Headers that mean something else in an answer, or are of one hop only. */
const OF_HTTP =
  /^(?:if-|accept|content-|authorization$|prefer$|range$|cookie$|host$|date$|via$|cache-control$|user-agent$|(?:x-)?idempotency-)/i;

type Said = readonly [name: string, quote: string];

const known = new WeakMap<Operation, readonly Said[]>();

/** The headers of a successful answer that are said to be those of the request, as it was sent with them. */
export function* requestHeadersRepeated(
  { case: one, sent, response }: Answered,
  service: Pick<Service, 'description'>,
): Generator<Omit<Fault, 'location'> | 'right'> {
  if (response.status < 200 || response.status >= 300 || one.intent.kind === 'invalid') return;
  for (const [name, quote] of saidOf(service, one.operation)) {
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

function saidOf(service: Pick<Service, 'description'>, operation: Operation): readonly Said[] {
  const said = known.get(operation) ?? [...readIn(service, operation)];
  known.set(operation, said);
  return said;
}

function* readIn(service: Pick<Service, 'description'>, { parameters, responses }: Operation): Generator<Said> {
  const declared = responses.flatMap(({ headers }) => headers);
  for (const { in: where, name, description = '' } of parameters) {
    if (where !== 'header' || OF_HTTP.test(name)) continue;
    const alike = declared.filter((one) => one.name.toLowerCase() === name.toLowerCase());
    const [quote] = [
      ...sentencesIn(description).filter((text) => isSaidRepeated(text, name, 'request')),
      ...alike.flatMap((one) => sentencesIn(one.description ?? '').filter((text) => isSaidRepeated(text, name, 'answer'))),
      ...sentencesIn(service.description ?? '').filter((text) => isSaidRepeated(text, name, 'whole')),
    ];
    if (quote !== undefined) yield [name, quote];
  }
}
