// Writes the rows of the benchmark of scaling: many customers of each service, so that requests are spread as they would be, and what they ask for.

import type { TokenRow } from '../../../services/b-microblog/access/tables.ts';
import type { MicroblogPlatform, Tables as MicroblogTables } from '../../../services/b-microblog/deps.ts';
import { rows } from '../../../services/b-microblog/people/store.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import type { ControllerTables } from '../../../services/c-controller/tables.ts';
import { insert as insertScheduling } from '../../../services/e-scheduling/store/rows.ts';
import type { SchedulingTables } from '../../../services/e-scheduling/tables.ts';
import { passwordHash } from '../../../services/g-messaging/security.ts';
import { insert as insertMessaging } from '../../../services/g-messaging/store.ts';
import type { MessagingTables } from '../../../services/g-messaging/tables.ts';
import { EMPTY_MAILBOX, type EmailTables } from '../../../services/h-email/tables.ts';
import { controlOf } from '../../../services/platform/control/in-memory.ts';
import type { Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { hashOf } from '../../../services/platform/secrets.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { writeWorld } from '../posts/load.ts';
import { rowsOfWorld } from '../posts/rows.ts';
import { makeWorld } from '../posts/world.ts';

/** How many rows there are. */
export interface Size {
  readonly posts: number;
  readonly authors: number;
  /** Customers of each service. */
  readonly customers: number;
  /** Meetings of each host. */
  readonly meetings: number;
  /** Contacts of each shop. */
  readonly contacts: number;
  readonly readers: number;
}

/** What requests may name. */
export interface Subjects {
  readonly tokens: readonly string[];
  readonly timeline: { readonly user: string; readonly token: string };
  readonly writers: readonly string[];
  readonly readers: readonly string[];
  readonly variables: readonly string[];
  /** Paths of booking pages. */
  readonly pages: readonly string[];
  /** The first moment at which nothing is booked. */
  readonly free: number;
  readonly shops: readonly { readonly key: string; readonly payment: string }[];
  readonly senders: readonly { readonly credential: string; readonly contact: number }[];
  readonly keys: readonly string[];
  readonly addresses: readonly string[];
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const HALF_HOUR = HOUR / 2;
const DOMAIN = 'brightloaf.example';

function platformOf<Tables>(sandbox: Sandbox, service: string): Platform<Tables> {
  return sandbox.platformOf(service) as unknown as Platform<Tables>;
}

function list<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export async function prepare(sandbox: Sandbox, size: Size): Promise<Subjects> {
  const control = controlOf(sandbox);
  const act = async (service: string, action: string, body: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await control.runAction({ path: { service, action }, body: body as never });
    if (answer.status !== 200) throw new Error(`${action} is answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.result as Readonly<Record<string, unknown>>;
  };
  const inTurn = async <Item>(count: number, make: (index: number) => Promise<Item>) => {
    const made: Item[] = [];
    for (let index = 0; index < count; index++) made.push(await make(index));
    return made;
  };
  const { users } = await act('a-identity', 'list-users', {});
  const [{ email: user } = { email: '' }] = users as readonly { readonly email: string }[];
  const mint = () => act('a-identity', 'mint-access-token', { user, seconds: 86_400 });
  const tokens = await inTurn(size.customers, async () => String((await mint()).access_token));
  return {
    tokens,
    ...(await microblog(platformOf(sandbox, 'b-microblog'), size)),
    variables: await controller(platformOf(sandbox, 'c-controller'), size),
    ...(await scheduling(platformOf(sandbox, 'e-scheduling'), size)),
    shops: await inTurn(size.customers, async (index) => {
      const { key } = await act('f-instalments', 'add-shop', { name: `Shop ${index}` });
      return { key: String(key), payment: await createPayment(sandbox, String(key)) };
    }),
    senders: await messaging(sandbox, size),
    ...(await email(platformOf(sandbox, 'h-email'), size)),
  };
}

/** Posts of the last 30 days; tokens of a reader who follows 200 authors, of authors, and of apps with a rule each. */
async function microblog(platform: MicroblogPlatform, { posts, authors, customers, readers }: Size) {
  const world = makeWorld({ posts, authors, seed: 1 });
  const made = rowsOfWorld(world, platform.clock.now() - 31 * DAY);
  await writeWorld(platform, made);
  const scopes = 'tweet.read tweet.write users.read follows.write';
  const grant = (token: string, own: Pick<TokenRow, 'kind' | 'app_id' | 'user_id' | 'scopes'>): TokenRow => ({
    ...{ hash: hashOf(token), expires_at: null, family: token, is_used: false, is_revoked: false, secret: null },
    ...own,
  });
  const ofUser = (token: string, number: number) =>
    grant(token, { kind: 'user', app_id: apps.pro.id, user_id: made.userId(number), scopes });
  const writers = list(Math.min(customers, 60), (index) => `writer-${index}`);
  const apart = list(readers, (index) => `reader-${index}`);
  await platform.store.write(async (tables) => {
    await rows.insert(tables, 'b_tokens', [ofUser('timeline', world.readers.reader), ...writers.map(ofUser)]);
    await addApps(tables, apart, (token) => grant(token, { kind: 'app', app_id: token, user_id: null, scopes: '' }));
  });
  return { timeline: { user: made.userId(world.readers.reader), token: 'timeline' }, writers, readers: apart };
}

/** An application for each reader, since one may have one connection to a stream. */
async function addApps(tables: MicroblogTables, ids: readonly string[], grant: (token: string) => TokenRow): Promise<void> {
  const [app] = await rows.all(tables, 'b_apps', { id: apps.pro.id });
  if (app === undefined) throw new Error('The seeds have no application.');
  for (const [index, id] of ids.entries()) {
    await rows.insert(tables, 'b_apps', { ...app, id, project: 'scaling', client_id: id, consumer_key: id });
    await rows.insert(tables, 'b_tokens', grant(id));
    await rows.insert(tables, 'b_rules', { id: String(7_000_000 + index), app: id, project: 'scaling', value: 'quay', tag: null, seq: 1 });
  }
}

async function controller({ store }: Platform<ControllerTables>, { customers }: Size): Promise<readonly string[]> {
  const made = list(customers, (index) => ({
    ...{ name: `Made${index}`, kind: 'int32' as const, position: 100 + index, value: '1', width: null, running_since: null },
  }));
  await store.write((tables) => tables.insertInto('c_tags').values(made).execute());
  return made.map(({ name }) => name);
}

/** Hosts with an event type each, and meetings at the full hours from tomorrow on. */
async function scheduling({ store, clock }: Platform<SchedulingTables>, { customers, meetings }: Size) {
  const now = clock.now();
  const stamps = { created_at: now, updated_at: now };
  const [user, type, membership] = await Promise.all([
    store.read.selectFrom('e_users').selectAll().where('slug', '=', 'northlight-felix').executeTakeFirstOrThrow(),
    store.read.selectFrom('e_event_types').selectAll().where('slug', '=', 'first-lesson').executeTakeFirstOrThrow(),
    store.read.selectFrom('e_memberships').selectAll().where('role', '=', 'user').executeTakeFirstOrThrow(),
  ]);
  const first = Math.ceil((now + DAY) / HOUR) * HOUR;
  const hosts = list(customers, (index) => `HOST${index}`);
  await store.write(async (tables) => {
    for (const id of hosts) {
      await insertScheduling(tables, 'e_users', { ...user, id, slug: id.toLowerCase(), email: `${id}@hosts.example`, ...stamps });
      await insertScheduling(tables, 'e_memberships', { ...membership, id: `M${id}`, user_id: id, ...stamps });
      const availability = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' };
      const own = { id: `T${id}`, user_id: id, owner_id: id, duration: 30, questions: [], availability };
      await insertScheduling(tables, 'e_event_types', { ...type, ...own, ...stamps });
      const booked = list(meetings, (index) => ({
        ...{ id: `E${id}-${index}`, event_type_id: `T${id}`, hosts: [id], organization_id: membership.organization_id, name: type.name },
        ...{
          status: 'active' as const,
          start_at: first + index * HOUR,
          end_at: first + index * HOUR + HALF_HOUR,
          duration: 30,
        },
        ...{ location: type.location, seats: 1, invitees_total: 1, invitees_active: 1, guests: [], ...stamps },
      }));
      await insertScheduling(tables, 'e_events', booked);
      await insertScheduling(
        tables,
        'e_event_hosts',
        booked.map((event) => ({ event_id: event.id, user_id: id })),
      );
    }
  });
  return { pages: hosts.map((id) => `/book/${id.toLowerCase()}/${type.slug}`), free: first + meetings * HOUR };
}

async function createPayment(sandbox: Sandbox, key: string): Promise<string> {
  const body = { payment: { purchase_amount: 45_900, installments_count: 3, return_url: 'https://shop.example/done' } };
  const { id } = await post(sandbox, 'f-instalments', '/v1/payments', `Instalments-Auth ${key}`, body);
  return String(id);
}

/** Shops with contacts, and one user each. */
async function messaging(sandbox: Sandbox, { customers, contacts }: Size) {
  const { store } = platformOf<MessagingTables>(sandbox, 'g-messaging');
  const paid = { credit: 0, currency: 'EUR', bonus_smses: 0, bonus_emails: 0, balance: 1_000_000_000_000 };
  const shops = list(customers, (index) => ({
    account: 20_000 + index,
    username: `shop-${index}@example.com`,
    password: `password-${index}`,
  }));
  await store.write(async (tables) => {
    for (const { account, username, password } of shops) {
      await insertMessaging(tables, 'g_accounts', { ...paid, id: account, name: username });
      const password_hash = passwordHash(username, password);
      await insertMessaging(tables, 'g_users', { id: account, account, name: username, email: username, password_hash });
      await insertMessaging(tables, 'g_senders', { account, channel: 'email', position: 1, value: 'Shop <shop@example.com>' });
    }
  });
  const made: { readonly credential: string; readonly contact: number }[] = [];
  for (const { username, password } of shops) {
    const credential = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    for (let index = 0; index < contacts; index++) {
      const body = { firstName: `Reader ${index}`, channels: [{ type: 'email', value: `reader-${index}@example.com` }] };
      const { id } = await post(sandbox, 'g-messaging', '/api/v1/contact', credential, body);
      if (index === 0) made.push({ credential, contact: Number(id) });
    }
  }
  return made;
}

async function email({ store, clock }: Platform<EmailTables>, { customers }: Size) {
  const keys = list(customers, (index) => `bench-key-${index}`);
  const addresses = list(20 * customers, (index) => `person${index}@${DOMAIN}`);
  const paid = { first_name: null, last_name: null, plan_name: 'Business', plan_level: 3, credits: 100_000_000 };
  const unused = { period_ends_at: clock.now() + 30 * DAY, searches_used: 0, verifications_used: 0 };
  await store.write(async (tables) => {
    for (const [index, key] of keys.entries()) {
      const account = { ...paid, ...unused, id: 10_000 + index, email: `owner-${index}@example.com` };
      await tables.insertInto('h_accounts').values(account).execute();
      await tables
        .insertInto('h_keys')
        .values({ hash: hashOf(key), account_id: account.id })
        .execute();
    }
    for (const address of addresses)
      await tables
        .insertInto('h_mailboxes')
        .values({ ...EMPTY_MAILBOX, address, domain: DOMAIN })
        .execute();
  });
  return { keys, addresses };
}

async function post(sandbox: Sandbox, document: string, path: string, authorization: string, body: unknown) {
  const response = await sandbox.fetch(document)(`http://127.0.0.1${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} is answered with ${response.status}: ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
