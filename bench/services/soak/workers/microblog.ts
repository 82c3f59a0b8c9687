// The microblogging service, by both documents: people post, like, keep lists and write to each other, and readers hold a stream open.

import { type CreatePostResult, createMicroblogClient, type MicroblogClient, type Post } from '@octavo/interfaces/b-microblog';
import { createMicroblogV1Client } from '@octavo/interfaces/b-microblog-v1';
import { unwrap } from '@octavo/runtime';
import { SCOPES } from '../../../../services/b-microblog/access/scopes.ts';
import { apps } from '../../../../services/b-microblog/seeds/credentials.ts';
import { StreamReader } from '../stream.ts';
import { Counts, each, oneOf, unique, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Person {
  readonly id: string;
  readonly client: MicroblogClient;
  readonly list: string;
  /** The others on the list. */
  readonly members: Map<string, 'there' | 'gone' | 'unknown'>;
  /** Messages to the person after this one, acknowledged. */
  readonly messages: string[];
  /** How many posts may have been published, or not. */
  unknownPosts: number;
}

interface Published {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  /** Who liked it, as was acknowledged. */
  readonly likes: Set<string>;
  /** How many likes may be there, or not. */
  unknownLikes: number;
  state: 'there' | 'deleted' | 'unknown';
}

/** A word that all posts of the soak have, so that the filtered stream has them. */
const WORD = unique('soak');
/** Posts that are liked and read. */
const RECENT = 60;
const POSTS_AT_ONCE = 100;
const PAGE = 100;

export async function microblogWorker(world: World): Promise<Worker> {
  const { url, fetch, act, callers } = world;
  const service = 'b-microblog';
  const counts = new Counts();
  const v2 = { baseUrl: url(service), fetch: fetch(service) };
  const app = createMicroblogClient({ ...v2, credentials: { bearer: apps.pro.bearer } });
  // Without a signature, requests of version 1.1 are those of Tide Watch.
  const v1 = createMicroblogV1Client({ baseUrl: url('b-microblog-v1'), fetch: fetch(service) });
  const people: Person[] = [];
  for (let index = 0; index < Math.max(2, callers); index++) people.push(await newPerson());
  // A user gets messages only from those whom they follow.
  for (const [index, { id }] of people.entries()) {
    const reader = people[(index + 1) % people.length] ?? oneOf(people);
    unwrap(await reader.client.followUser({ path: { id: reader.id }, body: { target_user_id: id } }), 200);
  }
  unwrap(await app.updateFilteredStreamRules({ body: { add: [{ value: WORD }] } }), 201);
  const stream = new StreamReader({
    url: `${url(service)}/2/tweets/search/stream`,
    token: apps.pro.bearer,
    has: (text) => text.includes(WORD),
  });
  await stream.opened();
  const posts: Published[] = [];

  async function newPerson(): Promise<Person> {
    const username = unique('p').slice(0, 15);
    const { id } = await act(service, 'add-user', { username });
    const { access_token } = await act(service, 'mint-token', { app: apps.pro.id, username, scopes: Object.keys(SCOPES).join(' ') });
    const client = createMicroblogClient({ ...v2, credentials: { oauth2: String(access_token) } });
    const { data } = unwrap(await client.createList({ body: { name: `List ${username}` } }), 201);
    return { id: String(id), client, list: data?.id ?? '', members: new Map(), messages: [], unknownPosts: 0 };
  }

  const someone = (caller: number) => people[caller] ?? oneOf(people);
  const after = (caller: number) => people[(caller + 1) % people.length] ?? oneOf(people);
  /** Posts of others are read and liked by many at once, and each is deleted by its author alone. */
  const recent = () => posts.slice(-RECENT).filter(({ state }) => state === 'there');

  async function publish(caller: number): Promise<void> {
    const person = someone(caller);
    const text = `${unique('Text ')} ${WORD}`;
    const isOld = Math.random() < 0.2;
    const request = async () =>
      isOld
        ? unwrap(await v1.createPost({ body: { status: text } }), 200).id_str
        : (unwrap((await person.client.createPost({ body: { text } })) satisfies CreatePostResult, 201).data?.id ?? '');
    const id = await unlessCutOr(request, undefined);
    if (id === undefined) {
      if (!isOld) person.unknownPosts += 1;
      return;
    }
    const author = isOld ? '' : person.id;
    posts.push({ id, text, author, likes: new Set(), unknownLikes: 0, state: 'there' });
    stream.expect(id);
    counts.add('posts');
  }

  async function remove(caller: number): Promise<void> {
    const { id: author, client } = someone(caller);
    // One that was published a while ago, so that the stream has had it.
    const post = posts.slice(0, -RECENT).findLast((one) => one.author === author && one.state === 'there');
    if (post === undefined) return read(caller);
    post.state = 'unknown';
    const isDone = await unlessCutOr(async () => unwrap(await client.deletePost({ path: { id: post.id } }), 200).data?.deleted, undefined);
    if (isDone !== true) return;
    post.state = 'deleted';
    counts.add('deleted posts');
  }

  async function like(caller: number): Promise<void> {
    const { id, client } = someone(caller);
    const post = oneOf(recent());
    if (post.likes.has(id)) return;
    post.unknownLikes += 1;
    const isDone = await unlessCutOr(
      async () => unwrap(await client.createLike({ path: { id }, body: { tweet_id: post.id } }), 200).data?.liked,
      undefined,
    );
    if (isDone !== true) return;
    post.unknownLikes -= 1;
    post.likes.add(id);
    counts.add('likes');
  }

  async function changeList(caller: number): Promise<void> {
    const { list, client, members } = someone(caller);
    const { id } = after(caller);
    const isThere = members.get(id) === 'there';
    members.set(id, 'unknown');
    const isDone = await unlessCutOr(async () => {
      if (isThere) unwrap(await client.removeListMember({ path: { id: list, user_id: id } }), 200);
      else unwrap(await client.addListMember({ path: { id: list }, body: { user_id: id } }), 200);
      return true;
    }, false);
    if (!isDone) return;
    members.set(id, isThere ? 'gone' : 'there');
    counts.add('members of lists');
  }

  async function write(caller: number): Promise<void> {
    const { client, messages } = someone(caller);
    const path = { participant_id: after(caller).id };
    const id = await unlessCutOr(
      async () => unwrap(await client.sendDirectMessage({ path, body: { text: unique('Message ') } }), 201).data?.dm_event_id,
      undefined,
    );
    if (id === undefined) return;
    messages.push(id);
    counts.add('messages');
  }

  async function read(caller: number): Promise<void> {
    const { id, client } = someone(caller);
    const requests = [
      () => client.getHomeTimeline({ path: { id }, query: { max_results: 20 } }),
      () => client.listUserPosts({ path: { id }, query: { max_results: 20, 'tweet.fields': ['public_metrics', 'created_at'] } }),
      () => client.listDirectMessageEventsWithUser({ path: { participant_id: after(caller).id }, query: { max_results: 10 } }),
      () => client.getCurrentUser({}),
      () => app.searchRecentPosts({ query: { query: WORD, max_results: 10 } }),
      () => v1.getUserTimeline({ query: { count: 20 } }),
    ];
    const { status } = await oneOf(requests)();
    if (status !== 200) throw new Error(`A list was answered with ${status}.`);
  }

  async function readOne(): Promise<void> {
    const post = oneOf(recent());
    const { data } = unwrap(await app.getPost({ path: { id: post.id } }), 200);
    if (data?.text !== post.text && post.state === 'there') throw new Error(`The post ${post.id} is ${JSON.stringify(data)}.`);
  }

  async function postFaults(): Promise<string[]> {
    const faults: string[] = [];
    const parts = Array.from({ length: Math.ceil(posts.length / POSTS_AT_ONCE) }, (_, index) =>
      posts.slice(index * POSTS_AT_ONCE, (index + 1) * POSTS_AT_ONCE),
    );
    await each(parts, async (part) => {
      const [first, ...more] = part.map(({ id }) => id);
      if (first === undefined) return;
      const { data = [] } = unwrap(await app.getPosts({ query: { ids: [first, ...more], 'tweet.fields': ['public_metrics'] } }), 200);
      const found = new Map(data.map((post) => [post.id, post]));
      for (const post of part) faults.push(...faultsOf(post, found.get(post.id)));
    });
    return faults;
  }

  function faultsOf({ id, text, state, likes, unknownLikes }: Published, found: Post | undefined): string[] {
    if (found === undefined) return state === 'there' ? [`The post ${id} was acknowledged and is lost.`] : [];
    if (state === 'deleted') return [`The post ${id} was deleted and is there.`];
    const faults = found.text === text ? [] : [`The post ${id} has the text ${found.text}.`];
    const count = found.public_metrics?.like_count ?? 0;
    if (count < likes.size || count > likes.size + unknownLikes)
      faults.push(`The post ${id} has ${count} likes, not ${likes.size} to ${likes.size + unknownLikes}.`);
    return faults;
  }

  async function personFaults(person: Person, index: number): Promise<string[]> {
    const { id, client, list, members, messages, unknownPosts } = person;
    const faults: string[] = [];
    const own = posts.filter(({ author }) => author === id);
    const there = own.filter(({ state }) => state === 'there').length;
    const most = there + own.filter(({ state }) => state === 'unknown').length + unknownPosts;
    const { data } = unwrap(await app.getUser({ path: { id }, query: { 'user.fields': ['public_metrics'] } }), 200);
    const count = data?.public_metrics?.tweet_count ?? 0;
    if (count < there || count > most) faults.push(`The user ${id} has ${count} posts, not ${there} to ${most}.`);
    const onList = new Set<string>();
    for await (const user of client.listListMembers.items({ path: { id: list } })) onList.add(user.id);
    for (const [member, state] of members)
      if (state !== 'unknown' && onList.has(member) !== (state === 'there'))
        faults.push(`The user ${member} is not ${state} on list ${list}.`);
    const seen: string[] = [];
    const query = { max_results: PAGE };
    for await (const event of client.listDirectMessageEventsWithUser.items({ path: { participant_id: after(index).id }, query }))
      seen.push(event.id);
    const all = new Set(seen);
    if (all.size !== seen.length) faults.push(`The messages of ${id} have ${seen.length - all.size} twice.`);
    const lost = messages.filter((message) => !all.has(message));
    if (lost.length > 0) faults.push(`${lost.length} messages of ${id} were acknowledged and are lost.`);
    return faults;
  }

  return {
    service,
    act(caller) {
      const chance = Math.random();
      if (chance < 0.15 || recent().length === 0) return publish(caller);
      if (chance < 0.25) return like(caller);
      if (chance < 0.29) return changeList(caller);
      if (chance < 0.35) return write(caller);
      if (chance < 0.38) return remove(caller);
      return chance < 0.65 ? readOne() : read(caller);
    },
    acknowledged: () => counts.all(),
    missing: () => stream.missing().map((id) => `The stream did not have the post ${id}.`),
    async compare() {
      const faults = [...stream.faults, ...(await postFaults())];
      for (const [index, person] of people.entries()) faults.push(...(await personFaults(person, index)));
      return faults;
    },
    leave: () => stream.leave(),
  };
}
