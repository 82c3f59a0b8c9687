// Answers without state where texts say that numbers are computed: with the right ones.
import type { Operation } from '../../../model/service.ts';
import type { Living, Result, Setting, Tools } from '../setting.ts';
import { bodySchemas } from '../showing.ts';
import { hasNumbers, withNumbers } from './numbers.ts';

/** A result with the numbers that its texts say, or else as it is: the first that the document allows, and `undefined` where it allows neither. */
export function countedResult(tools: Tools, operation: Operation, result: Result): Result | undefined {
  const counted = { ...result, body: withNumbers(bodySchemas(operation), result.body) };
  return [counted, result].find((one) => tools.judge(operation, one).length === 0);
}

/** The example of a response with other numbers than its texts say, with the right ones; `undefined` where it has none. */
export function countedExample({ tools }: Setting, operation: Operation): Living | undefined {
  const schemas = bodySchemas(operation);
  if (!hasNumbers(schemas)) return undefined;
  const example = tools.example(operation, undefined);
  const body = withNumbers(schemas, example.body);
  const result = { ...example, body };
  return body === example.body || tools.judge(operation, result).length > 0 ? undefined : { result, isWithoutState: true };
}
