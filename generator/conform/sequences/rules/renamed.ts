// Gives something new the identifier of what was deleted, where the caller chooses it and the document says whether it is taken or free.

import { isNamedByCaller } from '../../../inference/makers.ts';
import { isObject, lastNameOf, pointerTo, valueAt } from '../../../inference/pointers.ts';
import {
  expectedOf,
  quoted,
  type Renaming,
  renamingIn,
  type Said,
  saidOf,
  sentencesIn,
  withRefusal,
} from '../../../inference/prose/index.ts';
import { lastPlaceOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, type Thing } from '../thing.ts';

const CHECK = 'deleted-names';

export const renamed: readonly Script[] = [{ check: CHECK, run: deletedNames }];

async function* deletedNames(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create, read, remove } = resource;
  if (read === undefined || remove === undefined || !mayChoose(create) || sayings(setting).length === 0) return;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const at = placeOf(thing);
  const rule = at === undefined ? undefined : ruleOf(setting, at);
  if (at === undefined || rule === undefined) return;
  const removed = await unlessStopped(things.call(lab, remove, thing, { says: 'delete', isNeeded: true }));
  if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return;
  const gone = await things.call(lab, read.operation, thing, { says: 'read after delete', probe: CHECK });
  if (!isAbsent(gone)) return;
  const again = await created(setting, lab, thing, (input) => changedAt(input, at, valueAt(thing.created.case.input, at)) as Input);
  if (again === undefined) return;
  yield create;
  await judge(setting, lab, { thing, again, ...rule });
}

interface Rule {
  readonly said: Said;
  readonly renaming: Renaming;
}

async function judge(
  setting: Setting,
  lab: Lab,
  { thing, again, said, renaming }: Rule & { readonly thing: Thing; readonly again: Answered },
): Promise<void> {
  const { status } = again.response;
  const name = JSON.stringify(thing.id);
  if (renaming === 'taken' && isSuccess(again) && status !== 202)
    lab.fault(
      CHECK,
      `${name} is given again after its delete, with ${status}, and the document says: ${quoted(said)}`,
      expectedOf(said),
      again,
    );
  if (renaming === 'taken' || ![409, 410].includes(status)) return;
  // With another name, the same succeeds: what was refused was the name.
  const other = await created(setting, lab, thing, (input) => input);
  if (other === undefined || !isSuccess(other)) return;
  lab.forget(other);
  lab.fault(
    CHECK,
    `${name} is refused with ${status} after its delete, and the document says: ${quoted(said)}`,
    'a status from 200 to 299',
    again,
  );
}

/** One more create beside a thing, with values that nothing has. */
async function created(
  { things, resource }: Setting,
  lab: Lab,
  thing: Thing,
  renamed: (input: Input) => Input,
): Promise<Answered | undefined> {
  const { create } = resource;
  const input = renamed(things.ready(create, thing.created.case.input as Input));
  return unlessStopped(things.callBeside(lab, create, thing, { says: 'create after a delete', input, probe: CHECK }));
}

/** Whether a caller may choose the identifier of what a create makes. */
function mayChoose(create: Operation): boolean {
  return isNamedByCaller(create) || create.parameters.some(({ in: where }) => where === 'query') || create.body !== undefined;
}

/** The place of the input that has the identifier; `undefined` where the service has chosen it. */
function placeOf({ resource: { create }, created: { case: one }, id }: Thing): string | undefined {
  const own = isNamedByCaller(create) ? lastPlaceOf(create.path) : undefined;
  if (own !== undefined) return own;
  return ['query', 'body']
    .flatMap((part) => {
      const values = valueAt(one.input, pointerTo(part));
      return isObject(values) ? Object.keys(values).map((name) => pointerTo(part, name)) : [];
    })
    .find((at) => valueAt(one.input, at) === id);
}

/** The sentences about creates of the resource, and those about all things. */
function sayings({ context: { service }, resource: { create } }: Setting): readonly Said[] {
  return [...saidOf(service, create), ...sentencesIn(service.description ?? '').map(withRefusal)];
}

function ruleOf(setting: Setting, at: string): Rule | undefined {
  const named = { kind: setting.resource.name, place: lastNameOf(at) };
  for (const said of sayings(setting)) {
    const renaming = renamingIn(said, named);
    if (renaming !== undefined) return { said, renaming };
  }
  return undefined;
}
