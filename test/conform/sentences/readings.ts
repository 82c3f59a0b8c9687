// What is read of the sentences of a document, each reader with the words that its users give it.
import type { CheckContext } from '../../../generator/conform/contract/check.ts';
import { kindsOf } from '../../../generator/conform/sequences/elsewhere/world.ts';
import { Kin } from '../../../generator/conform/sequences/kin.ts';
import { nounsOf } from '../../../generator/conform/sequences/machines/machine.ts';
import { flagsOf, listedState } from '../../../generator/conform/sequences/machines/members.ts';
import { refusalOf } from '../../../generator/conform/sequences/relations/unknown-reference.ts';
import { holderOf } from '../../../generator/conform/sequences/rules/held.ts';
import { momentRulesFor } from '../../../generator/conform/sequences/rules/moments.ts';
import { declaredMembers } from '../../../generator/conform/sequences/rules/seen.ts';
import { memberSchemasOf } from '../../../generator/inference/bodies.ts';
import { edgesOf } from '../../../generator/inference/edges.ts';
import { tokensOf } from '../../../generator/inference/pointers.ts';
import {
  aheadIn,
  answeredBy,
  bornIn,
  boundsIn,
  defaultIn,
  doneStatesOf,
  effectsIn,
  elsewhereIn,
  formsIn,
  frozenIn,
  isAnyCase,
  isSaidTaken,
  isWithin,
  isWithoutOnly,
  keepingIn,
  lengthsIn,
  memberSentences,
  mostIn,
  onceIn,
  outcomeIn,
  phraseOf,
  rightIn,
  ruledIn,
  type Said,
  saidOf,
  sentencesIn,
  stateRulesWith,
  withNames,
} from '../../../generator/inference/prose/index.ts';
import { measuredIn, statedSizes } from '../../../generator/inference/request-body.ts';
import { allResourcesOf, type Resource, shownBy } from '../../../generator/inference/resources.ts';
import { numberRulesOf } from '../../../generator/inference/stated/compared.ts';
import { refusalsOfDelete } from '../../../generator/inference/stated/keeping.ts';
import { type StatedRule, statedRulesOf } from '../../../generator/inference/stated/rules.ts';
import { namedIn } from '../../../generator/inference/stated/unique-values.ts';
import { possibleConjuncts, propertiesOf } from '../../../generator/model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../generator/model/service.ts';
import type { Reading } from './marked.ts';
import { ofAll, ofAnswer, ofList, ofShown } from './shown.ts';

export function readingsOf(service: Service): readonly Reading[] {
  const edges = edgesOf(service);
  const resources = allResourcesOf(service, edges);
  const kin = new Kin(resources, edges);
  const found = service.operations.flatMap((operation) => [
    ...ofValues(service, operation),
    ...ofThings(service, operation, resources, kin),
    ...ofRights(operation),
    ...ofList(service, operation),
    ...ofAnswer(operation),
  ]);
  const shown = resources.flatMap((resource) => ofShown(resource, resources));
  const all = [...new Map([...ofAll(service), ...found, ...shown].map((one) => [`${one.quote} ${one.says}`, one])).values()];
  // A clause of the sentence says less than all of it.
  return all.filter(({ quote, says }) => !all.some((other) => other.quote === quote && other.says === `${says} any case`));
}

/** Rules about the values of one request. */
function ofValues(service: Service, operation: Operation): readonly Reading[] {
  const stated = statedRulesOf(service, operation).flatMap((rule) =>
    saysOf(rule).map((says) => ({ quote: rule.said.quote ?? rule.said.text, place: operation.id, says })),
  );
  const sent = [...propertiesOf(memberSchemasOf(operation))].map(([name, own]) => [name, possibleConjuncts(own)] as const);
  const members = new Map([...operation.parameters.map(({ name, schema }) => [name, possibleConjuncts([schema])] as const), ...sent]);
  const defaults = [
    ...saidOf(service, operation).map(({ text }) => [text, undefined] as const),
    ...[...members].flatMap(([name, own]) => memberSentences(own).map(({ text }) => [text, name] as const)),
    ...operation.parameters.flatMap(({ name, description = '' }) => sentencesIn(description).map((text) => [text, name] as const)),
  ].flatMap(([text, subject]): readonly Reading[] => {
    const found = defaultIn(text, members, [], subject);
    const is = found?.is;
    if (found === undefined || is === undefined) return [];
    const value =
      is.kind === 'value' ? JSON.stringify(is.value) : is.kind === 'now' ? 'now' : is.kind === 'member' ? is.name : 'of another';
    return [{ quote: text, place: operation.id, says: `default: ${found.member} ${value}` }];
  });
  return [...stated, ...defaults];
}

