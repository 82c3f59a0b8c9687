// The posts of the documents' examples: the day of the storm, and the morning after it.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import type { MediaRow } from '../media/tables.ts';
import { rows } from '../people/store.ts';
import type { EdgeRow } from '../people/tables.ts';
import { WEB } from '../posts/source.ts';
import { insertPosts, seedSequence } from '../posts/store.ts';
import { PLAIN_POST, type PostRow } from '../posts/tables.ts';
import { insertEdges } from '../relations.ts';
import { STEPS } from '../rules/identifiers.ts';
import type { RelationKind } from '../rules/relation-kinds.ts';
import { apps } from './credentials.ts';
import { CHEAP_BOATS, HARBOUR, INES, JONAS, STORM_ALARM, TIDE_WATCH } from './people.ts';
import { VESTERHAVN } from './places.ts';

/** The storm warning, Inês's question about it, Jonas's notice, the photo, and the poll. */
export const WARNING = '1990000000000000102';
export const QUESTION = '1990000000000000104';
export const NOTICE = '1990000000000000105';
export const OFFER = '1990000000000000110';
export const PHOTO_POST = '1990000000000000111';
export const POLL_POST = '1990000000000000112';
/** A post of the harbour, which is protected. */
export const PROTECTED_POST = '1990000000000000113';

const PHOTO = '1990000000000000201';
const POLL = '1990000000000000301';

const WARNED =
  'Storm warning for Vesterhavn: gale from the west from 18:00, water up to 140 cm above normal. Please move your cars from the quay.';
const NOTICED = 'The 16:45 goes as planned, and nothing after it tonight.';
const TIDE_DESK = { source: apps.pro.name, source_url: apps.pro.website };

function postsOf(story: Story): PostRow[] {
  const post = (id: string, author: string, moment: string, text: string, more: Partial<PostRow> = {}): PostRow => {
    const created_at = story(moment);
    return {
      ...PLAIN_POST,
      id,
      seq: created_at * STEPS,
      author,
      created_at,
      text,
      lang: 'en',
      ...(author === TIDE_WATCH ? TIDE_DESK : WEB),
      conversation: id,
      first: id,
      first_at: created_at,
      ...more,
    };
  };
  const reply = (to: string, user: string) => ({ reply_to: to, reply_to_user: user, conversation: WARNING });
  const mention = { start: 0, end: 10, username: 'tidewatch', id: TIDE_WATCH };
  const link = 'https://mb.example/q107';
  return [
    post(
      '1990000000000000101',
      TIDE_WATCH,
      '2026-11-18T06:30:00Z',
      'High water at Vesterhavn today 07:52 and 20:14, low water 01:40 and 14:03.',
      {
        like_count: 12,
        repost_count: 4,
        bookmark_count: 1,
        impression_count: 6120,
      },
    ),
    post(WARNING, TIDE_WATCH, '2026-11-18T12:05:00Z', WARNED, {
      coordinates: [8.28, 56.45],
      place: VESTERHAVN,
      like_count: 2,
      repost_count: 1,
      reply_count: 3,
      bookmark_count: 1,
      impression_count: 4210,
    }),
    post(
      '1990000000000000103',
      TIDE_WATCH,
      '2026-11-18T12:07:00Z',
      'The flood gates close at 17:30. The last ferry to Strandø leaves at 16:45.',
      { ...reply(WARNING, TIDE_WATCH), quote_count: 1, impression_count: 2980 },
    ),
    post(QUESTION, INES, '2026-11-18T12:20:00Z', '@tidewatch Is the north quay open for small boats until then?', {
      ...reply(WARNING, TIDE_WATCH),
      entities: { mentions: [mention] },
      shown_from: 11,
      like_count: 2,
      reply_count: 1,
      impression_count: 340,
    }),
    post(NOTICE, JONAS, '2026-11-18T12:31:00Z', NOTICED, {
      quoted: '1990000000000000103',
      like_count: 8,
      repost_count: 1,
      impression_count: 1105,
    }),
    post(
      '1990000000000000106',
      INES,
      '2026-11-18T12:34:00Z',
      'RT @tidewatch: Storm warning for Vesterhavn: gale from the west from 18:00, water up to 140 cm above normal. Please move your c…',
      { reposted: WARNING, entities: { mentions: [{ ...mention, start: 3, end: 13 }] } },
    ),
    post('1990000000000000107', TIDE_WATCH, '2026-11-18T12:36:00Z', '@ines_b Until 17:00, then the flood gates close.', {
      ...reply(QUESTION, INES),
      entities: { mentions: [{ start: 0, end: 7, username: 'ines_b', id: INES }] },
      shown_from: 8,
      impression_count: 415,
    }),
    post('1990000000000000109', TIDE_WATCH, '2026-11-18T12:40:00Z', `RT @jholm_ferry: ${NOTICED}`, {
      reposted: NOTICE,
      entities: { mentions: [{ start: 3, end: 15, username: 'jholm_ferry', id: JONAS }] },
    }),
    post(OFFER, CHEAP_BOATS, '2026-11-18T13:02:00Z', '@tidewatch The north quay is safe all night. Rent a boat at half price!', {
      ...reply(WARNING, TIDE_WATCH),
      entities: { mentions: [mention] },
      shown_from: 11,
      impression_count: 61,
    }),
    post('1990000000000000108', STORM_ALARM, '2026-11-18T12:38:00Z', 'Waves of nine metres! Follow for more.', { impression_count: 12 }),
    post(PHOTO_POST, TIDE_WATCH, '2026-11-18T20:20:00Z', `The quay at high water tonight. ${link}`, {
      media: [PHOTO],
      place: VESTERHAVN,
      entities: {
        urls: [
          {
            start: 32,
            end: 55,
            url: link,
            expanded_url: `https://microblog.example.com/tidewatch/status/${PHOTO_POST}/photo/1`,
            display_url: 'pic.mb.example/q107',
            media_key: `3_${PHOTO}`,
          },
        ],
      },
      impression_count: 3377,
    }),
    post(PROTECTED_POST, HARBOUR, '2026-11-19T06:50:00Z', 'The north quay opens at 09:00, after the crane has left.', {
      impression_count: 71,
    }),
    post(POLL_POST, TIDE_WATCH, '2026-11-19T08:00:00Z', 'Which tide table do you use?', { poll: POLL, impression_count: 1980 }),
  ];
}

