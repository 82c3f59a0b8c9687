// Checks docs/extensions.md: it describes every extension in use, and its worked examples are right.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentIds, readDocument } from './document.ts';

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

/** Text of the fenced block with the given attribute. */
function block(mark: string): string {
  const found = new RegExp(`^\`\`\`\\w+ ${mark}\\n([^]*?)\\n\`\`\`$`, 'm').exec(manual)?.[1];
  if (found === undefined) throw new Error(`no block marked ${mark}`);
  return found;
}
