// Repeats in an answer what texts say that it repeats: a header of the request, and in a member of the body a header of the answer.
import { getOwn } from '@octavo/runtime/conformance';
import { isObject } from '../../inference/pointers.ts';
import { headersRepeatedBy, membersOfHeaders } from '../../inference/stated/repeated-headers.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { MockAnswer } from '../protocol.ts';
import type { EngineRequest } from './protocol.ts';

type Allows = (schema: Schema, value: unknown) => boolean;

export function withRepeated(
  answer: MockAnswer,
  service: Service,
  operation: Operation,
  { headers: sent }: Pick<EngineRequest, 'headers'>,
  allows: Allows,
): MockAnswer {
  const declared = operation.responses.find(({ status }) => status === String(answer.status));
  const repeated = headersRepeatedBy(service, operation).flatMap(([name]): (readonly [string, string])[] => {
    const value = sent[name.toLowerCase()];
    const schema = declared?.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.schema;
    return value === undefined || (schema !== undefined && !allows(schema, value)) ? [] : [[name.toLowerCase(), value]];
  });
  const whole = repeated.length === 0 ? answer : { ...answer, headers: { ...answer.headers, ...Object.fromEntries(repeated) } };
  const schema = declared?.contents.find(({ contentType }) => contentType === answer.headers['content-type']?.split(';')[0])?.schema;
  return declared === undefined || schema === undefined ? whole : withMembers(whole, membersOfHeaders(declared, schema), allows);
}

/** The body is changed as a text, so that large numbers in it stay as they are. */
function withMembers(answer: MockAnswer, repeating: ReturnType<typeof membersOfHeaders>, allows: Allows): MockAnswer {
  if (repeating.length === 0 || typeof answer.body !== 'string') return answer;
  const value: unknown = JSON.parse(answer.body);
  const body = repeating.reduce((text, { member, schemas, header }) => {
    const [is, wanted] = [isObject(value) ? getOwn(value, member) : undefined, answer.headers[header.toLowerCase()]];
    if (typeof is !== 'string' || wanted === undefined || !schemas.every((schema) => allows(schema, wanted))) return text;
    const before = `${JSON.stringify(member)}:${JSON.stringify(is)}`;
    // A function, since a replacement may have signs of a pattern.
    return text.replace(before, () => `${JSON.stringify(member)}:${JSON.stringify(wanted)}`);
  }, answer.body);
  return body === answer.body ? answer : { ...answer, body };
}
