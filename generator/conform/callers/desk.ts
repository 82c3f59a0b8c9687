// What is shared by everything that several callers try on a service: valid requests of the first account, and the same ones as another caller.

import type { Edge } from '../../inference/edge.ts';
import { holderOf, pointerTo, valueAt } from '../../inference/pointers.ts';
import type { Resource } from '../../inference/resources.ts';
import { isTimeText } from '../../inference/steps.ts';
import { parameterIn, pathPlacesOf, segmentsOf } from '../../inference/templates.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Case, CredentialUse } from '../contract/case.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input } from '../plan/index.ts';
import { asTaken, isSuccess, resultOf, unknownLike } from '../sequences/index.ts';

interface Found {
  readonly check: string;
  readonly message: string;
  readonly expected: string;
  /** The failing exchange last. */
  readonly exchanges: readonly [...Exchange[], Exchange];
}

/** What the second account may have got. */
export interface Gained extends Omit<Found, 'check'> {
  readonly operation: Operation;
  /** The case of the first account that names the thing in its path. */
  readonly about: Case;
  /** Whether the service hides the same thing from the second account elsewhere. */
  readonly isContrast: boolean;
}

/** How a thing that a place names is brought into the state that an operation needs. */
export interface Way {
  readonly producer: Operation;
  readonly place: string;
  readonly steps: readonly {
    readonly operation: Operation;
    readonly place: string;
    readonly body?: unknown;
    readonly set?: { readonly place: string; readonly value: string };
  }[];
}

export interface Desk {
  readonly service: Service;
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly resources: readonly Resource[];
  /** What a PUT creates, by a name that the caller chooses: each account may have a thing of the same name. */
  readonly named: readonly Resource[];
  /** What has a list and actions, and no path of its own. */
  readonly actedOn: readonly Resource[];
  /** What a list alone shows, and nothing reads by a path. */
  readonly unread: readonly Resource[];
  /** A valid case of an operation that may be called. */
  readonly caseOf: (operation: Operation) => Case | undefined;
  /** The case with fresh values, and with things that exist. */
  readonly ready: (one: Case) => Promise<Case>;
  /** Sends a valid case with fresh values, and with others where it is refused. */
  readonly fresh: (one: Case) => Promise<Exchange | undefined>;
  /** Whether a check has judged the operation. */
  readonly hasLooked: (check: string, operation: Operation) => boolean;
  /** Sends a case as it is. */
  readonly send: (one: Case, after?: Exchange) => Promise<Exchange | undefined>;
  /** What brings a thing into the state that an operation needs: the way that is known, or those that may. */
  readonly waysFor: (operation: Operation) => readonly Way[];
  /** The case with an idempotency key of its own. */
  readonly ownKey: (one: Case) => Case;
  readonly isOn: (check: string) => boolean;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: Found) => void;
  /** Whether there is time for one more request. */
  readonly mayGoOn: () => boolean;
  /** Waits, and says whether all of the time has passed: the wait ends with the time of the run. */
  readonly pause: (milliseconds: number) => Promise<boolean>;
  /** A number for each request, so that no two cases have the same id. */
  readonly number: () => number;
}

export function isAnswered(exchange: Exchange | undefined): exchange is Answered {
  return exchange?.response !== undefined;
}

/** Whether there is a whole response of success. */
export function succeeded(exchange: Exchange | undefined): exchange is Answered {
  return isAnswered(exchange) && isSuccess(exchange) && exchange.response.cut === undefined;
}

/** What an answer has around the identifier of a thing: the thing itself. */
export function thingIn({ edge }: Resource, exchange: Answered): unknown {
  return valueAt(resultOf(exchange), holderOf(edge.from));
}

/** Whether every alternative of the security of an operation needs a credential. */
export function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((requirement) => requirement.length > 0);
}

export function hasPathParameter({ parameters }: Operation): boolean {
  return parameters.some((one) => one.in === 'path');
}

/** A request that a check sends, and whose answer it alone judges. */
export function probe(desk: Desk, one: Case, check: string, says: string, credential: CredentialUse = one.credential): Case {
  const { id: operation } = one.operation;
  return { ...one, id: `${operation} ${check} ${says} #${desk.number()}`, intent: { kind: 'probe', check }, says, credential };
}

/** A valid request beside the planned ones. */
export function another(desk: Desk, one: Case, says: string): Case {
  return { ...one, id: `${one.operation.id} valid ${says} #${desk.number()}`, intent: { kind: 'valid', by: 'random' }, says };
}

/** The case with another input; `undefined` where the document does not allow it. */
export async function withInput(desk: Desk, one: Case, input: Input): Promise<Case | undefined> {
  const request = await confirmed(desk.judge, { operation: one.operation, intent: { kind: 'valid', by: 'random' } }, input);
  return request && { ...one, input, request };
}

/** A valid case of an operation about the thing that the path of another case names, or about what stands around it. */
export async function placedCase(desk: Desk, operation: Operation, { operation: own, input = {} }: Case): Promise<Case | undefined> {
  const one = desk.caseOf(operation);
  if (one?.input === undefined) return undefined;
  const from = segmentsOf(own.path);
  const path = segmentsOf(operation.path);
  // Behind another word, the same place names something else: `/projects/{key}/issues` and `/issues/{key}`.
  const other = path.findIndex((segment, index) => parameterIn(segment) === undefined && segment !== from[index]);
  const shared = other < 0 ? path : path.slice(0, other);
  const placed = shared.reduce<Input>((whole, segment, index) => {
    const [name, before] = [parameterIn(segment), parameterIn(from[index])];
    const value = before === undefined ? undefined : valueAt(input, pointerTo('path', before));
    if (name === undefined || value === undefined) return whole;
    const to = pointerTo('path', name);
    return changedAt(whole, to, asTaken(operation, to, value)) as Input;
  }, one.input);
  return withInput(desk, one, placed);
}

/** The same case about something that never was: with another value of the same form at the end of the path. */
export async function unknownCase(desk: Desk, one: Case): Promise<Case | undefined> {
  const to = pathPlacesOf(one.operation.path).at(-1);
  const value = to === undefined ? undefined : neverUsed(valueAt(one.input, to));
  return to === undefined || value === undefined ? undefined : withInput(desk, one, changedAt(one.input, to, value) as Input);
}

/** Other digits would make no day of a day, and a service refuses those before it looks for anything. */
function neverUsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value) || !isTimeText(value)) return unknownLike(value);
  // Days of the week come again after 28 years, so what is closed on some of them stays so.
  const year = Number(value.slice(0, 4));
  return `${String(year < 2050 ? year + 28 : year - 28).padStart(4, '0')}${value.slice(4)}`;
}
