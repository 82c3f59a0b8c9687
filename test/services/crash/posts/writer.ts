// The process that is killed: users publish, edit, like and delete posts. Each request is a line on standard output before it is sent, and another
// one after it was acknowledged.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { unwrap } from '@octavo/runtime';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { microblog } from '../../b-microblog/support.ts';
import { openMicroblog, type Person } from '../relations/people.ts';
import { type Line, textOf } from './lines.ts';

const [place = '', all = ''] = process.argv.slice(2);
const sandbox = await openMicroblog(JSON.parse(place) as StorePlace);
const people = JSON.parse(all) as readonly Person[];
const { user } = microblog(sandbox);
const run = randomInt(2 ** 47);
let texts = 0;

/** Posts of this process that are there, and can be edited or deleted by their authors. */
const posts: { readonly id: string; readonly author: string; readonly edits: number }[] = [];

const print = (step: Line['step'], change: Omit<Line, 'step'>) => writeSync(1, textOf({ step, ...change }));

async function publish({ id: author, token }: Person): Promise<void> {
  texts += 1;
  const text = `Text ${texts} of run ${run}`;
  const other = posts[randomInt(Math.max(posts.length, 1))];
  const body = { text, ...(other !== undefined && randomInt(2) === 0 && { quote_tweet_id: other.id }) };
  print('try', { verb: 'publish', user: author, post: text });
  const answer = await user(token).createPost({ body });
  // The quoted post may have been deleted meanwhile.
  if (answer.status === 400) return;
  const id = unwrap(answer, 201).data?.id ?? '';
  posts.push({ id, author, edits: 0 });
  print('done', { verb: 'publish', user: author, post: id });
}

async function edit({ id: author, token }: Person): Promise<void> {
  const index = posts.findLastIndex((post) => post.author === author && post.edits < 5);
  const [own] = index < 0 ? [] : posts.splice(index, 1);
  if (own === undefined) return;
  texts += 1;
  const line = { verb: 'edit', user: author, post: own.id } as const;
  print('try', line);
  const body = { text: `Text ${texts} of run ${run}`, edit_options: { previous_post_id: own.id } };
  const id = unwrap(await user(token).createPost({ body }), 201).data?.id ?? '';
  posts.push({ id, author, edits: own.edits + 1 });
  print('done', { ...line, version: id });
}

async function remove({ id: author, token }: Person): Promise<void> {
  const index = posts.findIndex((post) => post.author === author);
  const [own] = index < 0 ? [] : posts.splice(index, 1);
  if (own === undefined) return;
  const line = { verb: 'delete', user: author, post: own.id } as const;
  print('try', line);
  unwrap(await user(token).deletePost({ path: { id: own.id } }), 200);
  print('done', line);
}

async function like({ id, token }: Person): Promise<void> {
  const other = posts[randomInt(Math.max(posts.length, 1))];
  if (other === undefined) return;
  const line = { verb: 'like', user: id, post: other.id } as const;
  print('try', line);
  const { status } = await user(token).createLike({ path: { id }, body: { tweet_id: other.id } });
  if (status === 200) print('done', line);
}

const ACTS = [publish, publish, edit, like, like, remove];

async function act(person: Person): Promise<never> {
  for (;;) await ACTS[randomInt(ACTS.length)]?.(person);
}

// The kill may come at once after the first line, so one post is acknowledged before anything is printed.
const [first] = people;
if (first !== undefined) {
  const { data } = unwrap(await user(first.token).createPost({ body: { text: `The first text of run ${run}` } }), 201);
  print('done', { verb: 'publish', user: first.id, post: data?.id ?? '' });
}
// A store that is lost ends this process, as the server is killed together with it.
await Promise.all(people.map(act)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
