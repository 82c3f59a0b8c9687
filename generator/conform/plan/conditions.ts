// Leaves out the headers that make a request conditional: a service compares them first, and answers a made-up one with 412 or 304.
import { pointerToken } from '@octavo/runtime/conformance';
import { changedAt, REMOVED } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import { ifMatchOf, needsIfMatch } from '../contract/if-match.ts';
import type { Input } from './input.ts';

/** RFC 9110 section 13.1. */
const CONDITIONS: ReadonlySet<string> = new Set(['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range']);

/** The parameters that make a request conditional, and that it may lack, as JSON pointers into the input. */
export function conditionsOf(operation: Operation): readonly string[] {
  const needed = needsIfMatch(operation) ? ifMatchOf(operation) : undefined;
  return operation.parameters
    .filter((one) => one.in === 'header' && !one.required && one !== needed && CONDITIONS.has(one.name.toLowerCase()))
    .map(({ name }) => `/header/${pointerToken(name)}`);
}

export function withoutConditions(operation: Operation, input: Input): Input {
  if (input.header === undefined) return input;
  return conditionsOf(operation).reduce<Input>((whole, at) => changedAt(whole, at, REMOVED) as Input, input);
}
