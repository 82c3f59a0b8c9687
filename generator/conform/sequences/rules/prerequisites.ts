// Sends creates, and brings things on, where something that they name has none of what a sentence wants it to have: a booking of a member without
// a pass.

import { memberSchemasOf } from '../../../inference/bodies.ts';
import { namesIn, type Prerequisite, prerequisitesIn, quoted, saidOf, singular } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { arrive, isJudged, look, type Machine, refusalOf } from '../machines/machine.ts';
import { actionMoves, settingMoves } from '../machines/moves.ts';
import type { Routes } from '../machines/routes.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, namesThing, sourcesOf } from '../thing.ts';

const CHECK = 'stated-rules';

export const prerequisites: readonly Script[] = [{ check: CHECK, run: created }];

/** What must have something, and what it is. */
interface Wanting extends Prerequisite {
  readonly of: Resource;
}

function wantingsOf(setting: Setting, operation: Operation): readonly Wanting[] {
  const { things, resource, context } = setting;
  const taken = things.takenBy(resource).filter((one) => one !== resource);
  // What comes with a new thing is there from the start, and what the request itself names is looked at otherwise.
  const kindsFor = (of: Resource): readonly Resource[] =>
    [...new Set([...things.below(of), ...things.referringTo(of)])].filter(
      (one) => one !== resource && one !== of && !taken.includes(one) && !comesWith(of, one),
    );
  return saidOf(context.service, operation).flatMap(({ text, isAnswer = false }) =>
    taken.flatMap((of) =>
      prerequisitesIn(text, {
        owners: [of.name],
        kinds: kindsFor(of).map(({ name }) => name),
        own: resource.name,
        isAnswer,
      }).map((one): Wanting => ({ ...one, of })),
    ),
  );
}

/** Whether a create speaks of things of a kind, or takes them in its body. */
function comesWith({ create }: Resource, { name }: Resource): boolean {
  const texts = [create.summary, create.description, ...create.responses.map((one) => one.description)].join(' ').toLowerCase();
  const word = singular(name).toLowerCase();
  return texts.includes(word) || [...propertiesOf(memberSchemasOf(create)).keys()].some((member) => member.toLowerCase().includes(word));
}

async function* created(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create } = resource;
  const tried = new Set<string>();
  for (const { of, kind, quote } of wantingsOf(setting, create)) {
    const key = `${of.name} ${kind}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const lab = things.lab();
    const user = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
    const sources = user === undefined ? [] : sourcesOf(user);
    const before = sources.filter((one) => one.resource === of);
    const bare = before.length === 1 ? await unlessStopped(things.make(lab, of, 0, { isOwn: true })) : undefined;
    if (user === undefined || bare === undefined) continue;
    const exchange = await unlessStopped(
      things.callBeside(lab, create, user, {
        says: `create where ${of.name} have no ${kind}`,
        input: things.ready(create, user.created.case.input ?? {}),
        sources: [bare, ...sources.filter((one) => one.resource !== of)],
        probe: CHECK,
      }),
    );
    if (exchange === undefined || !isJudged(exchange)) continue;
    yield create;
    if (!isSuccess(exchange) || !namesThing({ ...user, created: exchange }, bare, true)) continue;
    const message = `${create.id} succeeds with one of ${of.name} that has none of ${kind}.`;
    lab.fault(CHECK, message, `${refusalOf(create, [])}, as the document says: ${quoted({ text: quote })}`, exchange);
  }
}

/** The most states from which a step is tried. */
const MOST_FROM = 4;

/** Steps of a thing that names something without what a sentence wants it to have, from each state that was reached. */
export async function* wanting(setting: Setting, machine: Machine, routes: Routes): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { states } = machine.member;
  // What a run has reached by chance may come with what is wanted.
  if (things.lab().equipment.reached.isKnown(resource.create)) return;
  for (const { operation, to, says, input } of [...actionMoves(setting, resource), ...settingMoves(machine)])
    for (const { of, kind, clause, quote } of wantingsOf(setting, operation)) {
      const named = namesIn(clause, states);
      if (to === undefined ? named.length > 0 : !named.includes(to)) continue;
      for (const [from, route] of [...routes].filter(([state]) => state !== to).slice(0, MOST_FROM)) {
        things.forgetAll();
        const arrived = await arrive(machine, route, 'bound');
        if (arrived === undefined || arrived.seen.state !== from || !sourcesOf(arrived.thing).some((one) => one.resource === of)) continue;
        const { lab, thing } = arrived;
        const exchange = await unlessStopped(
          things.call(lab, operation, thing, { says: `${says} without ${kind}`, input, probe: 'state-rules' }),
        );
        if (exchange === undefined || !isJudged(exchange)) continue;
        yield operation;
        const after = isSuccess(exchange) ? await look(machine, lab, thing) : undefined;
        if (after === undefined || after.state === from || (to !== undefined && after.state !== to)) continue;
        const message = `${says} succeeds in the state \`${from}\` for one of ${of.name} that has none of ${kind}.`;
        lab.fault('state-rules', message, `${refusalOf(operation, [])}, as the document says: ${quoted({ text: quote })}`, exchange);
      }
    }
}
