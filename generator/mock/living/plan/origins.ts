// Finds the actions that make a new thing of a thing: `POST /carts/{id}/checkout`, which answers with an order, and `POST /forms/{id}/duplicate`.
import { doneOnceIn, names, singular, wordsOf } from '../../../inference/prose/index.ts';
import { successOf, successSchemaOf } from '../../../inference/shapes.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { REFUSING_STATES } from '../refusing.ts';
import { actedOn } from './acts.ts';
import { declares, type Kind, type Origin, pathOf } from './kinds.ts';
import { ruledBy, stateFor, stateOfNamed, stateSaid } from './states.ts';

const COPIES = /^:?(?:clone|copy|duplicate|fork|replicate)/i;

/** The kind of thing that an action makes beside the operation that creates such things; `undefined` where it makes none. */
export function madeBy(operation: Operation, kinds: readonly Kind[]): Kind | undefined {
  const acted = operation.method === 'POST' && declares(operation, 201) ? actedOn(operation, kinds) : undefined;
  const schema = successSchemaOf(operation);
  if (acted === undefined || schema === undefined) return undefined;
  return kinds.find((kind) => {
    const { read } = kind.resource;
    const isMade = kind === acted.kind ? COPIES.test(acted.word) : true;
    return isMade && read !== undefined && successSchemaOf(read.operation) === schema && isPlaceKnown(operation, kind);
  });
}

/** Whether a request says in which collection the new thing is read. */
export function isPlaceKnown({ path }: Operation, { collection }: Pick<Kind, 'collection'>): boolean {
  const own = segmentsOf(path);
  return collection.every((segment, index) => parameterIn(segment) === undefined || own[index] === segment);
}

/** What the action makes the new thing of, and what becomes of that. */
export function originOf(service: Service, operation: Operation, made: Kind, kinds: readonly Kind[]): { readonly of?: Origin } {
  const acted = actedOn(operation, kinds);
  if (acted === undefined) return {};
  const { kind, word } = acted;
  const texts = [operation.summary, operation.description, successOf(operation)?.description];
  const begins = stateOfNamed(texts, made);
  // What is copied stays as it is.
  if (kind === made) return { of: { kind, ...ruledBy(operation, kind), ...(begins === undefined ? {} : { begins }) } };
  const own = texts.filter((text = '') => !names(text, singular(made.name)) || names(text, singular(kind.name)));
  const to = stateOfNamed(texts, kind) ?? (kind.state && (stateSaid(own, kind.state.values) ?? stateFor(word, kind.state.values)));
  const isRefused = REFUSING_STATES.some((status) => declares(operation, status));
  const isOnce = isRefused && doneOnceIn(service, operation, { thing: kind.name, part: made.name }) !== undefined;
  return {
    of: {
      kind,
      ...ruledBy(operation, kind),
      ...(to === undefined ? {} : { to }),
      ...(begins === undefined ? {} : { begins }),
      ...(isOnce ? { isOnce } : {}),
    },
  };
}

/** `it makes an order of the cart that the path names`. */
export function reasonOfOrigin(made: Kind, { kind }: Origin): string {
  const [one, other] = [made, kind].map(({ name, collection }) => (name === '' ? pathOf(collection) : wordsOf(singular(name)).join(' ')));
  return `it answers with the ${one} that it makes of the ${other} in its path`;
}
