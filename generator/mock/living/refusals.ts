// Refuses requests as the document has it: by its templates of errors, or by the example of its response.
import { refuse } from '@octavo/runtime';
import { reasonOf } from '@octavo/runtime/conformance';
import { isObject, pointerTo } from '../../conform/sequences/pointers.ts';
import type { Operation, Service } from '../../model/service.ts';
import { type Ground, type Result, sent, withValue } from './results.ts';

export function declaredStatus({ responses }: Operation, status: number): boolean {
  return responses.some((one) => one.status === String(status));
}

/** @throws a refusal where the document has templates of errors, or has no response of the status. */
export function refused(service: Service, ground: Ground, operation: Operation, status: number, detail: string): Result {
  const hasTemplates = service.errors.length > 0 || (operation.errors?.length ?? 0) > 0;
  if (hasTemplates || !declaredStatus(operation, status)) throw refuse(status, { detail });
  const example = sent(ground.example(operation, undefined, status)) as Result;
  const { body } = example;
  if (!isObject(body)) return example;
  const title = reasonOf(status);
  const known: Readonly<Record<string, unknown>> = { type: 'about:blank', title, status, statusCode: status, detail, message: detail };
  const own = Object.entries(known).filter(([name, value]) => typeof body[name] === typeof value);
  return own.reduce((result, [name, value]) => withValue(ground, operation, result, pointerTo('body', name), value), example);
}
