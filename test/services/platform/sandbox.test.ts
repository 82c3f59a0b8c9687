// Tests sandboxes: reached in memory and at addresses, isolated, and the same after a restart.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../../services/index.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../services/platform/sandbox/sandbox.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

async function tinySandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await openSandbox([tinyService()], options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'sandbox.db');
}

async function accountOf(sandbox: Sandbox) {
  const client = createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey: TINY_KEY } });
  return unwrap(await client.getAccount({}), 200).data;
}

test('a generated client reaches a service in memory, and its writes are kept', async () => {
  const sandbox = await tinySandbox();
  expect((await accountOf(sandbox)).requests.credits.used).toBe(1);
  expect((await accountOf(sandbox)).requests.credits.used).toBe(2);
});

test('two sandboxes in memory know nothing of each other', async () => {
  const [left, right] = [await tinySandbox(), await tinySandbox()];
  await accountOf(left);
  await left.clock.freeze(0);
  expect((await accountOf(right)).requests.credits.used).toBe(1);
  expect(right.clock.state.frozenAt).toBeNull();
});

test('a document gets one address, which a client can use until the sandbox is closed', async () => {
  const sandbox = await openSandbox([tinyService()]);
  const address = await sandbox.listen('h-email');
  expect(await sandbox.listen('h-email')).toEqual(address);
  expect(address.baseUrl).toBe(`http://127.0.0.1:${address.port}/v2`);
  const client = createEmailClient({ baseUrl: address.baseUrl, credentials: { apiKey: TINY_KEY } });
  expect(unwrap(await client.getAccount({}), 200).data.requests.credits.used).toBe(1);
  await sandbox.close();
  await expect(fetch(address.baseUrl)).rejects.toThrow('fetch failed');
});

test('a port that is in use is an error, after which another one can be taken', async () => {
  const [left, right] = [await tinySandbox(), await tinySandbox()];
  const { port } = await left.listen('h-email');
  await expect(right.listen('h-email', { port })).rejects.toThrow('EADDRINUSE');
  expect((await right.listen('h-email')).port).not.toBe(port);
});

test('a document that no service of the sandbox has is an error that names those it has', async () => {
  const sandbox = await tinySandbox();
  expect(() => sandbox.fetch('z-else')).toThrow('The sandbox does not serve a document z-else. It serves h-email.');
  await expect(createSandbox({ services: ['z-else' as never] })).rejects.toThrow('There is no service z-else. The services are: ');
});

test('at the moment of the story, dates are those of the story; otherwise they move with the start', async () => {
  const story = await accountOf(await tinySandbox({ at: 'story' }));
  expect([story.plan_name, story.reset_date]).toEqual(['2026-11-10T00:00:00.000Z', '2026-11-30']);
  const later = await accountOf(await tinySandbox({ at: '2030-01-01T12:00:00Z' }));
  expect([later.plan_name, later.reset_date]).toEqual(['2030-01-01T12:00:00.000Z', '2030-01-21']);
  await expect(openSandbox([tinyService()], { at: 'soon' })).rejects.toThrow(
    "The option at is not a date: soon. Write a date as in RFC 3339, or 'story'.",
  );
});

test('the same seed gives the same identifiers, another one gives others', async () => {
  const emails = [];
  for (const seed of ['a', 'a', 'b']) emails.push((await accountOf(await tinySandbox({ seed }))).email);
  expect(emails[1]).toBe(emails[0]);
  expect(emails[2]).not.toBe(emails[0]);
});

test('a saved sandbox keeps its rows, its clock and the dates of its story', async () => {
  const store = { file: temporaryFile() };
  const first = await openSandbox([tinyService()], { store, at: '2030-01-01T12:00:00Z' });
  await accountOf(first);
  await first.clock.set(Date.parse('2031-01-01T00:00:00Z'));
  await first.close();
  const second = await openSandbox([tinyService()], { store, at: '2040-01-01T12:00:00Z' });
  const { plan_name, reset_date, requests } = await accountOf(second);
  expect([plan_name, reset_date, requests.credits.used]).toEqual(['2031-01-01T00:00:00.000Z', '2030-01-21', 2]);
  await second.close();
});
