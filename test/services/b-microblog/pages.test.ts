// Tests that pages of timelines neither repeat nor lose a post while fifty users publish.

import { setImmediate } from 'node:timers/promises';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';

const WRITERS = 50;
const EACH = byEffort({ quick: 2, deep: 10 });

describeOnEngines('pages of a timeline under fifty writers', (engine) => {
  test('show each post once, and a reader who goes on from the last one misses none', async () => {
    const { person, sandbox, post } = await openPosts(engine);
    const reader = await person('reader');
    const writers = [];
    for (let index = 0; index < WRITERS; index += 1) {
      const writer = await person(`writer${index}`);
      unwrap(await reader.client.followUser({ path: { id: reader.id }, body: { target_user_id: writer.id } }), 200);
      writers.push(writer);
    }
    const path = { id: reader.id };
    const published: string[] = [];
    let isOver = false;
    const writing = Promise.all(
      writers.map(async ({ client, username }) => {
        for (let index = 0; index < EACH; index += 1) {
          const { data } = unwrap(await client.createPost({ body: { text: `Post ${index} of ${username}` } }), 201);
          published.push(data?.id ?? '');
        }
      }),
    ).finally(() => {
      isOver = true;
    });

    /** Reads back through all pages, from what is newest now. */
    async function readBack(): Promise<readonly string[]> {
      const ids: string[] = [];
      let pagination_token: string | undefined;
      do {
        const query = { max_results: 7, ...(pagination_token !== undefined && { pagination_token }) };
        const { data = [], meta } = unwrap(await reader.client.getHomeTimeline({ path, query }), 200);
        ids.push(...data.map(({ id }) => id));
        pagination_token = meta?.next_token;
      } while (pagination_token !== undefined);
      return ids;
    }

    /** What is newer than a post, the oldest first. */
    async function readOn(since_id: string | undefined): Promise<readonly string[]> {
      const query = { max_results: 100, ...(since_id !== undefined && { since_id }) };
      const found: string[] = [];
      let pagination_token: string | undefined;
      do {
        const given = { ...query, ...(pagination_token !== undefined && { pagination_token }) };
        const { data = [], meta } = unwrap(await reader.client.getHomeTimeline({ path, query: given }), 200);
        found.push(...data.map(({ id }) => id));
        pagination_token = meta?.next_token;
      } while (pagination_token !== undefined);
      return found.reverse();
    }

    const seen: string[] = [];
    while (!isOver || seen.length === 0) {
      // A service in memory answers without waiting for anything, so that nobody else would have a turn.
      await setImmediate();
      const before = [...published];
      const back = await readBack();
      expect(new Set(back).size).toBe(back.length);
      expect(before.filter((id) => !back.includes(id))).toEqual([]);
      expect(back).toEqual([...back].sort().reverse());
      seen.push(...(await readOn(seen.at(-1))));
    }
    await writing;
    seen.push(...(await readOn(seen.at(-1))));
    expect(seen).toEqual([...published].sort());
    expect(seen).toHaveLength(WRITERS * EACH);
    expect((await post(seen[0] ?? ''))?.created_at).toBeLessThanOrEqual(sandbox.clock.now());
  });
});
