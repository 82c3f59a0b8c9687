// Gives refusals of the generated server the headers that the document requires of such a response, as its example has them.
import { parameterIn, segmentsOf, valuesIn } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Result } from '../living/setting.ts';
import type { EngineOutcome } from './protocol.ts';

interface Asked {
  readonly method: string;
  readonly target: string;
}

/** The operation whose path a request has: one with fewer parameters before others. */
export function operationOf(operations: readonly Operation[], { method, target }: Asked): Operation | undefined {
  const path = segmentsOf(target);
  const parameters = (one: Operation): number => segmentsOf(one.path).filter((segment) => parameterIn(segment) !== undefined).length;
  return operations
    .filter((one) => one.method === method.toUpperCase() && valuesIn(segmentsOf(one.path), path) !== undefined)
    .sort((one, other) => parameters(one) - parameters(other))[0];
}

/** @param exampleOf the example of a response; `undefined` where there is none */
export function withRequiredHeaders(
  outcome: EngineOutcome,
  operations: readonly Operation[],
  asked: Asked,
  exampleOf: (operation: Operation, status: number) => Result | undefined,
): EngineOutcome {
  if (outcome.kind !== 'answer' || outcome.answer.status < 400) return outcome;
  const { answer } = outcome;
  const operation = operationOf(operations, asked);
  const declared = operation?.responses.find(({ status }) => status === String(answer.status));
  const missing = (declared?.headers ?? []).filter(({ name, required }) => required && !Object.hasOwn(answer.headers, name.toLowerCase()));
  if (operation === undefined || missing.length === 0) return outcome;
  const given = Object.entries(exampleOf(operation, answer.status)?.headers ?? {});
  const added = missing.flatMap(({ name }): (readonly [string, string])[] => {
    const value = given.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name.toLowerCase(), String(value)]]
      : [];
  });
  return { ...outcome, answer: { ...answer, headers: { ...answer.headers, ...Object.fromEntries(added) } } };
}
