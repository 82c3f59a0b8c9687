// Property: whatever version changes relations and profiles, and in whatever order, both versions show the same, and counters are their relations.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOUR, INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ines, microblog } from './support.ts';

const ACTORS = [INES, TIDE_WATCH] as const;
const OTHERS = [INES, TIDE_WATCH, JONAS, HARBOUR] as const;
type Actor = (typeof ACTORS)[number];

type Change =
  | { readonly verb: 'follow' | 'unfollow'; readonly actor: Actor; readonly target: string; readonly version: 1 | 2 }
  | { readonly verb: 'block' | 'unblock' | 'accept' | 'decline'; readonly actor: Actor; readonly target: string }
  | { readonly verb: 'mute' | 'unmute'; readonly actor: Actor; readonly target: string }
  | { readonly verb: 'profile'; readonly actor: Actor; readonly profile: Profile };

interface Profile {
  readonly name?: string;
  readonly location: string;
  readonly description?: string;
  readonly url?: string;
}

const text = (most: number) => fc.string({ minLength: 1, maxLength: most, unit: fc.constantFrom('a', 'É', '<', '&', '🌊', ' ', '%') });
const actor = fc.constantFrom(...ACTORS);
const target = fc.constantFrom(...OTHERS);
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ verb: fc.constantFrom('follow', 'unfollow'), actor, target, version: fc.constantFrom(1, 2) }),
  fc.record({ verb: fc.constantFrom('block', 'unblock', 'mute', 'unmute'), actor, target }),
  // Only the harbour is protected.
  fc.record({ verb: fc.constantFrom('accept', 'decline'), actor, target: fc.constant(HARBOUR) }),
  fc.record({
    verb: fc.constant('profile'),
    actor,
    profile: fc.record(
      {
        name: text(50).filter((name) => name.trim() !== ''),
        location: text(30),
        description: text(160),
        url: fc.constantFrom('', 'https://boats.example/a', 'http://bread.example/?b=c&d'),
      },
      { requiredKeys: ['location'] },
    ),
  }),
);

/** What should stand between users, kept in the plainest way. */
class Expected {
  readonly #edges = new Set([
    `follow ${INES} ${TIDE_WATCH}`,
    `follow ${JONAS} ${TIDE_WATCH}`,
    `follow ${TIDE_WATCH} ${JONAS}`,
    `request ${TIDE_WATCH} ${HARBOUR}`,
  ]);
  readonly profiles: Record<Actor, Partial<Profile>> = { [INES]: {}, [TIDE_WATCH]: {} };

  has(kind: string, source: string, target: string): boolean {
    return this.#edges.has(`${kind} ${source} ${target}`);
  }

  apply(change: Change): void {
    if (change.verb === 'profile') {
      this.profiles[change.actor] = { ...this.profiles[change.actor], ...change.profile };
      return;
    }
    const { verb, actor: source, target } = change;
    if (source === target) return;
    const add = (kind: string) => this.#edges.add(`${kind} ${source} ${target}`);
    const remove = (kind: string, from: string = source, to: string = target) => this.#edges.delete(`${kind} ${from} ${to}`);
    if (verb === 'follow') {
      if (this.has('block', source, target) || this.has('block', target, source) || this.has('follow', source, target)) return;
      add(target === HARBOUR ? 'request' : 'follow');
    } else if (verb === 'unfollow') {
      remove('follow');
      remove('request');
    } else if (verb === 'block') {
      add('block');
      for (const kind of ['follow', 'request']) {
        remove(kind);
        remove(kind, target, source);
      }
    } else if (verb === 'unblock') remove('block');
    else if (verb === 'mute') add('mute');
    else if (verb === 'unmute') remove('mute');
    else if (remove('request') && verb === 'accept') add('follow');
  }

  /** How many follow a user, or are followed, of those here. */
  count(side: 'followers' | 'following', user: string): number {
    return OTHERS.filter((other) => (side === 'followers' ? this.has('follow', other, user) : this.has('follow', user, other))).length;
  }
}

