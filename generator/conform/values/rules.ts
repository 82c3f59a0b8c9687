// `stated-rules`: a request that the schema allows, and that breaks a rule of a sentence about its body or its query, is refused.
import { isObject, pointerTo, valueAt } from '../../inference/pointers.ts';
import { expectedOf, quoted } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import { textOf } from '../checks/text.ts';
import type { Case } from '../contract/case.ts';
import type { Fault, Finding } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { changedAt, confirmed, type Input, randomFor, sampleInput } from '../plan/index.ts';
import { hasSucceeded, isValidSuccess } from './bases.ts';
import { type BothSidesOptions, createBothSides } from './both-sides.ts';
import type { Ground } from './ground.ts';
import { type Rule, rulesIn } from './read-rules.ts';

export const STATED_RULES = 'stated-rules';

export interface RulesOptions {
  readonly judge: Judge;
  readonly seed: number;
  /** The case with values that nothing else has, and things that exist. */
  readonly ready: (one: Case) => Promise<Case>;
  /** The case on new things, where a status speaks of the things. */
  readonly anew: (one: Case, status: number) => Promise<Case | undefined>;
  /** The things that an input names, as they were shown last. */
  readonly named: BothSidesOptions['named'];
  readonly choices: BothSidesOptions['choices'];
  readonly send: (one: Case) => Promise<Exchange | undefined>;
  readonly looked: (check: string, operation: Operation, steps: readonly Exchange[]) => void;
  readonly found: (fault: Fault, exchanges: Finding['exchanges']) => void;
}

export interface Rules {
  /** Breaks each rule that sentences state about the body or the query of an operation, in a request that succeeds otherwise. */
  settle(operation: Operation, ground: Ground, exchanges: readonly Exchange[]): Promise<void>;
  /** Whether a sentence has a rule for the body or the query of an operation. */
  areFor(operation: Operation): boolean;
}

/** The most rules of one operation that are broken. */
const MOST_RULES = 24;

/** So often a rule is broken, each time on other things. */
const MOST_ATTEMPTS = 3;

/** Statuses that blame a value, and not what is there. */
const BLAMES: ReadonlySet<number> = new Set([400, 422]);

