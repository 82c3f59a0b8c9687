// Answers 304 to a caller who has the representation already: compares `If-None-Match` with the handler's `ETag` (RFC 9110 section 13.1.2).
import type { Operation } from '../contract/operation.ts';
import type { ServerRequest } from '../contract/server-request.ts';
import { type ServerAnswer, withoutBody } from './respond.ts';

/**
 * The answer, or a 304 in its place. Where the document declares `If-None-Match` as a parameter, its handler decides. Preconditions count only where
 * the answer would be a success (section 13.2.1).
 */
export function conditional({ parameters = [] }: Operation, request: ServerRequest, answer: ServerAnswer): ServerAnswer {
  const { etag } = answer.headers;
  if (etag === undefined || answer.status > 299 || !/^(?:GET|HEAD)$/i.test(request.method)) return answer;
  const known = request.header('if-none-match');
  if (known === undefined || !includes(known, etag)) return answer;
  if (parameters.some((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'if-none-match')) return answer;
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_THE_BODY.includes(name)));
  return { ...withoutBody(answer), status: 304, headers };
}

/** Headers that describe the body that is not sent. Section 15.4.5 wants the others that a 200 would have, such as `Cache-Control` and `Vary`. */
const OF_THE_BODY = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-range', 'last-modified'];

/** Whether a list of tags has one, by weak comparison (section 8.8.3.2): `W/` makes no difference. */
function includes(list: string, etag: string): boolean {
  if (list.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return list.match(/"[^"]*"/g)?.includes(opaque) ?? false;
}
