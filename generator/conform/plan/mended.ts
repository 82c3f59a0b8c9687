// Mends examples of a document that lack members which their schemas require: authors leave out what has a default.
import { isDeepStrictEqual } from 'node:util';
import { getOwn, tokenName } from '@octavo/runtime/conformance';
import { changedAt, REMOVED } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import { schemasOf } from './constraints.ts';
import type { Input } from './input.ts';

/** How often what is wrong is looked for: a member that was added may lack members itself. */
const ROUNDS = 5;

/** A sampled input with the first example of its body, where it was sampled without one because none is as its schema says. */
export function withExample(judge: Judge, operation: Operation, input: Input): Input {
  const contents = operation.body?.contents ?? [];
  const content = input.contentType === undefined ? contents[0] : contents.find(({ contentType }) => contentType === input.contentType);
  const [first] = content?.examples ?? [];
  if (first === undefined || content?.kind === 'bytes') return input;
  if (content?.examples.some(({ value }) => isDeepStrictEqual(value, input.body))) return input;
  return mended(judge, operation, { ...input, body: first.value }, input) ?? input;
}

/** An input in which each wrong member of the body has its default, or its value in a valid one; `undefined` where that does not make it valid. */
function mended(judge: Judge, operation: Operation, given: Input, valid: Input): Input | undefined {
  let whole = given;
  for (let round = 0; round < ROUNDS; round++) {
    const issues = judge.input(operation, whole);
    if (issues.length === 0) return whole;
    for (const { path } of issues) {
      if (!path.startsWith('/body/')) return undefined;
      const value = schemasOf(operation, path).find((schema) => schema.default !== undefined)?.default ?? valueAt(valid, path);
      whole = changedAt(whole, path, value ?? REMOVED) as Input;
    }
  }
  return undefined;
}

function valueAt(source: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).map(tokenName).reduce(getOwn, source);
}
