// Names several things in a list of a body, one of which is refused: where the same request is refused with it in the first place, it is refused with
// it in the last place too. Programs often look at the first item alone.
import { holderOf, isTextOrNumber, lastNameOf, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { memberSentences } from '../../../inference/prose/index.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input, schemasOf } from '../../plan/index.ts';
import type { Reference } from '../kin.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { withFreshKey } from '../making/keys.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { unknownLike } from '../unknown.ts';

const CHECK = 'each-item';

export const eachItem: readonly Script[] = [{ check: CHECK, run: eachOfList }];

/** The most actions by which a thing is made unfit. */
const MOST_ACTIONS = 3;

/** The statuses that refuse what a list names. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

/** Lists in which the first item is another one than the others. */
const ORDERED = /\b(?:first|primary|main|order|sequence|route|from|start\w*|lead\w*)\b/i;

async function* eachOfList(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  for (const reference of things.references(resource.create)) {
    const at = holderOf(reference.to);
    if (tokensOf(reference.to).at(-1) !== '0' || !mayStandAnywhere(resource.create, at)) continue;
    if (await tryList(setting, reference, at)) yield resource.create;
  }
}

/** Whether nothing says that the order of the list means something, and whether it may have two items. */
function mayStandAnywhere(create: Operation, at: string): boolean {
  const schemas = possibleConjuncts(schemasOf(create, at));
  const texts = memberSentences(schemas).map(({ text }) => text);
  return !texts.some((text) => ORDERED.test(text)) && !schemas.some(({ maxItems = 2 }) => maxItems < 2);
}

interface List {
  readonly lab: Lab;
  readonly at: string;
  /** An input of a create that has succeeded. */
  readonly base: Input;
  readonly reference: Reference;
}

/** Whether the order of two items was tried. */
async function tryList(setting: Setting, reference: Reference, at: string): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const made = await unlessStopped(things.make(lab, resource, 0));
  const base = made?.created.case.input as Input | undefined;
  if (base === undefined || !Array.isArray(valueAt(base, at)) || !isTextOrNumber(valueAt(base, reference.to))) return false;
  const list: List = { lab, at, base, reference };
  let isTried = false;
  for await (const bad of unfit(setting, list)) {
    const good = await named(setting, list);
    if (good === undefined) return isTried;
    if (await tryOrder(setting, list, bad, good)) isTried = true;
  }
  return isTried;
}

interface Unfit {
  readonly value: unknown;
  readonly says: string;
}

/** Values that a create may refuse: of what is not there, of what another thing has, and of what something was done to. */
async function* unfit(setting: Setting, list: List): AsyncGenerator<Unfit> {
  const { things, resource } = setting;
  const { lab, base, reference } = list;
  const unknown = unknownLike(valueAt(base, reference.to));
  if (unknown !== undefined && String(unknown).length > 3) yield { value: unknown, says: 'was never given' };
  const taken = await thingFor(setting, list);
  const value = taken && valueIn(list, taken);
  const first = value === undefined ? undefined : await send(setting, list, [value], 'create with one of them');
  if (value !== undefined && first !== undefined && isSuccess(first)) yield { value, says: `is in another of ${resource.name} already` };
  const { remove } = reference.resource;
  const acts = [...actionsOn(setting, reference.resource), ...(remove === undefined ? [] : [remove])].slice(0, MOST_ACTIONS);
  for (const operation of acts) {
    const one = await thingFor(setting, list);
    const done =
      one && (await unlessStopped(things.call(lab, operation, one, { says: operation.id, input: things.inputs.of(operation, 0) })));
    const changed = one && valueIn(list, one);
    if (done !== undefined && isSuccess(done) && changed !== undefined) yield { value: changed, says: `is one after ${operation.id}` };
    else if (done !== undefined) lab.forget(done);
  }
}

function thingFor({ things }: Setting, { lab, reference }: List): Promise<Thing | undefined> {
  return unlessStopped(things.make(lab, reference.resource, 0));
}

/** The value by which the list names a thing. */
function valueIn({ base, reference: { from, to } }: List, { id, resource, created }: Thing): unknown {
  const value = from === resource.edge.from ? id : valueAt({ body: created.reading.body, headers: created.reading.headers }, from);
  return typeof value === typeof valueAt(base, to) ? value : undefined;
}

async function named(setting: Setting, list: List): Promise<unknown> {
  const thing = await thingFor(setting, list);
  return thing && valueIn(list, thing);
}

/** Sends the create with these items. All else is as it has succeeded, so that two requests differ in nothing but their items. */
async function send(
  { resource }: Setting,
  { lab, at, base }: List,
  items: readonly unknown[],
  says: string,
): Promise<Answered | undefined> {
  const input = changedAt(withFreshKey(resource.create, base), at, items) as Input;
  return unlessStopped(lab.step({ operation: resource.create, says, input, probe: CHECK }));
}

/** Whether a request was refused with the unfit thing in the first place, so that the other order said something. */
async function tryOrder(setting: Setting, list: List, { value, says }: Unfit, good: unknown): Promise<boolean> {
  const { resource } = setting;
  const { lab, at } = list;
  const first = await send(setting, list, [value, good], 'create with the unfit one first');
  if (first === undefined || !REFUSED.has(first.response.status)) return false;
  const last = await send(setting, list, [good, value], 'create with the unfit one last');
  if (last !== undefined && isSuccess(last) && last.response.status !== 202) {
    // With the fit one alone in the first place, nothing else may be in the way.
    const again = await send(setting, list, [value, good], 'create with the unfit one first again');
    if (again !== undefined && REFUSED.has(again.response.status)) {
      const message = `\`${lastNameOf(at)}\` of ${resource.create.id} may end with ${JSON.stringify(value)}, which ${says}; a request that begins with it is refused with ${first.response.status}.`;
      lab.fault(CHECK, message, `the status ${first.response.status} in whatever order`, last);
    }
  }
  lab.forget(first);
  if (last !== undefined) lab.forget(last);
  return true;
}
