// Counts what a list below a thing has before and after an operation of which a text says that it makes such a thing: `A notice is added`.
import { isDeepStrictEqual } from 'node:util';
import { isObject, valueAt } from '../../../inference/pointers.ts';
import { type Added, addedIn, quoted, saidMembers } from '../../../inference/prose/index.ts';
import { type ListShape, listOf } from '../../../inference/shapes.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import { parameterIn, segmentsOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { sizedInput } from '../pages.ts';
import { waitBriefly } from '../rules/later.ts';
import type { Members } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, resultOf, sourcesOf, type Thing } from '../thing.ts';
import { routesTo } from './making.ts';

const CHECK = 'effects-elsewhere';

/** Words of a list that need not show all that there is. */
const PARTLY = /\b(?:only|unless|except|without|by default|most recent|latest|active|current|cached|delayed|up to \d+)\b/i;

/** A list of other things, below things of a resource. */
interface Below {
  readonly name: string;
  readonly operation: Operation;
  readonly shape: ListShape;
}

export async function* addedElsewhere(setting: Setting): AsyncGenerator<Operation> {
  const { resource } = setting;
  const lists = listsBelow(setting);
  const actions = lists.length === 0 ? [] : actionsOn(setting, resource);
  for (const operation of actions)
    for (const added of addedBy(operation, lists))
      for (const route of routesTo(operation, actions)) {
        if (!(await tryBy(setting, [...route, operation], added))) continue;
        yield operation;
        break;
      }
}

/** What an operation makes, with the list that shows it. */
type Effect = Added & { readonly list: Below };

function addedBy(operation: Operation, lists: readonly Below[]): readonly Effect[] {
  const names = lists.map(({ name }) => name);
  return doingTextsOf(operation)
    .flatMap((text) => addedIn(text, names))
    .flatMap((one) => lists.filter(({ name }) => name === one.name).map((list) => ({ ...one, list })));
}

/** Lists whose path names a thing of the resource, or what such a thing stands below or names. */
function listsBelow({ context, mayCall, resource }: Setting): readonly Below[] {
  return context.service.operations.flatMap((operation): readonly Below[] => {
    const segments = segmentsOf(operation.path);
    const name = segments.at(-1) ?? '';
    if (operation.method !== 'GET' || segments.length < 3 || parameterIn(name) !== undefined || !mayCall(operation)) return [];
    const texts = [operation.summary, operation.description].join('. ');
    const shape = name === resource.name || PARTLY.test(texts) ? undefined : listOf(operation);
    return shape === undefined ? [] : [{ name, operation, shape }];
  });
}

interface Shown {
  readonly exchange: Answered;
  readonly items: readonly Members[];
}

/** The first page of a list that names the thing, or what it stands below or names. */
async function shownIn({ things }: Setting, lab: Lab, thing: Thing, { operation, shape }: Below): Promise<Shown | undefined> {
  const least = things.inputs.least(operation);
  const input = least && (sizedInput(operation, least) ?? least);
  const sources = [thing, ...sourcesOf(thing)];
  const exchange = await unlessStopped(things.callBeside(lab, operation, thing, { says: 'list', input, sources }));
  if (exchange === undefined || !isSuccess(exchange)) return undefined;
  const { path } = exchange.case.input ?? {};
  const named = isObject(path) ? Object.values(path).map(String) : [];
  const items = valueAt(resultOf(exchange), shape.at);
  if (!Array.isArray(items) || !named.every((value) => sources.some(({ id }) => String(id) === value))) return undefined;
  return { exchange, items: items.filter(isObject) };
}

/** Whether the steps were done, the last of which makes something. */
async function tryBy(setting: Setting, steps: readonly Operation[], added: Effect): Promise<boolean> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0));
  if (thing === undefined) return false;
  let before: Shown | undefined;
  for (const [index, step] of steps.entries()) {
    if (index === steps.length - 1) before = await shownIn(setting, lab, thing, added.list);
    if (index === steps.length - 1 && before === undefined) return false;
    const exchange = await unlessStopped(things.call(lab, step, thing, { says: step.id, isNeeded: true }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return false;
  }
  const last = steps.at(-1);
  const now = async (): Promise<readonly Members[]> =>
    before === undefined ? [] : newOf(before, await shownIn(setting, lab, thing, added.list));
  if (last === undefined || before === undefined) return false;
  if ((await now()).length === 0) await waitBriefly();
  const after = await shownIn(setting, lab, thing, added.list);
  const made = newOf(before, after);
  const said = `as the document says: ${quoted({ text: added.quote })}`;
  if (after !== undefined && made.length === 0) {
    const message = `${added.list.operation.id} has nothing new after ${last.id}, and the document says that this makes one of ${added.name}.`;
    lab.fault(CHECK, message, `one more, ${said}`, after.exchange);
  }
  const [one] = made;
  // Where several are new, the sentence does not say which one it means.
  if (after === undefined || one === undefined || made.length > 1) return true;
  for (const [name, value] of saidMembers(added.quote, Object.keys(one))) {
    const is = one[name];
    if (typeof is !== 'string' || is === value) continue;
    lab.fault(CHECK, `\`${name}\` of what ${last.id} has made in ${added.name} is \`${is}\`.`, `\`${value}\`, ${said}`, after.exchange);
  }
  return true;
}

/** The items that were not there before. */
function newOf(before: Shown, after: Shown | undefined): readonly Members[] {
  return (after?.items ?? []).filter((item) => !before.items.some((one) => isDeepStrictEqual(one, item)));
}
