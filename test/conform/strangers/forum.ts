// The service of forum.yaml: a public forum with votes and moderation, in the style of a large public interface.
import { bearerOf, type Call, type Fields, type Stranger } from './reading.ts';

interface Thread {
  readonly id: string;
  readonly object: 'thread';
  readonly title: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly created: number;
  readonly locked: boolean;
  readonly lock_reason: string | null;
  readonly first_post: string;
  readonly metadata?: Fields;
}
interface Post {
  readonly id: string;
  readonly thread: string;
  readonly author: string;
  readonly text: string;
  readonly created: number;
  readonly votes: Map<string, string>;
  readonly reporters: Set<string>;
}

const MEMBERS: Readonly<Record<string, Fields>> = {
  'mod-mira': { id: 'mem_1', object: 'member', name: 'mira', role: 'moderator', posts_count: 0 },
  'member-jonas': { id: 'mem_2', object: 'member', name: 'jonas', role: 'member', posts_count: 0 },
  'guest-0': { id: 'mem_3', object: 'member', name: 'guest', role: 'guest', posts_count: 0 },
};
const TYPES: Readonly<Record<number, string>> = { 401: 'authentication', 403: 'permission', 404: 'not_found', 409: 'conflict' };

let requests = 0;
const meta = (): { readonly request_id: string } => ({ request_id: `req_${++requests}` });
const ok = (data: unknown, status = 200): Response => Response.json({ data, meta: meta() }, { status });
const error = (status: number, code: string, message = 'See the documentation.'): Response =>
  Response.json({ error: { type: TYPES[status] ?? 'invalid_request', code, message }, meta: meta() }, { status });
const missing = (): Response => error(404, 'no_such_object');
const scoreOf = ({ votes }: Post): number => [...votes.values()].reduce((sum, vote) => sum + (vote === 'up' ? 1 : -1), 0);
const idOf = ({ account }: Call): string => String(MEMBERS[account]?.id);
const roleOf = ({ account }: Call): unknown => MEMBERS[account]?.role;

function expanded(call: Call, author: string): unknown {
  const wanted = (call.query['expand[]'] ?? []) as readonly string[];
  return wanted.includes('author') ? Object.values(MEMBERS).find(({ id }) => id === author) : author;
}

function page<Item extends { readonly id: string }>(call: Call, all: readonly Item[], shown: (item: Item) => unknown): Response {
  const { limit = 10, starting_after: after } = call.query as { readonly limit?: number; readonly starting_after?: string };
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0) return error(400, 'no_such_cursor');
  const data = all.slice(from, from + limit).map(shown);
  return Response.json({ data, meta: { ...meta(), has_more: all.length > from + limit } });
}

function showsPost(call: Call, { votes, reporters, ...post }: Post): unknown {
  const hidden = reporters.size >= 3;
  const text = hidden && roleOf(call) !== 'moderator' ? null : post.text;
  const score = scoreOf({ ...post, votes, reporters });
  return { ...post, object: 'post', author: expanded(call, post.author), text, score, hidden, my_vote: votes.get(idOf(call)) ?? null };
}

const writing =
  (act: (call: Call) => Response) =>
  (call: Call): Response =>
    roleOf(call) === 'guest' ? error(403, 'guest_token') : act(call);
const moderating = (act: (call: Call) => Response): ((call: Call) => Response) =>
  writing((call) => (roleOf(call) === 'moderator' ? act(call) : error(403, 'moderators_only')));

