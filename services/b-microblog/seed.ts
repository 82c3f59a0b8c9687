// The rows that the examples of both documents tell of.

import type { Kysely } from 'kysely';
import type { MicroblogPlatform } from './deps.ts';
import { seedOptions } from './options.ts';
import { seedCompliance } from './seeds/compliance.ts';
import { seedAccess } from './seeds/credentials.ts';
import { seedInsights } from './seeds/insights.ts';
import { seedLists } from './seeds/lists.ts';
import { seedMessages } from './seeds/messages.ts';
import { seedPeople } from './seeds/people.ts';
import { seedPlaces } from './seeds/places.ts';
import { seedPosts } from './seeds/posts.ts';
import { seedRooms } from './seeds/rooms.ts';
import { seedUploads } from './seeds/uploads.ts';
import type { MicroblogTables } from './tables.ts';

export async function seed(tables: Kysely<MicroblogTables>, platform: MicroblogPlatform): Promise<void> {
  await seedOptions(tables);
  await seedPeople(tables, platform.story);
  await seedPlaces(tables, platform);
  await seedPosts(tables, platform.story);
  await seedInsights(tables, platform.story);
  await seedLists(tables, platform.story);
  await seedRooms(tables, platform.story);
  await seedUploads(tables, platform);
  await seedMessages(tables, platform);
  await seedAccess(tables, platform);
  await seedCompliance(tables, platform);
}
