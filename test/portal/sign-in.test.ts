// Sign-in by OAuth in the portal, in Chromium: each flow against an authorization server of the test, and in deep effort a service of this
// repository.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthServer, CLIENT, PUBLIC, startServer } from '../oauth/server.ts';
import { axeFindings } from '../support/axe.ts';
import { chromiumPath, launch } from '../support/chromium.ts';
import { type DevPortal, repositoryProject, startDev } from '../support/dev-portal.ts';
import { root } from '../support/documents.ts';
import { IS_DEEP } from '../support/effort.ts';

/** A document whose tokens come from the server at the address. */
function membersDocument(url: string): object {
  const scopes = { read: 'See the members.', write: 'Change the members.' };
  return {
    openapi: '3.2.0',
    info: { title: 'Members', version: '1' },
    servers: [{ url: 'https://members.example/v1' }],
    paths: {
      '/me': {
        get: {
          operationId: 'readMe',
          summary: 'Read yourself',
          security: [{ login: ['read'] }, { provider: [] }],
          responses: { 200: { description: 'You.', content: { 'application/json': { schema: { type: 'object' }, example: {} } } } },
        },
      },
    },
    components: {
      securitySchemes: {
        login: {
          type: 'oauth2',
          flows: {
            authorizationCode: { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes },
            deviceAuthorization: { deviceAuthorizationUrl: `${url}/device`, tokenUrl: `${url}/token`, scopes },
            clientCredentials: { tokenUrl: `${url}/token`, scopes },
          },
        },
        provider: { type: 'openIdConnect', openIdConnectUrl: `${url}/.well-known/openid-configuration` },
      },
    },
  };
}

describe.skipIf(chromiumPath === undefined)('a sign-in by OAuth', { timeout: 200_000 }, () => {
  let server: AuthServer;
  let portal: DevPortal;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    const folder = path.join(root, '.octavo/tmp/sign-in');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(path.join(folder, 'members.json'), JSON.stringify(membersDocument(server.url)));
    writeFileSync(path.join(folder, 'octavo.config.mjs'), "export default { documents: ['members.json'], out: 'api', schema: false };\n");
    [portal, browser] = await Promise.all([startDev(folder, { living: true }), launch()]);
  }, 200_000);
  afterAll(async () => {
    await browser?.close();
    await portal?.close();
    await server?.close();
  });

  beforeEach(async () => {
    server.decision = 'yes';
    page = await (await browser.newContext()).newPage();
    await page.goto(`${portal.url}/console.html#/members/readMe`);
    await page.getByText('Get a token for login').click();
  });
  afterEach(() => page.context().close());

  const how = (flow: string) => page.getByLabel('How').selectOption({ label: flow });
  const field = () => page.getByLabel('login', { exact: true });
  const client = async (id: string, secret = ''): Promise<void> => {
    await page.getByLabel('Client id').fill(id);
    await page.getByLabel('Client secret').fill(secret);
  };
  const lastTo = (wanted: string) => server.seen.findLast(({ path: asked }) => asked === wanted);

  test('authorization code with PKCE: a window signs in, the token is in the field and in this tab alone, and Send sends it', async () => {
    await client(PUBLIC);
    expect(await page.locator('.sign-in').innerText()).toContain(`${portal.url}/signed-in.html`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The token is in the field').waitFor();
    const token = await field().inputValue();
    expect(server.good.get(token)).toBe('read');
    const asked = new URL(lastTo('/authorize')?.url ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(lastTo('/token')?.parameters.code_verifier).toMatch(/^.{43,}$/);
    await expect.poll(() => page.context().pages().length).toBe(1);
    const stored = await page.evaluate(() => [JSON.stringify(sessionStorage), JSON.stringify(localStorage)]);
    expect(stored[0]).toContain(token);
    expect(stored[1]).not.toContain(token);
    const sent = page.waitForRequest((request) => request.url().endsWith('/-/send'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect((await sent).postData()).toContain(`Bearer ${token}`);
  });

  test('device: the code is shown, and the token comes when the person has decided', async () => {
    server.decision = 'pending';
    await how('With a code, on another device (device)');
    await client(PUBLIC);
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText('WDJB-MJHT', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: `${server.url}/activate` }).count()).toBe(1);
    server.decision = 'yes';
    await page.getByText('The token is in the field').waitFor();
    expect(server.good.has(await field().inputValue())).toBe(true);
  });

  test('device: a refusal is said, and a wait can be cancelled', async () => {
    await how('With a code, on another device (device)');
    await client(PUBLIC);
    server.decision = 'no';
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText('(access_denied)').waitFor();
    server.decision = 'pending';
    await page.getByRole('button', { name: 'Get a code' }).click();
    await page.getByText('WDJB-MJHT', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('WDJB-MJHT', { exact: true }).waitFor({ state: 'hidden' });
  });

  test('client credentials: the secret goes to the server alone, and a wrong one is refused without being quoted', async () => {
    await how('As the application itself (client credentials)');
    await client(CLIENT.clientId);
    expect(await page.getByRole('button', { name: 'Get a token', exact: true }).isDisabled()).toBe(true);
    await client(CLIENT.clientId, 'not-the-secret');
    await page.getByRole('button', { name: 'Get a token', exact: true }).click();
    await page.getByText('(invalid_client)').waitFor();
    expect(await page.locator('.sign-in').innerText()).not.toContain('not-the-secret');
    await client(CLIENT.clientId, CLIENT.clientSecret);
    await page.getByLabel('write').check();
    await page.getByRole('button', { name: 'Get a token', exact: true }).click();
    await page.getByText('The token is in the field').waitFor();
    expect(server.good.get(await field().inputValue())).toBe('read write');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(CLIENT.clientSecret);
  });

  test('OpenID Connect: the provider says its addresses', async () => {
    await page.getByLabel('Which credentials to send').selectOption({ label: 'provider' });
    await page.getByText('Get a token for provider').click();
    await client(PUBLIC);
    expect(await page.getByLabel('Scopes').inputValue()).toBe('openid');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The token is in the field').waitFor();
    expect(server.good.get(await page.getByLabel('provider', { exact: true }).inputValue())).toBe('openid');
  });

  test('the window says so where nothing was signed in', async () => {
    await page.goto(`${portal.url}/signed-in.html`);
    await page.getByText('Nothing was signed in').waitFor();
  });
});

describe.skipIf(chromiumPath === undefined || !IS_DEEP)('a sign-in at a service of this repository', { timeout: 900_000 }, () => {
  test('Tide desk gets a token of a user, by the page on which the user grants it, and reads the user with it', async () => {
    const portal = await startDev(repositoryProject('sign-in-live', ['b-microblog']));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`${portal.url}/console.html#/b-microblog/getCurrentUser`);
      await page.getByLabel('Which credentials to send').selectOption({ label: 'oauth2' });
      await page.getByText('Get a token for oauth2').click();
      expect(await page.getByLabel('Client id').inputValue()).not.toBe('');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const consent = await opened;
      await consent.getByRole('heading', { name: 'Authorize Tide desk' }).waitFor();
      expect(consent.url()).toContain(await portal.live('b-microblog'));
      await consent.getByRole('button', { name: 'Authorize' }).click();
      await page.getByText('The token is in the field').waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('as the document declares').waitFor();
      expect(await page.locator('.answer').innerText()).toContain('200 OK');
    } finally {
      await browser.close();
      await portal.close();
    }
  });
});
