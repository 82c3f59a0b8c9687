// Says what a living mock sends after a request: the callbacks of the operation, and the webhooks about what became of a thing, to the addresses that
// things of the caller's have.
import { fillTemplate, getOwn } from '@octavo/runtime/conformance';
import { plain } from '../../../inference/names.ts';
import { isUri } from '../../../inference/uris.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Service, Webhook } from '../../../model/service.ts';
import type { Delivered } from '../commands.ts';
import type { Kind } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import type { Call, Living, Setting } from '../setting.ts';
import type { Thing } from '../world.ts';
import { eventsOf, type KnownEvent, type Occasion } from './known.ts';

/** A thing as a request has left it. */
interface Happening {
  readonly thing: Thing;
  readonly before: Thing | undefined;
  readonly isDeleted: boolean;
}

export interface Firing {
  /** What is sent after an operation has succeeded. */
  after(operation: Operation, call: Call, living: Living): readonly Delivered[];
}

export function createFiring(service: Service, setting: Setting): Firing {
  const events = eventsOf(service, setting.plan.kinds);
  const receivers = setting.plan.kinds.flatMap((kind) => receiverOf(kind) ?? []);
  return {
    after(operation, call, living) {
      if (!('result' in living) || living.result.status >= 300) return [];
      const happenings = setting.world.changes().flatMap(happeningOf);
      const [first] = happenings;
      const called = service.callbacks
        .filter(({ owners }) => owners.some(({ id }) => id === operation.id))
        .flatMap((callback): readonly Delivered[] => {
          const url = addressIn(callback.address, operation, call, living);
          const sent = payloadOf(setting, callback, first?.thing);
          return url === undefined || sent === undefined
            ? []
            : [{ event: callback.key, url, method: callback.method, ...signatureOf(callback), ...sent }];
        });
      const told = happenings.flatMap((happening) =>
        events
          .filter(({ kind, occasion }) => kind === happening.thing.kind && isOn(occasion, happening))
          .flatMap((event) => toReceivers(setting, receivers, event, happening.thing)),
      );
      return [...called, ...told];
    },
  };
}

function happeningOf({ before, after }: { readonly before: Thing | undefined; readonly after: Thing | undefined }): readonly Happening[] {
  const thing = after ?? before;
  return thing === undefined ? [] : [{ thing, before, isDeleted: after === undefined || after.isDeleted === true }];
}

function addressIn(
  template: Service['callbacks'][number]['address'],
  { id }: Operation,
  { input, base, target }: Call,
  living: Living,
): string | undefined {
  try {
    const result = 'result' in living ? living.result : undefined;
    const filled = fillTemplate(template, { input, result, url: `${base}${target}` }, id);
    return typeof filled === 'string' && URL.canParse(filled) ? filled : undefined;
  } catch {
    // The request has no value there, as where the member is optional.
    return undefined;
  }
}

function isOn(occasion: Occasion, { thing, before, isDeleted }: Happening): boolean {
  if (typeof occasion === 'object') {
    const member = thing.kind.state?.member ?? '';
    return !isDeleted && thing.value[member] === occasion.state && before?.value[member] !== occasion.state;
  }
  if (isDeleted) return occasion === 'deleted';
  return occasion === (before === undefined ? 'made' : 'changed');
}

/** Things by which callers say where events go: their address, and the events that they want. */
interface Receiver {
  readonly kind: Kind;
  readonly url: string;
  readonly events?: string;
}

function receiverOf(kind: Kind): Receiver | undefined {
  if (!/hook|subscription|listener|notification|endpoint/i.test(kind.name)) return undefined;
  const members = [...kind.members];
  const url = members.find(
    ([name, schemas]) =>
      /^(?:(?:callback|target|webhook|notification|endpoint|delivery)?ur[il]|endpoint|target|address|callback)$/.test(plain(name)) &&
      (isUri(schemas) || isText(schemas)),
  );
  const events = members.find(([name]) => /^(?:events?|eventtypes?|types|topics?|enabledevents|subscribedevents)$/.test(plain(name)));
  return url === undefined || url[0] === kind.id
    ? undefined
    : { kind, url: url[0], ...(events === undefined ? {} : { events: events[0] }) };
}

