// What is read of the sentences about all requests, about lists, and about what answers show.
import { unknownParameters } from '../../../generator/conform/checks/refusals/stated.ts';
import { countsOf } from '../../../generator/conform/sequences/relations/counted.ts';
import { listFactsOf } from '../../../generator/inference/lists/facts.ts';
import { filtersOf } from '../../../generator/inference/lists/filter-facts.ts';
import { spanFiltersOf } from '../../../generator/inference/lists/span-filters.ts';
import { statedOrder } from '../../../generator/inference/lists/stated.ts';
import {
  anyCaseIn,
  conditionsIn,
  formulaIn,
  isSaidUnique,
  memberSentences,
  presenceIn,
  sentencesIn,
} from '../../../generator/inference/prose/index.ts';
import type { Resource } from '../../../generator/inference/resources.ts';
import { successSchemaOf } from '../../../generator/inference/shapes.ts';
import { choicesOf } from '../../../generator/inference/stated/numbers.ts';
import { bodyLimitIn } from '../../../generator/model/body-limit.ts';
import { itemsOf, possibleConjuncts, propertiesOf } from '../../../generator/model/schema/conjuncts.ts';
import type { Schema } from '../../../generator/model/schema/schema.ts';
import type { Operation, Service } from '../../../generator/model/service.ts';
import type { Reading } from './marked.ts';

type Members = ReadonlyMap<string, readonly Schema[]>;

/** Rules about what is shown. */
export function ofShown(one: Resource, all: readonly Resource[]): readonly Reading[] {
  const { read, name: resource } = one;
  if (read === undefined) return [];
  const counted = all.flatMap((other) => (other === one ? [] : countsOf(one, other).map((count) => ({ ...count, other: other.name }))));
  const counts = counted.map(({ name, text, states, other }) => ({
    quote: text,
    place: `${resource}.${name}`,
    says: `count: ${name} ${other}${states === undefined ? '' : ` ${[...states].join('/')}`}`,
  }));
  return counts;
}

/** Rules about the objects in the answer of an operation. */
export function ofAnswer(operation: Operation): readonly Reading[] {
  const schema = successSchemaOf(operation);
  const outer = schema === undefined ? new Map<string, readonly Schema[]>() : propertiesOf([schema]);
  const inner = schema === undefined ? [] : objectsIn(propertiesOf(itemsOf([schema])));
  return [...objectsIn(outer), ...inner].flatMap((members) =>
    [...members].flatMap(([name, own]) =>
      memberSentences(possibleConjuncts(own)).flatMap(({ text }) =>
        shownIn(text, name, members).map((says) => ({ quote: text, place: `${operation.id} ${name}`, says })),
      ),
    ),
  );
}

function statesOf(members: Members): readonly string[] {
  const own = [...members].filter(([name]) => /(?:status|state|phase|stage)$/i.test(name)).flatMap(([, schemas]) => schemas);
  return possibleConjuncts(own).flatMap(({ enum: listed = [] }) => listed.filter((one) => typeof one === 'string'));
}

function shownIn(text: string, name: string, members: Members): readonly string[] {
  const having = (type: string): readonly string[] =>
    [...members].filter(([, own]) => possibleConjuncts(own).some((one) => one.type?.some((each) => each === type))).map(([one]) => one);
  const numbers = [...having('integer'), ...having('number')];
  const inside = [...members].flatMap(([of, own]) => [...propertiesOf(own).keys()].map((one) => `${of}/${one}`));
  const lists = new Map(having('array').map((list) => [list, itemNumbers(members.get(list) ?? [])]));
  const presence = presenceIn(text, statesOf(members));
  const formula = formulaIn(text, name, { numbers: [...numbers, ...inside], lists, choices: choicesOf(members) });
  const values = possibleConjuncts(members.get(name) ?? []).flatMap(({ enum: listed = [] }) =>
    listed.filter((one) => typeof one === 'string'),
  );
  const isTold = values.length > 0 || having('boolean').includes(name);
  const testable = { numbers, booleans: having('boolean'), lists: having('array'), nullable: having('null') };
  const conditions = isTold ? conditionsIn(text, { name, values }, testable) : [];
  return [
    ...(presence === undefined ? [] : [`presence: ${name} ${presence.kind} ${[...presence.states].join('/')}`]),
    ...(formula === undefined ? [] : [`formula: ${name} ${formulaSays(formula)}`]),
    ...conditions.map(({ value, test }) => `condition: ${name} ${String(value)} by ${test.member}`),
    ...(isSaidUnique(text) ? [`unique: ${name}`] : []),
  ];
}

