// Refuses requests by the statuses that an operation declares, with the reason in the members of the body that are there for it.
import { ExampleError } from '@octavo/runtime/testing';
import { plain } from '../../inference/names.ts';
import { singular } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import { declares, type Kind, pathOf } from './plan.ts';
import type { Living, Result, Setting } from './setting.ts';
import type { Thing } from './world.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  410: 'Gone',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  507: 'Insufficient Storage',
};

/** By the first of the statuses that the operation declares; where it declares none, by the first, as a problem. */
export function refuse({ tools }: Setting, operation: Operation, statuses: readonly number[], detail: string): Living {
  for (const status of statuses) {
    if (!declares(operation, status)) continue;
    try {
      const example = tools.example(operation, status);
      const told: Result = 'body' in example ? { ...example, body: withDetail(example.body, status, detail) } : example;
      return { result: tools.judge(operation, told).length === 0 ? told : example };
    } catch (error) {
      if (!(error instanceof ExampleError)) throw error;
    }
  }
  const status = statuses[0] ?? 400;
  const problem = { type: 'about:blank', title: TITLES[status] ?? 'Refused', status, detail };
  return { answer: { status, headers: { 'content-type': 'application/problem+json' }, body: JSON.stringify(problem), refused: detail } };
}

export function missing(setting: Setting, operation: Operation, kind: Kind, id: string): Living {
  return refuse(setting, operation, [404, 410], `There is no ${wordFor(kind)} \`${id.slice(0, 100)}\`.`);
}

const DETAILS = /^(?:detail|details|message|msg|description|errordescription|errormessage|reason)$/;
const STATUSES = /^(?:status|statuscode|httpstatus|code)$/;

/** The members of an error that are there for people, for its status, and for its kind as RFC 9457 has them. */
function withDetail(body: unknown, status: number, detail: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isProblem = Object.hasOwn(body, 'title') && (Object.hasOwn(body, 'detail') || Object.hasOwn(body, 'status'));
  const entries = Object.entries(body).map(([member, value]) => {
    const name = plain(member);
    if (typeof value === 'string' && DETAILS.test(name)) return [member, detail];
    if (typeof value === 'number' && STATUSES.test(name)) return [member, status];
    if (isProblem && typeof value === 'string' && name === 'title') return [member, TITLES[status] ?? value];
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
