// `stated-rules`: a request that the schema allows, and that breaks a rule of a sentence about members of its body, is refused.
import { isObject, pointerTo } from '../../inference/pointers.ts';
import {
  aheadIn,
  answeredBy,
  choiceIn,
  expectedOf,
  memberSentences,
  needIn,
  quoted,
  relationIn,
  ruledIn,
  type Said,
  saidOf,
  twiceIn,
  withRefusal,
} from '../../inference/prose/index.ts';
import { requestBodyOf } from '../../inference/request-body.ts';
import { pairOf } from '../../inference/spans.ts';
import { propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { confirmed, type Input, randomFor, sampleInput } from '../plan/index.ts';
import { hasSucceeded, isValidSuccess } from './bases.ts';
import { type Body, type Broken, brokenBy } from './broken.ts';
import { brokenForms } from './broken-forms.ts';
import { brokenSizes } from './broken-sizes.ts';
import type { Ground } from './ground.ts';

export const STATED_RULES = 'stated-rules';

export interface RulesOptions {
  readonly judge: Judge;
  readonly seed: number;
  /** The case with values that nothing else has, and things that exist. */
  readonly ready: (one: Case) => Promise<Case>;
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: Fault, exchanges: Finding['exchanges']) => void;
}

export interface Rules {
  /** Breaks each rule that sentences state about the body of an operation, in a request that succeeds otherwise. */
  settle(operation: Operation, ground: Ground, exchanges: readonly Exchange[]): Promise<void>;
  /** Whether a sentence has a rule for the body of an operation. */
  areFor(operation: Operation): boolean;
}

/** The most rules of one operation that are broken. */
const MOST_RULES = 24;

/** Statuses that blame a value, and not what is there. */
const BLAMES: ReadonlySet<number> = new Set([400, 422]);

interface Rule extends Broken {
  readonly said: Said;
}

export function createRules({ judge, seed, ready, send, looked, found }: RulesOptions): Rules {
  let number = 0;

  /** A valid request that has not been sent: its things and values are free. */
  async function base(operation: Operation, input: Input): Promise<Case | undefined> {
    const intent: Case['intent'] = { kind: 'valid', by: 'all' };
    const request = await confirmed(judge, { operation, intent }, input);
    if (request === undefined) return undefined;
    const id = `${operation.id} ${STATED_RULES} base #${number++}`;
    return ready({
      id,
      operation,
      intent,
      says: 'a base',
      location: operation.location,
      request,
      input,
      credential: 'given',
      isGrounded: true,
    });
  }

  async function broken(operation: Operation, start: Input, rule: Rule, sample: Body): Promise<void> {
    const one = await base(operation, start);
    const input = one?.input;
    if (one === undefined || input === undefined || !isObject(input.body)) return;
    for (const body of rule.bodies(input.body, sample)) {
      const changed = { ...input, body };
      const request = await confirmed(judge, { operation, intent: { kind: 'valid', by: 'all' } }, changed);
      if (request === undefined) continue;
      const at = pointerTo('body', rule.member);
      const intent: Case['intent'] = { kind: 'probe', check: STATED_RULES };
      const id = `${operation.id} ${STATED_RULES} ${rule.says} #${number++}`;
      const exchange = await send({ ...one, id, intent, says: rule.says, at, input: changed, request });
      if (exchange === undefined) return;
      looked(STATED_RULES, operation, [exchange]);
      if (!hasSucceeded(exchange) || exchange.response?.status === 202) return;
      const message = `A request ${rule.says} is accepted with ${exchange.response?.status}, and the document says: ${quoted(rule.said)}`;
      found({ message, expected: expectedOf(rule.said) }, [exchange]);
      return;
    }
  }

  /** Sends a request with a body that the rule allows; `undefined` where it cannot be sent. */
  async function allowed(operation: Operation, start: Input, rule: Rule, which: 0 | 1): Promise<Exchange | undefined> {
    const one = await base(operation, start);
    const body = one?.input !== undefined && isObject(one.input.body) ? rule.onLimit?.bodies(one.input.body)[which] : undefined;
    if (one === undefined || body === undefined) return undefined;
    const input = { ...one.input, body };
    const request = await confirmed(judge, { operation, intent: one.intent }, input);
    const says = which === 0 ? (rule.onLimit?.says ?? '') : `that is just inside what is allowed: not one ${rule.says}`;
    const probe: Case['intent'] = { kind: 'probe', check: STATED_RULES };
    const id = `${operation.id} ${STATED_RULES} ${says} #${number++}`;
    return request && send({ ...one, id, intent: probe, says, at: pointerTo('body', rule.member), input, request });
  }

  /** What is just on a limit is allowed: it is refused twice, and what is just inside is accepted. */
  async function onLimit(operation: Operation, start: Input, rule: Rule): Promise<void> {
    const refused = await allowed(operation, start, rule, 0);
    if (refused === undefined || !BLAMES.has(refused.response?.status ?? 0)) return;
    const inside = await allowed(operation, start, rule, 1);
    const again = inside !== undefined && hasSucceeded(inside) ? await allowed(operation, start, rule, 0) : undefined;
    if (inside === undefined || again?.response === undefined || !BLAMES.has(again.response.status)) return;
    looked(STATED_RULES, operation, [inside, again]);
    const message = `A request ${again.case.says} is refused with ${again.response.status}, one just inside is accepted, and the document says: ${quoted(rule.said)}`;
    found({ message, expected: 'a status from 200 to 299' }, [inside, again]);
  }

  const known = new Map<Operation, readonly Rule[]>();
  const rulesFor = (operation: Operation): readonly Rule[] => {
    const rules = known.get(operation) ?? (WRITES.has(operation.method) ? rulesOf(judge, operation).slice(0, MOST_RULES) : []);
    known.set(operation, rules);
    return rules;
  };

  return {
    areFor: (operation) => rulesFor(operation).length > 0,
    async settle(operation, ground, exchanges) {
      const start = ground.bases[0]?.input;
      const rules = rulesFor(operation);
      if (start === undefined || rules.length === 0 || !isObject(start.body)) return;
      if (areOneExample([...ground.parts, ...exchanges].filter(isValidSuccess))) return;
      const sample = sampleInput(judge, operation, randomFor(seed, operation.id, STATED_RULES), { examples: 'some', optional: 'all' });
      const spare = isObject(sample?.body) ? sample.body : {};
      for (const rule of rules) await broken(operation, start, rule, spare);
      for (const rule of rules) if (rule.onLimit !== undefined) await onLimit(operation, start, rule);
    },
  };
}

