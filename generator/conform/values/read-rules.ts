// Says how each rule that sentences state about the body or the query of an operation is broken.
import { lastNameOf } from '../../inference/pointers.ts';
import { aheadIn, answeredBy, ruledIn, type Said } from '../../inference/prose/index.ts';
import { pairIn } from '../../inference/spans.ts';
import { type CheckDigit, checkDigitsOf, withWrongDigit } from '../../inference/stated/check-digits.ts';
import { listedOf, type Stated, type StatedRule, statedRulesOf } from '../../inference/stated/rules.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { type Broken, brokenBy, type Members } from './broken.ts';
import { brokenForms } from './broken-forms.ts';
import { brokenList } from './broken-lists.ts';
import { brokenSizes } from './broken-sizes.ts';

export interface Rule extends Broken {
  readonly said: Said;
  /** JSON pointer into the input: the object whose members the rule is about. */
  readonly at: string;
  /** Whether it is about the value of one member alone. */
  readonly isOfMember: boolean;
}

/** The rules of an operation, each once. */
export function rulesIn(service: Service, operation: Operation): readonly Rule[] {
  // What a PATCH leaves out, the thing may have.
  const isWhole = operation.method !== 'PATCH';
  const rules = statedRulesOf(service, operation).flatMap(({ said, part, stated }) =>
    brokenOf({ said, part, stated }, isWhole).map((one): Rule => ({ ...one, said, at: part.at, isOfMember: stated.kind === 'member' })),
  );
  const digits = checkDigitsOf(operation).map(wrongDigit);
  // The same rule may stand in several sentences.
  const once = [...new Map([...rules, ...digits].toReversed().map((rule) => [`${rule.at} ${rule.says}`, rule])).values()].toReversed();
  return once.map((rule) => (isLimitRefused(rule, once) ? withoutLimit(rule) : rule));
}

function wrongDigit({ at, text, ...rule }: CheckDigit): Rule {
  const member = lastNameOf(at);
  const wrong = (value: unknown): string | undefined => (typeof value === 'string' ? withWrongDigit(value, rule) : undefined);
  return {
    says: `with a wrong check digit of \`${member}\``,
    said: { text },
    at: at.slice(0, at.lastIndexOf('/')),
    member,
    isOfMember: true,
    bodies: (body) => [wrong(body[member])].flatMap((value) => (value === undefined ? [] : [{ ...body, [member]: value }])),
  };
}

/** Whether another rule refuses what is just on the limit of a rule: equal times, where something lasts a day at least. */
function isLimitRefused({ at, onLimit }: Rule, rules: readonly Rule[]): boolean {
  return rules.some(
    ({ at: own, says, isShorter }) => own === at && (says === onLimit?.says || (onLimit?.isOfEqual === true && isShorter === true)),
  );
}

function withoutLimit({ onLimit: _, ...rest }: Rule): Rule {
  return rest;
}

function brokenOf({ said, part: { members, listed }, stated }: StatedRule, isWhole: boolean): readonly Broken[] {
  switch (stated.kind) {
    case 'relation':
      return brokenBy.relation(stated, members);
    case 'need':
      return brokenBy.need(stated, listed, isWhole);
    case 'choice':
      return brokenBy.choice(stated, isWhole);
    case 'companion':
      return isWhole && !hasDefault(members.get(stated.needs)) ? [brokenBy.companion(stated)] : [];
    case 'twice':
      return [brokenBy.twice(stated.list)];
    case 'list':
      return brokenList(stated.rule, listedOf(stated.rule, members));
    case 'notice':
      return brokenBy.notice(stated, stated.name);
    case 'span':
      return brokenBy.span(said.text, pairIn(members, undefined, stated.ends), stated.isInclusive);
    case 'time':
      return brokenBy.ruled(stated.ruled, stated.name, members);
    case 'member':
      return ofMember(said, stated, members);
  }
}

/** The rules of a sentence about the value of the member that it describes. */
function ofMember(said: Said, { name }: Extract<Stated, { kind: 'member' }>, members: Members): readonly Broken[] {
  const status = answeredBy(said);
  const ahead = aheadIn(said.text, status);
  return [
    ...brokenSizes(said.text, name, members),
    ...brokenForms(said.text, name, members),
    ...(ahead === undefined ? [] : brokenBy.ahead(ahead, name, members)),
    ...ruledIn(said.text, status).flatMap((ruled) => brokenBy.ruled(ruled, name, members)),
  ];
}

/** What has a default is there although it was not sent. */
function hasDefault(schemas: readonly Schema[] = []): boolean {
  return schemas.some((schema) => schema.default !== undefined);
}
