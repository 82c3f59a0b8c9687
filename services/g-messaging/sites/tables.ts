// Declares the rows of the shop's websites, of the websites for web push, of apps, and of files with data for messages.

import { integer, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** A website whose visits can be reported. */
const sites = table(
  'g_sites',
  { id: key(text), account: integer, domain: text, position: integer },
  { unique: { domain: ['account', 'domain'] } },
);

/** A website that can ask its visitors to subscribe. */
const pushSites = table(
  'g_push_sites',
  { id: key(integer), account: integer, domain: text, worker_name: text, worker_path: text, worker_scope: text },
  { unique: { domain: ['account', 'domain'] } },
);

/** An app whose tokens have been registered. */
const apps = table('g_apps', { account: key(integer), id: key(text) });

/** A file with data for messages. */
const files = table('g_files', {
  account: key(integer),
  name: key(text),
  status: textOf<'PROCESSING' | 'READY' | 'ERROR'>(),
  updated_at: integer,
  /** Rises with each upload and update, over all files. */
  position: integer,
  /** What messages use. Null where no content has been ready yet. */
  content: nullable(text),
  /** What is being processed. */
  pending: nullable(text),
});

export const siteTables = [sites, pushSites, apps, files] as const;

export type PushSiteRow = RowOf<typeof pushSites>;
export type FileRow = RowOf<typeof files>;
