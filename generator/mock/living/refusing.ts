// Refuses requests by the statuses that an operation declares, in the form that a generated server gives its errors.
import { ownBody, reasonOf } from '@octavo/runtime/conformance';
import { ExampleError } from '@octavo/runtime/testing';
import { jsonText } from '../../base/exact.ts';
import { isObject } from '../../inference/pointers.ts';
import { singular } from '../../inference/prose/index.ts';
import type { ErrorTemplate } from '../../model/error-rows.ts';
import type { Operation } from '../../model/service.ts';
import { faultOf } from '../refusal.ts';
import { type Asked, absentBody } from './absent-words.ts';
import { declares, type Kind, pathOf } from './plan/kinds.ts';
import type { Living, Result, Setting } from './setting.ts';

interface Refusal {
  readonly status: number;
  readonly detail: string;
  /** What is not there, of which the document may have words of its own. */
  readonly asked?: Asked;
}

/**
 * By the first of the statuses that the operation declares. Where it declares none of them, by the first: a request for what is not there gets 404
 * from services whose documents do not say so. The body then has the form of another refusal of the operation, or is a problem (RFC 9457).
 */
export function refuse(setting: Setting, operation: Operation, statuses: readonly number[], detail: string, asked?: Asked): Living {
  for (const status of declaredOf(operation, statuses)) {
    const result = declaredResult(setting, operation, { status, detail, ...(asked === undefined ? {} : { asked }) });
    if (result !== undefined) return { result };
  }
  const refusal = { status: statuses[0] ?? 400, detail };
  const { status } = refusal;
  const { contentType, body } = inForm(setting, operation, refusal) ??
    inForm(setting, likeAnother(operation, status), refusal) ?? {
      contentType: 'application/problem+json',
      body: { type: 'about:blank', title: reasonOf(status), status, detail },
    };
  return { answer: { status, headers: { 'content-type': contentType }, body: jsonText(body), refused: detail } };
}

/** The operation, as if it answered this status like another refusal that it declares. */
function likeAnother(operation: Operation, status: number): Operation {
  const { errors = [] } = operation;
  const other = errors.find((row) => /^4(?:\d\d|XX)$/.test(row.status))?.status;
  const rows = errors.filter((row) => row.status === other).map((row): ErrorTemplate => ({ ...row, status: String(status) }));
  return { ...operation, errors: rows };
}

/** The body that the document gives its errors, filled (`x-errors`, written or inferred); `undefined` where it gives none. */
function inForm({ errors }: Setting, operation: Operation, { status, detail }: Refusal): ReturnType<typeof ownBody> {
  return ownBody({ ...faultOf(status, []), detail }, [operation.errors, errors]);
}

function mediaTypesOf({ responses }: Operation, status: number): readonly string[] {
  const found =
    responses.find((one) => one.status === String(status)) ?? responses.find((one) => one.status === `${Math.floor(status / 100)}XX`);
  const { contents = [] } = found ?? responses.find((one) => one.status === 'default') ?? {};
  return contents.map(({ contentType, sent }) => sent ?? contentType);
}

/** The response that the document declares, with the reason of the refusal; `undefined` where there is no example of it. */
function declaredResult(setting: Setting, operation: Operation, refusal: Refusal): Result | undefined {
  const { tools } = setting;
  try {
    const example = tools.example(operation, refusal.status);
    const own = 'body' in example ? inForm(setting, operation, refusal) : undefined;
    const isDeclared = own !== undefined && mediaTypesOf(operation, refusal.status).includes(own.contentType);
    // The form of the document may have rules of its own, such as a pattern of codes: then the example stands, with the status.
    const told = withStatus(example, refusal.status);
    const worded = refusal.asked && absentBody(operation, refusal.status, refusal.asked);
    const candidates = [
      ...(worded === undefined ? [] : [{ ...example, body: worded }]),
      ...(isDeclared ? [{ ...example, ...own }, told] : [told]),
    ];
    return candidates.find((one) => tools.judge(operation, one).length === 0) ?? example;
  } catch (error) {
    if (error instanceof ExampleError) return undefined;
    throw error;
  }
}

/** The member in which an error repeats its status (RFC 9457 section 3.1.2). */
const STATUS = /^(?:http_?)?status(?:_?code)?$/i;

/** A response whose body says its status, where it says any. */
function withStatus(example: Result, status: number): Result {
  const { body } = example;
  if (!isObject(body)) return example;
  const told = Object.entries(body).map(([name, value]) => [name, typeof value === 'number' && STATUS.test(name) ? status : value]);
  return { ...example, body: Object.fromEntries(told) };
}

/** Whether the operation declares one of the statuses, also by `4XX` or `default`. */
export function mayRefuse(operation: Operation, statuses: readonly number[]): boolean {
  return declaredOf(operation, statuses).length > 0;
}

/** Statuses that can say that the state of a thing refuses a request, the likeliest first. */
export const REFUSING_STATES: readonly number[] = [409, 422, 400, 403, 423, 412, 428];

/** Words of a refusal of what a request says, and not of who sends it or of what is there. */
const OF_INPUT =
  /\binvalid\b|\bnot valid\b|\bvalidation\b|\bmalformed\b|\bbad (?:request|parameter|input)\b|\bwrong (?:input|parameter|value)/i;

/** By which a request is refused that breaks what a sentence says: none, where the operation declares no refusal that may say so. */
export function refusalsOfInput(operation: Operation): readonly number[] {
  const usual = [422, 400];
  if (mayRefuse(operation, usual)) return usual;
  const others = operation.responses.filter(({ status, description = '' }) => /^4\d\d$/.test(status) && OF_INPUT.test(description));
  return others.map(({ status }) => Number(status)).filter((status) => ![401, 403, 404, 429].includes(status));
}

/** The statuses that the operation declares, with those that have a response of their own before those that `4XX` or `default` stand for. */
function declaredOf(operation: Operation, statuses: readonly number[]): readonly number[] {
  const has = (key: string): boolean => operation.responses.some(({ status }) => status === key);
  // Where `default` is the one response, it is that of success.
  const isForErrors = has('default') && operation.responses.some(({ status }) => /^2/.test(status));
  const isMeant = (status: number): boolean => has(`${Math.floor(status / 100)}XX`) || isForErrors;
  return [...statuses.filter((status) => declares(operation, status)), ...statuses.filter(isMeant)];
}

export function missing(setting: Setting, operation: Operation, kind: Kind, collection: string, id: string): Living {
  const name = id === '' ? wordFor(kind) : `${wordFor(kind)} \`${id.slice(0, 100)}\``;
  const isGone =
    setting.world.findDeleted(collection, id) !== undefined || (declares(operation, 410) && setting.world.hadOnce(collection, id));
  return !isGone
    ? refuse(setting, operation, [404, 410], `There is no ${name}.`, { kind, id, kinds: setting.plan.kinds })
    : refuse(setting, operation, declares(operation, 410) ? [410] : [404, 410], `The ${name} is deleted.`);
}

/** `book`, of `books`; `event type`, of `event_types`. */
export function wordFor({ name, collection }: Kind): string {
  return name === '' ? pathOf(collection) : singular(name).replaceAll(/[_-]+/g, ' ');
}
