// `octavo/mock`: a mock that remembers in the process of a test, with handlers of the user's own in front of it.
import path from 'node:path';
import { createSchedulingClient, type SchedulingHandlers } from '@octavo/interfaces/e-scheduling';
import { expect, test } from 'vitest';
import { livingMock } from '../../generator/mock/entry/index.ts';

const cwd = path.resolve(import.meta.dirname, '../..');
const library = 'docs/guides/library.yaml';
const books = 'https://lantern-street.library.example/v1/books';

const post = (title: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
  body: JSON.stringify({ title, author: 'Ann Holm', genre: 'travel' }),
});

test('keeps what a generated client creates, of a document that the configuration names', async () => {
  const mock = await livingMock<SchedulingHandlers>('e-scheduling', { cwd });
  const scheduling = createSchedulingClient({ fetch: mock.fetch, credentials: { oauth2: 'any' } });
  const organization = 'https://scheduling.example.com/organizations/AAAA';
  const made = await scheduling.createWebhookSubscription({
    body: { url: 'https://hooks.example.com/calls', events: ['invitee.created'], organization, scope: 'organization' },
  });
  expect(made.status).toBe(201);
  if (made.status !== 201) return;
  const webhook_uuid = made.body.resource.uri.split('/').at(-1) ?? '';
  expect(await scheduling.getWebhookSubscription({ path: { webhook_uuid } })).toMatchObject({ status: 200, body: made.body });
});

test('begins anew, comes back to a snapshot, and dates things by the given clock', async () => {
  const mock = await livingMock(library, { cwd, things: 0, now: () => new Date('2030-01-02T03:04:05Z') });
  const titles = async (): Promise<string[]> => (await (await mock.fetch(books)).json()).books.map(({ title }: { title: string }) => title);
  const before = await titles();
  const made = await mock.fetch(books, post('Night Ferry'));
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(`${books}/${(await made.json()).id}`);
  const kept = mock.snapshot();
  mock.reset();
  expect(await titles()).toEqual(before);
  mock.restore(kept);
  expect(await titles()).toEqual([...before, 'Night Ferry']);
  expect(() => mock.restore('{}')).toThrow('The snapshot cannot be restored: its things are not a list.');
});

test('a handler answers in front of the mock, or leaves the request to it', async () => {
  const asked: string[] = [];
  const mock = await livingMock(library, {
    cwd,
    handlers: {
      getBook: ({ path: { id } }: { path: { id: string } }, { target }: { target: string }) => {
        asked.push(target);
        return id === 'lost' ? { status: 404, body: { type: 'about:blank', title: 'Lost', status: 404 } } : undefined;
      },
      addBook: () => {
        throw new Error('The printer is on fire.');
      },
    },
  });
  expect(await (await mock.fetch(`${books}/lost`)).json()).toMatchObject({ title: 'Lost' });
  const [{ id }] = (await (await mock.fetch(books)).json()).books;
  expect(await (await mock.fetch(`${books}/${id}`)).json()).toMatchObject({ id });
  expect(asked).toEqual(['/books/lost', `/books/${id}`]);
  await expect(mock.fetch(books, post('Night Ferry'))).rejects.toThrow('the handler `addBook` failed: The printer is on fire.');
});

test('what it cannot do is refused by name', async () => {
  await expect(livingMock(library, { cwd, handlers: { getBok: () => undefined } })).rejects.toMatchObject({
    message: 'The handler `getBok` is for no operation of the document `library`.',
    fix: 'Did you mean `getBook`?',
  });
  await expect(livingMock('specs/none.yaml', { cwd })).rejects.toThrow('specs/none.yaml');
});
