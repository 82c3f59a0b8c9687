// Keeps the list of product feeds, and reads their files.

import type { ProductFeedsConfig } from '@octavo/interfaces/g-messaging';
import { readFile } from '../../platform/outbox/file.ts';
import { isOf } from '../../platform/payload.ts';
import type { Deps, MessagingPlatform, Tables, Unit } from '../deps.ts';
import { countOf } from '../pages.ts';
import { all, change, changeAll, findBy, insert, invalid, nextId, put, remove, write } from '../store.ts';
import { timeText } from '../times.ts';
import { csvRecords, xmlRecords } from './files.ts';
import { feedsFault, formatOf, productOf } from './rules.ts';
import type { FeedRow } from './tables.ts';

/** The file of a feed is to be read. */
const READ = {
  service: 'g-messaging',
  event: 'product-feed.read',
  accepts: isOf({ feed: 'number' }),
};

/** Seconds before each attempt to read a file after the first. */
const SCHEDULE = [60, 300, 900, 3_600, 14_400];

/** The feeds of an account, in the order of its list. */
export function feedsOf(tables: Tables, account: number): Promise<readonly FeedRow[]> {
  return all(tables, 'g_feeds', { account }, ['position']);
}

export function showFeeds(rows: readonly FeedRow[]): ProductFeedsConfig {
  return {
    feeds: rows.map(({ name, url, format, is_active }) => ({ name, url, ...(format !== null && { format }), active: is_active })),
  };
}

/**
 * Replaces the list. A feed with the name of an old one keeps its products until its file was read again.
 * @throws the refusal 400 for a feed that is wrong, or whose address may not be called
 */
export async function setFeeds(unit: Unit, account: number, { feeds }: ProductFeedsConfig): Promise<ProductFeedsConfig> {
  const { deps, tables } = unit;
  const fault = feedsFault(feeds);
  if (fault !== undefined) throw invalid(fault);
  for (const { name, url } of feeds) {
    const refusal = deps.outbox.refusalOf(url);
    if (refusal !== undefined) throw invalid(`The feed ${name} cannot be read. ${refusal}`);
  }
  const old = new Map((await feedsOf(tables, account)).map((row) => [row.name, row]));
  let next = await nextId(tables, 'g_feeds');
  const rows = feeds.map(({ name, url, format = null, active = true }, position): FeedRow => {
    const { id, ...kept } = old.get(name) ?? { id: next++, ...UNREAD };
    return { ...kept, id, account, position, name, url, format, is_active: active };
  });
  await replaceFeeds(tables, account, rows);
  for (const { id, url, is_active } of rows)
    if (is_active) await deps.outbox.add(tables, READ, { url, payload: { feed: id }, sequence: `feed ${id}`, at: unit.at });
  return showFeeds(rows);
}

const UNREAD = { version: null, read_at: null, products: 0, refused: 0, fault: null };

async function replaceFeeds(tables: Tables, account: number, rows: readonly FeedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const gone = (await feedsOf(tables, account)).map(({ id }) => id).filter((id) => !ids.includes(id));
  await remove(tables, 'g_feeds', { account });
  if (gone.length > 0) await tables.deleteFrom('g_products').where('feed', 'in', gone).execute();
  await insert(tables, 'g_feeds', rows);
}

/** @throws where the list has changed, so that the file is not to be read any more */
async function requireFeed(tables: Tables, feed: number, url: string): Promise<FeedRow> {
  const row = await findBy(tables, 'g_feeds', { id: feed, url, is_active: true });
  if (row === undefined) throw new Error('The feed is no longer in the list.');
  return row;
}

/** How many products are written by the same unit of work. */
const MOST_AT_ONCE = 500;

/** Writes the products of a file as they arrive. They count when the whole file was read; those of the reading before are deleted then. */
async function readProducts(deps: Deps, feed: FeedRow, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const version = deps.ids.uuid();
  const records = formatOf(feed) === 'xml' ? xmlRecords(bytes) : csvRecords(bytes);
  let refused = 0;
  const batch = new Map<string, NonNullable<ReturnType<typeof productOf>>>();
  try {
    for await (const record of records) {
      const product = record && productOf(record);
      if (product === undefined) refused += 1;
      else batch.set(product.externalItemId, product);
      if (batch.size >= MOST_AT_ONCE) await flush();
    }
    await flush();
    await write(deps, (unit) => finishReading(unit, feed, version, refused));
  } catch (error) {
    await deps.store.write((tables) => remove(tables, 'g_products', { feed: feed.id, version }));
    throw error;
  }

  async function flush(): Promise<void> {
    const rows = [...batch].map(([item, product]) => ({ feed: feed.id, version, item, product }));
    batch.clear();
    if (rows.length > 0) await deps.store.write((tables) => put(tables, 'g_products', rows, ['feed', 'version', 'item']));
  }
}

async function finishReading({ tables, at }: Unit, { id, url }: FeedRow, version: string, refused: number): Promise<void> {
  await requireFeed(tables, id, url);
  await tables.deleteFrom('g_products').where('feed', '=', id).where('version', '<>', version).execute();
  const products = await countOf(tables.selectFrom('g_products').where('feed', '=', id));
  await change(tables, 'g_feeds', id, { version, read_at: at, products, refused, fault: null });
}

/** What a developer sees of the feeds of all accounts. */
export async function reportFeeds(tables: Tables) {
  const rows = await tables.selectFrom('g_feeds').selectAll().orderBy('account').orderBy('position').execute();
  return rows.map(({ account, name, url, is_active, products, refused, read_at, fault }) => ({
    account,
    name,
    url,
    active: is_active,
    products,
    refused,
    read: read_at === null ? null : timeText(read_at),
    fault,
  }));
}

/** Says how the files of feeds are read. */
export function handleFeeds(deps: MessagingPlatform): void {
  deps.outbox.handle(READ, {
    schedule: SCHEDULE,
    async post({ url, payload }, network, options) {
      const feed = await requireFeed(deps.store.read, payload.feed, url);
      await readFile(url, network, options, (bytes) => readProducts(deps, feed, bytes));
    },
    async onAttempt({ url, payload }, step, tables) {
      if (step.outcome === 'delivered') return;
      const { error } = step;
      const status = 'status' in step ? step.status : undefined;
      const fault = error instanceof Error ? error.message : `The answer had the status ${status}.`;
      await changeAll(tables, 'g_feeds', { id: payload.feed, url }, { fault });
    },
  });
}