export function createRules({ judge, seed, ready, anew, send, looked, found, ...rest }: RulesOptions): Rules {
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

  async function broken(operation: Operation, start: Input, rule: Rule, sample: Input | undefined): Promise<void> {
    if (!isThere(start, rule)) return;
    let one = await base(operation, start);
    // Where the answer speaks of the things, such as that their time is taken, it does not judge the rule.
    for (let attempt = 0; one !== undefined && attempt < MOST_ATTEMPTS; attempt++) {
      const exchange = await brokenIn(one, rule, sample);
      if (exchange?.response === undefined) return;
      looked(STATED_RULES, operation, [exchange]);
      const { status } = exchange.response;
      if (hasSucceeded(exchange)) {
        if (status === 202 || (rule.at.includes('/0') && tellsOfEach(exchange))) return;
        if (rule.isIn !== undefined && !isShownBroken(rule, exchange)) return;
        const message = `A request ${rule.says} is accepted with ${status}, and the document says: ${quoted(rule.said)}`;
        found({ message, expected: expectedOf(rule.said) }, [exchange]);
        return;
      }
      one = BLAMES.has(status) || rule.said.refusal === String(status) ? undefined : await anew(one, status);
    }
  }

  /** Sends the first request that breaks the rule and that the schema allows. */
  async function brokenIn(one: Case, rule: Rule, sample: Input | undefined): Promise<Exchange | undefined> {
    const { operation, input } = one;
    const part = partOf(input, rule);
    if (input === undefined || part === undefined) return undefined;
    for (const other of rule.bodies(part, partOf(sample, rule) ?? {})) {
      const changed = changedAt(input, rule.at, other) as Input;
      const request = await confirmed(judge, { operation, intent: { kind: 'valid', by: 'all' } }, changed);
      if (request === undefined) continue;
      const at = rule.at + pointerTo(rule.member);
      const intent: Case['intent'] = { kind: 'probe', check: STATED_RULES };
      return send({
        ...one,
        id: `${operation.id} ${STATED_RULES} ${rule.says} #${number++}`,
        intent,
        says: rule.says,
        at,
        input: changed,
        request,
      });
    }
    return undefined;
  }

  /** Sends a request with a body that the rule allows; `undefined` where it cannot be sent. */
  async function allowed(operation: Operation, start: Input, rule: Rule, which: 0 | 1): Promise<Exchange | undefined> {
    const one = isThere(start, rule) ? await base(operation, start) : undefined;
    const first = one && (await allowedIn(one, rule, which));
    const { status = 0 } = first?.response ?? {};
    // Where the answer speaks of the things, such as that their time is taken, others are asked for.
    const next = one === undefined || status < 300 || BLAMES.has(status) ? undefined : await anew(one, status);
    return next === undefined ? first : allowedIn(next, rule, which);
  }

  async function allowedIn(one: Case, rule: Rule, which: 0 | 1): Promise<Exchange | undefined> {
    const { operation } = one;
    const part = partOf(one.input, rule);
    const changed = part === undefined ? undefined : rule.onLimit?.bodies(part)[which];
    if (changed === undefined) return undefined;
    const input = changedAt(one.input, rule.at, changed) as Input;
    const request = await confirmed(judge, { operation, intent: one.intent }, input);
    const says = which === 0 ? (rule.onLimit?.says ?? '') : `that is just inside what is allowed: not one ${rule.says}`;
    const probe: Case['intent'] = { kind: 'probe', check: STATED_RULES };
    const id = `${operation.id} ${STATED_RULES} ${says} #${number++}`;
    return request && send({ ...one, id, intent: probe, says, at: rule.at + pointerTo(rule.member), input, request });
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

  const bothSides = createBothSides({ judge, check: STATED_RULES, base, anew, send, looked, found, ...rest });
  const known = new Map<Operation, readonly Rule[]>();
  const rulesFor = (operation: Operation): readonly Rule[] => {
    const rules = known.get(operation) ?? rulesIn(judge.service, operation).slice(0, MOST_RULES);
    known.set(operation, rules);
    return rules;
  };

  return {
    areFor: (operation) => rulesFor(operation).length > 0 || bothSides.areFor(operation),
    async settle(operation, ground, exchanges) {
      const [first] = ground.bases;
      const rules = rulesFor(operation);
      if (first === undefined) return;
      // Another branch of a union may have what the rule is about.
      const startFor = (rule: Rule): Input => (ground.bases.find(({ input }) => isThere(input, rule)) ?? first).input;
      if (areOneExample([...ground.parts, ...exchanges].filter(isValidSuccess))) return;
      const sample = sampleInput(judge, operation, randomFor(seed, operation.id, STATED_RULES), { examples: 'some', optional: 'all' });
      for (const rule of rules) await broken(operation, startFor(rule), rule, sample);
      for (const rule of rules) if (rule.onLimit !== undefined) await onLimit(operation, startFor(rule), rule);
      const starts = ground.bases.map(({ input }) => input);
      await bothSides.settle(operation, starts, sample);
    },
  };
}

/** The object that a rule is about. */
function partOf(input: Input | undefined, { at }: Rule): Readonly<Record<string, unknown>> | undefined {
  const part = valueAt(input, at);
  // A query without parameters is left out.
  return isObject(part) ? part : at === '/query' && input !== undefined ? {} : undefined;
}

/** Whether a request has what the rule is about. Inside a body, a member that is not there may be one of another branch. */
function isThere(input: Input, rule: Rule): boolean {
  const part = partOf(input, rule);
  return part !== undefined && (!rule.isOfMember || rule.at === '/body' || part[rule.member] !== undefined);
}

/** Whether an answer shows that the rule is broken; what it does not show counts where the sentence asks for something. */
function isShownBroken({ isIn, said }: Rule, { response }: Exchange): boolean {
  const shown = [...objectsIn(response === undefined ? undefined : jsonIn(textOf(response)))].map((one) => isIn?.(one));
  const known = shown.filter((one) => one !== undefined);
  return known.length > 0 ? known.includes(true) : said.refusal !== undefined || ASKING.test(said.text);
}

const ASKING = /\b(?:must|exactly|at least|at most|only|no two|of its own)\b/i;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const one of Object.values(value)) yield* objectsIn(one);
}

/** Whether an answer says what became of each item that was sent: one of them may be refused although the request succeeds. */
function tellsOfEach({ response }: Exchange): boolean {
  const isMixed = response?.status === 207;
  return (
    isMixed || (response !== undefined && /"\w*(?:fail|error|reject|invalid|result|skip|problem|warning)\w*"\s*:/i.test(textOf(response)))
  );
}

/** Whether all answers have the same content, whatever was sent: a mock gives its example, and does not read sentences. */
function areOneExample(successes: readonly Exchange[]): boolean {
  const texts = successes.flatMap(({ response }) => (response === undefined ? [] : [textOf(response)]));
  return texts.length > 1 && texts[0] !== '' && texts.every((one) => one === texts[0]);
}
