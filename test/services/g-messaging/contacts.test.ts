// Tests contacts alive, on each engine: who is meant, what a change changes, deletion, subscriptions and groups, in both documents.

import type { ContactData, ContactKey, SearchContactsInput } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { PAPAVER_KEY, users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging, PAVEL, POETRY_READERS } from './support.ts';

const email = (value: string) => ({ type: 'email' as const, value });
const sms = (value: string) => ({ type: 'sms' as const, value });

describeOnEngines('contacts', (engine) => {
  const open = () => openMessaging(engine);

  test('G2: one credential is valid for both documents, and each account has contacts of its own', async () => {
    const { sandbox, main, marketing } = await open();
    const path = { contactId: LENA };
    expect([(await main.getContact({ path })).status, (await marketing.getContact({ path })).status]).toEqual([200, 200]);
    const withKey = messagingOf(sandbox, { username: '', password: PAPAVER_KEY });
    expect((await withKey.main.getAccountInfo()).status).toBe(200);
    const upper = messagingOf(sandbox, { ...users.papaver, username: users.papaver.username.toUpperCase() });
    expect((await upper.main.getAccountInfo()).status).toBe(200);
    const wrong = messagingOf(sandbox, { ...users.papaver, password: 'Sea-Glass-and-25-Poems' });
    expect(await wrong.marketing.getContact({ path })).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    const other = messagingOf(sandbox, users.harbour);
    expect((await other.main.getContact({ path })).status).toBe(404);
    expect(unwrap(await other.main.addOrUpdateContact({ body: { channels: email('lena.hoffmann@example.com') } }), 200).id).not.toBe(LENA);
  });

  test('G3: a contact is added with what it is given, and updated by what it has', async () => {
    const { main, contact } = await open();
    const { id } = unwrap(
      await main.addOrUpdateContact({
        body: {
          firstName: 'Noor',
          channels: [email('Noor@Example.com'), sms('+49 171 392-0099')],
          address: { town: 'Kiel', postcode: '24103' },
          fields: [{ id: 12_003, value: '30' }],
          groups: [{ name: 'Summer guests' }, { id: POETRY_READERS }],
          languageCode: 'de',
        },
      }),
      200,
    );
    expect(await contact(id)).toMatchObject({
      firstName: 'Noor',
      channels: [email('Noor@Example.com'), sms('491713920099')],
      email: 'Noor@Example.com',
      phone: '491713920099',
      fields: [{ id: 12_003, value: '30' }],
      groups: [{ id: POETRY_READERS }, { name: 'Summer guests', type: 'Static' }],
    });
    const again = await main.addOrUpdateContact({
      body: {
        lastName: 'Vos',
        firstName: '',
        channels: email('noor@example.COM'),
        address: { town: '' },
        fields: [{ id: 12_003, value: '' }],
      },
    });
    expect(unwrap(again, 200).id).toBe(id);
    const after = await contact(id);
    expect(after).toMatchObject({ lastName: 'Vos', address: { postcode: '24103' }, languageCode: 'de', phone: '491713920099' });
    expect(after).not.toHaveProperty('firstName');
    expect(after).not.toHaveProperty('fields');
    expect(after.address).not.toHaveProperty('town');
  });

  test('a change by PUT replaces the channels and leaves the rest', async () => {
    const { main, contact } = await open();
    const body = {
      id: 1,
      channels: [email('pavel.novak@example.com'), sms('491713920043')],
      address: { town: 'Leipzig', postcode: '04109' },
    };
    expect(await main.updateContact({ path: { contactId: PAVEL }, body: body as ContactData })).toMatchObject({ status: 200, body: 'OK' });
    expect(await contact(PAVEL)).toMatchObject({ id: PAVEL, firstName: 'Pavel', channels: body.channels, address: body.address });
    expect((await main.getContactByToken({ path: { token: 'wp-pavel-browser-92Lc0T' } })).status).toBe(404);
  });

  const lena = { email: 'lena.hoffmann@example.com', phone: '491713920042', external: 'PB-C-1001', token: 'pt-lena-phone-6Xk2Vq' };
  test.each<[string, ContactData, ContactKey | undefined, number | 'new' | string]>([
    ['her email address', { channels: email(lena.email) }, undefined, LENA],
    ['her number', { channels: sms(lena.phone) }, undefined, LENA],
    ['her identifier in the shop', { externalCustomerId: lena.external, channels: email('new@example.com') }, undefined, LENA],
    ['her id', { id: LENA, channels: email('new@example.com') }, undefined, LENA],
    ['an id before an identifier in the shop', { id: LENA, channels: email('pavel.novak@example.com') }, undefined, LENA],
    ['an identifier in the shop before a channel', { externalCustomerId: 'PB-C-1002', channels: email(lena.email) }, undefined, PAVEL],
    ['the first of two channels', { channels: [sms(lena.phone), email('pavel.novak@example.com')] }, undefined, LENA],
    ['the address, as is asked', { channels: [sms(lena.phone), email('pavel.novak@example.com')] }, 'email', PAVEL],
    ['the number, as is asked', { channels: [email('pavel.novak@example.com'), sms(lena.phone)] }, 'sms', LENA],
    ['the address first, then the number', { channels: [sms(lena.phone), email('pavel.novak@example.com')] }, 'email_or_sms', PAVEL],
    ['the number, where the address is new', { channels: [email('new@example.com'), sms(lena.phone)] }, 'email_or_sms', LENA],
    ['a token of any push', { channels: { type: 'webpush', value: 'wp-pavel-browser-92Lc0T' } }, 'push', PAVEL],
    ['a token of the app', { channels: { type: 'mobilepush', value: lena.token } }, 'mobilepush', LENA],
    [
      'no token of a browser',
      { channels: { type: 'mobilepush', value: lena.token } },
      'webpush',
      'The contact has no token of a browser, by which contacts are identified.',
    ],
    ['her id, as is asked', { id: LENA, channels: email('new@example.com') }, 'id', LENA],
    ['an unknown id', { id: 9, channels: email(lena.email) }, 'id', 'The contact 9 does not exist.'],
    [
      'the identifier in the shop, as is asked',
      { externalCustomerId: 'PB-C-1002', channels: email('new@example.com') },
      'externalCustomerId',
      PAVEL,
    ],
    ['a new identifier in the shop', { externalCustomerId: 'PB-C-1', channels: email(lena.email) }, 'externalCustomerId', 'new'],
    ['a custom field', { channels: email('new@example.com'), fields: [{ id: 12_002, value: 'LC-40017' }] }, 'fieldId', PAVEL],
    ['another value of it', { channels: email(lena.email), fields: [{ id: 12_002, value: 'LC-1' }] }, 'fieldId', 'new'],
    ['no address', { channels: sms(lena.phone) }, 'email', 'The contact has no email address, by which contacts are identified.'],
    [
      'an address with the identifier of another',
      { externalCustomerId: lena.external, channels: email('pavel.novak@example.com') },
      'email',
      'The externalCustomerId PB-C-1001 belongs to another contact.',
    ],
  ])('a contact is identified by %s', async (_, contact, dedupeOn, want) => {
    const { main } = await open();
    if (dedupeOn === undefined) {
      expect(unwrap(await main.addOrUpdateContact({ body: contact }), 200).id).toBe(want);
      return;
    }
    const body = { contacts: [contact] as [ContactData], dedupeOn, ...(dedupeOn === 'fieldId' ? { fieldId: 12_002 } : {}) };
    const saved = await main.importContacts({ body });
    if (typeof want === 'string' && want !== 'new')
      expect(saved).toMatchObject({ status: 200, body: { failedContacts: [{ index: 0, message: want }] } });
    else if (want === 'new') expect(unwrap(saved, 200).id).toBeGreaterThan(PAVEL);
    else expect(unwrap(saved, 200).id).toBe(want);
  });

  test('an address may belong to several contacts, a token to one', async () => {
    const { main, contact } = await open();
    const channels: ContactData['channels'] = [email('lena.hoffmann@example.com'), { type: 'mobilepush', value: lena.token }];
    await main.addOrUpdateContact({ body: { id: PAVEL, channels } });
    expect((await contact(LENA)).channels.map(({ type }) => type)).toEqual(['email', 'sms']);
    expect(unwrap(await main.getContactByToken({ path: { token: lena.token } }), 200)).toEqual({ contactId: PAVEL });
    const found = unwrap(await main.searchContacts({ query: { email: lena.email } }), 200);
    expect(found.map(({ id }) => id)).toEqual([LENA, PAVEL]);
    expect((await contact(PAVEL)).email).toBe(lena.email);
  });

  test.each<[string, ContactData, string]>([
    ['an address that is none', { channels: email('lena') }, 'lena is not an email address.'],
    ['a number with letters', { channels: sms('0800-BOOKS') }, '0800BOOKS is not a telephone number in digits with its country code.'],
    ['an unknown field', { channels: email('a@example.com'), fields: [{ id: 1, value: 'x' }] }, 'The field 1 does not exist.'],
    [
      'a value that is not allowed',
      { channels: email('a@example.com'), fields: [{ id: 12_001, value: 'Prose' }] },
      'The field Favourite genre must be one of Poetry, Crime, Travel, not Prose.',
    ],
    [
      'a number that is too large',
      { channels: email('a@example.com'), fields: [{ id: 12_003, value: '401' }] },
      'The field Books a year must be from 0 to 400, not 401.',
    ],
    [
      'a text for a number',
      { channels: email('a@example.com'), fields: [{ id: 12_003, value: 'many' }] },
      'The field Books a year must be a number, not many.',
    ],
    ['another address book', { channels: email('a@example.com'), addressBookId: 56 }, 'The address book 56 does not exist.'],
    [
      'a dynamic group',
      { channels: email('a@example.com'), groups: [{ id: 319 }] },
      'Group 319 is dynamic; its contacts cannot be changed.',
    ],
    ['an unknown group', { channels: email('a@example.com'), groups: [{ id: 381 }] }, 'The group 381 does not exist.'],
    ['a time zone that is none', { channels: email('a@example.com'), timeZone: 'Mars/Olympus' }, 'Mars/Olympus is not a time zone.'],
  ])('%s is refused, and nothing is saved', async (_, body, message) => {
    const { main } = await open();
    expect(await main.addOrUpdateContact({ body })).toMatchObject({
      status: 400,
      body: { status: 'error', code: 'invalid-value', message },
    });
    expect(unwrap(await main.searchContacts({}), 200)).toHaveLength(2);
  });

  test('G6: a search joins its filters, ignores upper and lower case, and pages', async () => {
    const { main } = await open();
    const search = async (query: NonNullable<SearchContactsInput['query']>) => {
      const { status, body, headers } = await main.searchContacts({ query });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return [body.map(({ id }) => id), headers.TotalCount];
    };
    expect(await search({})).toEqual([[LENA, PAVEL], 2]);
    expect(await search({ lastname: 'hoffMANN', email: 'LENA.hoffmann@example.com' })).toEqual([[LENA], 1]);
    expect(await search({ lastname: 'Hoffmann', firstname: 'Pavel' })).toEqual([[], 0]);
    expect(await search({ lastname: 'Hoff' })).toEqual([[], 0]);
    expect(await search({ externalCustomerId: 'PB-C-1002' })).toEqual([[PAVEL], 1]);
    expect(await search({ startindex: 2, maxrows: 1 })).toEqual([[PAVEL], 2]);
    expect(await search({ startindex: 3 })).toEqual([[], 2]);
    expect((await main.searchContacts({ query: { startindex: 0 } })).status).toBe(400);
    expect((await main.searchContacts({ query: { maxrows: 501 } })).status).toBe(400);
  });

  test('a deleted contact is gone, and comes back by an import within 30 days unless it was erased', async () => {
    const { main, marketing, contact, later, act } = await open();
    const path = { contactId: LENA };
    expect(await main.deleteContact({ path })).toMatchObject({ status: 200, body: 'OK' });
    expect(await main.getContact({ path })).toMatchObject({ status: 404, body: { message: `The contact ${LENA} does not exist.` } });
    expect(await main.deleteContact({ path })).toMatchObject({ status: 404 });
    expect(await marketing.deleteContact({ path })).toMatchObject({ status: 400, body: { error: 'not-found' } });
    expect(unwrap(await main.listGroupContacts({ path: { groupId: POETRY_READERS } }), 200)).toHaveLength(1);
    const body = { contacts: [{ channels: email(lena.email) }] as [ContactData], dedupeOn: 'email' as const };
    await later(29);
    expect(unwrap(await main.importContacts({ body: { ...body, restoreDeleted: true } }), 200).id).toBe(LENA);
    expect(await contact(LENA)).toMatchObject({ firstName: 'Lena', phone: lena.phone });
    await main.deleteContact({ path });
    await later(31);
    const added = unwrap(await main.importContacts({ body: { ...body, restoreDeleted: true } }), 200).id ?? 0;
    expect(added).toBeGreaterThan(PAVEL);
    await main.deleteContactByExternalId({ path: { externalCustomerId: 'PB-C-1002' }, query: { erase: true } });
    const pavel = { contacts: [{ channels: email('pavel.novak@example.com') }] as [ContactData], dedupeOn: 'email' as const };
    expect(unwrap(await main.importContacts({ body: { ...pavel, restoreDeleted: true } }), 200).id).toBeGreaterThan(added);
    expect((await act('list-messages', { contact: String(PAVEL) })).status).toBe(200);
  });

  test('a subscription form makes an unconfirmed channel, which its owner confirms by a link', async () => {
    const { sandbox, main, act } = await open();
    const address = 'mira@example.com';
    await main.addUnsubscribedEmails({ body: { emails: [address.toUpperCase()] } });
    const { id } = unwrap(
      await main.subscribeContact({
        body: {
          contact: { firstName: 'Mira', channels: [email(address)] },
          groups: ['Newsletter'],
          formType: 'footer',
          subscriptions: ['readings'],
        },
      }),
      200,
    );
    expect(unwrap(await main.getContactSubscriptions({ path: { contactId: id } }), 200)).toEqual({ subscriptions: ['readings'] });
    const sent = unwrap(await act('list-messages', { contact: String(id) }), 200).result as {
      messages: { text: string; address: string }[];
    };
    const [link] = /https:\S+/.exec(sent.messages[0]?.text ?? '') ?? [];
    expect([sent.messages.length, sent.messages[0]?.address]).toEqual([1, address]);
    const page = await sandbox.fetch('g-messaging')(link ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('mira@example.com is confirmed')]);
    expect((await sandbox.fetch('g-messaging')(`${link}0`)).status).toBe(404);
    // A confirmed channel is sent no second link.
    await main.subscribeContact({ body: { contact: { channels: [email(address)] } } });
    expect(unwrap(await act('list-messages', { contact: String(id) }), 200).result).toMatchObject({ messages: [expect.anything()] });
  });

  test('categories are set as a whole, and unknown ones are refused', async () => {
    const { main } = await open();
    const path = { contactId: LENA };
    const set = (subscriptions: string[]) => main.updateContactSubscriptions({ path, body: { subscriptions } });
    expect(await set(['newBooks', 'readings'])).toMatchObject({ status: 200, body: { subscriptions: ['newBooks', 'readings'] } });
    expect(await set(['gardening'])).toMatchObject({ status: 400, body: { message: 'The category gardening does not exist.' } });
    expect(unwrap(await main.getContactSubscriptions({ path }), 200).subscriptions).toEqual(['newBooks', 'readings']);
    expect(await set([])).toMatchObject({ status: 200, body: { subscriptions: [] } });
    expect((await main.updateContactSubscriptions({ path: { contactId: 1 }, body: { subscriptions: [] } })).status).toBe(404);
  });

  test('G4: contacts are added to a group by either document, and the other one sees them', async () => {
    const { main, marketing } = await open();
    const { id } = unwrap(
      await marketing.addContact({ body: { firstName: 'Ida', channels: [{ type: 'email', value: 'ida@example.com' }] } }),
      200,
    );
    const path = { groupId: POETRY_READERS };
    expect((await marketing.addContactsToGroup({ path, body: [id, id, LENA] })).status).toBe(200);
    const members = async () => unwrap(await main.listGroupContacts({ path }), 200).map((contact) => contact.id);
    expect(await members()).toEqual([LENA, PAVEL, id]);
    expect(await marketing.addContactsToGroup({ path, body: [id, 1] })).toMatchObject({
      status: 400,
      body: { message: 'The contact 1 does not exist.' },
    });
    expect(await marketing.addContactsToGroup({ path: { groupId: 381 }, body: [id] })).toMatchObject({
      status: 400,
      body: { error: 'not-found', message: 'The group 381 does not exist.' },
    });
    expect(await main.addContactsToGroup({ path: { groupId: 381 }, body: { contactIds: [id] } })).toMatchObject({ status: 404 });
    expect(await main.addContactsToGroup({ path: { groupId: 319 }, body: { contactIds: [id] } })).toMatchObject({
      status: 400,
      body: { message: 'Group 319 is dynamic; its contacts cannot be changed.' },
    });
    await main.removeContactsFromGroup({ path, body: { contactIds: [PAVEL, 999] } });
    expect((await marketing.removeContactsFromGroup({ path })).status).toBe(200);
    expect(await members()).toEqual([LENA, id]);
    const counts = unwrap(await marketing.listGroups(), 200).map(({ name, contactsCount }) => [name, contactsCount]);
    expect(counts).toContainEqual(['Poetry readers', 2]);
    expect(unwrap(await main.listGroups({ query: { name: 'POETRY' } }), 200).map(({ name }) => name)).toEqual([
      'Lapsed poetry readers',
      'Poetry readers',
    ]);
    expect(unwrap(await main.listGroups({ query: { name: 'poetry_readers' } }), 200)).toEqual([]);
  });

  test('both documents show the same contact', async () => {
    const { marketing, contact } = await open();
    const path = { contactId: LENA };
    const shown = unwrap(await marketing.getContact({ path }), 200);
    const { firstName, channels } = await contact(LENA);
    expect(shown).toMatchObject({
      firstName,
      fields: [{ id: 12_001, value: 'Poetry' }],
      groups: [{ name: 'Poetry readers', type: 'static' }],
    });
    expect(shown.channels?.map(({ value }) => value)).toEqual(channels.map(({ value }) => value));
    await marketing.addContact({ body: { lastName: 'Hoffmann-Reich', channels: { type: 'mobilePush', value: lena.token } } });
    expect(await contact(LENA)).toMatchObject({ lastName: 'Hoffmann-Reich' });
    expect(await marketing.addContact({ body: { channels: [{ type: 'email' } as never] } })).toMatchObject({
      status: 400,
      body: { error: 'invalid-request' },
    });
    expect(await marketing.addContact({ body: { firstName: 'Nobody' } })).toMatchObject({
      status: 400,
      body: { message: 'The contact has no channel.' },
    });
  });

  test('many writers at once never add a contact twice', async () => {
    const { main } = await open();
    const saved = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        main.addOrUpdateContact({ body: { firstName: `Writer ${index}`, channels: email(`shared-${index % 3}@example.com`) } }),
      ),
    );
    expect(new Set(saved.map((one) => unwrap(one, 200).id)).size).toBe(3);
    expect(unwrap(await main.searchContacts({}), 200)).toHaveLength(5);
  });

  test('too many requests of an account are refused by both documents', async () => {
    const { main, marketing } = await open();
    for (let count = 0; count < 600; count += 100) await Promise.all(Array.from({ length: 100 }, () => main.listSubscriptionCategories()));
    expect(await marketing.getContact({ path: { contactId: LENA } })).toMatchObject({ status: 429, body: { error: 'too-many-requests' } });
    const refused = await main.getAccountInfo();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(refused.status === 429 && refused.headers['Retry-After'])).toBeGreaterThan(0);
  });
});
