// `error-status`: the status that an error says in its body is the one that it has (RFC 9457 section 3.1.2).
import { essenceOf } from '@octavo/runtime/conformance';
import { isObject } from '../../inference/pointers.ts';
import { repeatsStatus } from '../../inference/prose/index.ts';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Check } from '../contract/check.ts';
import { jsonOf } from './text.ts';

export const errorStatus: Check = {
  id: 'error-status',
  summary: 'the status that an error says in its body is the status of the response',
  on: true,
  judgesProbes: true,
  look({ case: { operation }, response, reading, sent }) {
    if (response === undefined || response.status < 400 || sent.method === 'HEAD' || response.cut !== undefined) return undefined;
    const schema = reading?.content?.schema;
    const isProblem = essenceOf(response.headers.get('content-type') ?? '') === 'application/problem+json';
    const body = isProblem || schema !== undefined ? jsonOf(response) : undefined;
    const own = isProblem ? statusIn(body) : undefined;
    const said = own === undefined ? saidIn(body, schema === undefined ? [] : [schema]) : [own];
    if (said.length === 0) return undefined;
    return said.flatMap(({ name, status, expected }) => {
      if (status === response.status) return [];
      const message = `The error ${response.status} says \`"${name}": ${status}\` in its body.`;
      return [{ message, expected, location: operation.location }];
    });
  },
};

interface Said {
  readonly name: string;
  readonly status: number;
  readonly expected: string;
}

/** The number under `status` in problem details. */
function statusIn(body: unknown): Said | undefined {
  const status = isObject(body) ? body.status : undefined;
  const expected = 'the status of the response in `status` (RFC 9457 section 3.1.2)';
  return typeof status === 'number' ? { name: 'status', status, expected } : undefined;
}

/** How far inside an error its members are looked at: `error.status`. Each entry of a list may have a status of its own. */
const MOST_DEEP = 2;

/** The members of an error that repeat its status, by what their schemas say. */
function saidIn(body: unknown, schemas: readonly Schema[], deep: number = MOST_DEEP): readonly Said[] {
  if (!isObject(body) || deep === 0) return [];
  return [...propertiesOf(schemas)].flatMap(([name, own]): readonly Said[] => {
    const value = body[name];
    const parts = possibleConjuncts(own);
    const how = repeatsStatus(name, parts.map(({ description = '' }) => description).join(' '));
    const status = typeof value === 'number' || (typeof value === 'string' && /^\d{3}$/.test(value)) ? Number(value) : undefined;
    if (status === undefined) return saidIn(value, own, deep - 1);
    // By its name alone, a number that is no status of an error may be a code of another kind.
    if (how === undefined || (how === 'by name' && !(status >= 400 && status <= 599))) return [];
    return [{ name, status, expected: `the status of the response in \`${name}\`` }];
  });
}
