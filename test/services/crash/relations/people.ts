// The users who follow and block each other while their process is killed, and the lines that it prints.

import { unwrap } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { apps } from '../../../../services/b-microblog/seeds/credentials.ts';
import type { MicroblogTables } from '../../../../services/b-microblog/tables.ts';
import { type ControlledSandbox, createSandbox } from '../../../../services/index.ts';
import type { StorePlace } from '../../../../services/platform/store/open.ts';

export interface Person {
  readonly id: string;
  /** The token for version 2. */
  readonly token: string;
  /** Signs requests of version 1.1. */
  readonly signing: { readonly token: string; readonly tokenSecret: string };
}

/** Users who only follow, and after them as many who block as well. */
export const FOLLOWERS = 6;
export const BLOCKERS = 6;

const SCOPES = 'follows.write like.write tweet.write tweet.read users.read';

export type Verb = 'follow' | 'unfollow' | 'block' | 'unblock';

/** `try` before a request is sent, `done` after it was acknowledged. */
export interface Line {
  readonly step: 'try' | 'done';
  readonly verb: Verb;
  readonly source: string;
  readonly target: string;
}

export function textOf({ step, verb, source, target }: Line): string {
  return `${step} ${verb} ${source} ${target}\n`;
}

export function lineOf(text: string): Line {
  const [step, verb, source = '', target = ''] = text.split(' ');
  return { step, verb, source, target } as Line;
}

export function openMicroblog(place: StorePlace): Promise<ControlledSandbox> {
  // A loss of the database is what the test is about.
  return createSandbox({ services: ['b-microblog'], store: place, warn: () => {} });
}

export function rowsOf(sandbox: ControlledSandbox): Kysely<MicroblogTables> {
  return sandbox.platformOf('b-microblog').store.read as unknown as Kysely<MicroblogTables>;
}

export async function addPeople({ control }: ControlledSandbox): Promise<readonly Person[]> {
  const act = async (action: string, body: Record<string, string>) =>
    unwrap(await control.runAction({ path: { service: 'b-microblog', action }, body }), 200).result as Readonly<Record<string, string>>;
  await act('set-limits', { limits: 'off' });
  const people: Person[] = [];
  for (let index = 0; index < FOLLOWERS + BLOCKERS; index += 1) {
    const username = `person${index}`;
    const app = apps.pro.id;
    const { id = '' } = await act('add-user', { username });
    const { access_token: token = '' } = await act('mint-token', { app, username, scopes: SCOPES });
    const { token: signing = '', secret = '' } = await act('mint-signing-token', { app, username });
    people.push({ id, token, signing: { token: signing, tokenSecret: secret } });
  }
  return people;
}
