// Finds what the webhooks of a document are about, by the names of their events: a kind of thing, and what was done to it.

import { listedValues } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Service, Webhook } from '../../../model/service.ts';
import type { Kind } from '../plan/kinds.ts';

/** `made`, `changed` and `deleted`, or a state that the thing comes into. */
export type Occasion = 'made' | 'changed' | 'deleted' | { readonly state: string };

export interface KnownEvent {
  readonly webhook: Webhook;
  /** As the document names it: the key of the webhook, or a value of the member of the body that says which event it is. */
  readonly name: string;
  /** The member of the body that has the name. */
  readonly member?: string;
  readonly kind: Kind;
  readonly occasion: Occasion;
}

const EVENT = /^(?:event|type|eventtype|eventname|topic|action|kind)$/;
const OCCASIONS: readonly (readonly [Occasion, RegExp])[] = [
  ['made', /^(?:created?|new|added|add|made|registered|placed|submitted|opened|received|adopted)$/],
  ['deleted', /^(?:deleted?|removed?|destroyed|dropped)$/],
  ['changed', /^(?:updated?|changed?|modified|edited)$/],
];

/** `order.created`, `orderCreated` and `new_order` for `/orders`, and `order.shipped` where that is a state of orders. */
export function eventsOf({ webhooks }: Service, kinds: readonly Kind[]): readonly KnownEvent[] {
  return webhooks.flatMap((webhook) => {
    const [schema] = (webhook.body?.contents ?? []).flatMap(({ schema: own }) => own ?? []);
    const [member, own] = [...(schema === undefined ? [] : propertiesOf([schema]))].find(([name]) => EVENT.test(plain(name))) ?? [];
    const values = (own === undefined ? [] : (listedValues(own) ?? [])).filter((value) => typeof value === 'string');
    const named = values.flatMap((name) => eventNamed(name, webhook, kinds, member));
    return named.length > 0 ? named : eventNamed(webhook.key, webhook, kinds, undefined);
  });
}

function eventNamed(name: string, webhook: Webhook, kinds: readonly Kind[], member: string | undefined): readonly KnownEvent[] {
  const words = wordsOf(name).map((word) => singular(word.toLowerCase()));
  const isAbout = (kind: Kind): boolean => {
    const own = wordsOf(kind.name).map((word) => singular(word.toLowerCase()));
    return own.length > 0 && own.every((word) => words.includes(word));
  };
  // `order line created` is about lines of orders.
  const [kind] = kinds.filter(isAbout).sort((one, other) => wordsOf(other.name).length - wordsOf(one.name).length);
  const occasion = kind && occasionIn(wordsOf(name), kind);
  if (kind === undefined || occasion === undefined) return [];
  return [{ webhook, name, kind, occasion, ...(member === undefined ? {} : { member }) }];
}

function occasionIn(words: readonly string[], { state }: Kind): Occasion | undefined {
  const own = words.map((word) => plain(word));
  const reached = state?.values.find((value) => own.includes(plain(value)));
  if (reached !== undefined) return { state: reached };
  return OCCASIONS.find(([, form]) => own.some((word) => form.test(word)))?.[0];
}
