// Goes through the calls of the published client of the messaging service, in the application for which it is a module.

import { createRequire } from 'node:module';
import { drive } from './checks.mjs';

const require = createRequire(import.meta.url);
const { App, Kubiks } = require('rubik-main');
const Messaging = require('rubik-esputnik');

await drive(async ({ url, username, password, check, refused, act }) => {
  const dictionaries = { default: { genre: '12001' } };
  const settings = { host: new URL(url).origin, version: 'v1', username, password, dictionaries };
  // Settings of a module are read from the environment.
  process.env.esputnik = JSON.stringify(settings);
  const app = new App();
  const client = new Messaging();
  app.add([new Kubiks.Config(), client]);
  await app.up();
  const ask = (path, rest = {}) => client.request({ path, ...rest });

  await check('the account', () => client.account.info(), { userEmail: username });
  const email = 'rosa.klein@lumen.example';
  await check(
    'a contact',
    () =>
      client.addContact({
        contacts: [{ firstName: 'Rosa', channels: [{ type: 'email', value: email }], fields: { genre: 'Poetry', unknown: 'x' } }],
        groupNames: ['Readers of poems'],
      }),
    ({ id }) => id > 0,
  );
  const found = await check(
    'it is found',
    () => ask(`contacts?email=${encodeURIComponent(email)}`),
    ([{ firstName }]) => firstName === 'Rosa',
  );
  const id = found[0].id;
  await check('it is read', () => ask(`contact/${id}`), { id, firstName: 'Rosa' });
  await check(
    'it is changed, once more by the list',
    () => client.addContact({ contacts: [{ lastName: 'Klein', channels: [{ type: 'email', value: email }] }] }),
    {},
  );
  await check('only its last name changed', () => ask(`contact/${id}`), { id, firstName: 'Rosa', lastName: 'Klein' });
  await check(
    'many contacts',
    () =>
      client.contacts({
        dedupeOn: 'email',
        contacts: [1, 2, 3].map((n) => ({ channels: [{ type: 'email', value: `reader-${n}@lumen.example` }] })),
      }),
    ({ asyncSessionId }) => asyncSessionId !== undefined,
  );
  await check(
    'contacts by the other path',
    () =>
      client.contacts.upload({
        dedupeOn: 'email',
        contacts: [{ firstName: 'Max', channels: [{ type: 'email', value: 'max@lumen.example' }] }],
      }),
    {},
  );
  await check(
    'one contact',
    () => client.contact({ firstName: 'Lev', channels: [{ type: 'email', value: 'lev@lumen.example' }] }),
    ({ id }) => id > 0,
  );
  await check(
    'a contact in place of the old',
    () => client.contact.id({ firstName: 'Rosalie', channels: [{ type: 'email', value: email }] }, { id }),
    {},
  );
  await check('it is another', () => ask(`contact/${id}`), { id, firstName: 'Rosalie' });
  await check(
    'somebody subscribes',
    () =>
      ask('contact/subscribe', {
        body: { contact: { channels: [{ type: 'email', value: 'new@lumen.example' }] }, groups: ['Readers of poems'] },
      }),
    ({ id }) => id > 0,
  );

  const isSent = ({ results }) => [results].flat()[0].status === 'OK';
  const sent = await check(
    'an email',
    () =>
      client.message.email({
        from: '"Papaver Books" <letters@papaver-books.example>',
        subject: 'A poem',
        htmlText: '<p>Roses</p>',
        emails: [email],
      }),
    isSent,
  );
  const text = await check(
    'a text message',
    () => client.message.sms({ from: 'PapaverBks', text: 'Your books have come.', phoneNumbers: ['4915112345678'] }),
    isSent,
  );
  const letter = {
    name: 'Greeting',
    from: '"Papaver Books" <letters@papaver-books.example>',
    subject: 'Hello',
    htmlText: '<p>{{ data.greeting }}</p>',
  };
  const { id: prepared } = await check(
    'a message is prepared',
    () => ask('messages/email', { body: letter }),
    ({ id }) => id > 0,
  );
  await check(
    'a prepared message, with data for each',
    () =>
      client.message.id.smartsend(
        { recipients: [{ locator: email, jsonParam: '{"greeting":"Dear Rosa"}' }], email: true },
        { id: prepared },
      ),
    isSent,
  );
  await check(
    'a prepared message',
    () => client.message.id.send({ recipients: [email], params: [{ key: 'greeting', value: 'Dear Rosa' }], email: true }, { id: prepared }),
    isSent,
  );
  const ids = [sent.results].flat()[0].requestId;
  for (const path of ['message/status', 'message/email/status'])
    await check(
      `whether the email has arrived, by ${path}`,
      () => ask(`${path}?ids=${ids}`),
      ({ results }) => [results].flat()[0].requestId === ids,
    );
  await check('whether a text message has arrived', () => ask(`message/sms/status?ids=${[text.results].flat()[0].requestId}`), {
    results: {},
  });
  const texts = JSON.stringify(await act('list-sent', { contact: id }));
  await check('the data is in the message', () => texts.match(/Dear Rosa/g)?.length, 2);
  await check(
    'an order',
    () =>
      client.orders({
        orders: [
          {
            externalOrderId: 'C-77',
            externalCustomerId: 'PB-C-77',
            email,
            status: 'DELIVERED',
            date: '2026-11-20T10:00:00Z',
            totalCost: 25.5,
            currency: 'EUR',
            items: [
              {
                externalItemId: 'B-1',
                name: 'Poems',
                quantity: 1,
                cost: 25.5,
                url: 'https://papaver-books.example/poems',
                category: 'Poetry',
              },
            ],
          },
        ],
      }),
    {},
  );
  await check(
    'an event',
    () => client.event({ eventTypeKey: 'bookViewed', keyValue: email, params: [{ name: 'email', value: email }] }),
    {},
  );
  await check('somebody is unsubscribed', () => client.emails.unsubscribed.add({ emails: [email] }), {});
  await check(
    'it is known',
    () => act('list-unsubscribed', {}),
    (answer) => JSON.stringify(answer).includes(email),
  );
  await check('and is subscribed again', () => client.emails.unsubscribed.delete({ emails: [email] }), {});

  await check(
    'groups',
    () => ask('groups'),
    (groups) => groups.some(({ name }) => name === 'Readers of poems'),
  );
  await check('the balance', () => ask('balance'), {});
  await check('fields', () => ask('addressbooks'), {});
  await check('a contact is deleted', () => ask(`contact/${id}`, { method: 'DELETE' }), {});
  const told = ({ message }) => message;
  await refused(
    'it is gone',
    () => ask(`contact/${id}`),
    told,
    (text) => text.includes('does not exist'),
  );
  const wrong = Buffer.from(`${username}:wrong`).toString('base64');
  await refused(
    'a wrong password',
    () => ask('account/info', { token: wrong }),
    told,
    (text) => text.includes('unauthorized'),
  );
  await app.down();
});
