// Serves the page, and the guest book that it calls.
import { readFile } from 'node:fs/promises';
import { problem, reply } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { createGuestBookServer, type Entry } from '../api/guest-book/index.ts';

const entries: Entry[] = [{ guest: 'Ruth', text: 'The lighthouse was worth the stairs.' }];

const guestBook = createGuestBookServer({
  listEntries: () => reply(200, entries),
  addEntry({ body }) {
    if (entries.some(({ guest }) => guest === body.guest)) return problem(409, { title: `${body.guest} has written before.` });
    entries.push(body);
    return reply(201, body);
  },
});

const files: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  '/': { path: '../index.html', type: 'text/html' },
  '/dist/page.js': { path: '../dist/page.js', type: 'text/javascript' },
};

const { url } = await serve(
  async (request) => {
    const file = files[new URL(request.url).pathname];
    if (file === undefined) return guestBook(request);
    return new Response(await readFile(new URL(file.path, import.meta.url)), { headers: { 'content-type': file.type } });
  },
  { port: Number(process.env.PORT ?? 3000) },
);
console.log(`The guest book is at ${url}`);
