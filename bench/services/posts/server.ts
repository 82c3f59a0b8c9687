// Serves the microblogging service on the loaded file until it is ended, and prints where and for whom.

import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { openFile } from './place.ts';

export interface Served {
  readonly origin: string;
  /** The credential of a user. */
  readonly token: string;
  /** Users of whom there is a page of posts. */
  readonly authors: readonly string[];
}

/** So many posts make a page. */
const PAGE = 20;
/** Whose posts are read in turn. */
const AUTHORS = 100;

const { sandbox, world, rows } = await openFile();
await sandbox.control.runAction({ path: { service: 'b-microblog', action: 'set-limits' }, body: { limits: 'off' } });
const counts = new Map<number, number>();
for (const { author } of world.posts) counts.set(author, (counts.get(author) ?? 0) + 1);
const chosen = [...counts].filter(([user, many]) => many > PAGE && !world.isProtected(user) && !world.isSuspended(user));
const step = Math.max(1, Math.floor(chosen.length / AUTHORS));
const authors = chosen.filter((_, place) => place % step === 0).map(([user]) => rows.userId(user));
const { port } = await sandbox.listen('b-microblog');
console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}`, token: tokens.ines, authors } satisfies Served));
