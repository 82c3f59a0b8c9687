// The credentials of the seeds: four applications, one of each access level, and what users have granted to them.

import type { Kysely } from 'kysely';
import { hashOf } from '../../platform/secrets.ts';
import type { Client, Credential } from '../../platform/service.ts';
import type { Level } from '../access/levels.ts';
import { SCOPES } from '../access/scopes.ts';
import type { AppRow, TokenRow } from '../access/tables.ts';
import type { MicroblogPlatform } from '../deps.ts';
import type { MicroblogTables } from '../tables.ts';
import { INES, TIDE_WATCH } from './people.ts';

interface SeededApp {
  readonly id: string;
  readonly name: string;
  readonly level: Level;
  readonly client: string;
  /** Absent: a public client. */
  readonly clientSecret?: string;
  readonly consumer: readonly [key: string, secret: string];
  readonly bearer: string;
  /** Its address in the web, to which posts that it has published link. Absent: its page at the service. */
  readonly website?: string;
}

/** Where the applications of the seeds get their codes: programs of developers listen on this machine, and the portal on any port of it. */
export const REDIRECTS = [
  'http://127.0.0.1:8765/callback',
  'http://localhost:3000/callback',
  'https://app.example.com/callback',
  'http://127.0.0.1/signed-in.html',
  'http://localhost/signed-in.html',
];

export const apps = {
  pro: {
    id: '27100001',
    name: 'Tide desk',
    level: 'pro',
    client: 'VGlkZURlc2tQdWJsaWNDbGllbnQ6MTpjaQ',
    consumer: ['ck7TideDesk4mQx9Rv2Lp', 'cs-tide-desk-5Hn8Wd3Zt6Yb1Kc0Vg'],
    bearer: 'AAAAtidedeskPro8Rw5nJd2Tq7Lx3Vb9Km4Hs6Fy1',
    website: 'https://tidewatch.example',
  },
  basic: {
    id: '27100002',
    name: 'Harbour board',
    level: 'basic',
    client: 'SGFyYm91ckJvYXJkQ2xpZW50OjE6Y2k',
    clientSecret: 'harbour-board-secret-2Qp7Xc5Nv8Lz3Mt6',
    consumer: ['ck2HarbourBoard8Tz3Nq', 'cs-harbour-board-9Jk4Lm7Pq2Rs5Tv8W'],
    bearer: 'AAAAharbourBasic3Pc9xLb6Yv1Qd8Zn2Wk5Rt7Gj4',
  },
  academic: {
    id: '27100003',
    name: 'Coast research',
    level: 'academic',
    client: 'Q29hc3RSZXNlYXJjaENsaWVudDoxOmNp',
    consumer: ['ck5CoastResearch1Vb6W', 'cs-coast-research-3Ft6Gy9Hu2Ji5Ko8L'],
    bearer: 'AAAAcoastAcademic5Gz7hKs4Mf0Bn9Xd3Cv6Lq2Wp8',
  },
  free: {
    id: '27100004',
    name: 'Weather toy',
    level: 'free',
    client: 'V2VhdGhlclRveUNsaWVudDoxOmNp',
    consumer: ['ck9WeatherToy6Yh2Jk', 'cs-weather-toy-7Az1Sx4Dc8Fv5Gb2Hn'],
    bearer: 'AAAAweatherFree1Kd6Nm9Wq4Xs7Zc2Vb5Hj8Lt3Rf0',
  },
} satisfies Record<string, SeededApp>;

/** Tokens that users have granted, each to the application pro. */
export const tokens = {
  ines: 'ut-InesBarros4mQx9Rv2Lp7Tz3Nq8Vb6Wk5Jh1Gd',
  tideWatch: 'ut-TideWatch8Yc3Xz6Lm1Qw9Er5Ty2Ui7Op4As',
  inesReader: 'ut-InesReader2Hn8Wd3Zt6Yb1Kc0Vg5Jk9Lm4Pq',
} as const;

