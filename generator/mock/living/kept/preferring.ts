// Answers without a body where the caller prefers that, and the document says that it may (RFC 7240 section 4.2).
import { MINIMAL, promisesMinimal } from '../../../inference/stated/preferences.ts';
import type { Operation } from '../../../model/service.ts';
import type { Call, Living, Setting } from '../setting.ts';

export function preferred({ tools }: Setting, operation: Operation, { headers }: Call, living: Living): Living {
  if (!('result' in living) || living.result.status > 200 || headers.prefer === undefined || !promisesMinimal(operation)) return living;
  if (!headers.prefer.split(',').some((one) => one.trim().toLowerCase() === MINIMAL)) return living;
  const declared = operation.responses.find(({ status }) => status === '204')?.headers ?? [];
  const shown = Object.entries(living.result.headers ?? {});
  const own = declared.flatMap(({ name }): readonly (readonly [string, unknown])[] => {
    if (name.toLowerCase() === 'preference-applied') return [[name, MINIMAL]];
    const value = shown.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    return value === undefined ? [] : [[name, value]];
  });
  const example = tools.example(operation, 204);
  return { ...living, result: { ...example, headers: { ...example.headers, ...Object.fromEntries(own) } } };
}
