// Sends two requests at once that use up the same thing, as requests one after the other have shown: one of them succeeds.

import type { Resource } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { scarce } from '../making/crowding.ts';
import { taking } from '../making/taking.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'create-at-once';

export const usedUp: readonly Script[] = [{ check: CHECK, run: spentAtOnce }];

/** How often two requests are sent at once. */
const TRIES = 3;

/** The most kinds of things that creates are tried to use up. */
const MOST_SOURCES = 4;

/** The status with which a create says that there is no more of something; `undefined` where it declares none. */
function spentStatus({ responses }: Operation): number | undefined {
  return [409, 422, 400].find((status) => responses.some((one) => one.status === String(status)));
}

async function* spentAtOnce(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { create } = resource;
  if (create.method !== 'POST' || spentStatus(create) === undefined) return;
  const sources = things.takenBy(resource).filter((one) => one !== resource && one.create.method === 'POST');
  for (const source of sources.slice(0, MOST_SOURCES))
    for (const input of [undefined, ...scarce(setting, source)]) {
      const use = await usedBy(setting, source, input);
      if (use === undefined) continue;
      yield create;
      await atOnce(setting, use);
      break;
    }
}

/** A create that has used up a thing: the next one was refused. */
interface Use {
  readonly source: Resource;
  /** What has made the thing; absent: anything. */
  readonly input: Input | undefined;
  readonly user: Thing;
  /** Whether what the requests name beside it is another thing each time. */
  readonly isApart: boolean;
  readonly refused: Answered;
}

async function usedBy(setting: Setting, source: Resource, input: Input | undefined): Promise<Use | undefined> {
  const { things, resource } = setting;
  const lab = things.lab();
  // What earlier sequences have made may be used up.
  things.forgetSources(resource);
  const given = await made(setting, lab, source, input);
  const user = given && (await taking(setting, lab, given, resource))?.thing;
  if (given === undefined || user === undefined) return undefined;
  for (const isApart of [true, false]) {
    const next = await request(setting, lab, user, given, isApart);
    const exchange = next && (await unlessStopped(next()));
    if (exchange === undefined) continue;
    // There is enough for two.
    if (isSuccess(exchange)) return undefined;
    if (exchange.response.status === spentStatus(resource.create)) return { source, input, user, isApart, refused: exchange };
  }
  return undefined;
}

async function made({ things }: Setting, lab: Lab, source: Resource, input: Input | undefined): Promise<Thing | undefined> {
  return unlessStopped(
    input === undefined ? things.make(lab, source, 0, { isOwn: true }) : things.makeFrom(lab, source, things.ready(source.create, input)),
  );
}

/** One more create that names the thing, with values of its own. Beside it, it names what the first one did, or other things. */
async function request({ things, resource }: Setting, lab: Lab, user: Thing, given: Thing, isApart: boolean): Promise<Request | undefined> {
  const { create } = resource;
  const input = things.ready(create, user.created.case.input as Input);
  const kept = [given, ...sourcesOf(given)];
  const others = sourcesOf(user).filter((one) => !kept.some((other) => other.resource === one.resource));
  if (isApart) things.forgetSources(resource, true);
  const named: Thing[] = [...kept];
  for (const one of others) {
    const other = isApart ? await unlessStopped(things.source(one.resource, 0)) : one;
    if (other === undefined) return undefined;
    named.push(other);
  }
  return () => things.callBeside(lab, create, user, { says: 'create that uses up the same', input, sources: named, probe: CHECK });
}

async function atOnce(setting: Setting, use: Use): Promise<void> {
  const { things, resource } = setting;
  const { source, refused } = use;
  for (let count = 0; count < TRIES; count++) {
    const lab = things.lab();
    const pair = await twoRequests(setting, lab, use);
    if (pair === undefined) return;
    const sent = await Promise.all(pair.map((one) => unlessStopped(one())));
    const done = sent.filter((exchange) => exchange !== undefined).filter((one) => isSuccess(one) && one.response.status !== 202);
    // Without one success, the thing is not in the state in which the first one was.
    if (done.length === 0) return;
    const [a, b] = done;
    if (a === undefined || b === undefined || String(things.idOf(resource, a)) === String(things.idOf(resource, b))) continue;
    const steps = [...lab.steps];
    if (!(await isOneInTurn(setting, use))) return;
    const message = `Two requests at once that use up the same of ${source.name} have both succeeded; one after the other, the second is refused with ${refused.response.status}.`;
    lab.fault(CHECK, message, 'one success', b, steps);
  }
}

type Request = () => Promise<Answered>;

/** Two creates that use up a new thing. */
async function twoRequests(
  setting: Setting,
  lab: Lab,
  { source, input, user, isApart }: Use,
): Promise<readonly [Request, Request] | undefined> {
  const given = await made(setting, lab, source, input);
  const one = given && (await request(setting, lab, user, given, isApart));
  const other = given && (await request(setting, lab, user, given, isApart));
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** Whether of two such requests, one after the other, the second is refused again. */
async function isOneInTurn(setting: Setting, use: Use): Promise<boolean> {
  const lab = setting.things.lab();
  const pair = await twoRequests(setting, lab, use);
  const first = pair && (await unlessStopped(pair[0]()));
  const second = first && isSuccess(first) ? await unlessStopped(pair[1]()) : undefined;
  return second?.response.status === use.refused.response.status;
}
