// Makes two things of a kind below the same thing, one after the other, where the document says what becomes of the first one then.
import { quoted, succeededIn } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { doingTextsOf } from '../../../inference/stated/effects.ts';
import type { Operation } from '../../../model/service.ts';
import { listedState } from '../machines/members.ts';
import { waitBriefly } from '../rules/later.ts';
import { readThing } from '../rules/seen.ts';
import { ownParent, type Setting, unlessStopped } from '../script.ts';
import { sourcesOf } from '../thing.ts';

const CHECK = 'effects-elsewhere';

export async function* succeeded({ things, resource }: Setting): AsyncGenerator<Operation> {
  const { create, name } = resource;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const said = doingTextsOf(create)
    .map((text) => succeededIn(text, name, member?.states ?? []))
    .find((one) => one !== undefined);
  if (read === undefined || member === undefined || said === undefined) return;
  const lab = things.lab();
  const parent = await ownParent(lab, things, resource);
  const first = parent && (await unlessStopped(things.make(lab, resource, 0, { parent })));
  if (parent === undefined || first === undefined) return;
  const state = async (): Promise<string | undefined> => {
    const seen = await unlessStopped(readThing(lab, things, read, first));
    return seen && member.of(seen.resource);
  };
  const before = await state();
  if (before === undefined || before === said.to || (said.from ?? before) !== before) return;
  const second = await unlessStopped(things.make(lab, resource, 0, { parent }));
  if (second === undefined || second.created.response.status === 202) return;
  // Both stand below the same thing.
  if (![first, second].every((one) => sourcesOf(one).includes(parent)) || String(first.id) === String(second.id)) return;
  yield create;
  if ((await state()) === said.to) return;
  await waitBriefly();
  const is = await state();
  const last = lab.steps.at(-1);
  if (is !== before || last?.response === undefined) return;
  const message = `\`${member.name}\` of the first of ${name} is \`${is}\` after ${create.id} has made another one, as before it.`;
  lab.fault(CHECK, message, `\`${said.to}\`, as the document says: ${quoted({ text: said.quote })}`, last);
}
