// Asks for Spaces and communities.

import { defineList, listsOf } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { wordsOf } from '../rules/words.ts';
import type { MicroblogTables } from '../tables.ts';
import type { CommunityRow, SpacePersonRow, SpaceRow } from './tables.ts';

const listOf = listsOf<MicroblogTables>();

/** Those who have bought a ticket for a Space, and others in it. */
export const peopleIn = listOf('b_space_people', ['seq'], ['space', 'role']);

export function findSpace(tables: Tables, id: string): Promise<SpaceRow | undefined> {
  return rows.find(tables, 'b_spaces', id);
}

/** The Spaces with these identifiers, in the order of the list; without those that there are not. */
export function spacesByIds(tables: Tables, ids: readonly string[]): Promise<readonly SpaceRow[]> {
  return rows.byIds(tables, 'b_spaces', ids);
}

/** The Spaces of some users, whatever has become of them. */
export function spacesBy(tables: Tables, creators: readonly string[]): Promise<readonly SpaceRow[]> {
  return rows.among(tables, 'b_spaces', 'creator', [...new Set(creators)], ['created_at', 'id']);
}

/** Those who are something in some Spaces, in their order; without listeners and buyers. */
export async function peopleOfSpaces(tables: Tables, spaces: readonly string[]): Promise<readonly SpacePersonRow[]> {
  return spaces.length === 0 ? [] : shownPeople.all(tables, { spaces });
}

const shownPeople = prepare((tables: Tables, given: Given<{ spaces: readonly string[] }>) =>
  tables
    .selectFrom('b_space_people')
    .selectAll()
    .where('space', 'in', given.list('spaces'))
    .where('role', 'in', ['host', 'invited', 'speaker'])
    .orderBy('seq'),
);

const sharedIn = prepare((tables: Tables, given: Given<{ space: string; most: number }>) =>
  tables.selectFrom('b_space_posts').select('post_id').where('space', '=', given('space')).orderBy('seq', 'desc').limit(given('most')),
);

/** The posts that were shared in a Space, the last one first. */
export async function postsSharedIn(tables: Tables, space: string, most: number): Promise<readonly string[]> {
  return (await sharedIn.all(tables, { space, most })).map(({ post_id }) => post_id);
}

interface Words {
  readonly words: readonly string[];
  readonly count: number;
}

const spacesWith = prepare((tables: Tables, given: Given<Words & { most: number; state: SpaceRow['state'] | undefined }>) => {
  const found = tables
    .selectFrom('b_room_words')
    .select('room')
    .where('kind', '=', 'space')
    .where('word', 'in', given.list('words'))
    .groupBy('room')
    .having((where) => where.fn.countAll(), '=', given('count'));
  const spaces = tables.selectFrom('b_spaces').selectAll().where('id', 'in', found);
  const inState = given.has('state') ? spaces.where('state', '=', given('state')) : spaces.where('state', '!=', 'ended');
  return inState.orderBy('created_at', 'desc').orderBy('id').limit(given('most'));
});

/** The newest Spaces whose titles have all of the words, without those that have ended. */
export function searchedSpaces(
  tables: Tables,
  words: readonly string[],
  state: SpaceRow['state'] | undefined,
  most: number,
): Promise<readonly SpaceRow[]> {
  return spacesWith.all(tables, { words, count: words.length, state, most });
}

/** The communities whose names have all of the words, the largest first. */
export const foundCommunities = defineList<MicroblogTables, Words, MicroblogTables, 'b_communities', CommunityRow>(
  'b_communities',
  ['member_count', 'id'],
  (tables: Tables, given: Given<Words>) =>
    tables
      .selectFrom('b_communities')
      .selectAll()
      .where(
        'id',
        'in',
        tables
          .selectFrom('b_room_words')
          .select('room')
          .where('kind', '=', 'community')
          .where('word', 'in', given.list('words'))
          .groupBy('room')
          .having((where) => where.fn.countAll(), '=', given('count')),
      ),
);

/** Lets a Space or a community be found by the words of its name, within a unit of work. */
export async function addRoomWords(tables: Tables, kind: 'space' | 'community', room: string, name: string): Promise<void> {
  const words = wordsOf(name).map((word) => ({ kind, word, room }));
  await rows.insert(tables, 'b_room_words', words);
}
