// Takes the screenshots of docs/screenshots: pages of the services, wide and narrow, and views of the portal, in Chromium.
// `npm run screenshots -- e-scheduling` takes those of one service, `-- portal` those of the portal; without a name, all.
// `-- looks FOLDER [WORD…]` writes each view of the portal in both widths and themes to a folder, for a review.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import type { Page } from 'playwright-core';
import { keys } from '../services/f-instalments/seeds/seed.ts';
import { createSandbox, type Sandbox, type ServiceName } from '../services/index.ts';
import { launch } from '../test/support/chromium.ts';
import { lookAtAll, lookAtPortal } from './portal.ts';

/** A page of a service. Its pictures are `<service>-<name>-wide.png` and `…-narrow.png`. */
interface Shot {
  readonly name: string;
  /** The path of the page. The sandbox stands at the story of the service's seeds, and has an address. */
  path(sandbox: Sandbox): Promise<string> | string;
  /** The actions of a person on the page before the picture is taken. */
  act?(tab: Page): Promise<void>;
}

const SHOTS: Partial<Record<ServiceName, readonly Shot[]>> = {
  'e-scheduling': [
    {
      name: 'booking',
      path: () => '/book/northlight-felix/first-lesson?name=Mo+Ito&email=mo.ito@example.com',
      act: async (tab) => {
        await tab.getByText('14:30').first().click();
      },
    },
  ],
  'f-instalments': [
    { name: 'payment', path: newPayment },
    { name: 'paid', path: () => '/pay/payment_11wTq8RkZ2bVnD' },
  ],
};

/** The page of a payment of a shopper whose details are known in part. */
async function newPayment(sandbox: Sandbox): Promise<string> {
  const client = createInstalmentsClient({ fetch: sandbox.fetch('f-instalments'), credentials: { InstalmentsAuth: keys.fernAndOak } });
  const payment = { purchase_amount: 45_900, installments_count: 4, return_url: 'https://fernandoak.example/checkout/done' };
  const customer = { first_name: 'Noé', last_name: 'Petit', email: 'noe.petit@example.com' };
  return new URL(unwrap(await client.createPayment({ body: { payment, customer } }), 200).url).pathname;
}

const SIZES = { wide: { width: 1280, height: 720 }, narrow: { width: 390, height: 844 } } as const;

const folder = resolve(import.meta.dirname, '../docs/screenshots');

async function take(service: ServiceName, shots: readonly Shot[]): Promise<void> {
  const browser = await launch();
  try {
    for (const { name, path, act } of shots) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        // Each picture finds the service as the story has it, so that it is the same in each run.
        const sandbox = await createSandbox({ services: [service], at: 'story' });
        try {
          const { baseUrl } = await sandbox.listen(service);
          const tab = await browser.newPage({ viewport });
          await tab.goto(new URL(await path(sandbox), baseUrl).href);
          await act?.(tab);
          await tab.screenshot({ path: join(folder, `${service}-${name}-${size}.png`) });
          await tab.close();
        } finally {
          await sandbox.close();
        }
      }
    }
  } finally {
    await browser.close();
  }
}

async function takeAll(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => name !== 'portal' && !Object.hasOwn(SHOTS, name));
  if (unknown.length > 0)
    throw new Error(`No screenshots of ${unknown.join(', ')}. There are some of: portal, ${Object.keys(SHOTS).join(', ')}.`);
  mkdirSync(folder, { recursive: true });
  for (const [service, shots] of Object.entries(SHOTS)) {
    if (wanted.length === 0 || wanted.includes(service)) await take(service as ServiceName, shots);
  }
  if (wanted.length === 0 || wanted.includes('portal')) await lookAtPortal();
}

const [first, into, ...words] = process.argv.slice(2);
if (first !== 'looks') await takeAll(process.argv.slice(2));
else if (into === undefined) throw new Error('Name the folder for the pictures: npm run screenshots -- looks FOLDER.');
else await lookAtAll(resolve(into), words);
