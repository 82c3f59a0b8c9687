// Builds the site of a document with a script in every text, name and address that it can hold, and opens it in Chromium: nothing runs.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { chromiumPath, launch } from '../support/chromium.ts';

const folder = path.join(path.resolve(import.meta.dirname, '../..'), '.octavo/tmp/docs-vectors');
const run = 'globalThis.PWNED=1';
const page = `data:text/html,<script>${run}</script>`;

const vectors = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"></svg>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text>svg</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${run}">math</math>`,
  `<style>@import 'javascript:${run}';</style><style onload="${run}"></style>`,
  `<iframe srcdoc="<script>parent.PWNED=1</script>"></iframe>`,
  `<iframe src="javascript:parent.PWNED=1"></iframe>`,
  `<object data="${page}"></object>`,
  `<embed src="${page}">`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/a.css">`,
  `<form action="javascript:${run}"><button>form</button></form>`,
  `<details open ontoggle="${run}">details</details>`,
  `<video><source onerror="${run}"></video>`,
  `<input autofocus onfocus="${run}">`,
  `<a href="javascript:${run}">anchor</a>`,
  `<a href="java&#x0a;script:${run}">entity</a>`,
  `<b onmouseover="${run}" style="position:fixed;inset:0">over</b>`,
  `[link](javascript:${run})`,
  `[link](<javascript:${run}>)`,
  `[link](JaVaScRiPt:${run})`,
  `[link](javascript&colon;${run})`,
  `[link](vbscript:${run})`,
  `[data](${page})`,
  `![image](javascript:${run})`,
  `![image](x"onerror="${run})`,
  `[reference]\n\n[reference]: javascript:${run}`,
  `<javascript:${run}>`,
  `\`\`\`html\n<img src=x onerror="${run}">\n\`\`\``,
  `# <img src=x onerror="${run}">`,
  `</script><script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
];
const text = vectors.join('\n\n');
const name = vectors.slice(0, 4).join(' ');
const address = `javascript:${run}`;
const texts = { summary: name, description: text };
const schemaOf = (externalDocs: object) => ({
  title: name,
  description: text,
  type: 'object',
  externalDocs,
  properties: { [name]: { title: name, description: text } },
});
const examples = { [name]: { ...texts, value: { [name]: text } } };

/** `evil` is the address of every link. */
const document = (evil: string) => {
  const externalDocs = { description: text, url: evil };
  const schema = schemaOf(externalDocs);
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: name,
      ...texts,
      termsOfService: evil,
      contact: { name, url: evil, email: `${name}@example.com` },
      license: { name, url: evil },
      'x-logo': { url: address, href: address, altText: name, backgroundColor: `red" onload="${run}` },
    },
    servers: [
      { url: 'https://x.example/{v}', description: text, variables: { v: { default: 'v1', enum: ['v1', name], description: text } } },
    ],
    externalDocs,
    tags: [{ name, description: text, externalDocs, 'x-displayName': name }],
    'x-tagGroups': [{ name, tags: [name] }],
    paths: {
      [`/${encodeURIComponent(name)}`]: {
        post: {
          operationId: 'post',
          ...texts,
          tags: [name],
          externalDocs,
          'x-codeSamples': [{ lang: name, label: name, source: text }],
          'x-badges': [{ name, color: `red" onload="${run}` }],
          parameters: [{ name, in: 'query', description: text, schema: { type: 'string', default: text, enum: [text] }, examples }],
          requestBody: { description: text, content: { 'application/json': { schema, examples } } },
          responses: { 200: { description: text, content: { 'application/json': { schema, examples } } } },
          security: [{ key: [] }],
        },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', name: 'X-Key', in: 'header', description: text } } },
  };
};

/** Loads a page, moves over what it shows, and presses every link to a script. */
async function provoked(site: Page, url: string): Promise<unknown> {
  await site.goto(url);
  await site.waitForTimeout(1500);
  await site.evaluate(() => {
    for (const item of globalThis.document.querySelectorAll<HTMLElement>('a[href], button, summary, b, input, details')) {
      item.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      // Other links lead to another page.
      const link = item.closest('a');
      if (link === null || !['file:', 'https:', 'mailto:'].includes(link.protocol)) item.click();
    }
  });
  await site.waitForTimeout(500);
  return { ran: await site.evaluate(() => 'PWNED' in globalThis), url: site.url().replace(/#.*/, '') };
}

function prepare(evil: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, '.git'), { recursive: true });
  writeFileSync(path.join(folder, 'evil.json'), JSON.stringify(document(evil)));
  writeFileSync(path.join(folder, 'octavo.config.mjs'), "export default { documents: ['evil.json'] };\n");
}

test('addresses that are scripts are refused', async () => {
  prepare(address);
  const { code, stderr } = await octavo(['docs', '--out', 'site', '--verbose'], { cwd: folder });
  expect(code).toBe(1);
  // Terms of service, contact, licence, the document, a tag, an operation, and the schema of its request and its response.
  expect(stderr.match(/error url-scheme: `\w+` has the scheme `javascript:`/g)).toHaveLength(8);
});

// Chromium may be missing; ../support/chromium.ts then prints a line that says so.
test.skipIf(chromiumPath === undefined)('no text, name or address of a document runs', { timeout: 300_000 }, async () => {
  prepare(`https://x.example/"onclick="${run}"><script>${run}</script>`);
  const { code, stderr } = await octavo(['docs', '--out', 'site'], { cwd: folder });
  expect(code, stderr).toBe(0);
  // A published site has compressed copies.
  for (const copy of ['index.html.br', 'evil/reference.js.gz']) expect(existsSync(path.join(folder, 'site', copy)), copy).toBe(true);
  const browser = await launch();
  try {
    const site = await browser.newPage();
    const asked: string[] = [];
    site.on('request', (request) => asked.push(request.url()));
    for (const file of ['index.html', 'evil/index.html']) {
      const url = pathToFileURL(path.join(folder, 'site', file)).href;
      expect(await provoked(site, url), file).toEqual({ ran: false, url });
    }
    // The texts are on the page.
    expect(await site.locator('body').innerText()).toContain('<svg onload=');
    expect(asked.filter((url) => /^(?:https?|wss?):/.test(url))).toEqual([]);
  } finally {
    await browser.close();
  }
});