function saysOf({ said, stated, part: { members } }: StatedRule): readonly string[] {
  switch (stated.kind) {
    case 'relation':
      return [`order: ${stated.greater} ${stated.isStrict ? '>' : '>='} ${stated.less}`];
    case 'need': {
      const { of, values, member, isNeeded, isNot, isOnly } = stated;
      return [
        `need: ${of} ${values.join('/')} ${isNeeded ? 'needs' : isNot ? 'without' : 'alone has'} ${member}${isNeeded && isOnly ? ' only' : ''}`,
      ];
    }
    case 'choice':
      return [`choice: ${stated.members.join('/')}${stated.isNoneWrong ? ', one' : ''}${stated.isAllWrong ? ', not both' : ''}`];
    case 'companion':
      return [`with: ${stated.member} needs ${stated.needs}`];
    case 'twice':
      return [`distinct: ${stated.list}`];
    case 'list':
      return [`items: ${stated.rule.list} ${stated.rule.rule}`];
    case 'notice':
      return [`time: ${stated.name} ${stated.says}`];
    case 'time':
      return [`time: ${stated.name} not ${stated.ruled}`];
    case 'span':
      return lengthsIn(said.text, answeredBy(said)).map(({ kind, says }) => `length: ${kind} ${says}`);
    case 'member': {
      const { name } = stated;
      const schemas = members.get(name) ?? [];
      const kind = measuredIn(schemas);
      const ahead = aheadIn(said.text, answeredBy(said));
      return [
        ...(statedSizes(said.text, name, schemas)?.sizes ?? []).map(({ says }) => `size: ${name} ${says}`),
        ...(kind === undefined || kind === 'list' ? [] : formsIn(said.text, { kind, name }).map(({ says }) => `form: ${name} ${says}`)),
        ...ruledIn(said.text, answeredBy(said)).map((ruled) => `time: ${name} not ${ruled}`),
        ...(ahead === undefined ? [] : [`time: ${name} ${ahead.says}`]),
      ];
    }
  }
}

/** Rules about things: their states, their values among all others, and what belongs to them. */
function ofThings(service: Service, operation: Operation, resources: readonly Resource[], kin: Kin): readonly Reading[] {
  const own = resources.find(
    ({ create, read, remove, changes }) => [create, read?.operation, remove, ...changes].includes(operation) || false,
  );
  const above = own ?? resources.findLast((one) => kin.isBelow(operation, one));
  const said = saidOf(service, operation);
  return [
    ...resources.flatMap((one) =>
      statesRead(
        operation,
        one,
        one === above,
        service.operations.filter((other) => kin.isBelow(other, one)),
      ),
    ),
    ...(own === undefined ? [] : said.flatMap((one) => ofResource(one, own, operation, kin))),
    ...(own?.remove === operation ? resources.filter((one) => one !== own).flatMap((other) => keptBy(operation, other)) : []),
    ...(above === undefined ? [] : ofAction(service, operation, above, kin)),
    ...kin.references(operation).flatMap((reference) => {
      const refusal = refusalOf(service, operation, reference);
      const says = `reference: ${
        tokensOf(reference.to)
          .filter((one) => one !== '0')
          .at(-1) ?? ''
      }`;
      return refusal === undefined ? [] : [{ quote: refusal.quote ?? refusal.text, says }];
    }),
  ].map((one) => ({ ...one, place: operation.id }));
}

