// Finds what is shown only inside of another thing: `POST /orders/{id}/lines` adds what stands in `lines` of the order. An operation is known by its
// path, by a body or an answer that is as the items are, and by its name.
import { itemsOf, possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { Operation, Service } from '../../model/service.ts';
import { memberSchemasOf } from '../bodies.ts';
import type { Edge } from '../edge.ts';
import { identifierAmong } from '../identifiers.ts';
import { identifiersIn, plain } from '../names.ts';
import { singular, wordsOf } from '../prose/index.ts';
import { shapesOf } from '../shapes.ts';
import { beginsWith, collectionIn, parameterIn, segmentsOf } from '../templates.ts';
import { type Holder, holderByPath, holdersBeside, holdersByBody } from './holders.ts';

/** A list inside of a thing. */
export interface InnerList {
  /** The member of the thing that holds it. */
  readonly name: string;
  readonly schemas: readonly Schema[];
  /** The members of its items; none where they are plain values. */
  readonly items: ReadonlyMap<string, readonly Schema[]>;
  /** The member that tells an item from others; absent where only the position does, or the item itself. */
  readonly id?: string;
  /** Whether a path takes it. */
  readonly isNamed?: true;
  readonly by: 'path' | 'schema' | 'name';
}

/** An operation on a thing that can be read before and after it. */
export interface Inside {
  readonly operation: Operation;
  readonly holder: Holder;
  /** What it does to an item of a list of the thing; `acts` where it is not known to touch one. */
  readonly does: 'adds' | 'puts' | 'changes' | 'removes' | 'acts';
  /** Absent where it is not known to touch a list. */
  readonly list?: InnerList;
}

/** The operations that are done inside of things, in the order of the document. */
export function insidesOf(service: Service, edges: readonly Edge[]): readonly Inside[] {
  return service.operations.flatMap((operation): readonly Inside[] => {
    if (operation.method === 'GET' || operation.method === 'HEAD') return [];
    const above = holderByPath(service, operation);
    const inside = above && insideOf(service, operation, above);
    const parts = inside?.list !== undefined || above === undefined ? [] : holdersBeside(service, operation, above);
    // What the thing does not show, a part of it may: `GET /accounts/{id}/statement` has the list of what `POST /accounts/{id}/deposits` adds.
    const part = parts.map((one) => insideOf(service, operation, one)).find(({ does }) => does === 'adds');
    if (part !== undefined) return [part];
    // What has no identifier in its path may be a list of things, unless it holds what the operation names.
    if (above !== undefined && inside !== undefined && (above.places.size > 0 || inside.list !== undefined)) return [inside];
    return holdersByBody(operation, edges).flatMap((holder): readonly Inside[] => {
      const list = listFor(operation, holder.shape.properties, { segment: collectionIn(operation), isWhole: true });
      return list === undefined ? [] : [{ operation, holder, does: 'adds', list }];
    });
  });
}

/** The list among the members of a thing that an operation adds to, by the word behind the thing in its path. */
export function addedTo(operation: Operation, members: ReadonlyMap<string, readonly Schema[]>, word: string): InnerList | undefined {
  return operation.method === 'POST' ? listFor(operation, members, { segment: word, isWhole: true }) : undefined;
}

/** What an operation does, in words: `adds to \`lines\` of what readOrder reads, each with another \`id\``. */
export function insideWords({ does, holder, list }: Inside): string {
  const whose = `of what ${holder.read.id} reads`;
  if (list === undefined) return `acts on a part ${whose}`;
  const verb = { adds: 'adds to', puts: 'adds to or replaces in', changes: 'changes an item', removes: 'removes from', acts: 'acts on' }[
    does
  ];
  const told =
    list.id === undefined ? (list.items.size > 0 ? 'items known by their position' : 'plain values') : `items known by \`${list.id}\``;
  return `${verb}${does === 'changes' ? ' of' : ''} \`${list.name}\` ${whose}, ${told} (by ${list.by})`;
}

function insideOf(service: Service, operation: Operation, holder: Holder): Inside {
  const [first = '', second, ...more] = holder.rest;
  const inner = parameterIn(second);
  const parameters = inner === undefined ? parametersOfItems(service, operation, holder) : [inner, parameterIn(more[0])];
  const isWhole = second === undefined || (more.length === 0 && operation.method === 'PUT');
  const list =
    parameterIn(first) === undefined ? listFor(operation, holder.shape.properties, { segment: first, parameters, isWhole }) : undefined;
  if (list === undefined || (second !== undefined && inner === undefined)) return { operation, holder, does: 'acts' };
  const { method } = operation;
  if (second === undefined) return { operation, holder, list, does: method === 'POST' ? 'adds' : 'acts' };
  if (more.length > 0 || method === 'PATCH' || method === 'POST') return { operation, holder, list, does: 'changes' };
  return { operation, holder, list, does: method === 'DELETE' ? 'removes' : 'puts' };
}

/** The parameters in a row by which other paths name an item of the list: `letter` of `/orders/{orderNo}/samples/{letter}/reject`. */
function parametersOfItems({ operations }: Service, { path }: Operation, { rest }: Holder): readonly (string | undefined)[] {
  const own = segmentsOf(path);
  if (rest.length !== 1) return [];
  const longer = operations.map((one) => segmentsOf(one.path)).find((other) => other.length > own.length && beginsWith(other, own));
  return longer === undefined ? [] : longer.slice(own.length, own.length + 2).map(parameterIn);
}

const ADDS = new Set(['add', 'append', 'attach', 'create', 'insert', 'log', 'note', 'post', 'record', 'register', 'put', 'enter', 'book']);

interface Named {
  /** The segment that may be the name of the list. */
  readonly segment: string;
  /** The parameter that takes the identifier of an item, and the one right behind it, with which it names an item together. */
  readonly parameters?: readonly (string | undefined)[];
  /** Whether the body is that of an item. */
  readonly isWhole: boolean;
}

/** The list that the segment behind the thing names, or else the one whose items are as the body and the answer of the operation. */
function listFor(
  operation: Operation,
  members: ReadonlyMap<string, readonly Schema[]>,
  { segment, parameters = [], isWhole }: Named,
): InnerList | undefined {
  const lists = [...members].flatMap(([name, schemas]) => {
    const isList = possibleConjuncts(schemas).some(
      ({ type, items, writeOnly }) => writeOnly !== true && (items !== undefined || type?.includes('array') === true),
    );
    return isList ? [{ name, schemas, items: propertiesOf(itemsOf(schemas)) }] : [];
  });
  const [parameter, next] = parameters;
  const found = (list: (typeof lists)[number], by: InnerList['by']): InnerList => {
    // None of the members that name an item together tells it from all others.
    if (parameter !== undefined && next !== undefined) return { ...list, by };
    const id =
      identifierAmong(parameter ?? `${singular(segment)}Id`, segment, list.items) ??
      identifiersIn(list.items.keys()).find((name) => name !== 'name');
    return { ...list, by, ...(id === undefined ? {} : { id }), ...(id !== undefined && parameter !== undefined ? { isNamed: true } : {}) };
  };
  const named = lists.filter(({ name, items }) => isNamed(name, segment) && (!isWhole || fits(operation, items)));
  const exact = named.find(({ name }) => plain(singular(name)) === plain(singular(segment))) ?? (named.length === 1 ? named[0] : undefined);
  if (exact !== undefined) return found(exact, 'path');
  if (!isWhole) return undefined;
  const alike = lists.filter(({ items }) => items.size > 1 && isItem(operation, items));
  const [only, another] = alike;
  if (only !== undefined && another === undefined) return found(only, 'schema');
  const [verb = '', ...words] = wordsOf(segment.replace(/^:/, ''));
  const said = plain(words.map(singular).join(''));
  const called = ADDS.has(verb) && said !== '' ? lists.filter(({ name, items }) => isNamed(name, said) && fits(operation, items)) : [];
  return called.length === 1 && called[0] !== undefined ? found(called[0], 'name') : undefined;
}

/** Whether a list is called as a segment is: `lines` and `orderLines` for `lines`. */
function isNamed(name: string, segment: string): boolean {
  const [own, wanted] = [plain(singular(name)), plain(singular(segment))];
  return wanted.length > 2 && (own === wanted || own.endsWith(wanted));
}

/** Whether an item can have what the body has: nothing is sent, or a member of the two is the same. */
function fits(operation: Operation, items: ReadonlyMap<string, unknown>): boolean {
  const sent = [...propertiesOf(memberSchemasOf(operation)).keys()];
  return sent.length === 0 || items.size === 0 || sent.some((name) => items.has(name));
}

/** Whether the answer is declared as an item is, and the body has nothing but members of it. */
function isItem(operation: Operation, items: ReadonlyMap<string, unknown>): boolean {
  const sent = [...propertiesOf(memberSchemasOf(operation)).keys()];
  const isSame = ({ properties }: { readonly properties: ReadonlyMap<string, unknown> }): boolean =>
    properties.size === items.size && [...properties.keys()].every((name) => items.has(name));
  return sent.length > 0 && sent.every((name) => items.has(name)) && shapesOf(operation).some(isSame);
}
