// What control can tell the streams of compliance: what the service itself never does to posts and users. Nothing else changes by it.

import { refuse } from '@octavo/runtime';
import { boolean, optional, string } from '../../platform/action.ts';
import type { Tables } from '../deps.ts';
import { findPost, writeInOrder } from '../posts/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { addEvents, momentOf, referenceTo } from '../streams/events.ts';
import type { EventData } from '../streams/tables.ts';
import { action, known, post, username } from './known.ts';

const countries = optional(string('For `withheld`: codes of countries, separated by commas, such as `DK,DE`.'));

/** @throws the refusal 400 */
function countriesIn(text = ''): string[] {
  const codes = text.split(',').map((code) => code.trim());
  if (!codes.every((code) => /^[A-Z]{2}$/.test(code)))
    throw refuse(400, { detail: '/countries must be codes of two letters, such as DK,DE.' });
  return codes;
}

/** @throws the refusal 404 */
async function requirePost(tables: Tables, id: string): Promise<PostRow> {
  const row = await findPost(tables, id);
  if (row === undefined) throw refuse(404, { detail: `There is no post ${id}.` });
  return row;
}

interface Change {
  readonly event_at: string;
  readonly tweet: { readonly id: string; readonly author_id: string };
}

/** @throws the refusal 400 of an event that there is not */
function postEvent(event: string, change: Change, codes: string | undefined): EventData['post'] {
  if (event === 'withheld') return { withheld: { ...change, withheld_in_countries: countriesIn(codes) } };
  if (event === 'drop') return { drop: change };
  if (event === 'undrop') return { undrop: change };
  throw refuse(400, { detail: '/event must be withheld, drop or undrop.' });
}

/** @throws the refusal 400 of an event that there is not */
function userEvent(
  event: string,
  change: { readonly event_at: string; readonly user: { readonly id: string } },
  codes: string | undefined,
  up_to_tweet_id: string,
): EventData['user'] {
  if (event === 'withheld') return { user_withheld: { ...change, withheld_in_countries: countriesIn(codes) } };
  if (event === 'delete') return { user_delete: change };
  if (event === 'undelete') return { user_undelete: change };
  if (event === 'scrub_geo') return { scrub_geo: { ...change, up_to_tweet_id } };
  throw refuse(400, { detail: '/event must be withheld, delete, undelete or scrub_geo.' });
}

export const streamActions = [
  action(
    'announce-post',
    'Tells the compliance stream of posts that a post is withheld in countries, dropped for now, or restored.',
    { post, event: string('withheld, drop or undrop.'), countries },
    async (input, platform) => {
      const at = platform.clock.now();
      await writeInOrder(platform, async (tables) => {
        const row = await requirePost(tables, input.post);
        const change = { event_at: momentOf(at), tweet: referenceTo(row) };
        await addEvents(tables, 'post', at, [{ subject: row.id, data: postEvent(input.event, change, input.countries) }]);
      });
    },
  ),
  action(
    'announce-user',
    'Tells the compliance stream of users that an account is withheld in countries, closed, or opened again, or has lost its places.',
    {
      username,
      event: string('withheld, delete, undelete or scrub_geo.'),
      countries,
      post: optional(string('For `scrub_geo`: the newest post without its place.')),
    },
    async (input, platform) => {
      const at = platform.clock.now();
      await writeInOrder(platform, async (tables) => {
        const { id } = await known(tables, input.username);
        const upTo = input.event === 'scrub_geo' ? (await requirePost(tables, input.post ?? '')).id : '';
        const change = { event_at: momentOf(at), user: { id } };
        await addEvents(tables, 'user', at, [{ subject: id, data: userEvent(input.event, change, input.countries, upTo) }]);
      });
    },
  ),
  action(
    'label-post',
    'Tells the stream of labels that a post has a notice or cannot be viewed, or that this has ended.',
    {
      post,
      notice: optional(string('Type of the notice, such as `misleading`. Without it, the post is unviewable.')),
      title: optional(string('Title of the notice.')),
      details: optional(string('Text of the notice.')),
      remove: optional(boolean('Whether it has ended. Default: no.')),
    },
    async ({ post: id, notice, title, details, remove }, platform) => {
      const at = platform.clock.now();
      await writeInOrder(platform, async (tables) => {
        const change = {
          tweet: referenceTo(await requirePost(tables, id)),
          application: remove === true ? 'remove' : 'apply',
          event_at: momentOf(at),
        };
        const named = { ...(title !== undefined && { label_title: title }), ...(details !== undefined && { details }) };
        const data: EventData['label'] =
          notice === undefined ? { public_tweet_unviewable: change } : { public_tweet_notice: { ...change, event_type: notice, ...named } };
        await addEvents(tables, 'label', at, [{ subject: id, data }]);
      });
    },
  ),
];
