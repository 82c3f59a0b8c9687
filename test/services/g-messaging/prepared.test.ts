// Tests prepared messages of all channels, on each engine.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { basicOf, users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging } from './support.ts';

describeOnEngines('prepared messages', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main } = messaging;
    const channels = {
      email: {
        content: { name: 'Winter letter', from: 'Letters <LETTERS@papaver-books.example>', subject: 'Snow', htmlText: '<p>Snow</p>' },
        create: main.createEmailMessage,
        read: main.getEmailMessage,
        replace: main.updateEmailMessage,
        remove: main.deleteEmailMessage,
        search: main.searchEmailMessages,
      },
      sms: {
        content: { name: 'Winter sale', from: 'PapaverBks', text: 'Snow' },
        create: main.createSmsMessage,
        read: main.getSmsMessage,
        replace: main.updateSmsMessage,
        remove: main.deleteSmsMessage,
        search: main.searchSmsMessages,
      },
      mobilepush: {
        content: { name: 'Winter', title: 'Snow', text: 'Snow', applicationId: 'com.papaverbooks.reader' },
        create: main.createMobilePushMessage,
        read: main.getMobilePushMessage,
        replace: main.updateMobilePushMessage,
        remove: main.deleteMobilePushMessage,
        search: main.searchMobilePushMessages,
      },
      viber: {
        content: { name: 'Winter', from: 'Papaver Books', text: 'Snow' },
        create: main.createViberMessage,
        read: main.getViberMessage,
        replace: main.updateViberMessage,
        remove: main.deleteViberMessage,
        search: main.searchViberMessages,
      },
      telegram: {
        content: { name: 'Winter', text: 'Snow' },
        create: main.createTelegramMessage,
        read: main.getTelegramMessage,
        replace: main.updateTelegramMessage,
        remove: main.deleteTelegramMessage,
        search: main.searchTelegramMessages,
      },
      appinbox: {
        content: { name: 'Winter', title: 'Snow', text: 'Snow' },
        create: main.createAppInboxMessage,
        read: main.getAppInboxMessage,
        replace: main.updateAppInboxMessage,
        remove: main.deleteAppInboxMessage,
        search: main.searchAppInboxMessages,
      },
    };
    return { ...messaging, channels: channels as unknown as Record<keyof typeof channels, Operations> };
  };

  interface Operations {
    readonly content: object;
    create(input: { body: object }): Promise<{ status: number; body: { id: number } }>;
    read(input: { path: { messageId: number } }): Promise<{ status: number; body: object }>;
    replace(input: { path: { messageId: number }; body: object }): Promise<{ status: number }>;
    remove(input: { path: { messageId: number } }): Promise<{ status: number }>;
    search(input: { query: object }): Promise<{ status: number; body: { id: number }[]; headers: { TotalCount: number } }>;
  }

  test.each(['email', 'sms', 'mobilepush', 'viber', 'telegram', 'appinbox'] as const)(
    'a message of %s is stored, found, replaced and deleted',
    async (channel) => {
      const { channels } = await open();
      const { content, create, read, replace, remove, search } = channels[channel];
      const tagged = { ...content, tags: ['Frost_Work'] };
      const { id } = (await create({ body: tagged })).body;
      const path = { messageId: id };
      expect(await read({ path })).toMatchObject({ status: 200, body: { id, ...tagged, status: 'READY' } });
      const all = await search({ query: {} });
      expect([all.body[0]?.id, all.headers.TotalCount]).toEqual([id, 2]);
      expect((await search({ query: { search: 'frost_w' } })).body.map((one) => one.id)).toEqual([id]);
      expect((await search({ query: { search: 'frostxw' } })).body).toEqual([]);
      expect((await search({ query: { startindex: 2, maxrows: 1 } })).body).toHaveLength(1);
      expect((await replace({ path, body: { ...content, name: 'Spring' } })).status).toBe(200);
      const after = (await read({ path })).body;
      expect(after).toMatchObject({ ...content, name: 'Spring' });
      expect(after).not.toHaveProperty('tags');
      expect((await search({ query: { search: 'frost' } })).body).toEqual([]);
      for (const [name, other] of Object.entries(channels)) if (name !== channel) expect((await other.read({ path })).status).toBe(404);
      expect((await remove({ path })).status).toBe(200);
      expect([(await read({ path })).status, (await replace({ path, body: content })).status, (await remove({ path })).status]).toEqual([
        404, 404, 404,
      ]);
    },
  );

  test.each(['email', 'sms', 'viber'] as const)('a sender of %s that the account does not have is refused', async (channel) => {
    const { channels } = await open();
    const { content, create, search } = channels[channel];
    const refused = await create({ body: { ...content, from: 'PAPAVER' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-value', message: 'PAPAVER is not a sender of the account.' } });
    expect((await search({ query: {} })).headers.TotalCount).toBe(1);
  });

  test('a translation is added, replaced, kept and deleted', async () => {
    const { main } = await open();
    const path = { messageId: 2420 };
    const languages = async () =>
      unwrap(await main.getMobilePushMessage({ path }), 200).translations?.map(({ languageCode, text }) => [languageCode, text]);
    await main.translateMobilePushMessage({ path, body: { languageCode: 'cs', text: 'Nové knihy' } });
    await main.translateMobilePushMessage({ path, body: { languageCode: 'DE', text: 'Neu' } });
    expect(await languages()).toEqual([
      ['cs', 'Nové knihy'],
      ['DE', 'Neu'],
    ]);
    const content = { name: 'New', title: 'New', text: 'New', applicationId: 'com.papaverbooks.reader' };
    await main.updateMobilePushMessage({ path, body: content });
    expect(await languages()).toHaveLength(2);
    const twice = [{ languageCode: 'de' }, { languageCode: 'DE' }];
    expect(await main.updateMobilePushMessage({ path, body: { ...content, translations: twice } })).toMatchObject({ status: 400 });
    await main.deleteMobilePushTranslation({ path, query: { languageCode: 'de' } });
    expect(await languages()).toEqual([['cs', 'Nové knihy']]);
    await main.deleteMobilePushTranslation({ path });
    expect(await languages()).toEqual([]);
    expect((await main.translateMobilePushMessage({ path: { messageId: 2417 }, body: { languageCode: 'cs' } })).status).toBe(404);
  });

  test('whoever has the link views an email, whose scripts do not run', async () => {
    const { sandbox, main } = await open();
    const content = { name: 'Trap', from: 'letters@papaver-books.example', subject: 'x', htmlText: '<p>Snow</p><script>alert(1)</script>' };
    const { id } = unwrap(await main.createEmailMessage({ body: { ...content, cssText: 'p{}</style><script>' } }), 200);
    const { link } = unwrap(await main.getEmailMessageViewLink({ path: { messageId: id } }), 200);
    const view = (address: string) => sandbox.fetch('g-messaging')(address);
    const page = await view(link);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^sandbox; default-src 'none'/),
    ]);
    expect(await page.text()).toContain('<style>p{}<\\/style><script></style>\n<p>Snow</p>');
    expect([(await view(`${link}0`)).status, (await view(link.replace(/-.*/, '-'))).status]).toEqual([404, 404]);
    expect((await main.getEmailMessageViewLink({ path: { messageId: 2418 } })).status).toBe(404);
  });

  test('an account sees no message of another', async () => {
    const { sandbox } = await open();
    const { main } = messagingOf(sandbox, users.harbour);
    expect(await main.getEmailMessage({ path: { messageId: 2417 } })).toMatchObject({ status: 404 });
    expect(unwrap(await main.searchEmailMessages({}), 200)).toEqual([]);
    expect(unwrap(await main.listEmailInterfaces(), 200)).toEqual([]);
  });

  test('the older path sends to addresses and a contact, with the same data for all', async () => {
    const { sandbox, main, act } = await open();
    const content = { name: 'Hello', from: 'letters@papaver-books.example', subject: 'Hello', htmlText: '<p>{{ data.greeting }}</p>' };
    const { id } = unwrap(await main.createEmailMessage({ body: content }), 200);
    const older = async (body: unknown) => {
      const headers = { authorization: `Basic ${btoa(basicOf(users.papaver))}`, 'content-type': 'application/json' };
      const url = `http://messaging.example/api/v1/message/${id}/send`;
      const answer = await sandbox.fetch('g-messaging')(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: await answer.json() };
    };
    const params = [{ key: 'greeting', value: 'Dear reader' }];
    const sent = await older({ recipients: ['new@example.com', { contactId: LENA, jsonParam: '{"greeting":"Dear Lena"}' }], params });
    expect(sent).toMatchObject({ status: 200, body: { results: [{ status: 'OK' }, { id: LENA, status: 'OK' }] } });
    const texts = async (contact: number) => JSON.stringify(unwrap(await act('list-sent', { contact }), 200).result);
    expect(await texts(sent.body.results[0].id)).toContain('Dear reader');
    expect(await texts(LENA)).toContain('Dear Lena');
    expect(await older({ contactId: LENA, params })).toMatchObject({ status: 200 });
    expect(await texts(LENA)).toContain('Dear reader');
    expect([(await older({ params })).status, (await older([])).status, (await older({ recipients: [] })).status]).toEqual([400, 400, 400]);
  });
});