describeOnEngines('what one version writes', (engine) => {
  const USERNAMES: Readonly<Record<string, string>> = { [INES]: 'ines_b', [TIDE_WATCH]: 'tidewatch' };

  function callersOf(sandbox: ControlledSandbox) {
    const { user, v1As, act } = microblog(sandbox);
    const older = { [INES]: v1As(), [TIDE_WATCH]: v1As({ ...ines, token: signing.tideWatch[0], tokenSecret: signing.tideWatch[1] }) };
    const newer = { [INES]: user(), [TIDE_WATCH]: user(tokens.tideWatch) };
    return { older, newer, act };
  }
  type Callers = ReturnType<typeof callersOf>;

  async function send({ older, newer, act }: Callers, change: Change): Promise<void> {
    const v1 = older[change.actor];
    const v2 = newer[change.actor];
    if (change.verb === 'profile') {
      unwrap(await v1.updateProfile({ body: change.profile }), 200);
      return;
    }
    const { verb, actor: source, target: user_id } = change;
    const path = { source_user_id: source, target_user_id: user_id };
    const own = { path: { id: source }, body: { target_user_id: user_id } };
    const answer = { username: 'vesterhavn_hbr', follower: USERNAMES[source] ?? '', accept: verb === 'accept' };
    // A refusal must change nothing, so its status is not looked at.
    if (verb === 'follow') await (change.version === 1 ? v1.createFriendship({ body: { user_id } }) : v2.followUser(own));
    else if (verb === 'unfollow') await (change.version === 1 ? v1.deleteFriendship({ body: { user_id } }) : v2.unfollowUser({ path }));
    else if (verb === 'block') await v1.createBlock({ body: { user_id } });
    else if (verb === 'unblock') await v1.deleteBlock({ body: { user_id } });
    else if (verb === 'mute') await v2.muteUser(own);
    else if (verb === 'unmute') await v2.unmuteUser({ path });
    else await act('answer-request', answer);
  }

  /** What both versions show to an actor of the others. */
  async function shownTo({ older, newer }: Callers, viewer: Actor) {
    const fields = ['connection_status', 'public_metrics', 'description', 'location', 'url'] as const;
    const second = unwrap(await newer[viewer].getUsers({ query: { ids: [...OTHERS], 'user.fields': [...fields] } }), 200).data ?? [];
    const first = unwrap(await older[viewer].lookupUsers({ query: { user_id: [...OTHERS] } }), 200);
    const connections = unwrap(await older[viewer].lookupFriendships({ query: { user_id: [...OTHERS] } }), 200);
    return OTHERS.map((id) => {
      const v2 = second.find((one) => one.id === id);
      const v1 = first.find((one) => one.id_str === id);
      return {
        id,
        v2: { ...v2?.public_metrics, name: v2?.name, location: v2?.location ?? '', description: v2?.description ?? '', url: v2?.url ?? '' },
        v1: {
          followers_count: v1?.followers_count,
          following_count: v1?.friends_count,
          name: v1?.name,
          location: v1?.location,
          description: v1?.description ?? '',
          url: v1?.entities?.url?.urls[0]?.expanded_url ?? '',
        },
        status: (v2?.connection_status ?? []).toSorted(),
        connections: (connections.find((one) => one.id_str === id)?.connections ?? []).toSorted(),
      };
    });
  }

  test('the other one reads, whatever was done before', async () => {
    const sandbox = await engine.open('b-microblog');
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 12 }), async (list) => {
        await sandbox.reset();
        const callers = callersOf(sandbox);
        await callers.act('set-limits', { limits: 'off' });
        const before = await shownTo(callers, INES);
        const [start, expected] = [new Expected(), new Expected()];
        for (const change of list) {
          await send(callers, change);
          expected.apply(change);
        }
        for (const viewer of ACTORS) {
          for (const { id, v1, v2, status, connections } of await shownTo(callers, viewer)) {
            const counted = (side: 'followers' | 'following') => expected.count(side, id) - start.count(side, id);
            const old = before.find((one) => one.id === id)?.v2;
            const profile = Object.hasOwn(expected.profiles, id) ? expected.profiles[id as Actor] : {};
            expect(v2).toEqual({
              ...old,
              ...profile,
              followers_count: (old?.followers_count ?? 0) + counted('followers'),
              following_count: (old?.following_count ?? 0) + counted('following'),
            });
            const { tweet_count: _, listed_count: __, like_count: ___, ...both } = v2;
            expect(v1).toEqual(both);
            if (id === viewer) continue;
            const holds = {
              following: expected.has('follow', viewer, id),
              followed_by: expected.has('follow', id, viewer),
              follow_request_sent: expected.has('request', viewer, id),
              blocking: expected.has('block', viewer, id),
              muting: expected.has('mute', viewer, id),
            };
            const named = Object.entries(holds).flatMap(([name, is]) => (is ? [name] : []));
            expect(status).toEqual(named.toSorted());
            const older = named.map((name) => (name === 'follow_request_sent' ? 'following_requested' : name));
            expect(connections).toEqual((older.length === 0 ? ['none'] : older).toSorted());
          }
        }
      }),
      { numRuns: byEffort({ quick: 6, deep: 150 }) },
    );
  });
});
