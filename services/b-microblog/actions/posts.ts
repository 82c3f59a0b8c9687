// What control can do with posts: what people do with them, for which the documents have no operation.

import { refuse } from '@octavo/runtime';
import { integer, oneOf, optional, requireRange, string } from '../../platform/action.ts';
import { addEngagements, addImpressions } from '../insights/add.ts';
import { putInFolder } from '../posts/folders.ts';
import { addNote } from '../posts/notes.ts';
import { vote } from '../posts/reactions.ts';
import type { NoteRow } from '../posts/tables.ts';
import { ADDED } from '../rules/insights.ts';
import { action, idOf, nameIn, post, username } from './known.ts';

const MOST_AT_ONCE = 1_000_000;

const count = optional(integer('How many times. Default: 1.'));
const requireCount = (given: number) => requireRange('count', given, 1, MOST_AT_ONCE);

const LONGEST_NAME = 25;

const CLASSIFICATIONS = ['HarmfullyMisleading', 'MisinformedOrPotentiallyMisleading', 'NotMisleading', 'PotentiallyMisleading'] as const;
const RATINGS = [
  'CurrentlyRatedHelpful',
  'CurrentlyRatedNotHelpful',
  'InsufficientConsensus',
  'MinimumRatingsNotMet',
  'NeedsMoreRatings',
] as const;

export const postActions = [
  action(
    'vote',
    'Lets a user vote in the poll of a post, once.',
    { username, post, option: integer('Position of the option, from 1.') },
    async (input, platform) => vote(platform, await idOf(platform, input.username), input.post, input.option),
  ),
  action(
    'add-impressions',
    'Counts that a post was seen, as its metrics show.',
    { post, count },
    async ({ post: id, count: times = 1 }, platform) => {
      requireCount(times);
      await addImpressions(platform, id, times);
    },
  ),
  action(
    'add-engagements',
    'Counts what was done with a post, as insights show.',
    { post, metric: string(`${ADDED.join(', ')}.`), count },
    async ({ post: id, metric, count: times = 1 }, platform) => {
      requireCount(times);
      await addEngagements(platform, id, oneOf(ADDED, 'metric', metric), times);
    },
  ),
  action(
    'put-in-folder',
    'Puts a bookmark of a user into a folder, which is made if the user has none of this name.',
    { username, post, folder: string(`Name of the folder, at most ${LONGEST_NAME} characters.`) },
    async (input, platform) => {
      const name = nameIn('folder', input.folder, LONGEST_NAME);
      return { folder: await putInFolder(platform, await idOf(platform, input.username), input.post, name) };
    },
  ),
  action(
    'write-note',
    'Lets readers write a note on a post.',
    {
      post,
      text: string('Text of the note.'),
      classification: optional(string(`${CLASSIFICATIONS.join(', ')}. Default: PotentiallyMisleading.`)),
      rating: optional(string(`${RATINGS.join(', ')}. Default: NeedsMoreRatings.`)),
    },
    async ({ post: post_id, text, classification, rating }, platform) => {
      if (text.trim() === '') throw refuse(400, { detail: '/text must not be empty.' });
      const note: Pick<NoteRow, 'classification' | 'rating_status'> = {
        classification: oneOf(CLASSIFICATIONS, 'classification', classification ?? 'PotentiallyMisleading'),
        rating_status: oneOf(RATINGS, 'rating', rating ?? 'NeedsMoreRatings'),
      };
      return { id: await addNote(platform, { ...note, post_id, text }) };
    },
  ),
];
