// Answers 304 to a caller that has the example of the document already, where the operation declares `If-None-Match` (RFC 9110 section 13.1.2). Where
// it does not, the generated server does so by itself.
import type { Operation } from '../../model/service.ts';
import type { Result } from '../living/setting.ts';
import type { EngineRequest } from './protocol.ts';

/** @param exampleOf the example of a response; `undefined` where there is none */
export function unchanged(
  operation: Operation,
  { headers = {}, status }: Pick<Result, 'headers' | 'status'>,
  { headers: sent }: Pick<EngineRequest, 'headers'>,
  exampleOf: (status: number) => Result | undefined,
): Result | undefined {
  const known = sent['if-none-match'];
  const declared = operation.responses.find((one) => one.status === '304');
  const tag = Object.entries(headers).find(([name]) => name.toLowerCase() === 'etag')?.[1];
  if (known === undefined || declared === undefined || typeof tag !== 'string' || status > 299) return undefined;
  if (!/^(?:GET|HEAD)$/.test(operation.method) || !hasTag(known, tag)) return undefined;
  const result = exampleOf(304);
  const own = declared.headers.find(({ name }) => name.toLowerCase() === 'etag');
  return result === undefined || own === undefined ? result : { ...result, headers: { ...result.headers, [own.name]: tag } };
}

/** Whether a list of tags has one, by weak comparison. */
function hasTag(list: string, tag: string): boolean {
  const weak = (one: string): string => one.trim().replace(/^W\//, '');
  return list.split(',').some((one) => one.trim() === '*' || weak(one) === weak(tag));
}