/** Tokens that sign requests of version 1.1, with their secrets. */
export const signing = {
  tideWatch: ['1500042000000000001-harbourKs7Lp2Vd9Qx4', 'ts-tide-watch-6Rn3Bv8Mc1Xz5Lk9Jh2'],
  ines: ['1500042000000000002-inesWq5Zt8Nb3Yv6', 'ts-ines-barros-4Gf7Hd1Sa9Po3Iu6Yt2'],
} as const;

/** What a reader needs: it can change nothing. */
const READER = ['tweet.read', 'users.read', 'follows.read'];

/** Version 1.1 takes requests without any. */
export const credentials: readonly Credential[] = [
  { document: 'b-microblog', scheme: 'bearer', value: apps.pro.bearer, note: 'the application Tide desk, pro access' },
  { document: 'b-microblog', scheme: 'bearer', value: apps.basic.bearer, note: 'the application Harbour board, basic access' },
  {
    document: 'b-microblog',
    scheme: 'bearer',
    value: apps.academic.bearer,
    note: 'the application Coast research, academic-research access',
  },
  { document: 'b-microblog', scheme: 'bearer', value: apps.free.bearer, note: 'the application Weather toy, free access' },
  { document: 'b-microblog', scheme: 'oauth2', value: tokens.ines, note: 'granted by Inês Barros to Tide desk, all scopes' },
  { document: 'b-microblog', scheme: 'oauth2', value: tokens.tideWatch, note: 'granted by Tide Watch to Tide desk, all scopes' },
  {
    document: 'b-microblog',
    scheme: 'oauth2',
    value: tokens.inesReader,
    note: `granted by Inês Barros to Tide desk, ${READER.join(', ')}`,
  },
];

/** By which people sign in, in the portal. */
export const clients: readonly Client[] = [
  { document: 'b-microblog', scheme: 'oauth2', clientId: apps.pro.client, note: 'Tide desk, pro access' },
  { document: 'b-microblog', scheme: 'oauth2', clientId: apps.free.client, note: 'Weather toy, free access' },
];

export async function seedAccess(tables: Kysely<MicroblogTables>, { seal }: Pick<MicroblogPlatform, 'seal'>): Promise<void> {
  const all: readonly SeededApp[] = Object.values(apps);
  const rows = all.map(
    ({ id, name, level, client, clientSecret, consumer: [key, secret], bearer }): AppRow => ({
      id,
      name,
      project: id,
      level,
      client_id: client,
      client_secret_hash: clientSecret === undefined ? null : hashOf(clientSecret),
      redirect_uris: REDIRECTS,
      consumer_key: key,
      consumer_secret: seal.seal(secret),
      bearer: seal.seal(bearer),
    }),
  );
  await tables.insertInto('b_apps').values(rows).execute();
  const row = (kind: TokenRow['kind'], token: string, more: Partial<TokenRow>): TokenRow => ({
    hash: hashOf(token),
    kind,
    app_id: apps.pro.id,
    user_id: null,
    scopes: '',
    expires_at: null,
    family: hashOf(token),
    is_used: false,
    is_revoked: false,
    secret: null,
    ...more,
  });
  const everything = Object.keys(SCOPES).join(' ');
  const granted: TokenRow[] = [
    ...all.map(({ id, bearer }) => row('app', bearer, { app_id: id })),
    row('user', tokens.ines, { user_id: INES, scopes: everything }),
    row('user', tokens.tideWatch, { user_id: TIDE_WATCH, scopes: everything }),
    row('user', tokens.inesReader, { user_id: INES, scopes: READER.join(' ') }),
    row('oauth1', signing.tideWatch[0], { user_id: TIDE_WATCH, secret: seal.seal(signing.tideWatch[1]) }),
    row('oauth1', signing.ines[0], { user_id: INES, secret: seal.seal(signing.ines[1]) }),
  ];
  await tables.insertInto('b_tokens').values(granted).execute();
}
