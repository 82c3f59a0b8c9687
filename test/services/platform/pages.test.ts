// Tests the pages of services: values are escaped, policies are strict, forms have tokens, return addresses are registered ones.

import { createHash } from 'node:crypto';
import { mockEmailServer } from '@octavo/interfaces/h-email/examples';
import { refuse } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { createFormTokens } from '../../../services/platform/pages/form-token.ts';
import { html } from '../../../services/platform/pages/html.ts';
import { page } from '../../../services/platform/pages/page.ts';
import { withPages } from '../../../services/platform/pages/with-pages.ts';
import { StoreUnavailable } from '../../../services/platform/store/store.ts';

test('values are escaped in text and in attributes, HTML inside HTML is not', () => {
  const hostile = `<script>alert("1") & 'x'</script>`;
  const escaped = '&#60;script&#62;alert(&#34;1&#34;) &#38; &#39;x&#39;&#60;/script&#62;';
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  expect(html`<ul>${['a', '<b>'].map((item) => html`<li>${item}</li>`)}</ul>${undefined}${false}${0}`.text).toBe(
    '<ul><li>a</li><li>&#60;b&#62;</li></ul>0',
  );
});

test('a page allows only its own style, its own forms, and no frame', async () => {
  const response = page(200, 'Book <now>', html`<p>Hello</p>`);
  const text = await response.text();
  expect(text).toContain('<title>Book &#60;now&#62;</title>');
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(response.headers.get('x-frame-options')).toBe('DENY');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('a form may be redirected to the origins that the page names', () => {
  const policy = page(200, 'Pay', html``, ['https://shop.example.com/done?x=1']).headers.get('content-security-policy');
  expect(policy).toContain("form-action 'self' https://shop.example.com;");
});

test('a form token is valid for its subject, for an hour', () => {
  let now = 0;
  const tokens = createFormTokens('secret', 3_600_000, () => now);
  const token = tokens.issue('/book/7');
  expect(tokens.check('/book/7', token)).toBe(true);
  expect(tokens.check('/book/8', token)).toBe(false);
  expect(tokens.check('/book/7', token.replace(/^\d+/, '9999999999'))).toBe(false);
  expect(tokens.check('/book/7', '')).toBe(false);
  expect(createFormTokens('other').check('/book/7', token)).toBe(false);
  now = 3_600_000;
  expect(tokens.check('/book/7', token)).toBe(false);
});

describe('pages beside the operations of a document', () => {
  const server = withPages(mockEmailServer(), ['/pay'], async ({ method, path, query, form }) => {
    if (path === '/pay/gone') throw new StoreUnavailable('gone');
    if (path === '/pay/refused') throw refuse(409, { detail: 'The <time> is taken.' });
    if (path === '/pay/%ff') decodeURIComponent(path);
    if (path === '/pay/picture') return new Response(new Uint8Array([0x89, 0, 0xff]), { headers: { 'content-type': 'image/png' } });
    return path === '/pay/7' ? page(200, `${method} ${query.get('a')}`, html`<p>${form?.get('name') ?? 'no form'}</p>`) : undefined;
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await server(new Request(`https://shop.example${path}`, init));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  test('are answered by the service, and all other paths by the document', async () => {
    expect(await ask('/pay/7?a=1')).toMatchObject({ status: 200, text: expect.stringContaining('<h1>GET 1</h1><p>no form</p>') });
    expect(await ask('/payments')).toMatchObject({ status: 404, type: 'application/json' });
    expect(await ask('/pay/8')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
    expect((await ask('/pay/7', { method: 'DELETE' })).status).toBe(405);
    expect(await ask('/pay/7', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('keep the bytes of what is no text', async () => {
    const picture = await server(new Request('https://shop.example/pay/picture'));
    expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([0x89, 0, 0xff]);
  });

  test('get the fields of a form, and none of one that is too long', async () => {
    const post = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (await ask('/pay/7', { method: 'POST', body, headers: { 'content-type': type } })).text;
    expect(await post('name=Mo+%26+Ida')).toContain('<p>Mo &#38; Ida</p>');
    expect(await post(`name=${'x'.repeat(16_384)}`)).toContain('<p>no form</p>');
    expect(await post('name=Mo', 'text/plain')).toContain('<p>no form</p>');
  });

  test('say why something is not possible', async () => {
    expect(await ask('/pay/gone')).toMatchObject({ status: 503, text: expect.stringContaining('Please try again.') });
    expect(await ask('/pay/refused')).toMatchObject({ status: 409, text: expect.stringContaining('The &#60;time&#62; is taken.') });
    expect((await ask('/pay/%ff')).status).toBe(404);
  });
});