export const forum: Stranger = {
  file: 'forum.yaml',
  basePath: '/v2',
  account: (request) => {
    const token = bearerOf(request);
    return token !== undefined && Object.hasOwn(MEMBERS, token) ? token : undefined;
  },
  refusal: (status, text) => error(status, status === 404 ? 'no_such_object' : 'invalid', text),
  make: () => {
    const threads = new Map<string, Thread>();
    const posts = new Map<string, Post>();
    const byKey = new Map<string, { readonly text: string; readonly id: string }>();
    let last = 0;
    const now = (): number => Math.floor(Date.now() / 1000);
    const postsOf = (id: string): readonly Post[] => [...posts.values()].filter(({ thread }) => thread === id);
    const shown = (call: Call, thread: Thread): unknown => ({
      ...thread,
      author: expanded(call, thread.author),
      posts_count: postsOf(thread.id).length,
    });
    const withThread = (act: (thread: Thread, call: Call) => Response) => (call: Call) => {
      const thread = threads.get(call.path.thread ?? '');
      return thread === undefined ? missing() : act(thread, call);
    };
    const withPost = (act: (post: Post, call: Call) => Response) => (call: Call) => {
      const post = posts.get(call.path.post ?? '');
      return post === undefined ? missing() : act(post, call);
    };
    const keep = (call: Call, thread: Thread): Response => {
      threads.set(thread.id, thread);
      return ok(shown(call, thread));
    };
    const addPost = (call: Call, thread: string, text: string): Post => {
      const id = `pst_${(++last).toString(36)}`;
      const post = { id, thread, author: idOf(call), text, created: now(), votes: new Map(), reporters: new Set<string>() };
      posts.set(id, post);
      return post;
    };

    return {
      RetrieveMe: (call) => ok(MEMBERS[call.account]),
      ListThreads: (call) => {
        const { tag, state } = call.query as { readonly tag?: string; readonly state?: string };
        const all = [...threads.values()]
          .filter(({ tags }) => tag === undefined || tags.includes(tag.toLowerCase()))
          .filter(({ locked }) => state === undefined || locked === (state === 'locked'));
        return page(call, all.reverse(), (thread) => shown(call, thread));
      },
      CreateThread: writing((call) => {
        const { text, ...fields } = call.body as { readonly text: string; readonly title: string; readonly tags?: readonly string[] };
        const key = call.request.headers.get('idempotency-key');
        const before = key === null ? undefined : byKey.get(`${call.account} ${key}`);
        const same = threads.get(before?.id ?? '');
        if (before !== undefined && before.text !== JSON.stringify(call.body)) return error(409, 'key_reused');
        if (same !== undefined) return ok(shown(call, same), 201);
        const id = `thr_${(++last).toString(36)}`;
        const first = addPost(call, id, text);
        const state = { locked: false, lock_reason: null, first_post: first.id };
        const thread: Thread = { id, object: 'thread', tags: [], ...fields, author: idOf(call), created: now(), ...state };
        threads.set(id, thread);
        if (key !== null) byKey.set(`${call.account} ${key}`, { text: JSON.stringify(call.body), id });
        return ok(shown(call, thread), 201);
      }),
      RetrieveThread: withThread((thread, call) => ok(shown(call, thread))),
      UpdateThread: writing(
        withThread((thread, call) =>
          roleOf(call) !== 'moderator' && thread.author !== idOf(call)
            ? error(403, 'not_yours')
            : keep(call, { ...thread, ...(call.body as Partial<Thread>) }),
        ),
      ),
      DeleteThread: moderating(
        withThread(({ id }) => {
          threads.delete(id);
          for (const post of postsOf(id)) posts.delete(post.id);
          return ok({ id, deleted: true });
        }),
      ),
      LockThread: moderating(
        withThread((thread, call) =>
          keep(call, thread.locked ? thread : { ...thread, locked: true, lock_reason: (call.body.reason as string | undefined) ?? null }),
        ),
      ),
      UnlockThread: moderating(
        withThread((thread, call) =>
          thread.locked ? keep(call, { ...thread, locked: false, lock_reason: null }) : error(409, 'not_locked'),
        ),
      ),
      ListPosts: withThread((thread, call) => {
        const all = postsOf(thread.id);
        const sorted = call.query.sort === 'top' ? all.toSorted((one, other) => scoreOf(other) - scoreOf(one)) : all;
        return page(call, sorted, (post) => showsPost(call, post));
      }),
      CreatePost: writing(
        withThread((thread, call) =>
          thread.locked ? error(409, 'thread_locked') : ok(showsPost(call, addPost(call, thread.id, String(call.body.text))), 201),
        ),
      ),
      RetrievePost: withPost((post, call) => ok(showsPost(call, post))),
      CastVote: writing(
        withPost((post, call) => {
          post.votes.set(idOf(call), String(call.body.direction));
          return ok(showsPost(call, post));
        }),
      ),
      RetractVote: writing(
        withPost((post, call) => {
          post.votes.delete(idOf(call));
          return ok(showsPost(call, post));
        }),
      ),
      ReportPost: writing(
        withPost((post, call) => {
          if (post.reporters.has(idOf(call))) return error(409, 'already_reported');
          if (post.reporters.size >= 3) return error(409, 'hidden');
          post.reporters.add(idOf(call));
          return ok({ ...call.body, id: `rep_${++last}`, object: 'report', post: post.id }, 201);
        }),
      ),
    };
  },
};
