// The people of the documents' examples: a tide watch, two of its readers, a harbour, and two accounts that nobody likes.

import type { Kysely } from 'kysely';
import type { Story } from '../../platform/service.ts';
import { addWords } from '../people/store.ts';
import { DEFAULT_COLOURS, type EdgeRow, NEW_SETTINGS, PLAIN_USER, type UserRow } from '../people/tables.ts';
import { insertEdges } from '../relations.ts';
import { STEPS } from '../rules/identifiers.ts';
import type { MicroblogTables } from '../tables.ts';

export const TIDE_WATCH = '1500042000000000001';
export const INES = '1500042000000000002';
export const JONAS = '1500042000000000003';
export const CHEAP_BOATS = '1500042000000000004';
export const HARBOUR = '1500042000000000005';
export const STORM_ALARM = '1500042000000000023';

const IMAGES = 'https://images.microblog.example.com';

/** Counts of followers and others are those of the story: only some of them have rows of their own. */
function users(story: Story): UserRow[] {
  return [
    {
      ...PLAIN_USER,
      id: TIDE_WATCH,
      username: 'tidewatch',
      username_key: 'tidewatch',
      name: 'Tide Watch',
      description: 'Tides and storm warnings for Vesterhavn. Run by Nora Lund.',
      location: 'Vesterhavn',
      url: 'https://tidewatch.example',
      short_url: 'https://mb.example/tide',
      email: 'nora.lund@tidewatch.example',
      image_url: `${IMAGES}/profiles/tidewatch.png`,
      banner_url: `${IMAGES}/banners/1500042000000000001`,
      background_url: `${IMAGES}/backgrounds/waves.png`,
      has_background: true,
      is_tiled: true,
      colours: { background: 'F4F8FA', link: '0B5D8A', sidebar_border: 'FFFFFF', sidebar_fill: 'DDEEF6', text: '333333' },
      pinned_post_id: '1990000000000000102',
      created_at: story('2019-03-01T09:00:00Z'),
      followers_count: 2841,
      following_count: 112,
      post_count: 9074,
      listed_count: 37,
      like_count: 1203,
    },
    {
      ...PLAIN_USER,
      id: INES,
      username: 'ines_b',
      username_key: 'ines_b',
      name: 'Inês Barros',
      description: 'Boats, bread and bad weather.',
      location: 'Vesterhavn, inner basin',
      email: 'ines.barros@example.com',
      image_url: `${IMAGES}/profiles/ines_b.png`,
      created_at: story('2020-06-14T17:21:00Z'),
      followers_count: 212,
      following_count: 340,
      post_count: 1988,
      listed_count: 3,
      like_count: 4107,
    },
    {
      ...PLAIN_USER,
      id: JONAS,
      username: 'jholm_ferry',
      username_key: 'jholm_ferry',
      name: 'Jonas Holm',
      description: 'The ferry between Vesterhavn and Strandø.',
      location: 'On board',
      image_url: `${IMAGES}/profiles/jholm_ferry.png`,
      created_at: story('2021-01-05T06:40:00Z'),
      followers_count: 655,
      following_count: 48,
      post_count: 3120,
      listed_count: 12,
      like_count: 97,
    },
    {
      ...PLAIN_USER,
      id: CHEAP_BOATS,
      username: 'cheapboats',
      username_key: 'cheapboats',
      name: 'Cheap Boats',
      created_at: story('2026-11-06T02:11:09Z'),
      followers_count: 3,
      following_count: 4980,
      post_count: 12044,
      listed_count: 0,
      like_count: 0,
    },
    {
      ...PLAIN_USER,
      id: HARBOUR,
      username: 'vesterhavn_hbr',
      username_key: 'vesterhavn_hbr',
      name: 'Vesterhavn Harbour',
      description: 'The harbour office. Followers are let in by hand.',
      location: 'Vesterhavn',
      image_url: `${IMAGES}/profiles/vesterhavn_hbr.png`,
      colours: { ...DEFAULT_COLOURS, link: '0A3D62' },
      is_protected: true,
      verified_type: 'government',
      created_at: story('2020-02-03T07:30:00Z'),
      followers_count: 87,
      following_count: 14,
      post_count: 431,
      listed_count: 5,
      like_count: 20,
    },
    {
      ...PLAIN_USER,
      id: STORM_ALARM,
      username: 'stormalarm24',
      username_key: 'stormalarm24',
      name: 'Storm Alarm 24',
      created_at: story('2026-10-02T11:00:00Z'),
      followers_count: 41,
      following_count: 7,
      post_count: 260,
      listed_count: 0,
      like_count: 2,
    },
  ];
}

function edges(story: Story): EdgeRow[] {
  const edge = (kind: EdgeRow['kind'], source: string, target: string, moment: string): EdgeRow => {
    const at = story(moment);
    return { kind, source, target, at, seq: at * STEPS, notifies: false, shows_reposts: true };
  };
  return [
    edge('follow', INES, TIDE_WATCH, '2020-06-20T08:00:00Z'),
    edge('follow', JONAS, TIDE_WATCH, '2021-01-07T06:15:00Z'),
    { ...edge('follow', TIDE_WATCH, JONAS, '2021-01-08T09:30:00Z'), notifies: true },
    edge('request', TIDE_WATCH, HARBOUR, '2026-11-16T10:20:00Z'),
    edge('block', TIDE_WATCH, CHEAP_BOATS, '2026-11-10T07:45:00Z'),
    edge('block', INES, STORM_ALARM, '2026-11-12T21:05:00Z'),
    edge('mute', INES, CHEAP_BOATS, '2026-11-09T18:00:00Z'),
    edge('contributor', INES, TIDE_WATCH, '2024-05-02T12:00:00Z'),
  ];
}

/** Who gets messages from everybody. */
const OPEN = { accepts_messages: 'all' } as const;

const NIGHT = {
  ...OPEN,
  sleep_enabled: true,
  sleep_start: '22',
  sleep_end: '05',
  trend_woeid: 554902,
  geo_enabled: true,
} as const;

export async function seedPeople(tables: Kysely<MicroblogTables>, story: Story): Promise<void> {
  const people = users(story);
  await tables.insertInto('b_users').values(people).execute();
  await addWords(tables, ...people);
  await insertEdges(tables, edges(story));
  await tables
    .insertInto('b_user_settings')
    .values(people.map(({ id }) => ({ ...NEW_SETTINGS, user_id: id, ...(id === TIDE_WATCH && NIGHT), ...(id === JONAS && OPEN) })))
    .execute();
  await tables
    .insertInto('b_saved_searches')
    .values({ id: 2400001, user_id: TIDE_WATCH, query: 'storm vesterhavn', created_at: story('2026-11-09T10:02:41Z') })
    .execute();
  await tables
    .insertInto('b_suggestions')
    .values([
      { slug: 'harbours-coast', name: 'Harbours & coast', position: 1, users: [TIDE_WATCH] },
      { slug: 'weather', name: 'Weather', position: 2, users: [TIDE_WATCH, JONAS, INES] },
    ])
    .execute();
}
