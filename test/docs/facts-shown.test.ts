// The plain reference shows facts that are data: limits, orders, and a table of the codes of errors.
import { expect, test } from 'vitest';
import { plainReference } from '../../generator/docs/reference/plain-reference.ts';
import { serviceOf } from '../emit/service.ts';

test('limits, orders and codes', async () => {
  const list = { type: 'array', items: { type: 'object', properties: { at: { type: 'integer' } } } };
  const service = await serviceOf({
    'x-errors': { 403: [{ when: { code: 187 }, detail: 'You said <so> before.' }], default: { body: '{code}' } },
    paths: {
      '/pets': {
        get: {
          operationId: 'list',
          description: 'All pets.',
          'x-order': { direction: 'newest-first', by: 'at' },
          'x-limits': [{ per: 'user', limit: 9, seconds: 60 }],
          responses: { 200: { description: 'Good.', content: { 'application/json': { schema: list } } } },
        },
      },
    },
  });
  const frame = { title: 'Pets', services: [], pages: new Set<never>(), isDev: false };
  const page = plainReference(service, frame, { clientModule: 'pets', runtime: '@octavo/runtime' });
  expect(page).toContain('All pets. Order: newest first, by <code>at</code>. Limit: 9 requests per user in one minute.');
  expect(page.replaceAll(/\s*\n\s*/g, '')).toContain('<tr><td><code>187</code></td><td>403</td><td>You said &lt;so&gt; before.</td></tr>');
});

test('an operation leads to the console, and a webhook to the page that sends it to a receiver', async () => {
  const ok = { responses: { 200: { description: 'Good.' } } };
  const service = await serviceOf({
    paths: { '/pets': { get: { operationId: 'list', ...ok } } },
    webhooks: { 'pet.born': { post: ok } },
  });
  const frame = { title: 'Pets', services: [], pages: new Set<never>(), isDev: false };
  const page = plainReference(service, frame, { clientModule: 'pets', runtime: '@octavo/runtime' });
  expect(page).toContain(`<a href="../console.html#/${service.id}/list">Try it in the console</a>`);
  expect(page).toContain(`<a href="../console.html#/${service.id}/webhook/pet.born">Send it to a receiver of yours</a>`);
});