type Found = Omit<Reading, 'place'>;

function statesRead(operation: Operation, resource: Resource, isOwn: boolean, actions: readonly Operation[]): readonly Found[] {
  const read = shownBy(resource);
  if (read === undefined || (isOwn && resource.create === operation)) return [];
  const members = [listedState(read)?.states ?? [], ...flagsOf(read).map((one) => one.states)].filter((states) => states.length > 0);
  const [listed = [], ...flags] = members.map((states) => refusedIn(operation, resource, isOwn, states, actions));
  // What is said of a listed state says the same of what comes with it.
  return [...listed, ...flags.flat().filter(({ quote }) => !listed.some((one) => one.quote === quote))];
}

function refusedIn(
  operation: Operation,
  resource: Resource,
  isOwn: boolean,
  states: readonly string[],
  actions: readonly Operation[],
): readonly Found[] {
  const nouns = nounsOf(resource);
  const isAbout = (text: string): boolean => isOwn || nouns.some((noun) => new RegExp(`\\b${noun}\\b`, 'i').test(text));
  const description = sentencesIn(operation.description ?? '')
    .filter(isAbout)
    .join(' ');
  const responses = operation.responses.map((one) => ({ ...one, description: sentencesIn(one.description).filter(isAbout).join(' ') }));
  const texts = { description, responses, ...(isOwn ? {} : { whole: operation.description }) };
  const rules = stateRulesWith(doneStatesOf(actions, states, nouns), texts, states, nouns);
  const not = states.filter((state) => rules.refused.has(state) || rules.allowed?.has(state) === false);
  return not.length === 0 ? [] : rules.quotes.map((quote) => ({ quote, says: `state: ${resource.name} not ${not.join('/')}` }));
}

function ofResource(said: Said, resource: Resource, operation: Operation, kin: Kin): readonly Found[] {
  const { text, refusal } = said;
  const properties = propertiesOf(memberSchemasOf(operation));
  const found: string[] = [];
  const texts = [...properties].filter(([, schemas]) => measuredIn(possibleConjuncts(schemas)) === 'text').map(([name]) => name);
  if (refusal !== undefined && isSaidTaken(text, answeredBy(said)))
    for (const name of namedIn(text, texts)) found.push(`unique: ${name}${isAnyCase(text) ? ' any case' : ''}`);
  const owners = kin.takenBy(resource).map(({ name }) => name);
  const most = resource.create === operation ? mostIn(said, resource.name, owners) : undefined;
  const kind = most?.kind ?? most?.adjective;
  if (most !== undefined) found.push(`most: ${most.count}${kind === undefined ? '' : ` ${kind}`}`);
  for (const other of kin.takenBy(resource)) {
    const members = other.read === undefined ? [] : [...declaredMembers(other.read).keys()];
    const bounds = boundsIn(text, [...properties.keys()], { name: other.name, members }, undefined, answeredBy(said));
    for (const { kind, member, of } of bounds) found.push(`bound: ${member} ${kind} ${other.name} ${of}`);
    if (isWithin(text, other.name)) found.push(`bound: within ${other.name}`);
  }
  const states = (resource.read && listedState(resource.read)?.states) ?? [];
  const frozen = resource.changes.includes(operation)
    ? frozenIn(withNames(text, properties), {
        members: [...properties.keys()],
        states,
        nouns: nounsOf(resource),
        parts: kin.below(resource).map(({ name }) => name),
      })
    : undefined;
  for (const member of frozen?.members ?? [])
    found.push(`frozen: ${member} ${[frozen?.kind, ...(frozen?.states ?? []), frozen?.having ?? []].flat().join(' ')}`);
  return found.map((says) => ({ quote: said.quote ?? text, says }));
}

