// The extensions: docs/extensions.md names each that the documents use, its worked examples come out, and error templates give what the schemas allow.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { documentIds, operations, readDocument } from './document.ts';

const manual = readFileSync(new URL('../../docs/extensions.md', import.meta.url), 'utf8');
const secret = 'a-secret-of-your-own';

test('every extension that a document uses is in the manual', () => {
  for (const id of documentIds) {
    const used = extensionsIn(readDocument(id));
    expect(used.size).toBeGreaterThan(0);
    for (const name of used) expect(manual, id).toContain(`## \`${name}\``);
  }
});

/** Names that begin with `x-`, but for those of headers and those in examples, which are the service's own. */
function extensionsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'headers' || name === 'examples') continue;
    if (!Array.isArray(value) && name.startsWith('x-')) found.add(name);
    extensionsIn(item, found);
  }
  return found;
}

test('the signature in the manual is that of its text, and the digest that of its body', () => {
  const text = block('signed-text');
  expect(text).toContain(`body_md5=${createHash('md5').update(block('signed-body')).digest('hex')}`);
  expect(manual).toContain(`the secret \`${secret}\``);
  expect(block('signature')).toBe(createHmac('sha256', secret).update(text).digest('hex'));
});

test('the webhook signature in the manual is that of its body', () => {
  expect(block('webhook-signature')).toBe(createHmac('sha256', secret).update(block('webhook-body')).digest('hex'));
});

describe.each([
  { id: 'a-identity', operationId: undefined, schema: 'UserInfoError' },
  { id: 'a-identity', operationId: 'introspectToken', schema: 'TokenError' },
  { id: 'b-microblog', operationId: undefined, schema: 'Problem' },
  { id: 'b-microblog-v1', operationId: undefined, schema: 'Errors' },
  { id: 'c-controller', operationId: undefined, schema: 'ControllerError' },
  { id: 'd-events', operationId: undefined, schema: 'ErrorText' },
  { id: 'e-scheduling', operationId: undefined, schema: 'ErrorResponse' },
  { id: 'f-instalments', operationId: undefined, schema: 'ErrorReport' },
  { id: 'g-messaging', operationId: undefined, schema: 'ErrorBody' },
  { id: 'g-messaging-marketing', operationId: undefined, schema: 'ErrorBody' },
  { id: 'h-email', operationId: undefined, schema: 'ErrorList' },
] as const)('x-errors of $id $operationId', ({ id, operationId, schema }) => {
  const document = readDocument(id);
  const holder =
    operationId === undefined ? document : operations(document).find((place) => place.operation.operationId === operationId)?.operation;
  const templates = Object.entries((holder as { 'x-errors'?: Templates } | undefined)?.['x-errors'] ?? {});
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');

  test('there is one for every status', () => {
    expect(templates.map(([status]) => status)).toContain('default');
  });

  test.each(templates)('%s gives a body that the schema allows', (status, template) => {
    const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
    const body = fill(template.body, /^\d+$/.test(status) ? Number(status) : status === '4XX' ? 405 : 500);
    expect(validate?.(body), JSON.stringify(body)).toBe(true);
    expect(template.contentType).toBe(mediaTypes[id] ?? 'application/json');
  });
});

/** Of the errors of each document, where it is not JSON as such. */
const mediaTypes: Readonly<Record<string, string>> = { 'b-microblog': 'application/problem+json', 'd-events': 'text/plain' };

type Templates = Record<string, { contentType: string; body: unknown }>;

/** What the manual says of `{status}`, `{title}`, `{code}` and `{detail}`, those that the documents use. */
function fill(value: unknown, status: number): unknown {
  if (value === '{status}') return status;
  if (typeof value === 'string') {
    return value.replaceAll('{detail}', 'Something is wrong.').replaceAll('{title}', 'Something').replaceAll('{code}', 'invalid-request');
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, status));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, status)]));
}

/** The text of the fenced block that is marked so. */
function block(mark: string): string {
  const found = new RegExp(`^\`\`\`\\w+ ${mark}\\n([^]*?)\\n\`\`\`$`, 'm').exec(manual)?.[1];
  if (found === undefined) throw new Error(`no block marked ${mark}`);
  return found;
}
