// Looks for members that a sentence keeps for a scope in what a credential without that scope is shown: `Only tokens with pay:read see it`.
import { isObject, valueAt } from '../../inference/pointers.ts';
import { memberSentences, scopeToSee } from '../../inference/prose/index.ts';
import { successSchemaOf } from '../../inference/shapes.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered, Exchange } from '../contract/exchange.ts';
import { isSuccess, resultOf } from '../sequences/index.ts';
import { another, type Desk, isAnswered, placedCase, probe, succeeded } from './desk.ts';

/** What the credential with fewer rights was answered with. */
export interface Outcome {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/** A scope that the credential lacks, as the refusal of an operation that asks for it alone shows. */
export interface Lacking {
  readonly scope: string;
  readonly refused: Outcome;
}

interface Shown {
  readonly name: string;
  readonly lacking: Lacking;
  readonly quote: string;
}

/** So deep are members of members looked at. */
const DEEPEST = 5;

export async function tryHiddenMembers(desk: Desk, check: string, lacking: readonly Lacking[], given: readonly Outcome[]): Promise<void> {
  if (lacking.length === 0) return;
  for (const { operation, exchange } of given) {
    if (!isAnswered(exchange) || !isSuccess(exchange) || !mayShow(operation, lacking)) continue;
    const seen = (await lookedAt(desk, check, operation)) ?? exchange;
    desk.looked(check, operation, [seen]);
    const [found] = [seen, exchange].flatMap((one) => shownBy(one, lacking).map((shown) => ({ one, shown })));
    if (found === undefined) continue;
    const { name, lacking: lacked, quote } = found.shown;
    desk.found({
      check,
      message: `With fewer rights, ${operation.id} shows \`${name}\`; ${lacked.refused.operation.id}, which needs \`${lacked.scope}\`, refuses the credential with 403. The document says: “${quote}”`,
      expected: `an answer without \`${name}\``,
      exchanges: [lacked.refused.exchange, found.one],
    });
  }
}

/** What a list shows the credential once there is something new in it: the first case may have an empty one. */
async function lookedAt(desk: Desk, check: string, operation: Operation): Promise<Answered | undefined> {
  const create = desk.service.operations.find(({ method, path }) => method === 'POST' && path === operation.path);
  const first = operation.method !== 'GET' || create === undefined ? undefined : desk.caseOf(create);
  const created =
    first === undefined || !desk.mayGoOn() ? undefined : await desk.fresh(another(desk, first, 'for somebody with fewer rights'));
  const page = succeeded(created) ? await placedCase(desk, operation, created.case) : undefined;
  const seen = page && (await desk.send(probe(desk, page, check, 'with a credential of fewer rights', 'limited'), created));
  return succeeded(seen) ? seen : undefined;
}

/** Whether an answer is declared with a member that is kept for a scope. */
function mayShow(operation: Operation, lacking: readonly Lacking[]): boolean {
  const schema = successSchemaOf(operation);
  const has = (schemas: readonly Schema[], depth: number): boolean => {
    if (depth > DEEPEST || schemas.length === 0) return false;
    const members = [...propertiesOf(schemas).values()];
    return members.some((own) => keptFor(own, lacking) !== undefined || has(own, depth + 1)) || has(itemsOf(schemas), depth + 1);
  };
  return schema !== undefined && has([schema], 0);
}

/** The scope that a member is kept for, where the credential lacks it. */
function keptFor(schemas: readonly Schema[], lacking: readonly Lacking[]): Omit<Shown, 'name'> | undefined {
  for (const { text: quote } of memberSentences(possibleConjuncts(schemas))) {
    const scope = scopeToSee(
      quote,
      lacking.map((one) => one.scope),
    );
    const found = lacking.find((one) => one.scope === scope);
    if (found !== undefined) return { lacking: found, quote };
  }
  return undefined;
}

/** The members of an answer that its schema keeps for a scope. One that is null says nothing. */
function shownBy(exchange: Answered, lacking: readonly Lacking[]): readonly Shown[] {
  const schema = successSchemaOf(exchange.case.operation);
  const shown = (value: unknown, schemas: readonly Schema[], depth: number): readonly Shown[] => {
    if (depth > DEEPEST) return [];
    if (Array.isArray(value)) return value.flatMap((item) => shown(item, itemsOf(schemas), depth + 1));
    if (!isObject(value)) return [];
    return [...propertiesOf(schemas)].flatMap(([name, own]): readonly Shown[] => {
      const held = value[name];
      const kept = held === undefined || held === null ? undefined : keptFor(own, lacking);
      return kept === undefined ? shown(held, own, depth + 1) : [{ name, ...kept }];
    });
  };
  return schema === undefined ? [] : shown(valueAt(resultOf(exchange), '/body'), [schema], 0);
}
