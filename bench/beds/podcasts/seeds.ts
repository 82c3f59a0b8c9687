// What the podcasts have from the start.
import { hashOf } from './handlers/call.ts';
import { type Account, Store } from './store.ts';
import type { Audio, Episode, Playlist, Show } from './things.ts';

const at = (day: string): string => `${day}T08:00:00.000Z`;

const show = (id: string, title: string, slug: string, day: string, others: Partial<Show> = {}): Show => ({
  id,
  title,
  slug,
  description: '',
  language: 'en',
  category: 'society',
  explicit: false,
  complete: false,
  website: null,
  tags: [],
  owner: { name: 'Mira Holt', email: 'mira@studio.example' },
  artwork: null,
  links: [],
  created_at: at(day),
  updated_at: at(day),
  ...others,
});

function audio(text: string, name: string): Audio {
  const content = Buffer.from(text);
  return { media_type: 'audio/mpeg', checksum: hashOf('sha256', content), file_name: name, content };
}

type Numbers = readonly [season: number, number: number, seconds: number];

const episode = (id: string, showId: string, title: string, numbers: Numbers, day: string, others: Partial<Episode> = {}): Episode => ({
  id,
  show_id: showId,
  title,
  summary: null,
  season: numbers[0],
  number: numbers[1],
  type: 'full',
  duration_seconds: numbers[2],
  recorded_on: null,
  loudness: null,
  archive_id: null,
  guests: [],
  keywords: [],
  labels: {},
  status: 'draft',
  published_at: null,
  audio: null,
  chapters: [],
  created_at: at(day),
  updated_at: at(day),
  ...others,
});

const published = (day: string, text: string): Partial<Episode> => ({
  status: 'published',
  published_at: at(day),
  updated_at: at(day),
  audio: audio(text, `${text}.mp3`),
});

const playlist = (id: string, title: string, ids: readonly string[], day: string): Playlist => ({
  id,
  title,
  description: null,
  visibility: 'private',
  color: null,
  episode_ids: ids,
  created_at: at(day),
  updated_at: at(day),
});

function put<T extends { readonly id: string }>(map: Map<string, T>, ...things: readonly T[]): void {
  for (const thing of things) map.set(thing.id, thing);
}

function fillStudio(account: Account): void {
  put(
    account.shows,
    show('NightTrain', 'Night Trains', 'night-trains', '2026-01-05', {
      description: 'Across Europe while others sleep.',
      language: 'en-GB',
      website: 'https://night-trains.example',
      tags: ['rail', 'night'],
      artwork: { url: 'https://night-trains.example/cover.png', size: 3000 },
      links: [{ label: 'Map', url: 'https://night-trains.example/map' }],
    }),
    show('SmallGardn', 'Small Gardens', 'small-gardens', '2026-01-12', { category: 'education', complete: true }),
    show('UnheardOne', 'Unheard', 'unheard', '2026-02-02', { language: 'de', explicit: true, tags: ['night'] }),
  );
  const chapters = [
    { id: 'ChapBasel1', title: 'Basel', start_seconds: 0, kind: 'intro', url: null },
    { id: 'ChapTunnel', title: 'The long tunnel', start_seconds: 600.5, kind: 'content', url: 'https://night-trains.example/tunnel' },
  ];
  const alps = { ...published('2026-02-10', 'alps'), recorded_on: '2026-02-01', chapters, keywords: ['alps', 'tunnel'], loudness: -16.2 };
  put(
    account.episodes,
    episode('EpNight001', 'NightTrain', 'Across the Alps', [1, 1, 1800], '2026-02-03', { ...alps, summary: 'Through the long tunnel.' }),
    episode('EpNight002', 'NightTrain', 'The sleeping car', [1, 2, 2400], '2026-02-17', {
      audio: audio('sleeper', 'sleeper.mp3'),
      recorded_on: '2026-02-15',
      guests: [{ name: 'Ana Reis', role: 'guest' }],
    }),
    episode('EpNight003', 'NightTrain', 'Season two soon', [2, 1, 60], '2026-03-01', { type: 'trailer', labels: { mix: 'v1' } }),
    episode('EpGarden01', 'SmallGardn', 'Moss', [1, 1, 900], '2026-01-20', published('2026-01-25', 'moss')),
  );
  const comment = { episode_id: 'EpNight001', rating: null, parent_id: null };
  put(
    account.comments,
    { ...comment, id: 'CommentLea', author: 'Lea', text: 'The tunnel gave me chills.', rating: 5, created_at: at('2026-02-11') },
    { ...comment, id: 'CommentIvo', author: 'Ivo', text: 'Me too.', parent_id: 'CommentLea', created_at: at('2026-02-12') },
    { ...comment, id: 'CommentUma', author: 'Uma', text: 'Too quiet.', rating: 2, created_at: at('2026-02-13') },
  );
  put(
    account.playlists,
    playlist('ListTravel', 'Travel', ['EpNight001', 'EpNight002'], '2026-03-02'),
    playlist('ListAutumn', 'Autumn', ['EpGarden01'], '2026-03-03'),
  );
  const subscription = { show_id: 'NightTrain', name: null, ends_on: null, starts_on: '2026-02-01' };
  put(
    account.subscriptions,
    {
      ...subscription,
      id: 'SubJonas01',
      email: 'jonas@listeners.example',
      plan: 'free',
      monthly_cents: null,
      created_at: at('2026-02-01'),
    },
    {
      ...subscription,
      id: 'SubUma0001',
      email: 'uma@listeners.example',
      plan: 'supporter',
      monthly_cents: 500,
      created_at: at('2026-02-04'),
    },
  );
}

function fillTower(account: Account): void {
  put(account.shows, show('TowerTalks', 'Tower Talks', 'tower-talks', '2026-01-08'));
  put(account.episodes, episode('EpTower001', 'TowerTalks', 'Bells', [1, 1, 700], '2026-01-09', published('2026-01-10', 'bells')));
  put(account.playlists, playlist('ListTowers', 'Bells', ['EpTower001'], '2026-01-11'));
}

export function createStore(): Store {
  const store = new Store();
  fillStudio(store.studio);
  fillTower(store.tower);
  return store;
}
