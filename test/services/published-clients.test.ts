// Tests that published clients, unmodified, do what the documents of the services have of their calls. Only the addresses that they call are others.
// The README of the services has a row for each program, with the number of its checks.

import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unwrap } from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { expect, onTestFinished, test } from 'vitest';
import { tokens as identityTokens, lastingTokens } from '../../services/a-identity/seed.ts';
import { apps as microblogApps, tokens as microblogTokens, REDIRECTS, signing } from '../../services/b-microblog/seeds/credentials.ts';
import { keys as controllerKeys } from '../../services/c-controller/seed.ts';
import { apps } from '../../services/d-events/seed.ts';
import { tokens as schedulingTokens } from '../../services/e-scheduling/seed.ts';
import { keys as shopKeys } from '../../services/f-instalments/seeds/people.ts';
import { users } from '../../services/g-messaging/seeds/credentials.ts';
import { keys as emailKeys } from '../../services/h-email/seed.ts';
import { type ControlledSandbox, createSandbox, type ServiceName } from '../../services/index.ts';
import { sampleOf } from '../support/effort.ts';
import { describeOnEngines } from '../support/sandboxes.ts';

const RUNTIMES = resolve(import.meta.dirname, '../runtimes');
const README = readFileSync(resolve(import.meta.dirname, '../../services/README.md'), 'utf8');

const { devDependencies } = JSON.parse(readFileSync(resolve(RUNTIMES, 'package.json'), 'utf8')) as { readonly devDependencies: object };
const missing = Object.keys(devDependencies).filter((name) => !existsSync(resolve(RUNTIMES, 'node_modules', name)));
if (missing.length > 0)
  console.warn(`Tests with published clients are skipped. Run \`npm --prefix test/runtimes ci\` to install ${missing.join(', ')}.`);

const microblog = { apps: microblogApps, tokens: microblogTokens, signing, redirect: REDIRECTS[0] };

/** The programs of `test/runtimes/clients` that go through the calls of a client: the service of each, and what it is given besides the address. */
const PROGRAMS: readonly (readonly [program: string, service: ServiceName, given: object])[] = [
  ['a-claims.mjs', 'a-identity', { tokens: lastingTokens, ended: identityTokens.expired }],
  ['b-community.mjs', 'b-microblog', microblog],
  ['b-older.mjs', 'b-microblog', microblog],
  ['b-official.mjs', 'b-microblog', microblog],
  ['c-tags.mjs', 'c-controller', { keys: controllerKeys }],
  ['d-channels.mjs', 'd-events', { app: apps.stadium }],
  ['e-meetings.mjs', 'e-scheduling', { token: schedulingTokens.owner }],
  ['f-checkout.mjs', 'f-instalments', { key: shopKeys.fernAndOak }],
  ['g-contacts.mjs', 'g-messaging', users.papaver],
  ['h-addresses.mjs', 'h-email', { keys: emailKeys }],
];

/** How many checks the README says a program has. */
function checksOf(program: string): number {
  const row = README.split('\n').find((line) => line.includes(`clients/${program})`));
  return Number(/\| (\d+) \|/.exec(row ?? '')?.[1]);
}

interface Report {
  readonly passed: number;
  readonly failed: readonly string[];
}

type Message = Report | { readonly action: string; readonly body: Record<string, unknown> };

/** Where a program reaches a service. Signatures and links are for the host that its client calls, not for the address to which it is led. */
async function addressesOf(sandbox: ControlledSandbox, service: ServiceName): Promise<object> {
  const options = service === 'b-microblog' ? { publicOrigin: 'https://api.x.com' } : {};
  const { baseUrl: url } = await sandbox.listen(service, options);
  return service === 'b-microblog' ? { url, older: (await sandbox.listen('b-microblog-v1', options)).baseUrl } : { url };
}

/** Runs a program, does the actions of control that it asks for, and returns its report. */
function reportOf(program: string, given: object, { control }: ControlledSandbox, service: ServiceName): Promise<Report> {
  const child = fork(resolve(RUNTIMES, 'clients', program), [JSON.stringify(given)]);
  onTestFinished(() => void child.kill());
  return new Promise((resolve, reject) => {
    const act = async (action: string, body: Record<string, unknown>) =>
      child.send(unwrap(await control.runAction({ path: { service, action }, body }), 200).result);
    child.on('exit', (code) => reject(new Error(`The program ended without a report, with the code ${code}.`)));
    child.on('message', (message: Message) => {
      if ('action' in message) act(message.action, message.body).catch(reject);
      else resolve(message);
    });
  });
}

const network = { allowPrivate: 'loopback', fetch: guardedFetch({ allowPrivate: 'loopback' }) } as const;

describeOnEngines('published clients of the services', (engine) => {
  test.skipIf(missing.length > 0).each(sampleOf(PROGRAMS, 5))('%s does all that it can', async (program, service, given) => {
    const sandbox = await createSandbox({ services: [service], network, ...(await engine.place()) });
    onTestFinished(() => sandbox.close());
    const addresses = await addressesOf(sandbox, service);
    expect(await reportOf(program, { ...addresses, ...given }, sandbox, service)).toEqual({ passed: checksOf(program), failed: [] });
  });
});
