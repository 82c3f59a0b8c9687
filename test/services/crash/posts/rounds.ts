// Kills a process of the microblogging service while users publish, edit, like and delete posts, again and again. Afterwards each acknowledged change
// must be there, whole, and all counters must be as many as what they count.

import path from 'node:path';
import type { Kysely } from 'kysely';
import type { PostRow } from '../../../../services/b-microblog/posts/tables.ts';
import type { MicroblogTables } from '../../../../services/b-microblog/tables.ts';
import { differences } from '../../b-microblog/posts-support.ts';
import { addPeople, openMicroblog, rowsOf } from '../relations/people.ts';
import type { Outcome } from '../relations/rounds.ts';
import { endLeases } from '../services/sandbox.ts';
import { linesUntilKilled } from '../until-killed.ts';
import type { Victim } from '../victims.ts';
import { type Line, lineOf } from './lines.ts';

const WRITER = path.join(import.meta.dirname, 'writer.ts');
/** Milliseconds from the first request to the kill, at most. */
const LONGEST = 1_500;

export async function crashPosts({ place, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  const first = await openMicroblog(place);
  const people = await addPeople(first);
  const before = await differences(rowsOf(first));
  await first.close();
  const lines: Line[] = [];
  const acknowledged = () => lines.filter(({ step }) => step === 'done').length;
  for (let round = 1; round <= rounds; round += 1) {
    const printed = await linesUntilKilled({ file: WRITER, args: [JSON.stringify(place), JSON.stringify(people)], longest: LONGEST, kill });
    lines.push(...printed.map(lineOf));
    await restart();
    await endLeases(place);
    const sandbox = await openMicroblog(place);
    try {
      const rows = rowsOf(sandbox);
      const faults = [...driftOf(before, await differences(rows)), ...(await faultsOf(rows, lines))];
      if (faults.length > 0) return { acknowledged: acknowledged(), faults: faults.map((fault) => `Round ${round}: ${fault}`) };
    } finally {
      await sandbox.close();
    }
  }
  return { acknowledged: acknowledged(), faults: [] };
}

function driftOf(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])];
  return names
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => `The counter ${name} is ${(now.get(name) ?? 0) - (before.get(name) ?? 0)} above what it counts.`);
}

async function faultsOf(rows: Kysely<MicroblogTables>, lines: readonly Line[]): Promise<string[]> {
  const posts = new Map((await rows.selectFrom('b_posts').selectAll().execute()).map((row) => [row.id, row]));
  const likes = await rows.selectFrom('b_edges').select(['source', 'target']).where('kind', '=', 'like').execute();
  const liked = new Set(likes.map(({ source, target }) => `${source} ${target}`));
  return [...chainFaults([...posts.values()]), ...lostOf(lines, posts, liked)];
}

/** Each post has one newest version, and versions from 0 on. */
function chainFaults(posts: readonly PostRow[]): string[] {
  const firsts = [...new Set(posts.map(({ first }) => first))];
  return firsts.flatMap((first) => {
    const versions = posts.filter((post) => post.first === first).sort((left, right) => left.seq - right.seq);
    const isWhole = versions.every(({ version, is_newest }, index) => version === index && is_newest === (index === versions.length - 1));
    return isWhole
      ? []
      : [`The versions of ${first} are not whole: ${versions.map(({ version, is_newest }) => `${version} ${is_newest}`).join()}.`];
  });
}

function lostOf(lines: readonly Line[], posts: ReadonlyMap<string, PostRow>, liked: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  // To delete one version is to delete all.
  const before = new Map(
    lines.flatMap(({ verb, version, post }) => (verb === 'edit' && version !== undefined ? [[version, post] as const] : [])),
  );
  const deletes = new Map<string, Line['step']>();
  for (const { step, verb, post } of lines) {
    if (verb !== 'delete') continue;
    for (let id: string | undefined = post; id !== undefined; id = before.get(id)) deletes.set(id, step);
  }
  for (const { step, verb, user, post, version } of lines) {
    if (step === 'try') continue;
    const id = version ?? post;
    if (verb === 'delete' && posts.has(id)) faults.push(`The post ${id} is still there, although it was deleted.`);
    if ((verb === 'publish' || verb === 'edit') && !deletes.has(id) && !posts.has(id)) faults.push(`The post ${id} is lost.`);
    if (verb === 'like' && posts.has(id) && !liked.has(`${user} ${id}`)) faults.push(`The like of ${id} by ${user} is lost.`);
  }
  return faults;
}
