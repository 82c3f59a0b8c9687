// Puts other things into inputs that have succeeded, where an operation uses up what it takes.
import type { Edge } from '../../inference/edge.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Input } from '../plan/index.ts';
import type { Existing } from './existing.ts';
import type { Fitting } from './fitting.ts';
import type { createKnowledge, Knowledge } from './knowledge.ts';
import { withThings } from './rewritten.ts';

interface Placing {
  /** The input of a case with things that exist, or with the fresh ones. */
  placed(one: Case, input: Input, fresh: Input | undefined): Promise<Input>;
  grounded(one: Case, input: Input, fresh: Input | undefined): Promise<Input>;
  unspentInput(one: Case, input: Input): Input | undefined;
  /** Whether an operation has succeeded, and its body names other things, which may be used up by now. It is asked once. */
  mayBePrepared(operation: Operation): boolean;
  /** Notes that all operations were called once: what prepares a thing is not known before. */
  begin(): void;
}

interface PlacingOptions {
  readonly edges: readonly Edge[];
  readonly existing: Existing;
  readonly fitting: Fitting;
  readonly of: ReturnType<typeof createKnowledge>;
}

/** Whether something that the body names is prepared for an operation. */
export function preparesBody({ preparation }: Pick<Knowledge, 'preparation'>): boolean {
  return preparation !== undefined && [preparation, ...(preparation.also ?? [])].some(({ place }) => place.startsWith('/body/'));
}

/** The operations that make what an operation needs, and what those need. */
export function makersFor(edges: readonly Edge[], operation: Operation): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  const add = (one: Operation): void => {
    for (const { consumer, producer } of edges) {
      if (consumer !== one || producer === operation || found.has(producer)) continue;
      found.add(producer);
      add(producer);
    }
  };
  add(operation);
  return found;
}

export function createPlacing({ edges, existing, fitting, of }: PlacingOptions): Placing {
  let isBegun = false;

  /** What has succeeded stays as it is; only the things that an operation uses up, or that were prepared for it, are other ones. */
  async function grounded(one: Case, input: Input, fresh: Input | undefined): Promise<Input> {
    const { operation, at } = one;
    const { prepared } = of(operation);
    const placed = fresh?.path === undefined ? input : await replaced(one, input, fresh);
    return prepared === undefined ? placed : withThings(edges, operation, placed, prepared, at);
  }

  /** The input with the path of another one, and with things that fit it. */
  async function replaced(one: Case, input: Input, fresh: Input): Promise<Input> {
    const knowledge = of(one.operation);
    const placed = { ...input, path: fresh.path };
    // What a refused request has left fits already.
    if (knowledge.fit !== undefined && knowledge.fit.path === fresh.path)
      return withThings(edges, one.operation, placed, knowledge.fit, one.at);
    knowledge.fit = await fitting.refitted(one, placed);
    return knowledge.fit;
  }

  /** The input with the things that a refused request has left as they were. A case about the path itself needs none. */
  function unspentInput({ operation, at }: Case, input: Input): Input | undefined {
    if (at?.startsWith('/path/') === true) return existing.fillerOf(operation)(input, at);
    const { unspent } = of(operation);
    return unspent && withThings(edges, operation, unspent.path === undefined ? input : { ...input, path: unspent.path }, unspent, at);
  }

  async function placed(one: Case, input: Input, fresh: Input | undefined): Promise<Input> {
    const { operation, at } = one;
    if (one.isGrounded === true) return grounded(one, input, fresh);
    if (fresh !== undefined) return fresh;
    const { prepared } = of(operation);
    const filled = existing.fillerOf(operation)(input, at);
    // What is newest need not be in the state that the operation needs.
    return prepared !== undefined && preparesBody(of(operation)) ? withThings(edges, operation, filled, prepared, at) : filled;
  }

  function mayBePrepared(operation: Operation): boolean {
    if (!isBegun || !of(operation).hasSucceeded || of(operation).isSoughtAnew) return false;
    return edges.some(({ consumer, producer, to }) => consumer === operation && producer !== operation && to.startsWith('/body/'));
  }

  const begin = (): void => {
    isBegun = true;
  };

  return { placed, grounded, unspentInput, mayBePrepared, begin };
}
