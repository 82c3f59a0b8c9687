// The process that is killed: users follow and block each other by both versions of the microblogging service. Each request is a line on standard
// output before it is sent, and another one after it was acknowledged.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { ines, microblog } from '../../b-microblog/support.ts';
import { FOLLOWERS, openMicroblog, type Person, textOf, type Verb } from './people.ts';

const [place = '', all = ''] = process.argv.slice(2);
const sandbox = await openMicroblog(JSON.parse(place) as StorePlace);
const people = JSON.parse(all) as readonly Person[];
const { user, v1As } = microblog(sandbox);

async function send(verb: Verb, { id, token, signing }: Person, target: string): Promise<number> {
  const v1 = v1As({ ...ines, ...signing });
  const body = { user_id: target };
  const byNewer = randomInt(2) === 0;
  if (verb === 'block') return (await v1.createBlock({ body })).status;
  if (verb === 'unblock') return (await v1.deleteBlock({ body })).status;
  if (verb === 'follow')
    return byNewer
      ? (await user(token).followUser({ path: { id }, body: { target_user_id: target } })).status
      : (await v1.createFriendship({ body })).status;
  return byNewer
    ? (await user(token).unfollowUser({ path: { source_user_id: id, target_user_id: target } })).status
    : (await v1.deleteFriendship({ body })).status;
}

/** Acts for one user, one request after the other. */
async function act(person: Person, others: readonly Person[], verbs: readonly Verb[]): Promise<never> {
  for (;;) {
    const [verb, other] = [verbs[randomInt(verbs.length)], others[randomInt(others.length)]];
    if (verb === undefined || other === undefined || other === person) continue;
    const line = { verb, source: person.id, target: other.id };
    writeSync(1, textOf({ step: 'try', ...line }));
    const status = await send(verb, person, other.id);
    // A blocked user cannot follow.
    if (status !== 200 && status !== 403) throw new Error(`A request to ${verb} was answered with ${status}.`);
    writeSync(1, textOf({ step: 'done', ...line }));
  }
}

const [followers, blockers] = [people.slice(0, FOLLOWERS), people.slice(FOLLOWERS)];
// The kill may come at once after the first line, so one change is acknowledged before anything is printed.
const [first, second] = followers;
if (first !== undefined && second !== undefined && (await send('follow', first, second.id)) === 200) {
  const line = { verb: 'follow', source: first.id, target: second.id } as const;
  writeSync(1, textOf({ step: 'try', ...line }) + textOf({ step: 'done', ...line }));
}

// A store that is lost ends this process, as the server is killed together with it.
await Promise.all([
  ...followers.map((person) => act(person, followers, ['follow', 'follow', 'unfollow'])),
  ...blockers.map((person) => act(person, blockers, ['follow', 'follow', 'unfollow', 'block', 'unblock'])),
]).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
