// The page: lists the entries of the guest book, and writes one.
import { formatIssue, type Issue, TransportError, unwrap } from '@octavo/runtime';
import { createGuestBookClient, validateEntry } from '../api/guest-book/index.ts';

const client = createGuestBookClient({ baseUrl: location.origin });
const list = element('ul');
const form = element('form');
const output = element('output');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  output.value = await messageOf(write(new FormData(form)));
});
output.value = await messageOf(showEntries());

async function showEntries(): Promise<string> {
  const entries = unwrap(await client.listEntries());
  list.replaceChildren(
    ...entries.map(({ guest, text }) => {
      const item = document.createElement('li');
      item.textContent = `${guest}: ${text}`;
      return item;
    }),
  );
  return '';
}

async function write(data: FormData): Promise<string> {
  const entry: unknown = Object.fromEntries(data);
  const issues: Issue[] = [];
  if (!validateEntry(entry, issues)) return issues.map(formatIssue).join(' ');
  const result = await client.addEntry({ body: entry });
  switch (result.status) {
    case 201:
      form.reset();
      return showEntries();
    case 409:
      return result.body.title;
  }
}

/** What to show after a call: its own message, or that the service was not reached. */
async function messageOf(call: Promise<string>): Promise<string> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TransportError) return 'The guest book does not answer. Please try again later.';
    throw error;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  const found = document.querySelector(name);
  if (found === null) throw new Error(`index.html has no <${name}>.`);
  return found;
}
