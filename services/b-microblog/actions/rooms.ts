// What control can do with Spaces and communities, for which the documents have no operation.

import { refuse } from '@octavo/runtime';
import { boolean, integer, oneOf, optional, string } from '../../platform/action.ts';
import { TOPICS } from '../rooms/topics.ts';
import { buyTicket, createCommunity, createSpace, endSpace, joinCommunity, joinSpace, sharePost, startSpace } from '../rooms/write.ts';
import { action, idOf, nameIn, post, username } from './known.ts';

const space = string('Identifier of the Space.');
const community = string('Identifier of the community.');

const MINUTE = 60_000;
const LONGEST_TITLE = 70;
const LONGEST_NAME = 30;
const TOPIC_NAMES = TOPICS.map(({ name }) => name);

export const roomActions = [
  action(
    'create-space',
    'Creates a Space of a user.',
    {
      username,
      title: string(`Title, at most ${LONGEST_TITLE} characters.`),
      minutes: optional(integer('In how many minutes it is to start. Absent: it is live at once.')),
      ticketed: optional(boolean('Whether listeners need a ticket. Default: no.')),
      topic: optional(string(`A topic: ${TOPIC_NAMES.join(', ')}.`)),
    },
    async (input, platform) => {
      const id = await idOf(platform, input.username);
      const { minutes } = input;
      if (minutes !== undefined && minutes < 1) throw refuse(400, { detail: '/minutes must be at least 1.' });
      const topic = input.topic === undefined ? undefined : oneOf(TOPIC_NAMES, 'topic', input.topic);
      const made = await createSpace(platform, id, {
        title: nameIn('title', input.title, LONGEST_TITLE),
        is_ticketed: input.ticketed === true,
        start: minutes === undefined ? undefined : platform.clock.now() + minutes * MINUTE,
        topics: TOPICS.flatMap(({ id, name }) => (name === topic ? [id] : [])),
      });
      return { id: made };
    },
  ),
  action('start-space', 'Starts a scheduled Space.', { space }, async (input, platform) => startSpace(platform, input.space)),
  action('end-space', 'Ends a Space, or cancels a scheduled one.', { space }, async (input, platform) => endSpace(platform, input.space)),
  action(
    'join-space',
    'Lets a user listen or speak in a live Space.',
    { username, space, speaks: optional(boolean('Whether the user speaks. Default: no.')) },
    async (input, platform) =>
      joinSpace(platform, input.space, await idOf(platform, input.username), input.speaks === true ? 'speaker' : 'listener'),
  ),
  action('buy-ticket', 'Lets a user buy a ticket for a Space.', { username, space }, async (input, platform) =>
    buyTicket(platform, input.space, await idOf(platform, input.username)),
  ),
  action('share-post', 'Shares a post in a live Space.', { space, post }, async (input, platform) =>
    sharePost(platform, input.space, input.post),
  ),
  action(
    'create-community',
    'Creates a community.',
    { name: string(`Name, at most ${LONGEST_NAME} characters.`), description: optional(string('What it is about.')) },
    async (input, platform) => ({
      id: await createCommunity(platform, nameIn('name', input.name, LONGEST_NAME), input.description ?? null),
    }),
  ),
  action('join-community', 'Makes a user a member of a community, who can post in it.', { username, community }, async (input, platform) =>
    joinCommunity(platform, input.community, await idOf(platform, input.username)),
  ),
];