/** Whether all answers have the same content, whatever was sent: a mock gives its example, and does not read sentences. */
function areOneExample(successes: readonly Exchange[]): boolean {
  const texts = successes.flatMap(({ response }) => (response === undefined ? [] : [textOf(response)]));
  return texts.length > 1 && texts[0] !== '' && texts.every((one) => one === texts[0]);
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function rulesOf({ service }: Judge, operation: Operation): readonly Rule[] {
  const { members, listed, optional } = requestBodyOf(operation);
  const names = [...members.keys()];
  const items = new Map([...members].flatMap(([name, own]) => (isList(own) ? [[name, itemNamesOf(own)] as const] : [])));
  const rules = new Map<string, Rule>();
  const add = (said: Said, one: Broken): void => {
    // The same rule may stand in several sentences.
    if (!rules.has(one.says)) rules.set(one.says, { ...one, said });
  };
  const read = (said: Said, subject?: string): void => {
    const status = answeredBy(said);
    const relation = relationIn(said.text, names, subject, status);
    const need = needIn(said.text, optional, listed, subject, status);
    const choice = choiceIn(said.text, optional, subject, status);
    if (relation !== undefined) for (const one of brokenBy.relation(relation, members)) add(said, one);
    // What a PATCH leaves out, the thing may have.
    const isWhole = operation.method !== 'PATCH';
    if (need !== undefined) for (const one of brokenBy.need(need, listed, isWhole)) add(said, one);
    if (choice !== undefined) for (const one of brokenBy.choice(choice, isWhole)) add(said, one);
    for (const one of brokenBy.span(said.text, pairOf(operation))) add(said, one);
    for (const list of twiceIn(said.text, [...items.keys()], items, said.refusal, subject)) add(said, brokenBy.twice(list));
    for (const one of subject === undefined
      ? []
      : [...brokenSizes(said.text, subject, members), ...brokenForms(said.text, subject, members)])
      add(said, one);
    const ahead = subject === undefined ? undefined : aheadIn(said.text, status);
    if (ahead !== undefined) for (const one of brokenBy.ahead(ahead, subject ?? '', members)) add(said, one);
    for (const ruled of subject === undefined ? [] : ruledIn(said.text, status))
      for (const one of brokenBy.ruled(ruled, subject ?? '', members)) add(said, one);
  };
  for (const said of saidOf(service, operation)) read(said);
  for (const [name, own] of members) for (const { text } of memberSentences(own)) read(withRefusal(text), name);
  return [...rules.values()];
}

function isList(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type }) => type?.includes('array'));
}

/** The names of the members that the items of a list have. */
function itemNamesOf(schemas: readonly Schema[]): readonly string[] {
  return [...propertiesOf(schemas.flatMap(({ items }) => items ?? [])).keys()];
}