function formulaSays(formula: NonNullable<ReturnType<typeof formulaIn>>): string {
  if (formula.kind === 'count') return `count ${formula.list}`;
  if (formula.kind === 'items')
    return `items ${formula.list} ${formula.of.join('*')}${formula.where === undefined ? '' : ` ${formula.where.isDenied ? 'not ' : ''}${formula.where.values.join('/')}`}`;
  if (formula.kind === 'percent') return `${String(formula.by)} percent of ${formula.of}`;
  if (formula.kind === 'mixed') return `${formula.of.slice(0, formula.plus).join('+')}-${formula.of.slice(formula.plus).join('-')}`;
  const sign = { sum: '+', difference: '-', product: '*' }[formula.kind];
  return formula.of.join(sign);
}

function itemNumbers(schemas: readonly Schema[]): readonly string[] {
  return possibleConjuncts(schemas).flatMap(({ items }) =>
    items === undefined ? [] : [...propertiesOf(possibleConjuncts([items])).keys()],
  );
}

/** An object, and those inside it, also in lists. */
function objectsIn(members: Members, deep = 3): readonly Members[] {
  if (members.size === 0 || deep === 0) return [];
  const inside = [...members.values()].flatMap((own) => {
    const all = possibleConjuncts(own);
    return [propertiesOf(own), ...all.flatMap(({ items }) => (items === undefined ? [] : [propertiesOf([items])]))];
  });
  return [members, ...inside.flatMap((one) => objectsIn(one, deep - 1))];
}

/** Rules about all requests. */
export function ofAll(service: Service): readonly Reading[] {
  return sentencesIn(service.description ?? '').flatMap((quote) => {
    const alone = { description: quote };
    const unknown = unknownParameters(alone);
    const limit = bodyLimitIn(quote);
    const found = [
      ...(unknown === undefined ? [] : [`status: unknown parameters ${unknown}`]),
      ...(limit === undefined ? [] : [`size: body ${limit.least}`]),
    ];
    return found.map((says) => ({ quote, place: 'info', says }));
  });
}

/** Rules about what a list has, and in which order. */
export function ofList(service: Service, operation: Operation): readonly Reading[] {
  const facts = listFactsOf(service, operation);
  if (facts === undefined) return [];
  const { id } = operation;
  const order = statedOrder(facts);
  const { search } = facts.roles;
  const anyCase = search && anyCaseIn(search.description);
  return [
    ...filtersOf(facts).flatMap(({ place, member, how, inclusive }) =>
      !/\b(?:only|this|that|these|those|before|after|several)\b/i.test(place.description)
        ? []
        : [{ quote: place.description, place: id, says: `filter: ${place.name} ${member} ${how}${inclusive === true ? ' with it' : ''}` }],
    ),
    ...(search === undefined || anyCase === undefined ? [] : [{ quote: anyCase, place: id, says: `filter: ${search.name} any case` }]),
    ...spanFiltersOf(facts).flatMap(({ place: { name, description }, isEndIn }) =>
      sentencesIn(description)
        .slice(0, isEndIn === undefined ? 1 : 2)
        .map((quote, index) => ({ quote, place: id, says: `filter: ${name} between${index === 1 && isEndIn === true ? ' with it' : ''}` })),
    ),
    ...(order === undefined ? [] : [{ quote: order.says, place: id, says: `sort: ${order.member} ${order.sign === -1 ? 'down' : 'up'}` }]),
  ];
}
