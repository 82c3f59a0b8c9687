// How long users wait who publish at once: twenty-five at each of two processes on one PostgreSQL. Meanwhile a reader asks again and again for what
// is newer than the last post that it has seen.

import { createMicroblogClient, type MicroblogClient } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { type SandboxProcess, startTwoProcesses } from '../../../test/support/sandbox-process.ts';
import { quick } from '../../effort.ts';
import { gate, percentile } from './gates.ts';

const WRITERS = 25;
const EACH = quick ? 4 : 40;
const SCOPES = 'tweet.read tweet.write users.read follows.write';
/** How many times the median the slowest of a hundred may take. */
const MOST = 10;

interface Person {
  readonly id: string;
  readonly token: string;
}

async function addPerson({ control }: SandboxProcess, username: string): Promise<Person> {
  const act = async (action: string, body: Record<string, string>) =>
    unwrap(await control.runAction({ path: { service: 'b-microblog', action }, body }), 200).result as Record<string, string>;
  const { id = '' } = await act('add-user', { username });
  const { access_token: token = '' } = await act('mint-token', { app: apps.pro.id, username, scopes: SCOPES });
  return { id, token };
}

/** The identifiers of all posts that are newer than one, the oldest first. */
async function newerThan(client: MicroblogClient, id: string, since_id: string | undefined): Promise<readonly string[]> {
  const found: string[] = [];
  let token: string | undefined;
  do {
    const query = {
      max_results: 100,
      ...(since_id !== undefined && { since_id }),
      ...(token !== undefined && { pagination_token: token }),
    };
    const { data = [], meta } = unwrap(await client.getHomeTimeline({ path: { id }, query }), 200);
    found.push(...data.map((post) => post.id));
    token = meta?.next_token;
  } while (token !== undefined);
  return found.reverse();
}

export async function measurePublishing(): Promise<void> {
  const { processes, end } = await startTwoProcesses(['b-microblog']);
  try {
    const [left] = processes;
    unwrap(await left.control.runAction({ path: { service: 'b-microblog', action: 'set-limits' }, body: { limits: 'off' } }), 200);
    const at = (process: SandboxProcess, { token }: Person) =>
      createMicroblogClient({ baseUrl: process.url('b-microblog'), credentials: { oauth2: token } });
    const reader = await addPerson(left, 'reader');
    const reading = at(left, reader);
    const clients: MicroblogClient[] = [];
    for (const [index, process] of processes.entries()) {
      for (let writer = 0; writer < WRITERS; writer += 1) {
        const person = await addPerson(left, `writer${index}x${writer}`);
        unwrap(await reading.followUser({ path: { id: reader.id }, body: { target_user_id: person.id } }), 200);
        clients.push(at(process, person));
      }
    }
    // The first post of a process loads what finds its language.
    for (const client of [clients.at(0), clients.at(-1)])
      unwrap(await (client as MicroblogClient).createPost({ body: { text: 'First.' } }), 201);

    const times: number[] = [];
    let isOver = false;
    const begin = performance.now();
    const writing = Promise.all(
      clients.map(async (client, writer) => {
        for (let index = 0; index < EACH; index += 1) {
          const start = performance.now();
          unwrap(await client.createPost({ body: { text: `Post ${index} of writer ${writer}` } }), 201);
          times.push(performance.now() - start);
        }
      }),
    ).finally(() => {
      isOver = true;
    });
    const seen: string[] = [];
    while (!isOver) seen.push(...(await newerThan(reading, reader.id, seen.at(-1))));
    await writing;
    const seconds = (performance.now() - begin) / 1000;
    seen.push(...(await newerThan(reading, reader.id, seen.at(-1))));

    const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)];
    const missed = clients.length * EACH + 2 - new Set(seen).size;
    console.log('### Publishing, 2 × 25 writers\n');
    console.log('| posts a second | p50 | p99 | p99 / p50 | posts that the reader missed, saw twice |\n|---|---|---|---|---|');
    const ratio = most / half;
    const figures = [
      (times.length / seconds).toFixed(0),
      `${half.toFixed(0)} ms`,
      `${most.toFixed(0)} ms`,
      `${ratio.toFixed(1)} (${gate(ratio, MOST)})`,
    ];
    console.log(`| ${figures.join(' | ')} | ${missed}, ${seen.length - new Set(seen).size} |\n`);
  } finally {
    await end();
  }
}