function edgesOf(story: Story): EdgeRow[] {
  const edge = (kind: RelationKind, source: string, target: string, moment: string): EdgeRow => {
    const at = story(moment);
    return { kind, source, target, at, seq: at * STEPS, notifies: false, shows_reposts: true };
  };
  return [
    edge('like', INES, WARNING, '2026-11-18T12:10:00Z'),
    edge('like', JONAS, WARNING, '2026-11-18T12:09:00Z'),
    edge('like', TIDE_WATCH, QUESTION, '2026-11-18T12:35:00Z'),
    edge('repost', INES, WARNING, '2026-11-18T12:34:00Z'),
    edge('repost', TIDE_WATCH, NOTICE, '2026-11-18T12:40:00Z'),
    edge('bookmark', INES, '1990000000000000101', '2026-11-18T07:00:00Z'),
    edge('bookmark', INES, WARNING, '2026-11-18T12:11:00Z'),
  ];
}

function photo(story: Story): MediaRow {
  return {
    id: PHOTO,
    owner: TIDE_WATCH,
    type: 'photo',
    url: `https://media.microblog.example.com/${PHOTO}.jpg`,
    width: 1600,
    height: 1200,
    duration_ms: null,
    variants: null,
    alt_text: 'The quay of Vesterhavn under water',
    post_id: PHOTO_POST,
    created_at: story('2026-11-18T20:18:00Z'),
    expires_at: null,
    owners: null,
  };
}

/** Counts of likes and others are those of the story: only some of them have rows of their own. */
export async function seedPosts(tables: Tables, story: Story): Promise<void> {
  await seedSequence(tables);
  // A search finds posts by their media too.
  await rows.insert(tables, 'b_media', photo(story));
  await insertPosts(tables, postsOf(story));
  await insertEdges(tables, edgesOf(story));
  await rows.insert(tables, 'b_polls', {
    id: POLL,
    options: [
      { label: 'The printed one', votes: 41 },
      { label: 'This account', votes: 187 },
      { label: "The harbour's board", votes: 23 },
    ],
    duration_minutes: 1440,
    end_at: story('2026-11-20T08:00:00Z'),
  });
  await rows.insert(tables, 'b_notes', {
    id: '1992000000000000601',
    post_id: OFFER,
    text: 'The harbour office has closed the quays for small boats until the morning.',
    classification: 'MisinformedOrPotentiallyMisleading',
    rating_status: 'CurrentlyRatedHelpful',
    created_at: story('2026-11-18T13:30:00Z'),
    is_deleted: false,
  });
  const folder = (id: string, name: string, moment: string) => ({ id, owner: INES, name, seq: story(moment) * STEPS });
  const storms = folder('1990000000000000601', 'Storms', '2026-11-18T12:12:00Z');
  await rows.insert(tables, 'b_folders', [storms, folder('1990000000000000602', 'Boats', '2026-11-18T12:00:00Z')]);
  await rows.insert(tables, 'b_foldered', { folder: storms.id, post_id: WARNING, owner: INES, seq: story('2026-11-18T12:12:00Z') * STEPS });
}
