// Chooses the operations that a run tests, by the user's words: an id, a tag, a path or a finding. What they need is called too, and not tested.
import { usageError } from '../../base/error.ts';
import { closest } from '../../base/suggest.ts';
import type { Edge } from '../../inference/edge.ts';
import { edgesOf } from '../../inference/edges.ts';
import type { Operation, Service } from '../../model/service.ts';
import { isReading } from '../contract/methods.ts';
import type { ConformSettings } from '../contract/settings.ts';

export interface Chosen {
  /** Whether an operation is tested. */
  readonly isTested: (operation: Operation) => boolean;
  /** Whether it is called only for values that tested operations take. */
  readonly isSource: (operation: Operation) => boolean;
  /** The ids of findings and their checks, where only findings are named; absent: all are looked for. */
  readonly findings?: { readonly ids: ReadonlySet<string>; readonly checks: ReadonlySet<string> };
}

export interface Choice {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** @throws {OctavoError} (exit code 2) for a word that names nothing in the document. */
export function chosenOperations(service: Service, edges: readonly Edge[], { only, skip }: Choice): Chosen {
  const { operations } = service;
  for (const word of [...only, ...skip]) refuseUnknown(word, operations);
  const tested = new Set(
    operations.filter(
      (operation) => (only.length === 0 || only.some((word) => isNamed(word, operation))) && !skip.some((word) => isNamed(word, operation)),
    ),
  );
  const findings = only.flatMap((word) => findingIn(word) ?? []);
  const sources = new Set<Operation>();
  const add = (operation: Operation): void => {
    for (const { producer, consumer } of edges) {
      if (consumer !== operation || tested.has(producer) || sources.has(producer) || skip.some((word) => isNamed(word, producer))) continue;
      sources.add(producer);
      add(producer);
    }
  };
  if (only.length > 0)
    for (const operation of tested)
      for (const needed of [operation, ...readsFor(operation, operations)]) {
        if (needed !== operation && !tested.has(needed) && !skip.some((word) => isNamed(word, needed))) sources.add(needed);
        add(needed);
      }
  // A sequence also changes and deletes what its operation reads.
  if (findings.length > 0)
    for (const { producer, consumer } of edges)
      if (sources.has(producer) || tested.has(producer)) if (!tested.has(consumer)) sources.add(consumer);
  return {
    isTested: (operation) => tested.has(operation),
    isSource: (operation) => sources.has(operation),
    ...(findings.length > 0 && findings.length === only.length
      ? { findings: { ids: new Set(only), checks: new Set(findings.map(({ check }) => check)) } }
      : {}),
  };
}

/** The read of the thing that an operation changes under a condition: its answer has what the condition names. */
function readsFor({ path, parameters, method }: Operation, operations: readonly Operation[]): readonly Operation[] {
  const isConditional = parameters.some(({ in: where, name }) => where === 'header' && /^if-(?:match|unmodified-since)$/i.test(name));
  return isConditional && method !== 'GET' ? operations.filter((one) => one.method === 'GET' && one.path === path) : [];
}

/** The parts of the id of a finding: `read-after-create:getBook:3f2a91`. */
function findingIn(word: string): { readonly check: string; readonly operation: string } | undefined {
  const [, check, operation] = /^([a-z-]+):(.+):[\da-f]{6}$/.exec(word) ?? [];
  return check === undefined || operation === undefined ? undefined : { check, operation };
}

/** `createBook`, `books` (a tag), `/books/{id}`, or `/books/*` for all below. */
function isNamed(word: string, { id, tags, path }: Operation): boolean {
  if (word.startsWith('/')) return word.endsWith('*') ? path.startsWith(word.slice(0, -1)) : path === word;
  return id === word || id === findingIn(word)?.operation || tags.includes(word);
}

function refuseUnknown(word: string, operations: readonly Operation[]): void {
  if (operations.some((operation) => isNamed(word, operation))) return;
  const near = closest(
    word,
    operations.flatMap(({ id, tags, path }) => [id, path, ...tags]),
  );
  throw usageError('operation-unknown', `\`${word}\` names no operation, tag, path or finding of the document.`, {
    fix:
      near === undefined
        ? 'Write the id of an operation, a tag, or a path such as `/books/{id}`; `/books/*` takes all below.'
        : `Did you mean \`${near}\`?`,
  });
}

/** What a run may do to a service. */
export interface Plan {
  /** Operations that create or change something. */
  readonly writes: readonly Operation[];
  readonly deletes: readonly Operation[];
  readonly reads: readonly Operation[];
}

function planOf(operations: readonly Operation[]): Plan {
  const changing = operations.filter(({ method }) => !isReading(method));
  return {
    reads: operations.filter(({ method }) => isReading(method)),
    writes: changing.filter(({ method }) => method !== 'DELETE'),
    deletes: changing.filter(({ method }) => method === 'DELETE'),
  };
}

/**
 * The operations that a run may call, by what they do.
 * @throws {OctavoError} (exit code 2) for a name in `only` or `skip` that the document does not have
 */
export function plannedOperations(
  service: Service,
  { overrides = {}, only = [], skip = [], readOnly = false }: Pick<ConformSettings, 'overrides' | 'only' | 'skip' | 'readOnly'>,
): Plan {
  const { isTested, isSource } = chosenOperations(service, edgesOf(service, overrides), { only, skip });
  const called = service.operations.filter(
    (operation) => overrides.operations?.[operation.id] !== false && (isTested(operation) || isSource(operation)),
  );
  const plan = planOf(called);
  return readOnly ? { reads: plan.reads, writes: [], deletes: [] } : plan;
}
