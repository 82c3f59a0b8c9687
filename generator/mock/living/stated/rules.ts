// Refuses what sentences of the document say of the members of a body, of objects inside it and of a query: how large a value may be and which form
// it has, which members belong together, which is the greater one, of which there is one, and when something is.
import { isDeepStrictEqual } from 'node:util';
import { getOwn } from '@octavo/runtime/conformance';
import { tokensOf } from '../../../inference/pointers.ts';
import {
  answeredBy,
  type Choice,
  type DependentRequired,
  type Need,
  type Relation,
  ruledIn,
  type Size,
} from '../../../inference/prose/index.ts';
import { statedForms, statedSizes } from '../../../inference/request-body.ts';
import { isBroken } from '../../../inference/stated/lists.ts';
import { type StatedRule, statedRulesOf } from '../../../inference/stated/rules.ts';
import { isBelow } from '../../../inference/steps.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Input } from '../places.ts';
import { record } from '../plan/sent.ts';
import { type Check, timesOfMember, timesOfRequest } from './times.ts';

type Members = Readonly<Record<string, unknown>>;

/** What is wrong with a request. */
export interface Wrong {
  readonly detail: string;
  /** The status by which the sentence refuses, where it names one. */
  readonly status?: number;
}

type Rule = (input: Input, now: number) => Wrong | undefined;

/** `isWhole`: whether the body is the thing as a change would leave it, and not what the request says of it alone. */
export type StatedRules = (operation: Operation, input: Input, now: Date, isWhole?: boolean) => Wrong | undefined;

/** Reads the sentences of an operation when it is first called. */
export function statedRules(service: Service): StatedRules {
  const known = { parts: new Map<Operation, readonly Rule[]>(), wholes: new Map<Operation, readonly Rule[]>() };
  // What a PATCH leaves out, the thing may have.
  return (operation, input, now, isWhole = operation.method !== 'PATCH') => {
    const read = isWhole ? known.wholes : known.parts;
    const rules = read.get(operation) ?? rulesOf(service, operation, isWhole, now.getTime());
    read.set(operation, rules);
    return firstOf(rules, (rule) => rule(input, now.getTime()));
  };
}

