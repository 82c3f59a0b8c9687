// The checks that compare a response with its declaration, one for each part: status, media type, headers, body. The judge has read the response.
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../inference/pointers.ts';
import type { Check, CheckContext } from '../contract/check.ts';
import type { Exchange, ReadingFault } from '../contract/exchange.ts';
import { refusesInvalid } from './refusals/invalid.ts';

function readingCheck(
  id: string,
  about: ReadingFault['about'],
  summary: string,
  judges: (exchange: Exchange) => boolean = () => true,
): Check {
  return {
    id,
    summary,
    on: true,
    judgesProbes: true,
    look(exchange, context) {
      const { reading } = exchange;
      if (reading === undefined || !isAnswerOf(about, exchange) || !judges(exchange)) return undefined;
      return reading.faults
        .filter((fault) => fault.about === about && !(isShownBack(fault, exchange) && isReported(exchange, context)))
        .map(({ message, expected, location }) => ({ message, expected, location }));
    },
  };
}

/**
 * Whether an answer must be as the operation declares it. That to a probe need not be a declared one; where it is, and the request is one that the
 * document allows, it must be right.
 */
function isAnswerOf(about: ReadingFault['about'], { case: { intent, input, operation, request, credential }, reading }: Exchange): boolean {
  if (intent.kind !== 'probe') return true;
  const isAllowed = input !== undefined && request.method === operation.method && (credential === 'given' || credential === 'other');
  return isAllowed && about !== 'status' && reading?.declared !== undefined;
}

/** Whether a body is faulty by the value that its request must not have had, and shows back. */
function isShownBack({ at, location }: ReadingFault, { case: one, reading }: Exchange): boolean {
  if (at === undefined || one.intent.kind !== 'invalid' || one.at === undefined || one.intent.by === 'observed') return false;
  if (location.pointer === one.location.pointer && location.source.path === one.location.source.path) return true;
  const sent = valueAt(one.input, one.at);
  return sent !== undefined && nameOf(at) === nameOf(one.at) && isDeepStrictEqual(valueAt(reading?.body, at), sent);
}

/** Whether `refuses-invalid` reports that the service has taken an invalid request: one cause, one finding. */
function isReported(exchange: Exchange, context: CheckContext): boolean {
  return context.options['refuses-invalid'] !== false && (refusesInvalid.look(exchange, context) ?? []).length > 0;
}

function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/'));
}

/** Whether a request that is not as declared is refused. HTTP defines what such statuses mean, so that documents often do not list them. */
function isRefusal({ case: { intent }, response }: Exchange): boolean {
  return intent.kind !== 'valid' && response !== undefined && response.status >= 400 && response.status < 500;
}

export const declaredStatus = readingCheck(
  'declared-status',
  'status',
  'the status of a response is one that the operation declares, but for the refusal of an invalid request',
  (exchange) => !isRefusal(exchange),
);
export const declaredRefusal: Check = {
  ...readingCheck(
    'declared-refusal',
    'status',
    'also the status with which an invalid request is refused is one that the operation declares',
    isRefusal,
  ),
  on: false,
};
export const declaredMediaType = readingCheck(
  'declared-media-type',
  'media-type',
  'the media type of a response is one that the operation declares for its status',
);
export const responseHeaders = readingCheck(
  'response-headers',
  'header',
  'required headers of a response are there, and all declared ones are valid',
);
export const responseBody = readingCheck('response-body', 'body', 'the body of a response, and each item of a stream, is valid');
