// Sends two requests at once that use up the same thing, as requests one after the other have shown: one of them succeeds.

import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { filled, type Request, type Room, request, roomsOf } from './room.ts';

const CHECK = 'create-at-once';

export const usedUp: readonly Script[] = [{ check: CHECK, run: spentAtOnce }];

/** How often two requests are sent at once. */
const TRIES = 3;

async function* spentAtOnce(setting: Setting): AsyncGenerator<Operation> {
  for (const room of await roomsOf(setting, CHECK)) {
    yield setting.resource.create;
    await atOnce(setting, room);
  }
}

async function atOnce(setting: Setting, room: Room): Promise<void> {
  const { things, resource } = setting;
  const { source, refused } = room;
  for (let count = 0; count < TRIES; count++) {
    const lab = things.lab();
    const pair = await twoRequests(setting, lab, room);
    if (pair === undefined) return;
    const sent = await Promise.all(pair.map((one) => unlessStopped(one())));
    const done = sent.filter((exchange) => exchange !== undefined).filter((one) => isSuccess(one) && one.response.status !== 202);
    // Without one success, the thing is not in the state in which the first one was.
    if (done.length === 0) return;
    const [a, b] = done;
    if (a === undefined || b === undefined || String(things.idOf(resource, a)) === String(things.idOf(resource, b))) continue;
    const steps = [...lab.steps];
    if (!(await isOneInTurn(setting, room))) return;
    const message = `Two requests at once that use up the same of ${source.name} have both succeeded; one after the other, the second is refused with ${refused.response.status}.`;
    lab.fault(CHECK, message, 'one success', b, steps);
  }
}

/** Two creates that use up a new thing, which has room for one of them. */
async function twoRequests(setting: Setting, lab: Lab, room: Room): Promise<readonly [Request, Request] | undefined> {
  const given = (await filled(setting, lab, room, room.count - 1, CHECK))?.given;
  const one = given && (await request(setting, lab, { ...room, given, probe: CHECK }));
  const other = given && (await request(setting, lab, { ...room, given, probe: CHECK }));
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** Whether of two such requests, one after the other, the second is refused again. */
async function isOneInTurn(setting: Setting, room: Room): Promise<boolean> {
  const lab = setting.things.lab();
  const pair = await twoRequests(setting, lab, room);
  const first = pair && (await unlessStopped(pair[0]()));
  const second = first && isSuccess(first) ? await unlessStopped(pair[1]()) : undefined;
  return second?.response.status === room.refused.response.status;
}
