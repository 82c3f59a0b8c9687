// Answers without state where texts say that numbers are computed, or that members are there in some states alone: as they say.
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../../model/service.ts';
import type { Living, Result, Setting, Tools } from '../setting.ts';
import { bodySchemas } from '../showing.ts';
import { hasStates, inStates } from './keeping.ts';
import { hasNumbers, withNumbers } from './numbers.ts';

/** A result as its texts say, or else as it is: the first that the document allows, and `undefined` where it allows neither. */
export function countedResult(tools: Tools, operation: Operation, result: Result): Result | undefined {
  const schemas = bodySchemas(operation);
  const counted = { ...result, body: withNumbers(schemas, inStates(schemas, result.body)) };
  return [counted, result].find((one) => tools.judge(operation, one).length === 0);
}

/** The example of a response that has something otherwise than its texts say, as they say it; `undefined` where it has nothing so. */
export function countedExample({ tools }: Setting, operation: Operation): Living | undefined {
  const schemas = bodySchemas(operation);
  if (!hasNumbers(schemas) && !hasStates(schemas)) return undefined;
  const example = tools.example(operation, undefined);
  const body = withNumbers(schemas, inStates(schemas, example.body));
  const result = { ...example, body };
  return isDeepStrictEqual(body, example.body) || tools.judge(operation, result).length > 0 ? undefined : { result, isWithoutState: true };
}
