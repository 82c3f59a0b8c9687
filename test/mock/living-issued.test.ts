// Tests that a living mock remembers the identifiers that answers without state give: the session of an import has a status, no other one has.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const DOMAINS = [
  {
    ...{ start: '/contacts/import', member: 'async_session_id', read: '/contacts/{session}/import-status', form: 'string' },
    says: 'The `async_session_id` from the answer to the import.',
  },
  {
    ...{ start: '/reports:export', member: 'ticket', read: '/exports/{exportId}/progress', form: 'string, format: uuid' },
    says: 'What the export has answered with as `ticket`.',
  },
  { start: '/ledger/close', member: 'run_no', read: '/ledger/close/{run_no}/outcome', form: 'integer', says: 'The run.' },
] as const;

describe.each(DOMAINS)('$read', ({ start, member, read, form, says }) => {
  const [, name = ''] = /\{(\w+)\}/.exec(read) ?? [];
  const begin = async (example = '') => {
    const reply = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
    const text = `openapi: 3.1.0
info: { title: Issued, version: '1' }
security: []
paths:
  ${start}:
    post: { operationId: start, responses: { '202': { description: Begun., ${reply(`{ type: object, required: [${member}], properties: { ${member}: { type: ${form} } } }`)} } } }
  ${read}:
    get:
      operationId: read
      parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${form} }, description: ${JSON.stringify(says)}${example} }]
      responses: { '200': { description: Its state., ${reply('{ type: object, required: [done], properties: { done: { type: boolean } } }')} }, '404': { description: None. } }
`;
    const description = await load(
      'issued.yaml',
      { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text },
      new Problems(),
    );
    if (description === undefined) throw new Error('The document is at fault.');
    return living(description);
  };
  const at = (id: unknown): string => read.replace(/\{\w+\}/, String(id));

  test('is there for each identifier that was given, and for no other one', async () => {
    const ask = await begin();
    const [one, other] = [(await ask('POST', start)).body[member], (await ask('POST', start)).body[member]];
    expect(one).not.toBe(other);
    expect((await ask('GET', at(one))).status).toBe(200);
    expect((await ask('GET', at(other))).status).toBe(200);
    const unknown = form === 'integer' ? 999 : form.includes('uuid') ? '00000000-0000-4000-8000-000000000000' : 'unknown';
    expect((await ask('GET', at(unknown))).status).toBe(404);
  });

  test('is there for the example of the path', async () => {
    const example = form === 'integer' ? 4711 : form.includes('uuid') ? '11111111-0000-4000-8000-000000000000' : 'as-4711';
    const ask = await begin(`, example: ${form === 'integer' ? example : `'${example}'`}`);
    expect((await ask('GET', at(example))).status).toBe(200);
  });
});
