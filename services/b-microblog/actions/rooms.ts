// What control can do with Spaces and communities, for which the documents have no operation.

import { refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../../platform/action.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { TOPICS } from '../rooms/topics.ts';
import { buyTicket, createCommunity, createSpace, endSpace, joinCommunity, joinSpace, sharePost, startSpace } from '../rooms/write.ts';
import { known, username } from './known.ts';

const space = { type: 'string', description: 'Identifier of the Space.' } as const;
const community = { type: 'string', description: 'Identifier of the community.' } as const;

/** @throws the refusal 400 of a text that is empty or too long */
function nameOf(text: string, field: string, most: number): string {
  const name = text.trim();
  if (name === '' || [...name].length > most) throw refuse(400, { detail: `/${field} must be a text of 1 to ${most} characters.` });
  return name;
}

const MINUTE = 60_000;
const LONGEST_TITLE = 70;

const addSpace = defineAction(
  {
    name: 'create-space',
    summary: 'Creates a Space of a user.',
    fields: {
      username,
      title: { type: 'string', description: `Title, at most ${LONGEST_TITLE} characters.` },
      minutes: { type: 'integer', optional: true, description: 'In how many minutes it is to start. Absent: it is live at once.' },
      ticketed: { type: 'boolean', optional: true, description: 'Whether listeners need a ticket. Default: no.' },
      topic: { type: 'string', optional: true, description: `A topic: ${TOPICS.map(({ name }) => name).join(', ')}.` },
    },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    const { minutes } = input;
    if (minutes !== undefined && minutes < 1) throw refuse(400, { detail: '/minutes must be at least 1.' });
    const topic = TOPICS.find(({ name }) => name === input.topic);
    if (input.topic !== undefined && topic === undefined)
      throw refuse(400, { detail: `/topic must be one of ${TOPICS.map(({ name }) => name).join(', ')}.` });
    const made = await createSpace(platform, id, {
      title: nameOf(input.title, 'title', LONGEST_TITLE),
      is_ticketed: input.ticketed === true,
      start: minutes === undefined ? undefined : platform.clock.now() + minutes * MINUTE,
      topics: topic === undefined ? [] : [topic.id],
    });
    return { id: made };
  },
);

const start = defineAction(
  { name: 'start-space', summary: 'Starts a scheduled Space.', fields: { space } },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    await startSpace(platform, input.space);
    return {};
  },
);

const end = defineAction(
  { name: 'end-space', summary: 'Ends a Space, or cancels a scheduled one.', fields: { space } },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    await endSpace(platform, input.space);
    return {};
  },
);

const join = defineAction(
  {
    name: 'join-space',
    summary: 'Lets a user listen or speak in a live Space.',
    fields: { username, space, speaks: { type: 'boolean', optional: true, description: 'Whether the user speaks. Default: no.' } },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await joinSpace(platform, input.space, id, input.speaks === true ? 'speaker' : 'listener');
    return {};
  },
);

const buy = defineAction(
  { name: 'buy-ticket', summary: 'Lets a user buy a ticket for a Space.', fields: { username, space } },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await buyTicket(platform, input.space, id);
    return {};
  },
);

const share = defineAction(
  {
    name: 'share-post',
    summary: 'Shares a post in a live Space.',
    fields: { space, post: { type: 'string', description: 'Identifier of the post.' } },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    await sharePost(platform, input.space, input.post);
    return {};
  },
);

const LONGEST_NAME = 30;

const addCommunity = defineAction(
  {
    name: 'create-community',
    summary: 'Creates a community.',
    fields: {
      name: { type: 'string', description: `Name, at most ${LONGEST_NAME} characters.` },
      description: { type: 'string', optional: true, description: 'What it is about.' },
    },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => ({
    id: await createCommunity(platform, nameOf(input.name, 'name', LONGEST_NAME), input.description ?? null),
  }),
);

const enter = defineAction(
  { name: 'join-community', summary: 'Makes a user a member of a community, who can post in it.', fields: { username, community } },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { id } = await known(platform.store.read, input.username);
    await joinCommunity(platform, input.community, id);
    return {};
  },
);

export const roomActions = [addSpace, start, end, join, buy, share, addCommunity, enter];