/** What is found first. */
function firstOf<One, Found>(all: Iterable<One>, find: (one: One) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rules that no example of the document breaks: a sentence that one contradicts means something else, or speaks of times that have passed since. */
function rulesOf(service: Service, operation: Operation, isWhole: boolean, now: number): readonly Rule[] {
  const examples = (operation.body?.contents ?? []).flatMap((content) => content.examples).map(({ value }): Input => ({ body: value }));
  const rules = statedRulesOf(service, operation).flatMap((stated) => checksOf(stated, isWhole).map((check) => ruleOf(stated, check)));
  return rules.filter((rule) => examples.every((example) => rule(example, now) === undefined));
}

function ruleOf({ part, said: { refusal = '' } }: StatedRule, check: Check): Rule {
  const place = tokensOf(part.at);
  const status = /^4\d\d$/.test(refusal) ? { status: Number(refusal) } : {};
  return (input, now) => {
    const detail = firstOf(objectsAt(input, place), (object) => check(object, now));
    return detail === undefined ? undefined : { detail, ...status };
  };
}

/** The sentences that an operation states about what it is sent, and that the mock can test. */
export function testableSentences(service: Service, operation: Operation): readonly string[] {
  const found = statedRulesOf(service, operation).filter((stated) => checksOf(stated, operation.method !== 'PATCH').length > 0);
  return [...new Set(found.map(({ said }) => said.text))];
}

/** The objects at a place, where `0` stands for each item of a list. */
function* objectsAt(value: unknown, [token, ...rest]: readonly string[]): Generator<Members> {
  if (token === undefined) yield record(value);
  else if (token === '0' && Array.isArray(value)) for (const item of value) yield* objectsAt(item, rest);
  else if (getOwn(value, token) !== undefined) yield* objectsAt(getOwn(value, token), rest);
}

function checksOf(rule: StatedRule, isWhole: boolean): readonly Check[] {
  const { said, stated } = rule;
  const { members } = rule.part;
  switch (stated.kind) {
    case 'relation':
      return [ordered(stated)];
    case 'need':
      return [needed(stated, isWhole)];
    case 'choice':
      return [chosen(stated, isWhole)];
    case 'companion':
      return isWhole && !(members.get(stated.needs) ?? []).some((schema) => schema.default !== undefined) ? [accompanied(stated)] : [];
    case 'twice':
      return [different(stated.list)];
    case 'list':
      return [(object) => (isBroken(stated.rule, object) === true ? `\`${stated.rule.list}\` may not be so: “${said.text}”` : undefined)];
    case 'member': {
      const { name } = stated;
      const schemas = members.get(name) ?? [];
      const isText = schemas.some(({ type }) => type?.includes('string') === true);
      return [
        ...(statedSizes(said.text, name, schemas)?.sizes ?? []).map((size) => sized(name, size)),
        ...statedForms(said.text, name, schemas).map(({ says, fit }) => formed(name, says, fit)),
        ...(isText && ruledIn(said.text, answeredBy(said)).includes('blank') ? [filled(name)] : []),
        ...timesOfMember(said, name, schemas),
      ];
    }
    case 'notice':
    case 'time':
    case 'span':
      return timesOfRequest(rule);
  }
}

function ordered({ greater, less, isStrict }: Relation): Check {
  return (object) => {
    const [above, below] = [getOwn(object, greater), getOwn(object, less)];
    if (above === undefined || below === undefined) return undefined;
    const isWrong = isBelow(above, below) || (isStrict && above === below);
    return isWrong ? `\`${greater}\` may not be below \`${less}\`${isStrict ? ', or the same' : ''}.` : undefined;
  };
}

function needed({ member, of, values, isNeeded, isOnly, isNot }: Need, isWhole: boolean): Check {
  const meant: readonly unknown[] = values;
  return (object) => {
    const given = getOwn(object, of);
    const isMeant = meant.includes(given);
    if (isNeeded && isWhole && isMeant && !isThere(object, member)) return `The \`${of}\` \`${String(given)}\` needs \`${member}\`.`;
    if (isNot && isMeant && isThere(object, member)) return `\`${member}\` may not be there with the \`${of}\` \`${String(given)}\`.`;
    const isOther = typeof given === typeof values[0] && !isMeant && isThere(object, member);
    return isOnly && isOther ? `\`${member}\` goes with the \`${of}\` \`${values.join('` or `')}\` alone.` : undefined;
  };
}

function chosen({ members, isNoneWrong, isAllWrong }: Choice, isWhole: boolean): Check {
  const names = members.map((name) => `\`${name}\``).join(' and ');
  return (object) => {
    const count = members.filter((name) => isThere(object, name)).length;
    if (isNoneWrong && isWhole && count === 0) return `One of ${names} is needed.`;
    return isAllWrong && count > 1 ? `Only one of ${names} may be there.` : undefined;
  };
}

function accompanied({ member, needs }: DependentRequired): Check {
  return (object) => (isThere(object, member) && !isThere(object, needs) ? `\`${member}\` needs \`${needs}\`.` : undefined);
}

function different(list: string): Check {
  return (object) => {
    const items: unknown = getOwn(object, list);
    const isTwice =
      Array.isArray(items) && items.some((item, index) => items.slice(0, index).some((other) => isDeepStrictEqual(item, other)));
    return isTwice ? `\`${list}\` may not have an item twice.` : undefined;
  };
}

function isThere(object: Members, name: string): boolean {
  return (getOwn(object, name) ?? null) !== null;
}

function sized(name: string, size: Size): Check {
  return (object) => {
    const value = getOwn(object, name);
    // Characters are counted as JSON Schema counts them.
    const measured = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : value;
    return typeof measured === 'number' && !isWithin(measured, size) ? `\`${name}\` must be ${size.says}.` : undefined;
  };
}

function isWithin(measured: number, { kind, count }: Size): boolean {
  if (kind === 'most') return measured <= count;
  return kind === 'least' ? measured >= count : measured > count;
}

/** `fit`: gives a value the form, and leaves one that has it as it is. */
function formed(name: string, says: string, fit: (value: string) => string | number): Check {
  return (object) => {
    const value = getOwn(object, name);
    const isMeant = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isMeant && String(fit(String(value))) !== String(value) ? `\`${name}\` must be ${says}.` : undefined;
  };
}

function filled(name: string): Check {
  return (object) => {
    const value = getOwn(object, name);
    return typeof value === 'string' && value.trim() === '' ? `\`${name}\` may not be blank.` : undefined;
  };
}
