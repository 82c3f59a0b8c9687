// Finds how many things there may be below another one, or of those that name it: `A shipment has at most 10 parcels`.
import { ENDED, endingIn, mostIn, names, PASSING, saidOf } from '../../../inference/prose/index.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Kind } from '../plan/kinds.ts';

/** The most things of a kind that an operation may make below one thing, or with one name in their bodies. */
export interface Most {
  readonly count: number;
  /** The status by which one more is refused. */
  readonly status: number;
  /** The kind that it is counted for. */
  readonly owner: Kind;
  /** Whether a thing in this state counts. */
  counts(state: unknown): boolean;
}

/** Reads the sentences of an operation when it is first called. */
export function mostOf(service: Service): (operation: Operation, kind: Kind) => Most | undefined {
  const known = new Map<Operation, { readonly most: Most | undefined }>();
  return (operation, kind) => {
    const found = known.get(operation) ?? { most: limitOf(service, operation, kind) };
    known.set(operation, found);
    return found.most;
  };
}

/** Such a sentence does not count what is over. */
const AT_A_TIME = /\bat (?:a|one|any) time\b|\bat once\b/i;

/** The largest number that is kept: a larger one is hardly about the things of one thing. */
const LARGEST = 1000;

function limitOf(service: Service, operation: Operation, { name, parent, references, state }: Kind): Most | undefined {
  const others = references.map(({ kind }) => kind);
  const owners = [...(parent === undefined ? [] : [parent]), ...others].map((one) => one.name);
  const has409 = operation.responses.some(({ status }) => status === '409');
  for (const said of saidOf(service, operation)) {
    const limit = mostIn(said, name, owners);
    // One that the body names is judged as a unique value where there may be one alone.
    const owner = parent ?? (limit === undefined || limit.count < 2 ? undefined : others.find((one) => names(said.text, one.name)));
    const status = /^4\d\d$/.test(said.refusal ?? '') ? Number(said.refusal) : has409 ? 409 : undefined;
    if (limit === undefined || owner === undefined || status === undefined || limit.count < 1 || limit.count > LARGEST) continue;
    if (limit.kind !== undefined) continue;
    const only = state?.values.find((one) => one.toLowerCase() === limit.adjective);
    // Another word before the things is about something that the document does not say of them.
    if (limit.adjective !== undefined && only === undefined && PASSING.test(limit.adjective)) continue;
    const states = state?.values ?? [];
    const over = AT_A_TIME.test(said.text) ? states.filter((one) => ENDED.test(one)) : [];
    const ended = new Set([...endingIn(said.text, states), ...over]);
    return { count: limit.count, status, owner, counts: (now) => (only === undefined ? !ended.has(String(now)) : now === only) };
  }
  return undefined;
}
