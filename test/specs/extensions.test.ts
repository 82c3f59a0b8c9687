// Checks docs/extensions.md: it describes every extension in use, its worked examples are right, and error templates produce valid bodies.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { documentIds, operations, readDocument } from './document.ts';

const manual = readFileSync(new URL('../../docs/extensions.md', import.meta.url), 'utf8');
const secret = 'a-secret-of-your-own';

test('docs/extensions.md describes every extension that a document uses', () => {
  for (const id of documentIds) {
    const used = extensionsIn(readDocument(id));
    expect(used.size).toBeGreaterThan(0);
    for (const name of used) expect(manual, id).toContain(`## \`${name}\``);
  }
});

/** Names that begin with `x-`, except headers and names inside examples, which belong to the service. */
function extensionsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'headers' || name === 'examples') continue;
    if (!Array.isArray(value) && name.startsWith('x-')) found.add(name);
    extensionsIn(item, found);
  }
  return found;
}

test('the signature and the digest in the worked example are right', () => {
  const text = block('signed-text');
  expect(text).toContain(`body_md5=${createHash('md5').update(block('signed-body')).digest('hex')}`);
  expect(manual).toContain(`the secret \`${secret}\``);
  expect(block('signature')).toBe(createHmac('sha256', secret).update(text).digest('hex'));
});

test('the webhook signature in the worked example is right', () => {
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

  test('has a default template', () => {
    expect(templates.map(([status]) => status)).toContain('default');
  });

  test.each(templates)('%s produces a body that is valid against the schema', (status, template) => {
    const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
    const body = fill(template.body, /^\d+$/.test(status) ? Number(status) : status === '4XX' ? 405 : 500);
    expect(validate?.(body), JSON.stringify(body)).toBe(true);
    expect(template.contentType).toBe(mediaTypes[id] ?? 'application/json');
  });
});

/** Media type of each document's errors, where it is not `application/json`. */
const mediaTypes: Readonly<Record<string, string>> = { 'b-microblog': 'application/problem+json', 'd-events': 'text/plain' };

type Templates = Record<string, { contentType: string; body: unknown }>;

/** Fills in `{status}`, `{title}`, `{code}` and `{detail}` as docs/extensions.md describes. */
function fill(value: unknown, status: number): unknown {
  if (value === '{status}') return status;
  if (typeof value === 'string') {
    return value.replaceAll('{detail}', 'Something is wrong.').replaceAll('{title}', 'Something').replaceAll('{code}', 'invalid-request');
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, status));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, status)]));
}

/** Text of the fenced block with the given attribute. */
function block(mark: string): string {
  const found = new RegExp(`^\`\`\`\\w+ ${mark}\\n([^]*?)\\n\`\`\`$`, 'm').exec(manual)?.[1];
  if (found === undefined) throw new Error(`no block marked ${mark}`);
  return found;
}
