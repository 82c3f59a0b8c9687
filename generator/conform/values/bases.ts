// Keeps inputs of requests that have succeeded, so that cases can change one part of them: then the answer is about this part.
import { isObject } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import { isSuccess } from '../checks/probe.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Input } from '../plan/index.ts';

export interface Bases {
  see(exchange: Exchange): void;
  /** Inputs that have succeeded, the richest first, at most three for each media type of the body. */
  of(operation: Operation, contentType?: string): readonly Input[];
  /** All inputs that have succeeded as far as they were kept, the newest last. */
  all(operation: Operation): readonly Input[];
}

/** So many inputs of an operation are kept. */
const MOST = 40;

interface Kept {
  readonly input: Input;
  readonly size: number;
}

export function createBases(): Bases {
  const kept = new Map<Operation, Kept[]>();
  const keptOf = (operation: Operation): readonly Kept[] => kept.get(operation) ?? [];
  return {
    see(exchange) {
      const { operation, input, request } = exchange.case;
      if (!isValidSuccess(exchange) || input === undefined || request.method !== operation.method) return;
      const inputs = kept.get(operation) ?? [];
      kept.set(operation, inputs);
      inputs.push({ input, size: sizeOf(input) });
      if (inputs.length <= MOST) return;
      // The richest ones stay.
      const poorest = byRichness(inputs).at(-1);
      kept.set(
        operation,
        inputs.filter((one) => one !== poorest),
      );
    },
    of: (operation, contentType) =>
      byRichness(keptOf(operation).filter(({ input }) => input.contentType === contentType))
        .slice(0, 3)
        .map(({ input }) => input),
    all: (operation) => keptOf(operation).map(({ input }) => input),
  };
}

export function hasSucceeded({ response }: Exchange): boolean {
  return response !== undefined && isSuccess(response.status);
}

/** Whether a valid request with the user's credential has succeeded. */
export function isValidSuccess(exchange: Exchange): boolean {
  const { intent, credential } = exchange.case;
  return intent.kind === 'valid' && credential === 'given' && hasSucceeded(exchange);
}

/** The richest first; of two equal ones, the newer. */
function byRichness(inputs: readonly Kept[]): readonly Kept[] {
  return inputs.toReversed().sort((a, b) => b.size - a.size);
}

/** How many members a value has, its empty and null ones left out; of a list, those of its first item. */
export function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length === 0 ? 0 : 1 + sizeOf(value[0]);
  if (isObject(value)) return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 0);
  return value === undefined || value === null ? 0 : 1;
}
