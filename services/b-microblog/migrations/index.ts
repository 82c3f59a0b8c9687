// The migrations of the microblogging service, in order.
import type { Migration } from 'kysely/migration';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';
import { up as words } from './005-words.ts';
import { up as places } from './008-places.ts';
import { up as insights } from './009-insights.ts';

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': createTables(tables),
  '002-posts': createTables(tables, '002-posts'),
  '003-usage': createTables(tables, '003-usage'),
  '004-rooms': createTables(tables, '004-rooms'),
  '005-words': { up: words },
  '006-lists': createTables(tables, '006-lists'),
  '007-media': createTables(tables, '007-media'),
  '008-places': { up: places },
  '009-insights': { up: insights },
  '010-compliance': createTables(tables, '010-compliance'),
  '011-events': createTables(tables, '011-events'),
  '012-messages': createTables(tables, '012-messages'),
  '013-rules': createTables(tables, '013-rules'),
};
