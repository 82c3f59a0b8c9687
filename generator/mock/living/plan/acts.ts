// Finds the operations that do something to one thing by its path, `POST /orders/{id}/cancel`: move its state, give it another secret, or change it.
import { refersTo } from '../../../inference/names.ts';
import { doneOnceIn, elsewhereIn } from '../../../inference/prose/index.ts';
import { bodySchemaOf, successOf } from '../../../inference/shapes.ts';
import { isSetting } from '../../../inference/single/parts.ts';
import { doingTextsOf, memberEffectsOf } from '../../../inference/stated/effects.ts';
import { isRenewing, secretIn } from '../../../inference/stated/renewing.ts';
import { isNameAt, isSameTemplate, parameterIn, type Segments, segmentsOf } from '../../../inference/templates.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { REFUSING_STATES } from '../refusing.ts';
import { besidesOf } from './beside.ts';
import { effectOf } from './effects.ts';
import { type Assigned, declares, type Effect, type Kind, type Role } from './kinds.ts';
import { saidUnknown } from './references.ts';
import { ruledBy, stateFor, stateSaid } from './states.ts';
import { thingShape } from './thing-shape.ts';

/** `POST /orders/{id}/cancel`, `POST /orders/{id}:cancel`: what the last word says is done to the thing. */
export function actOn(
  service: Service,
  operation: Operation,
  kinds: readonly Kind[],
): { readonly role: Role & { readonly does: 'act' }; readonly why: string; readonly sure: Assigned['sure'] } | undefined {
  const acted = operation.method === 'POST' || operation.method === 'PUT' ? actedOn(operation, kinds) : undefined;
  if (acted === undefined) return undefined;
  const { kind, word } = acted;
  const rules = ruledBy(operation, kind);
  const named = kind.state && stateSaid([operation.summary, operation.description, successOf(operation)?.description], kind.state.values);
  const to = named ?? (kind.state && stateFor(word, kind.state.values));
  const renews = isRenewing(operation, word, kind.name) ? secretIn(operation, word) : undefined;
  const isMoved = to !== undefined || renews !== undefined || (rules.rules?.becomes.size ?? 0) > 0;
  const beside = besidesOf(operation, kind, kinds)[0]?.kind.name;
  const isShown = showsThing(operation, kind);
  const usual = beside === undefined || isShown ? undefined : NOTHING;
  const effect = isMoved ? undefined : (effectOf(operation, word, kind, service.operations) ?? usual);
  const said = memberEffectsOf(operation, kind.members.keys()).filter(({ member }) => member !== kind.state?.member && member !== kind.id);
  const elsewhere = doingTextsOf(operation).flatMap((text) => elsewhereIn(text, statedKinds(kinds, kind)));
  const second = doneOnceIn(service, operation, { thing: kind.name, part: word });
  const once = second && [...(/^4\d\d$/.test(second.refusal ?? '') ? [Number(second.refusal)] : []), ...REFUSING_STATES];
  const unknown = saidUnknown(service, operation, namedIn(operation, kinds));
  const isKnown = isMoved || effect !== undefined;
  // An answer of another form, such as the cancellation itself, comes from the document.
  if (!isKnown && !isShown) return undefined;
  const role = {
    does: 'act',
    kind,
    ...(to === undefined ? {} : { to }),
    ...(renews === undefined ? {} : { renews }),
    ...(effect === undefined ? {} : { effect }),
    ...(said.length === 0 ? {} : { said }),
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    ...(once?.some((status) => declares(operation, status)) === true ? { once } : {}),
    ...(unknown === undefined ? {} : { unknown }),
    ...rules,
  } as const;
  if (renews !== undefined) return { role, why: `\`${word}\` gives another \`${renews}\``, sure: 'likely' };
  if (named !== undefined) return { role, why: `its text says that the state is \`${named}\` then`, sure: 'likely' };
  if (to !== undefined) return { role, why: `\`${word}\` leads to the state \`${to}\``, sure: 'likely' };
  if (effect === NOTHING) return { role, why: `it answers with one of the ${beside}`, sure: 'a guess' };
  if (effect !== undefined) return { role, why: `\`${word}\` ${whyOf(effect)}`, sure: 'a guess' };
  return isKnown
    ? { role, why: 'its text says which state comes after each', sure: 'likely' }
    : { role, why: 'it answers with one of them', sure: 'a guess' };
}

/** The kinds of which a body names things. */
function namedIn(operation: Operation, kinds: readonly Kind[]): readonly Kind[] {
  const schema = bodySchemaOf(operation);
  const sent = schema === undefined ? [] : [...propertiesOf([schema]).keys()];
  return kinds.filter(({ name }) => sent.some((one) => refersTo(one, name)));
}

/** The other kinds that have states. */
function statedKinds(kinds: readonly Kind[], own: Kind): readonly { readonly name: string; readonly states: readonly string[] }[] {
  return kinds.flatMap((kind) => (kind === own || kind.state === undefined ? [] : [{ name: kind.name, states: kind.state.values }]));
}

/** The kind of the thing that a path names before its last word, and that word. */
export function actedOn({ path: template }: Operation, kinds: readonly Kind[]): { readonly kind: Kind; readonly word: string } | undefined {
  const path = segmentsOf(template);
  const [, parameter, verb] = /^(\{[^{}]+\})(?::([\w-]+))?$/.exec(path[path.length - 1] ?? '') ?? [];
  const thing = parameter === undefined ? withoutFiller(path.slice(0, -1)) : verb === undefined ? [] : [...path.slice(0, -1), parameter];
  const kind = kinds.find(({ collection }) => isSameTemplate(thing.slice(0, -1), collection) && parameterIn(thing.at(-1)) !== undefined);
  return kind && { kind, word: verb ?? path.at(-1) ?? '' };
}

/** The kind of thing that a `POST` of the path of one changes, as its text says: `Set the value of a gauge`. */
export function setBy(operation: Operation, kinds: readonly Kind[]): Kind | undefined {
  const segments = segmentsOf(operation.path);
  const schema = bodySchemaOf(operation);
  const sent = schema === undefined ? [] : [...propertiesOf([schema]).keys()];
  if (sent.length === 0 || !isSetting(operation)) return undefined;
  return kinds.find(
    ({ collection, members }) =>
      isSameTemplate(segments.slice(0, -1), collection) && isNameAt(segments, collection.length) && sent.every((name) => members.has(name)),
  );
}

/** The effect of an action of which only what it answers with is remembered. */
const NOTHING: Effect = { does: 'put', values: {} };

/** `/servers/{id}/actions/reboot` is about a server. */
function withoutFiller(path: Segments): Segments {
  return /^(?:actions?|commands?|operations?)$/i.test(path.at(-1) ?? '') ? path.slice(0, -1) : path;
}

function whyOf(effect: Effect): string {
  switch (effect.does) {
    case 'set':
      return effect.into === undefined ? 'has members of it in its body' : `has members of its \`${effect.into}\` in its body`;
    case 'put':
      return `is about its \`${Object.keys(effect.values).join('` and `')}\``;
    default:
      return `has members of its \`${effect.list}\` in its body`;
  }
}

/** Whether an answer has a thing of the kind, and not one of another kind that has an `id` too, such as the repositories of an organization. */
function showsThing(operation: Operation, { resource, members }: Kind): boolean {
  const names = [...(thingShape(operation, undefined, resource)?.properties.keys() ?? [])];
  const shared = names.filter((name) => members.has(name)).length;
  return shared > 0 && shared * 2 > names.length && shared * 2 > members.size;
}
