// Refuses requests by the statuses that an operation declares, with the reason in the members of the body that are there for it.
import { reasonOf } from '@octavo/runtime/conformance';
import { ExampleError } from '@octavo/runtime/testing';
import { jsonText } from '../../base/exact.ts';
import { plain } from '../../inference/names.ts';
import { singular } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import { declares, type Kind, pathOf } from './plan/kinds.ts';
import type { Living, Result, Setting } from './setting.ts';
import type { Thing } from './world.ts';

/**
 * By the first of the statuses that the operation declares. Where it declares none of them, by the first: a request for what is not there gets 404 from
 * services whose documents do not say so. The body then has the form of another refusal of the operation, or is a problem (RFC 9457).
 */
export function refuse(setting: Setting, operation: Operation, statuses: readonly number[], detail: string): Living {
  for (const status of declaredOf(operation, statuses)) {
    const result = told(setting, operation, status, { status, detail });
    if (result !== undefined) return { result };
  }
  const status = statuses[0] ?? 400;
  const problem = { type: 'about:blank', title: reasonOf(status), status, detail };
  const [type, body] = likeAnother(setting, operation, { status, detail }) ?? ['application/problem+json', problem];
  return { answer: { status, headers: { 'content-type': type }, body: jsonText(body), refused: detail } };
}

/** The media type and the body of another refusal that the operation declares; `undefined` where none has an object as its body. */
function likeAnother(setting: Setting, operation: Operation, refusal: Refusal): readonly [string, unknown] | undefined {
  const other = operation.responses.find(({ status, contents }) => /^4\d\d$/.test(status) && contents.length > 0);
  const result = other && told(setting, operation, Number(other.status), refusal);
  const type = result?.contentType ?? other?.contents[0]?.contentType;
  return type === undefined || typeof result?.body !== 'object' ? undefined : [type, result.body];
}

/** The statuses that the operation declares, with those that have a response of their own before those that `4XX` or `default` stand for. */
function declaredOf(operation: Operation, statuses: readonly number[]): readonly number[] {
  const has = (key: string): boolean => operation.responses.some(({ status }) => status === key);
  // Where `default` is the one response, it is that of success.
  const isForErrors = has('default') && operation.responses.some(({ status }) => /^2/.test(status));
  const isMeant = (status: number): boolean => has(`${Math.floor(status / 100)}XX`) || isForErrors;
  return [...statuses.filter((status) => declares(operation, status)), ...statuses.filter(isMeant)];
}

/** The example of a response, with the reason of a refusal; `undefined` where there is no example. */
function told({ tools }: Setting, operation: Operation, declared: number, { status, detail }: Refusal): Result | undefined {
  try {
    const example = tools.example(operation, declared);
    const result: Result = 'body' in example ? { ...example, body: withDetail(example.body, status, detail) } : example;
    return tools.judge(operation, result).length === 0 ? result : example;
  } catch (error) {
    if (error instanceof ExampleError) return undefined;
    throw error;
  }
}

interface Refusal {
  readonly status: number;
  readonly detail: string;
}

export function missing(setting: Setting, operation: Operation, kind: Kind, collection: string, id: string): Living {
  const name = `${wordFor(kind)} \`${id.slice(0, 100)}\``;
  return setting.world.findDeleted(collection, id) === undefined
    ? refuse(setting, operation, [404, 410], `There is no ${name}.`)
    : refuse(setting, operation, declares(operation, 410) ? [410] : [404, 410], `The ${name} is deleted.`);
}

const DETAILS = /^(?:detail|details|message|msg|description|errordescription|errormessage|reason)$/;
const STATUSES = /^(?:status|statuscode|httpstatus|code)$/;

/** The members of an error that are there for people, for its status, and for its kind as RFC 9457 has them. */
export function withDetail(body: unknown, status: number, detail: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isProblem = Object.hasOwn(body, 'title') && (Object.hasOwn(body, 'detail') || Object.hasOwn(body, 'status'));
  const entries = Object.entries(body).map(([member, value]) => {
    const name = plain(member);
    if (typeof value === 'string' && DETAILS.test(name)) return [member, detail];
    if (typeof value === 'number' && STATUSES.test(name)) return [member, status];
    if (isProblem && typeof value === 'string' && name === 'title') return [member, reasonOf(status)];
    if (isProblem && typeof value === 'string' && name === 'type') return [member, 'about:blank'];
    return [member, name === 'error' ? withDetail(value, status, detail) : value];
  });
  return Object.fromEntries(entries);
}

/** `book`, of `books`; `event type`, of `event_types`. */
export function wordFor({ name, collection }: Kind): string {
  return name === '' ? pathOf(collection) : singular(name).replaceAll(/[_-]+/g, ' ');
}

/** The ETag of a thing. */
export function tagOf({ version }: Thing): string {
  return `"v${version}"`;
}
