// Refuses what sentences of the document say of the members of a body: how large a value may be, which members belong together, and of which there is
// one.
import { getOwn } from '@octavo/runtime/conformance';
import {
  answeredBy,
  type Choice,
  choiceIn,
  memberSentences,
  type Need,
  needIn,
  type Said,
  type Size,
  saidOf,
  withRefusal,
} from '../../../inference/prose/index.ts';
import { type RequestBodyFacts, requestBodyOf, statedSizes } from '../../../inference/request-body.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { record } from './sent.ts';

type Body = Readonly<Record<string, unknown>>;

/** Returns what is wrong with a body, as a sentence. */
type Rule = (body: Body) => string | undefined;

export type StatedRules = (operation: Operation, body: unknown) => string | undefined;

/** Reads the sentences of an operation when it is first called. */
export function statedRules(service: Service): StatedRules {
  const known = new Map<Operation, readonly Rule[]>();
  return (operation, body) => {
    const rules = known.get(operation) ?? rulesOf(service, operation);
    known.set(operation, rules);
    for (const rule of rules) {
      const wrong = rule(record(body));
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

/** Rules that no example of the document breaks: a sentence that one contradicts means something else. */
function rulesOf(service: Service, operation: Operation): readonly Rule[] {
  const facts = requestBodyOf(operation);
  const examples = (operation.body?.contents ?? []).flatMap((content) => content.examples).map(({ value }) => record(value));
  const read = (said: Said, subject?: string): readonly Rule[] => [
    ...together(said, subject, facts, operation.method !== 'PATCH'),
    ...(subject === undefined ? [] : sized(said.text, subject, facts)),
  ];
  const own = saidOf(service, operation).flatMap((said) => read(said));
  const members = [...facts.members].flatMap(([name, schemas]) =>
    memberSentences(schemas).flatMap(({ text }) => read(withRefusal(text), name)),
  );
  return [...own, ...members].filter((rule) => examples.every((example) => rule(example) === undefined));
}

/** What a PATCH leaves out, the thing may have: `isWhole` is false for it. */
function together(said: Said, subject: string | undefined, { listed, optional }: RequestBodyFacts, isWhole: boolean): readonly Rule[] {
  const status = answeredBy(said);
  const [need, choice] = [needIn(said.text, optional, listed, subject, status), choiceIn(said.text, optional, subject, status)];
  return [...(need === undefined ? [] : [needed(need, isWhole)]), ...(choice === undefined ? [] : [chosen(choice, isWhole)])];
}

function needed({ member, of, values, isNeeded, isOnly, isNot }: Need, isWhole: boolean): Rule {
  const meant: readonly unknown[] = values;
  return (body) => {
    const given = getOwn(body, of);
    const isMeant = meant.includes(given);
    if (isNeeded && isWhole && isMeant && !isThere(body, member)) return `The \`${of}\` \`${String(given)}\` needs \`${member}\`.`;
    if (isNot && isMeant && isThere(body, member)) return `\`${member}\` may not be there with the \`${of}\` \`${String(given)}\`.`;
    const isOther = typeof given === typeof values[0] && !isMeant && isThere(body, member);
    return isOnly && isOther ? `\`${member}\` goes with the \`${of}\` \`${values.join('` or `')}\` alone.` : undefined;
  };
}

function chosen({ members, isNoneWrong, isAllWrong }: Choice, isWhole: boolean): Rule {
  const names = members.map((name) => `\`${name}\``).join(' and ');
  return (body) => {
    const count = members.filter((name) => isThere(body, name)).length;
    if (isNoneWrong && isWhole && count === 0) return `One of ${names} is needed.`;
    return isAllWrong && count > 1 ? `Only one of ${names} may be there.` : undefined;
  };
}

function isThere(body: Body, name: string): boolean {
  return (getOwn(body, name) ?? null) !== null;
}

function sized(text: string, name: string, { members }: RequestBodyFacts): readonly Rule[] {
  const { sizes = [] } = statedSizes(text, name, members.get(name) ?? []) ?? {};
  return sizes.map(
    (size): Rule =>
      (body) => {
        const value = getOwn(body, name);
        // Characters are counted as JSON Schema counts them.
        const measured = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : value;
        return typeof measured === 'number' && !isWithin(measured, size) ? `\`${name}\` must be ${size.says}.` : undefined;
      },
  );
}

function isWithin(measured: number, { kind, count }: Size): boolean {
  if (kind === 'most') return measured <= count;
  return kind === 'least' ? measured >= count : measured > count;
}
