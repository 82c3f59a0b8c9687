// `error-places`: the error of a request that is wrong in one part names that part, on a service whose errors name parts.

import { tokensOf } from '../../inference/pointers.ts';
import { memberSentences, quoted } from '../../inference/prose/index.ts';
import { bodySchemaOf } from '../../inference/shapes.ts';
import { conjuncts, directBranches, itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { InvalidKind } from '../contract/case.ts';
import type { Fault } from '../contract/check.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { mayMean, namedPlaces } from './places.ts';
import { unnamedIn } from './unnamed.ts';

const CHECK = 'error-places';

/** What keeps the faults that are found. */
export interface Names {
  readonly isOn: (check: string) => boolean;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: Fault & { readonly check: string; readonly exchanges: readonly [Exchange] }) => void;
}

/** So many parts must be named rightly before an error that does not name its part counts. */
const FEWEST = 3;

/** Faults of one value. What is wrong with a bound may be said of the other member that it is compared with. */
const OF_VALUE: ReadonlySet<InvalidKind> = new Set(['type', 'format', 'length', 'pattern', 'enum', 'required', 'uniqueness', 'bound']);

interface Refusal {
  readonly exchange: Answered;
  readonly own: readonly string[];
  readonly named: readonly (readonly string[])[];
}

/** Judges the errors of an operation, once all of its cases are sent. */
export function judgeNames(exchanges: readonly Exchange[], service: Service, { isOn, looked, found }: Names): void {
  if (!isOn(CHECK)) return;
  const refusals = exchanges.flatMap((exchange) => refusalOf(exchange) ?? []);
  for (const { exchange } of refusals) looked(CHECK, exchange.case.operation, [exchange]);
  const trusted = refusals.filter((one) => isTrusted(refusals, one));
  const wrong = trusted.find(namesAnother);
  if (wrong !== undefined) found(faultOf(wrong, `names ${textOf(wrong.named)}`));
  const silent = trusted.find((one) => one.named.length === 0 && promisesNames(one));
  if (silent !== undefined) found(faultOf(silent, 'names no part of the request'));
  const [empty] = silent === undefined ? refusals.flatMap((one) => unnamedOf(one, service)) : [];
  if (empty !== undefined) found(empty);
}

/** What is wrong with an error whose member that names what is wrong has nothing, as the document says. */
function unnamedOf(one: Refusal, service: Service): readonly Parameters<Names['found']>[0][] {
  const unnamed = unnamedIn(one.exchange, service);
  return unnamed === undefined
    ? []
    : [faultOf(one, `has nothing in \`${unnamed.name}\`, and the document says: ${quoted({ text: unnamed.quote })}`)];
}

function refusalOf(exchange: Exchange): Refusal | undefined {
  const { case: one, response, reading } = exchange;
  const { intent, at, isGrounded } = one;
  if (response === undefined || intent.kind !== 'invalid' || !OF_VALUE.has(intent.by) || at === undefined || isGrounded !== true)
    return undefined;
  if ((response.status !== 400 && response.status !== 422) || reading.body === undefined || response.cut !== undefined) return undefined;
  const [place, ...own] = tokensOf(at);
  if (own.length === 0 || (place !== 'body' && place !== 'query' && place !== 'header')) return undefined;
  return { exchange, own, named: namedPlaces(reading.body) };
}

/** Whether errors of the same status name several other parts rightly, and all as they are sent. */
function isTrusted(refusals: readonly Refusal[], { exchange }: Refusal): boolean {
  const right = refusals.filter(
    ({ exchange: other, named, own }) =>
      other.response.status === exchange.response.status && named.length > 0 && named.every((one) => mayMean(one, own)),
  );
  return new Set(right.map(({ own }) => own.join('/'))).size >= FEWEST;
}

/** Whether all that an error names are other declared parts, which were right. */
function namesAnother({ exchange, own, named }: Refusal): boolean {
  const { operation, intent } = exchange.case;
  if (named.length === 0 || (intent.kind === 'invalid' && intent.by === 'bound') || hasBranches(operation)) return false;
  const known = new Set([
    ...propertiesOf([bodySchemaOf(operation)].filter((one) => one !== undefined)).keys(),
    ...operation.parameters.map(({ name }) => name),
  ]);
  return named.every((one) => known.has(one[0] ?? '') && !mayMean(one, own));
}

/** In a branch of a union, another part may be wrong than the one that was changed. */
function hasBranches(operation: Operation): boolean {
  const schema = bodySchemaOf(operation);
  return schema !== undefined && conjuncts([schema]).some((one) => directBranches(one).length > 0);
}

const PROMISE =
  /\bwhich (?:\w+ ){0,3}?(?:fields?|members?|propert(?:y|ies)|parts?|parameters?)\b[^.]*\b(?:wrong|invalid|at fault|fail\w*|blamed?|rejected|refused)\b|\bnever empty\b/i;

/** Whether the declaration of the error says that it names the parts that are wrong. */
function promisesNames({ exchange: { reading } }: Refusal): boolean {
  const schemas = reading.content?.schema === undefined ? [] : [reading.content.schema];
  return textsIn(schemas, 0).some((text) => PROMISE.test(text));
}

function textsIn(schemas: readonly Schema[], depth: number): readonly string[] {
  if (depth > 3) return [];
  return [...propertiesOf(schemas).values()].flatMap((all) => [
    ...memberSentences(possibleConjuncts(all)).map(({ text }) => text),
    ...textsIn(all, depth + 1),
    ...textsIn(itemsOf(all), depth + 1),
  ]);
}

function faultOf({ exchange, own }: Refusal, says: string): Parameters<Names['found']>[0] {
  const { case: one, response } = exchange;
  const message = `The error ${response.status} for ${one.says} ${says}.`;
  return { check: CHECK, message, expected: `an error that names \`${own.join('.')}\``, exchanges: [exchange] };
}

function textOf(named: readonly (readonly string[])[]): string {
  return named.map((one) => `\`${one.join('.')}\``).join(', ');
}
