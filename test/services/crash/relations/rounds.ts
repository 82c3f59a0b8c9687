// Kills a process of the microblogging service while users follow and block each other, again and again. Afterwards each acknowledged change must be
// there, counters must be as many as their relations, and no user may follow one who blocks them.

import path from 'node:path';
import type { Kysely } from 'kysely';
import type { MicroblogTables } from '../../../../services/b-microblog/tables.ts';
import { endLeases } from '../services/sandbox.ts';
import { linesUntilKilled } from '../until-killed.ts';
import type { Victim } from '../victims.ts';
import { addPeople, FOLLOWERS, type Line, lineOf, openMicroblog, type Person, rowsOf, type Verb } from './people.ts';

const WRITER = path.join(import.meta.dirname, 'writer.ts');
/** Milliseconds from the first request to the kill, at most. */
const LONGEST = 1_500;

export interface Outcome {
  readonly acknowledged: number;
  /** A sentence for each fault. */
  readonly faults: readonly string[];
}

export async function crashRelations({ place, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  const first = await openMicroblog(place);
  const people = await addPeople(first);
  await first.close();
  const lines: Line[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const printed = await linesUntilKilled({ file: WRITER, args: [JSON.stringify(place), JSON.stringify(people)], longest: LONGEST, kill });
    lines.push(...printed.map(lineOf));
    await restart();
    await endLeases(place);
    const sandbox = await openMicroblog(place);
    try {
      const faults = await faultsOf(rowsOf(sandbox), people, lines);
      if (faults.length > 0) return { acknowledged: acknowledged(lines), faults: faults.map((fault) => `Round ${round}: ${fault}`) };
    } finally {
      await sandbox.close();
    }
  }
  return { acknowledged: acknowledged(lines), faults: [] };
}

function acknowledged(lines: readonly Line[]): number {
  return lines.filter(({ step }) => step === 'done').length;
}

async function faultsOf(rows: Kysely<MicroblogTables>, people: readonly Person[], lines: readonly Line[]): Promise<string[]> {
  const ids = people.map(({ id }) => id);
  const users = await rows.selectFrom('b_users').selectAll().where('id', 'in', ids).execute();
  const edges = await rows.selectFrom('b_edges').selectAll().where('source', 'in', ids).execute();
  const found = new Set(edges.map(({ kind, source, target }) => `${kind} ${source} ${target}`));
  const faults: string[] = [];
  for (const { id, followers_count, following_count } of users) {
    const followers = edges.filter(({ kind, target }) => kind === 'follow' && target === id).length;
    const following = edges.filter(({ kind, source }) => kind === 'follow' && source === id).length;
    if (followers_count !== followers) faults.push(`The user ${id} has ${followers_count} followers, and ${followers} follow.`);
    if (following_count !== following) faults.push(`The user ${id} follows ${following_count}, of whom ${following} have rows.`);
  }
  for (const { kind, source, target } of edges) {
    const isHalf = kind === 'block' && (found.has(`follow ${source} ${target}`) || found.has(`follow ${target} ${source}`));
    if (isHalf) faults.push(`The user ${source} blocks ${target}, and a follow between them is left.`);
  }
  return [...faults, ...lostOf(people, lines, found)];
}

/** Relations that only their source changes: the blocks of all, and the follows of those whom nobody blocks. */
function lostOf(people: readonly Person[], lines: readonly Line[], found: ReadonlySet<string>): string[] {
  const alone = new Set(people.slice(0, FOLLOWERS).map(({ id }) => id));
  const wanted = new Map<string, boolean | undefined>();
  for (const { step, verb, source, target } of lines) {
    const kind = KINDS[verb];
    if (kind === 'follow' && !alone.has(source)) continue;
    // After a request that was not acknowledged, both may be: `undefined`.
    wanted.set(`${kind} ${source} ${target}`, step === 'try' ? undefined : verb === kind);
  }
  return [...wanted]
    .filter(([edge, isThere]) => isThere !== undefined && found.has(edge) !== isThere)
    .map(([edge, isThere]) => `The relation ${edge} ${isThere ? 'is lost' : 'is still there'}, against what was acknowledged.`);
}

const KINDS: Readonly<Record<Verb, 'follow' | 'block'>> = { follow: 'follow', unfollow: 'follow', block: 'block', unblock: 'block' };
