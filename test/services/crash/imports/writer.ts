// The process that is killed: a shop imports contacts, by files and by requests. Each import is a line on standard output when it is acknowledged.

import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { unwrap } from '@octavo/runtime';
import type { StorePlace } from '../../../../services/platform/store/open.ts';
import { messagingOf } from '../../g-messaging/support.ts';
import { emailOf, GROUP, IN_BODY, openShop } from './shop.ts';

const [place = ''] = process.argv.slice(2);
const { main } = messagingOf(await openShop(JSON.parse(place) as StorePlace));
const run = randomInt(2 ** 47).toString(36);
let imports = 0;

async function byFile(name: string): Promise<string> {
  const body = { fileUrl: `https://papaver-books.example/${name}.csv`, groupNames: [GROUP] };
  return unwrap(await main.importContactFile({ body }), 200).asyncSessionId;
}

async function byRequest(name: string): Promise<string> {
  const contact = (index: number) => ({ channels: { type: 'email' as const, value: emailOf(name, index) } });
  const contacts = [contact(0), ...Array.from({ length: IN_BODY - 1 }, (_, index) => contact(index + 1))] as const;
  return (
    unwrap(await main.importContacts({ body: { contacts: [...contacts], dedupeOn: 'email', groupNames: [GROUP] } }), 200).asyncSessionId ??
    ''
  );
}

async function importAgain(begin: (name: string) => Promise<string>): Promise<never> {
  for (;;) {
    imports += 1;
    const sessionId = await begin(`${run}-${imports}`);
    writeSync(1, `${sessionId}\n`);
    while (unwrap(await main.getContactImportStatus({ path: { sessionId } }), 200).status === 'IN_PROGRESS') await setTimeout(50);
  }
}

// A store that is lost ends this process, as the server is killed together with it.
await Promise.all([byFile, byRequest].map(importAgain)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
