// Says who publishes a post, and by which application.

import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { apps } from '../seeds/credentials.ts';
import type { PostRow } from './tables.ts';

/** The user who publishes, and the application by which. */
export interface Author {
  readonly user: string;
  readonly app: string;
}

type Source = Pick<PostRow, 'source' | 'source_url'>;

/** Where no application publishes. */
export const WEB: Source = { source: 'Web', source_url: 'https://microblog.example.com' };

/** The name and the address of an application. */
export async function sourceOf(tables: Tables, app: string): Promise<Source> {
  const row = await rows.find(tables, 'b_apps', app);
  if (row === undefined) return WEB;
  return { source: row.name, source_url: app === apps.pro.id ? apps.pro.website : `${WEB.source_url}/apps/${app}` };
}
