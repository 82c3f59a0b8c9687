// What control can do with posts: what people do with them, for which the documents have no operation.

import { refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../../platform/action.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { addEngagements, addImpressions } from '../insights/add.ts';
import { putInFolder } from '../posts/folders.ts';
import { addNote } from '../posts/notes.ts';
import { vote } from '../posts/reactions.ts';
import type { NoteRow } from '../posts/tables.ts';
import { ADDED } from '../rules/insights.ts';
import { known, username } from './known.ts';

const post = { type: 'string', description: 'Identifier of the post.' } as const;

const voteInPoll = defineAction(
  {
    name: 'vote',
    summary: 'Lets a user vote in the poll of a post, once.',
    fields: { username, post, option: { type: 'integer', description: 'Position of the option, from 1.' } },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await vote(platform, id, input.post, input.option);
    return {};
  },
);

const MOST_AT_ONCE = 1_000_000;

const impressions = defineAction(
  {
    name: 'add-impressions',
    summary: 'Counts that a post was seen, as its metrics show.',
    fields: { post, count: { type: 'integer', optional: true, description: 'How many times. Default: 1.' } },
  },
  async ({ post: id, count = 1 }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    requireCount(count);
    await addImpressions(platform, id, count);
    return {};
  },
);

function requireCount(count: number): void {
  if (count < 1 || count > MOST_AT_ONCE) throw refuse(400, { detail: `/count must be from 1 to ${MOST_AT_ONCE}.` });
}

const engagements = defineAction(
  {
    name: 'add-engagements',
    summary: 'Counts what was done with a post, as insights show.',
    fields: {
      post,
      metric: { type: 'string', description: `${ADDED.join(', ')}.` },
      count: { type: 'integer', optional: true, description: 'How many times. Default: 1.' },
    },
  },
  async ({ post: id, metric, count = 1 }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    requireCount(count);
    await addEngagements(platform, id, oneOf(ADDED, 'metric', metric), count);
    return {};
  },
);

const LONGEST_NAME = 25;

const foldering = defineAction(
  {
    name: 'put-in-folder',
    summary: 'Puts a bookmark of a user into a folder, which is made if the user has none of this name.',
    fields: { username, post, folder: { type: 'string', description: `Name of the folder, at most ${LONGEST_NAME} characters.` } },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const name = input.folder.trim();
    if (name === '' || [...name].length > LONGEST_NAME)
      throw refuse(400, { detail: `/folder must be a text of 1 to ${LONGEST_NAME} characters.` });
    const { id } = await known(platform.store.read, input.username);
    return { folder: await putInFolder(platform, id, input.post, name) };
  },
);

const CLASSIFICATIONS = ['HarmfullyMisleading', 'MisinformedOrPotentiallyMisleading', 'NotMisleading', 'PotentiallyMisleading'] as const;
const RATINGS = [
  'CurrentlyRatedHelpful',
  'CurrentlyRatedNotHelpful',
  'InsufficientConsensus',
  'MinimumRatingsNotMet',
  'NeedsMoreRatings',
] as const;

/** @throws the refusal 400 of a text that is none of a list */
function oneOf<Name extends string>(names: readonly Name[], field: string, given: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw refuse(400, { detail: `/${field} must be one of ${names.join(', ')}.` });
  return found;
}

const writeNote = defineAction(
  {
    name: 'write-note',
    summary: 'Lets readers write a note on a post.',
    fields: {
      post,
      text: { type: 'string', description: 'Text of the note.' },
      classification: { type: 'string', optional: true, description: `${CLASSIFICATIONS.join(', ')}. Default: PotentiallyMisleading.` },
      rating: { type: 'string', optional: true, description: `${RATINGS.join(', ')}. Default: NeedsMoreRatings.` },
    },
  },
  async ({ post: post_id, text, classification, rating }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    if (text.trim() === '') throw refuse(400, { detail: '/text must not be empty.' });
    const note: Pick<NoteRow, 'classification' | 'rating_status'> = {
      classification: oneOf(CLASSIFICATIONS, 'classification', classification ?? 'PotentiallyMisleading'),
      rating_status: oneOf(RATINGS, 'rating', rating ?? 'NeedsMoreRatings'),
    };
    return { id: await addNote(platform, { ...note, post_id, text }) };
  },
);

export const postActions = [voteInPoll, impressions, engagements, foldering, writeNote];