/** As `delete-in-use` reads them. */
function keptBy(remove: Operation, other: Resource): readonly Found[] {
  const states = (other.read && listedState(other.read)?.states) ?? [];
  const only = sentencesIn(remove.description ?? '').find((one) => isWithoutOnly(one, other.name));
  if (only !== undefined) return [{ quote: only, says: `in use: ${other.name}` }];
  return refusalsOfDelete(remove).flatMap((quote) => {
    const keeping = keepingIn(quote, other.name, states);
    const meant = keeping === undefined ? [] : states.filter((state) => keeping.isMeant(state));
    const which = meant.length === states.length ? '' : ` ${meant.join('/')}`;
    return keeping === undefined ? [] : [{ quote, says: `in use: ${other.name}${which}` }];
  });
}

function ofAction(service: Service, operation: Operation, resource: Resource, kin: Kin): readonly Found[] {
  const { summary = '', description = '' } = operation;
  const read = shownBy(resource);
  const states = (read && listedState(read)?.states) ?? [];
  const members = read === undefined ? [] : [...declaredMembers(read).keys()];
  const born = operation === resource.create ? bornIn(description, { states, nouns: nounsOf(resource) }) : undefined;
  const bounds = operation.method === 'GET' ? [] : boundsRead(service, operation, resource, kin);
  const once = operation.method === 'POST' ? onceIn(operation) : undefined;
  const outcome = operation.method === 'GET' ? undefined : outcomeIn(`${summary}\n\n${description}`, states, nounsOf(resource));
  const kinds = kindsOf({ context: contextOf(service), mayCall: () => true })
    .filter(({ name }) => name !== resource.name)
    .map(({ name, reader }) => ({ name, states: listedState(reader)?.states ?? [] }));
  return [
    ...bounds,
    ...(born === undefined ? [] : [{ quote: born.quote, says: `made: ${born.state}` }]),
    ...(once === undefined ? [] : [{ quote: once, says: `once: ${operation.id}` }]),
    ...(outcome === undefined ? [] : [{ quote: outcome.quote, says: `becomes: ${outcome.state}` }]),
    ...effectsIn(description, members).map(({ kind, member, quote }) => ({ quote, says: `effect: ${member} ${kind}` })),
    ...elsewhereIn(description, kinds).map(({ name, to, quote }) => ({ quote, says: `elsewhere: ${name} ${to}` })),
  ];
}

/** The numbers and times of a thing, or of what an operation names, that bound those of a request. */
function boundsRead(service: Service, operation: Operation, resource: Resource, kin: Kin): readonly Found[] {
  const above = operation === resource.create ? kin.parentOf(resource) : undefined;
  const said = saidOf(service, operation);
  return [resource, ...kin.takenBy(resource)].flatMap((one) => {
    const { name } = one;
    const reader = shownBy(one);
    if (reader === undefined) return [];
    const isOwn = one === resource ? operation !== one.create : one === above;
    const isNamed = ({ text }: Said): boolean => isOwn || new RegExp(`\\b(?:${phraseOf(name)})\\b`, 'i').test(text);
    const isTimed = one === resource || operation === resource.create;
    const times =
      !isTimed || operation === one.create
        ? []
        : momentRulesFor(service, operation, one, reader, isOwn).filter((rule) => isNamed(rule.said));
    return [
      ...numberRulesOf(said, operation, [holderOf(one, reader, isOwn)]).map(({ rule, bound: { member, kind, of } }) => ({
        quote: rule.quote ?? rule.text,
        says: `bound: ${member} ${kind} ${name} ${of}`,
      })),
      ...times.map(({ said: { quote, text }, member, kind, isStrict, of, by }) => ({
        quote: quote ?? text,
        says: `bound: ${member} ${isStrict ? (kind === 'least' ? 'above' : 'below') : kind} ${name} ${of}${by === 0 ? '' : ` ${by / 3_600_000} hours`}`,
      })),
    ];
  });
}

function contextOf(service: Service): CheckContext {
  return { service, options: {}, hasCredential: () => false, hasSucceeded: () => false };
}

function ofRights({ id, summary = '', description = '' }: Operation): readonly Reading[] {
  return [summary, description].flatMap(sentencesIn).flatMap((quote) => {
    const right = rightIn(quote);
    return right === undefined ? [] : [{ quote, place: id, says: `right: ${right}` }];
  });
}
