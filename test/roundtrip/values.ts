// Arbitraries of inputs and results for the round trips, from the generated examples; a failing run names its seed.
import { createRandom, type Random } from '@octavo/runtime/testing';
import type { Operation } from '../../generator/model/service.ts';
import type { AnyInput } from '../../runtime/client/encode-request.ts';
import fc from '../support/fast-check.ts';
import type { Generated } from './service.ts';

export interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

function exampleOf<T>({ id, examples }: Generated, name: string): (random: Random, status?: number) => T {
  const found = examples[name];
  if (typeof found !== 'function') throw new Error(`generated/${id}/examples.ts exports no ${name}`);
  return found as (random: Random, status?: number) => T;
}

/** Inputs that are valid and that the wire format can express. */
export function inputsOf(generated: Generated, { typeName }: Operation): fc.Arbitrary<AnyInput> {
  const example = exampleOf<AnyInput>(generated, `example${typeName}Input`);
  return fc.nat().map((seed) => example(createRandom(seed)));
}

export interface Results {
  readonly status: number;
  readonly values: fc.Arbitrary<Result>;
}

/** One entry per declared status, in any of its media types. `4XX` and `default` give a status that is not listed. */
export function resultsOf(generated: Generated, { typeName, responses }: Operation): Results[] {
  const example = exampleOf<Result>(generated, `example${typeName}Result`);
  const listed = responses.map((response) => response.status);
  return responses.map((response): Results => {
    const status = codeOf(response.status, listed);
    return { status, values: fc.nat().map((seed) => example(createRandom(seed), status)) };
  });
}

function codeOf(status: string, listed: readonly string[]): number {
  if (/^[1-5][0-9]{2}$/.test(status)) return Number(status);
  const start = status === 'default' ? 500 : Number(status[0]) * 100;
  for (let code = start + 20; ; code++) if (!listed.includes(String(code))) return code;
}
