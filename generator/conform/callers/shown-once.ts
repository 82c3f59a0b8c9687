// Looks for what one answer alone shows, as the document says, in later answers: the code of a key box is in the answer of its create and in no read.
import { valueAt } from '../../inference/pointers.ts';
import { isShownOnce, memberSentences, sentencesIn } from '../../inference/prose/index.ts';
import type { Resource } from '../../inference/resources.ts';
import { shapesOf, successOf } from '../../inference/shapes.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { resultOf } from '../sequences/index.ts';
import { leavesIn } from './bodies.ts';
import { another, type Desk, succeeded } from './desk.ts';
import { readsOf, SECRETS } from './secrets.ts';

export async function tryShownOnce(desk: Desk): Promise<void> {
  if (!desk.isOn(SECRETS)) return;
  for (const resource of desk.resources) {
    const names = shownOnceBy(resource.create);
    if (names.size > 0 && desk.mayGoOn()) await shownAgain(desk, resource, names);
  }
}

/** The members that the answer of a create shows and no other one does, each with the sentence that says so. */
function shownOnceBy(create: Operation): ReadonlyMap<string, string> {
  const about = [...sentencesIn(create.description ?? ''), ...sentencesIn(successOf(create)?.description ?? '')];
  const members = shapesOf(create).flatMap(({ properties }) => [...properties]);
  return new Map(
    members.flatMap(([name, schemas]) => {
      const own = memberSentences(schemas).map(({ text }) => text);
      const said = about.find((text) => isShownOnce(text, name, false)) ?? own.find((text) => isShownOnce(text, name, true));
      return said === undefined ? [] : [[name, said] as const];
    }),
  );
}

async function shownAgain(desk: Desk, resource: Resource, names: ReadonlyMap<string, string>): Promise<void> {
  const first = desk.caseOf(resource.create);
  const created = first && (await desk.fresh(another(desk, first, 'whose answer alone shows a member')));
  if (!succeeded(created)) return;
  const given = valuesIn(created).filter(({ name, value }) => names.has(name) && typeof value === 'string' && value !== '');
  if (given.length === 0) return;
  for (const later of await readsOf(desk, resource, created)) {
    desk.looked(SECRETS, later.case.operation, [created, later]);
    const shown = valuesIn(later).find((one) => given.some(({ name, value }) => one.name === name && one.value === value));
    if (shown === undefined) continue;
    const message = `The \`${shown.name}\` is shown again after ${resource.create.id}, and the document says: “${names.get(shown.name)}”.`;
    desk.found({ check: SECRETS, message, expected: `an answer without \`${shown.name}\``, exchanges: [created, later] });
  }
}

function valuesIn(exchange: Answered): readonly { readonly name: string; readonly value: unknown }[] {
  return [...leavesIn(valueAt(resultOf(exchange), '/body'))];
}
