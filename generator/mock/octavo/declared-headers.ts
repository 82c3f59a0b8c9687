// Gives refusals of the generated server the headers that the document requires of such a response, and the form that it declares for those that the
// server sets by itself, such as `WWW-Authenticate`. The values are those of the example.
import { parameterIn, segmentsOf, valuesIn } from '../../inference/templates.ts';
import type { Schema } from '../../model/schema/schema.ts';
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

interface HeaderTools {
  /** The example of a response; `undefined` where there is none. */
  exampleOf(operation: Operation, status: number): Result | undefined;
  /** Whether a schema allows a value. */
  allows(schema: Schema, value: unknown): boolean;
}

export function withDeclaredHeaders(
  outcome: EngineOutcome,
  operations: readonly Operation[],
  asked: Asked,
  { exampleOf, allows }: HeaderTools,
): EngineOutcome {
  if (outcome.kind !== 'answer' || outcome.answer.status < 400) return outcome;
  const { answer } = outcome;
  const operation = operationOf(operations, asked);
  const { headers = [] } = operation?.responses.find(({ status }) => status === String(answer.status)) ?? {};
  if (operation === undefined || headers.length === 0) return outcome;
  const examples = Object.entries(exampleOf(operation, answer.status)?.headers ?? {});
  const given = headers.flatMap(({ name, required, schema }): (readonly [string, string])[] => {
    const key = name.toLowerCase();
    const value = examples.find(([own]) => own.toLowerCase() === key)?.[1];
    const own = answer.headers[key];
    // The text of a header is its value only where this is a text.
    const isWanted = own === undefined ? required : typeof value === 'string' && !allows(schema, own);
    return isWanted && isScalar(value) ? [[key, String(value)]] : [];
  });
  return { ...outcome, answer: { ...answer, headers: { ...answer.headers, ...Object.fromEntries(given) } } };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
