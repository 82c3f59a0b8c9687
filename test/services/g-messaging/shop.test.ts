// Tests the websites, the apps and the files of a shop alive, on each engine.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging, PAVEL } from './support.ts';

const SECOND = 1 / 86_400;
const PHONE = 'pt-lena-phone-6Xk2Vq';

const refused = (message: string) => ({ status: 400, body: { status: 'error', code: 'invalid-value', message } });

describeOnEngines('the shop', (engine) => {
  test('a website keeps its identifier, and gets a script', async () => {
    const { main, sandbox } = await openMessaging(engine);
    const add = async (domain: string) => unwrap(await main.addSiteDomain({ body: { domain } }), 200).siteId;
    expect(await add('Papaver-Books.example')).toBe('st-4E0B71');
    const second = await add('bücher.example');
    expect(second).toMatch(/^st-[0-9A-F]{12}$/);
    expect(unwrap(await main.listSiteDomains(), 200)).toEqual([
      { domain: 'papaver-books.example', siteId: 'st-4E0B71' },
      { domain: 'xn--bcher-kva.example', siteId: second },
    ]);
    const script = (id: string) => `<script async src="https://scripts.example.com/${id}.js"></script>`;
    expect(unwrap(await main.getSiteScript(), 200)).toBe(`${script('st-4E0B71')}\n${script(second)}`);
    for (const domain of [
      'https://papaver-books.example',
      'papaver-books.example/x',
      'shop',
      'a b.example',
      '10.0.0.1',
      'a.example:80',
      '',
    ])
      expect(await main.addSiteDomain({ body: { domain } })).toMatchObject(refused(`${domain} is not a domain, such as shop.example.`));
    const other = messagingOf(sandbox, users.harbour).main;
    expect(await other.getSiteScript()).toMatchObject(refused('No website is registered.'));
    expect(unwrap(await other.addSiteDomain({ body: { domain: 'papaver-books.example' } }), 200).siteId).not.toBe('st-4E0B71');
  });

  test('a website for web push is registered once, and its script is found by its domain', async () => {
    const { main } = await openMessaging(engine);
    const add = async (given: { domain: string; serviceWorkerName?: string; serviceWorkerPath?: string; serviceWorkerScope?: string }) =>
      unwrap(await main.addWebPushDomain({ body: given }), 200);
    const domain = 'https://papaver-books.example';
    expect(unwrap(await main.getWebPushScript(), 200).script).toContain('push/731.js');
    expect(await add({ domain: `${domain}/`, serviceWorkerPath: '/push/' })).toEqual({ success: { domain, status: 'ACTIVE' } });
    expect(await add({ domain: 'https://tea.example' })).toEqual({ success: { domain: 'https://tea.example', status: 'ACTIVE' } });
    const listed = unwrap(await main.listWebPushDomains(), 200);
    expect(listed).toEqual([
      { id: '731', domain, status: 'ACTIVE' },
      { id: '732', domain: 'https://tea.example', status: 'ACTIVE' },
    ]);
    expect(await main.getWebPushScript()).toMatchObject(refused('domain is required, since there are several websites.'));
    expect(unwrap(await main.getWebPushScript({ query: { domain: 'https://tea.example/' } }), 200).script).toContain('push/732.js');
    const missing = 'https://coffee.example';
    expect(await main.getWebPushScript({ query: { domain: missing } })).toMatchObject(refused(`The website ${missing} is not registered.`));
  });

  test('a website that cannot be used is answered with the reason', async () => {
    const { main } = await openMessaging(engine);
    const domain = 'https://tea.example';
    const cases: [Record<string, string>, string][] = [
      [{ domain: 'http://tea.example' }, 'The website must have an address with https://.'],
      [{ domain: 'https://192.0.2.1' }, 'The website must have an address with https://.'],
      [{ domain: `${domain}/shop` }, 'The address must end with the domain.'],
      [{ domain, serviceWorkerName: 'push/sw.js' }, 'push/sw.js is not the name of a script.'],
      [{ domain, serviceWorkerPath: 'push' }, 'push is not a folder of the website.'],
      [{ domain, serviceWorkerPath: '//[' }, '//[ is not a folder of the website.'],
      [{ domain, serviceWorkerScope: '/a/../b' }, '/a/../b is not a folder of the website.'],
      [{ domain, serviceWorkerPath: '/push/', serviceWorkerScope: '/' }, 'The scope / is outside of the folder /push/.'],
    ];
    for (const [given, message] of cases)
      expect(unwrap(await main.addWebPushDomain({ body: { domain, ...given } }), 200)).toEqual({
        errors: { domain: given.domain ?? domain, message },
      });
    expect(unwrap(await main.listWebPushDomains(), 200)).toHaveLength(1);
  });

  test('the browsers of a website that was deleted get no more messages', async () => {
    const { main, sandbox, contact } = await openMessaging(engine);
    const browser = (token: string, appId: number) =>
      main.addOrUpdateContact({
        body: { channels: { type: 'webpush', value: token, webPushSubscription: { appId, os: '"appId":731,' } } },
      });
    await browser('wp-tea', 7310);
    const other = messagingOf(sandbox, users.harbour).main;
    expect(await other.deleteWebPushDomain({ path: { domainId: '731' } })).toMatchObject({
      status: 404,
      body: { code: 'not-found', message: 'The web push domain 731 does not exist.' },
    });
    expect((await main.deleteWebPushDomain({ path: { domainId: '731' } })).status).toBe(200);
    expect((await main.deleteWebPushDomain({ path: { domainId: '731' } })).status).toBe(404);
    expect(unwrap(await main.listWebPushDomains(), 200)).toEqual([]);
    expect(await main.getWebPushScript()).toMatchObject(refused('No website is registered.'));
    const { result } = unwrap(
      await sandbox.control.runAction({ path: { service: 'g-messaging', action: 'list-muted-tokens' }, body: {} }),
      200,
    );
    expect(result).toEqual({ muted: [{ contact: PAVEL, type: 'webpush', value: 'wp-pavel-browser-92Lc0T' }] });
    expect((await contact(PAVEL)).channels).toHaveLength(2);
  });

  test('tokens of an app are channels of contacts, and known ones are kept', async () => {
    const { main, contact } = await openMessaging(engine);
    const add = (tokens: [string, ...string[]], applicationId?: string) =>
      main.addAppTokens({ body: { tokens, ...(applicationId && { applicationId }) } });
    expect((await add([PHONE, 'pt-new', 'pt-new'])).status).toBe(200);
    const ownerOf = async (token: string) => unwrap(await main.getContactByToken({ path: { token } }), 200).contactId;
    expect(await ownerOf(PHONE)).toBe(LENA);
    expect((await contact(LENA)).channels?.find(({ value }) => value === PHONE)?.device?.deviceModel).toBe('Fernglass 4');
    const owner = await ownerOf('pt-new');
    expect((await contact(owner)).channels).toEqual([
      { type: 'mobilepush', value: 'pt-new', device: { appId: 'com.papaverbooks.reader', active: true } },
    ]);
    expect(await add(['pt-other', ' '], 'com.papaverbooks.shop')).toMatchObject({ status: 400 });
    expect((await add(['pt-one'])).status).toBe(200);
    expect((await add(['pt-other'], 'com.papaverbooks.shop')).status).toBe(200);
    expect(await add(['pt-two'])).toMatchObject(refused('applicationId is required, since there are several apps.'));
    expect((await main.getContactByToken({ path: { token: 'pt-two' } })).status).toBe(404);
  });

  test('tokens are muted until they are unmuted, and all of them or none', async () => {
    const { main, act, sandbox } = await openMessaging(engine);
    const muted = async () => (unwrap(await act('list-muted-tokens'), 200).result as { muted: object[] }).muted;
    const lena = { contact: LENA, type: 'mobilepush', value: PHONE };
    await main.addAppTokens({ body: { tokens: ['pt-new'] } });
    const body = { tokens: [PHONE, 'pt-none'] as [string, ...string[]] };
    expect(await main.muteAppTokens({ body })).toMatchObject(refused('The token pt-none is not registered.'));
    expect(await muted()).toEqual([]);
    expect((await main.muteAppTokens({ body: { applicationId: 'com.papaverbooks.reader', tokens: [PHONE] } })).status).toBe(200);
    expect(await muted()).toEqual([lena]);
    expect((await main.muteAppTokens({ body: { tokens: [PHONE] } })).status).toBe(200);
    await main.addOrUpdateContact({ body: { id: LENA, firstName: 'Lena', channels: { type: 'sms', value: '491713920042' } } });
    expect(await muted()).toEqual([lena]);
    const wrong = await main.unmuteAppTokens({ body: { applicationId: 'com.other', tokens: [PHONE] } });
    expect(wrong).toMatchObject(refused(`The token ${PHONE} is not registered for the app com.other.`));
    expect((await main.unmuteAppTokens({ body: { tokens: [PHONE] } })).status).toBe(200);
    expect(await muted()).toEqual([]);
    const other = messagingOf(sandbox, users.harbour).main;
    expect(await other.addAppTokens({ body: { tokens: ['t'] } })).toMatchObject(
      refused('applicationId is required, since no app is registered yet.'),
    );
    const theirs = await other.muteAppTokens({ body: { applicationId: 'com.papaverbooks.reader', tokens: [PHONE] } });
    expect(theirs).toMatchObject(refused(`The token ${PHONE} is not registered.`));
  });

  test('a file is processed for a while, and then it is ready or wrong', async () => {
    const { main, later } = await openMessaging(engine);
    const upload = (fileName: string, content: string) => main.uploadPreprocessorFile({ body: { fileName, content } });
    const status = async (fileName?: string) => unwrap(await main.getPreprocessorStatus({ query: fileName ? { fileName } : {} }), 200);
    expect((await upload('prices.csv', 'book,price\n1,2\n')).body).toEqual({
      fileName: 'prices.csv',
      status: 'PROCESSING',
      updatedAt: '2026-11-21T09:30:00Z',
    });
    await upload('torn.csv', 'book,price\n1\n');
    await upload('list.json', '[{"book": 1}]');
    await later(30 * SECOND);
    expect((await status()).status).toBe('PROCESSING');
    await later(2 * SECOND);
    expect(await status()).toEqual({ fileName: 'list.json', status: 'READY', updatedAt: '2026-11-21T09:30:31Z' });
    expect(await status('prices.csv')).toMatchObject({ status: 'READY' });
    expect(await status('torn.csv')).toMatchObject({ status: 'ERROR' });
    expect(await main.getPreprocessorStatus({ query: { fileName: 'none.csv' } })).toMatchObject(
      refused('The file none.csv does not exist.'),
    );
    expect(await upload('notes.txt', 'x')).toMatchObject(refused('The name of a file must end in .csv or .json, not notes.txt.'));
    expect(await upload('../x.csv', 'x')).toMatchObject({ status: 400 });
  });

  test('an update is for a file that is there, and the newest content counts', async () => {
    const { main, later, sandbox } = await openMessaging(engine);
    const update = (fileName: string, content: string) => main.updatePreprocessorFile({ body: { fileName, content } });
    expect(await update('none.csv', 'a\n1\n')).toMatchObject(refused('The file none.csv does not exist.'));
    expect((await update('readings.csv', 'date\n"')).status).toBe(200);
    await later(10 * SECOND);
    expect((await update('readings.csv', 'date\n2026-12-11\n')).status).toBe(200);
    await later(21.5 * SECOND);
    // The job of the first content has run, and said nothing of the second.
    const status = async () => unwrap(await main.getPreprocessorStatus(), 200);
    expect(await status()).toMatchObject({ status: 'PROCESSING', updatedAt: '2026-11-21T09:30:10Z' });
    await later(10 * SECOND);
    expect(await status()).toMatchObject({ status: 'READY', updatedAt: '2026-11-21T09:30:41Z' });
    expect(await messagingOf(sandbox, users.harbour).main.getPreprocessorStatus()).toMatchObject(refused('No file has been uploaded.'));
  });
});