/** The secret that a receiver was given. No answer need show it, so that it is looked for by its name. */
function secretIn(receiver: Thing['value']): Pick<Delivered, 'secret'> {
  const isSecret = (name: string): boolean => /^(?:webhook|signing|shared|hmac)?(?:secret(?:key)?|signingkey)$/.test(plain(name));
  const secret = Object.entries(receiver).find(([name, value]) => isSecret(name) && value !== '')?.[1];
  return typeof secret === 'string' ? { secret } : {};
}

function signatureOf({ signature }: Webhook): Pick<Delivered, 'signature'> {
  return signature === undefined ? {} : { signature };
}

function isText(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type }) => type?.includes('string') === true);
}

function toReceivers(setting: Setting, receivers: readonly Receiver[], event: KnownEvent, thing: Thing): readonly Delivered[] {
  const sent = payloadOf(setting, event.webhook, thing, event);
  if (sent === undefined) return [];
  return receivers.flatMap(({ kind, url, events }) =>
    [...setting.world.all()]
      .filter((receiver) => receiver.kind === kind && wants(events === undefined ? undefined : receiver.value[events], event.name))
      .flatMap(({ value }): readonly Delivered[] => {
        const address = getOwn(value, url);
        if (typeof address !== 'string' || !URL.canParse(address)) return [];
        return [
          { event: event.name, url: address, method: event.webhook.method, ...signatureOf(event.webhook), ...secretIn(value), ...sent },
        ];
      }),
  );
}

/** A receiver without a list of events gets all of them. */
function wants(events: unknown, name: string): boolean {
  if (events === undefined || events === null) return true;
  return [events].flat().some((one) => one === '*' || plain(String(one)) === plain(name));
}

/** The body of an event: the example of the document, with the thing in its place; `undefined` where the document allows none. */
function payloadOf(
  { tools, random }: Setting,
  { body }: Webhook,
  thing: Thing | undefined,
  event?: KnownEvent,
): Pick<Delivered, 'contentType' | 'payload'> | undefined {
  const content = body?.contents.find(({ contentType }) => /json/i.test(contentType));
  if (content?.schema === undefined) return body === undefined ? { payload: undefined } : undefined;
  const { schema, contentType, examples } = content;
  const example = examples[0]?.value ?? tools.sample(schema, random);
  const named = event?.member === undefined ? example : { ...record(example), [event.member]: event.name };
  const whole = thing === undefined ? named : withThing(named, schema, thing, 0);
  const payload = [whole, named].find((one) => tools.allows(schema, one));
  return payload === undefined ? undefined : { contentType, payload };
}

/** The value with the members of a thing where most members are those of one: itself, or an object in it. */
function withThing(value: unknown, schema: Schema, thing: Thing, depth: number): unknown {
  const properties = propertiesOf([schema]);
  const known = [...properties.keys()].filter((name) => thing.kind.members.has(name));
  if (known.length > 0 && known.length * 2 > properties.size) {
    const own = known.flatMap((name) => (Object.hasOwn(thing.value, name) ? [[name, thing.value[name]]] : []));
    return { ...record(value), ...Object.fromEntries(own) };
  }
  if (depth === 2) return value;
  const inner = [...properties].flatMap(([name, [own]]): (readonly [string, unknown])[] => {
    const before = getOwn(value, name);
    return own === undefined || typeof before !== 'object' || before === null ? [] : [[name, withThing(before, own, thing, depth + 1)]];
  });
  return inner.length === 0 ? value : { ...record(value), ...Object.fromEntries(inner) };
}
