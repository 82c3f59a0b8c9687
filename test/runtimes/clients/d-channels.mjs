// Goes through the calls of the published server library of the event service, of another one for servers without Node.js, and of its library for
// browsers, which runs here on Node.js.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import Channels from 'pusher';
import Edge from 'pusher-http-edge';
import Sockets from 'pusher-js';
import { drive } from './checks.mjs';
import { until } from './steps.mjs';

const MASTER_KEY = Buffer.alloc(32, 'a key of 32 bytes for everything').toString('base64');
const MEMBER = { user_id: 'fan-rosa', user_info: { name: 'Rosa' } };

await drive(async ({ url, app, check, refused, act }) => {
  const { hostname: host, port } = new URL(url);
  const { id: appId, key, secret } = app;
  const server = new Channels({ appId, key, secret, host, port, encryptionMasterKeyBase64: MASTER_KEY });
  const got = async (call) => (await call).json();

  /** A browser of a user, which asks this back end for its authorizations. */
  const open = (user) =>
    new Sockets(key, {
      cluster: '',
      wsHost: host,
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) =>
          done(null, server.authorizeChannel(socketId, channelName, { ...MEMBER, user_id: user })),
      },
      userAuthentication: {
        customHandler: ({ socketId }, done) =>
          done(null, server.authenticateUser(socketId, { id: user, name: user, watchlist: ['fan-sven'] })),
      },
    });
  const happens = (emitter, event) => new Promise((resolve) => emitter.bind(event, (data) => resolve(data ?? null)));
  const connected = async (sockets) => {
    await until(() => sockets.connection.state === 'connected');
    return sockets;
  };
  const joined = async (sockets, name) => {
    const channel = sockets.subscribe(name);
    await happens(channel, 'pusher:subscription_succeeded');
    return channel;
  };

  /**
   * Sends to a user until it arrives: a browser says that a user has signed in before it has joined the channel on which events for the user come.
   */
  const sentUntil = async (arrival, send) => {
    let answer;
    for (let isThere = false; !isThere; await setTimeout(20)) {
      arrival.then(() => (isThere = true));
      answer = await got(send());
    }
    return answer;
  };

  const hooks = [];
  const receiver = createServer(async (request, response) => {
    hooks.push(server.webhook({ headers: request.headers, rawBody: await text(request) }));
    response.end();
  }).listen(0, '127.0.0.1');
  await until(() => receiver.address());
  await act('change-app', { app: appId, webhook_url: `http://127.0.0.1:${receiver.address().port}/hooks` });

  const rosa = await connected(open('fan-rosa'));
  await check(
    'a browser connects',
    () => rosa.connection.socket_id,
    (id) => /^\d+\.\d+$/.test(id),
  );

  const news = await check('it joins a public channel', () => joined(rosa, 'kiosk-news'), { subscribed: true });
  let next = happens(news, 'headline');
  await check('an event is triggered', () => got(server.trigger('kiosk-news', 'headline', { text: 'Kick-off at eight' })), {});
  await check('the browser gets it', () => next, { text: 'Kick-off at eight' });
  const score = await joined(rosa, 'kiosk-score');
  next = Promise.all([happens(news, 'goal'), happens(score, 'goal')]);
  await check('an event goes to two channels', () => got(server.trigger(['kiosk-news', 'kiosk-score'], 'goal', 'one, nil')), {});
  await check('the browser gets it in both', () => next, ['one, nil', 'one, nil']);
  await check(
    'trigger tells how many are subscribed',
    () => got(server.trigger('kiosk-score', 'goal', 'two, nil', { info: 'subscription_count' })),
    { channels: { 'kiosk-score': { subscription_count: 1 } } },
  );
  next = Promise.all([happens(news, 'first'), happens(score, 'second')]);
  await check(
    'a batch is triggered',
    () =>
      got(
        server.triggerBatch([
          { channel: 'kiosk-news', name: 'first', data: { n: 1 }, info: 'subscription_count' },
          { channel: 'kiosk-score', name: 'second', data: { n: 2 } },
        ]),
      ),
    { batch: [{ subscription_count: 1 }, {}] },
  );
  await check('the browser gets the batch', () => next, [{ n: 1 }, { n: 2 }]);
  const own = [];
  news.bind('own', () => own.push('own'));
  next = happens(news, 'after');
  await server.trigger('kiosk-news', 'own', {}, { socket_id: rosa.connection.socket_id });
  await server.trigger('kiosk-news', 'after', {});
  await next;
  await check(
    'a connection can be left out',
    () => own,
    (events) => events.length === 0,
  );

  await check('it joins a private channel', () => joined(rosa, 'private-box'), { subscribed: true });
  const emil = await connected(open('fan-emil'));
  const [rosaBox, emilBox] = [rosa.channel('private-box'), await joined(emil, 'private-box')];
  next = happens(emilBox, 'client-cheer');
  await check('a browser sends an event to others', () => rosaBox.trigger('client-cheer', { loud: true }), true);
  await check('another browser gets it', () => next, { loud: true });

  const stand = await check('it joins a presence channel', () => joined(rosa, 'presence-stand'), { members: { count: 1 } });
  await check('it knows its own member', () => stand.members.me, { id: 'fan-rosa', info: { name: 'Rosa' } });
  next = happens(stand, 'pusher:member_added');
  const emilStand = await joined(emil, 'presence-stand');
  await check('it hears of a new member', () => next, { id: 'fan-emil' });
  await check('the new member sees both', () => Object.keys(emilStand.members.members).sort(), ['fan-emil', 'fan-rosa']);
  await check(
    'members are counted when an event is triggered',
    () => got(server.trigger('presence-stand', 'wave', '', { info: 'user_count,subscription_count' })),
    {
      channels: { 'presence-stand': { user_count: 2, subscription_count: 2 } },
    },
  );
  await check(
    'the members of a channel are listed',
    async () => (await got(server.get({ path: '/channels/presence-stand/users' }))).users.map(({ id }) => id).sort(),
    ['fan-emil', 'fan-rosa'],
  );
  next = happens(stand, 'pusher:member_removed');
  emil.unsubscribe('presence-stand');
  await check('it hears who leaves', () => next, { id: 'fan-emil' });

  const sealed = await check('it joins an encrypted channel', () => joined(rosa, 'private-encrypted-box'), { subscribed: true });
  next = happens(sealed, 'secret');
  await check('an encrypted event is triggered', () => got(server.trigger('private-encrypted-box', 'secret', { code: 1874 })), {});
  await check('the browser decrypts it', () => next, { code: 1874 });

  const missed = rosa.subscribe('cache-lineup');
  await check('it hears that a cache channel is empty', () => happens(missed, 'pusher:cache_miss'), {});
  await server.trigger('cache-lineup', 'lineup', ['Ada', 'Bo']);
  const cached = emil.subscribe('cache-lineup');
  await check('a browser that comes later gets what is cached', () => happens(cached, 'lineup'), ['Ada', 'Bo']);
  await check('the back end reads what is cached', () => got(server.get({ path: '/channels/cache-lineup', params: { info: 'cache' } })), {
    occupied: true,
    cache: { data: '["Ada","Bo"]' },
  });

  await check(
    'channels are listed by their beginning',
    () => got(server.get({ path: '/channels', params: { filter_by_prefix: 'presence-stand', info: 'user_count' } })),
    { channels: { 'presence-stand': { user_count: 1 } } },
  );
  await check('a channel is described', () => got(server.get({ path: '/channels/kiosk-news', params: { info: 'subscription_count' } })), {
    occupied: true,
    subscription_count: 1,
  });
  await check('a channel that nobody has joined is not occupied', () => got(server.get({ path: '/channels/nowhere' })), {
    occupied: false,
  });

  const edge = new Edge({ appId, key, secret, host, port, encryptionMasterKeyBase64: MASTER_KEY });
  next = Promise.all([happens(news, 'edge'), happens(score, 'edge'), happens(sealed, 'edge')]);
  await check(
    'the other library triggers an event',
    () => got(edge.trigger('kiosk-news', 'edge', { ä: 'ö' }, { info: 'subscription_count' })),
    { channels: { 'kiosk-news': { subscription_count: 1 } } },
  );
  await check('it triggers a batch', () => got(edge.triggerBatch([{ channel: 'kiosk-score', name: 'edge', data: 'two' }])), {});
  await check('it triggers an encrypted event', () => got(edge.trigger('private-encrypted-box', 'edge', 3)), {});
  await check('the browser gets all three', () => next, [{ ä: 'ö' }, 'two', 3]);
  await check('it reads channels', () => got(edge.get({ path: '/channels', params: { filter_by_prefix: 'kiosk-' } })), {
    channels: { 'kiosk-news': {}, 'kiosk-score': {} },
  });
  const guest = new Sockets(key, {
    ...{ cluster: '', wsHost: host, wsPort: port, forceTLS: false, enabledTransports: ['ws'] },
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        edge.authorizeChannel(socketId, channelName, { user_id: 'guest' }).then((auth) => done(null, auth)),
    },
    userAuthentication: {
      customHandler: ({ socketId }, done) => edge.authenticateUser(socketId, { id: 'guest' }).then((auth) => done(null, auth)),
    },
  });
  await connected(guest);
  await check('it authorizes a browser', () => joined(guest, 'presence-stand'), { members: { count: 2 } });
  guest.signin();
  await guest.user.signinDonePromise;
  next = happens(guest.user, 'ticket');
  await check('it sends an event to a user', () => sentUntil(next, () => edge.sendToUser('guest', 'ticket', {})), {});
  next = happens(guest.connection, 'disconnected');
  await check('it terminates the connections of a user', () => got(edge.terminateUserConnections('guest')), {});
  await check('the user is disconnected', () => next, null);
  await refused(
    'it is refused too',
    () => new Edge({ appId, key, secret: 'wrong', host, port }).get({ path: '/channels' }),
    ({ status }) => status,
    401,
  );

  rosa.signin();
  await rosa.user.signinDonePromise;
  await check('a user signs in', () => rosa.user.user_data, { id: 'fan-rosa' });
  next = happens(rosa.user, 'ticket');
  await check('an event is sent to a user', () => sentUntil(next, () => server.sendToUser('fan-rosa', 'ticket', { seat: 12 })), {});
  await check('the user gets it', () => next, { seat: 12 });
  const sven = await connected(open('fan-sven'));
  next = happens(rosa.user.watchlist, 'online');
  sven.signin();
  await check('a user hears who of the watchlist is there', () => next, { name: 'online', user_ids: ['fan-sven'] });

  next = happens(rosa.connection, 'disconnected');
  await check('all connections of a user are terminated', () => got(server.terminateUserConnections('fan-rosa')), {});
  await check('the browser stays disconnected', () => next.then(() => rosa.connection.state), 'disconnected');

  const status = (error) => error.status;
  await refused(
    'a wrong secret is refused',
    () => new Channels({ appId, key, secret: 'wrong', host, port }).trigger('kiosk-news', 'x', {}),
    status,
    401,
  );
  await refused('too large an event is refused', () => server.trigger('kiosk-news', 'x', 'y'.repeat(10_241)), status, 413);
  await refused(
    'members of what is not a presence channel are refused',
    () => server.get({ path: '/channels/kiosk-news/users' }),
    status,
    400,
  );
  const stranger = new Sockets('no-such-key', { cluster: '', wsHost: host, wsPort: port, forceTLS: false, enabledTransports: ['ws'] });
  const { error } = await happens(stranger.connection, 'error');
  await check('a browser hears that its key is unknown', () => error.data.code, 4001);
  const outsider = new Sockets(key, {
    ...{ cluster: '', wsHost: host, wsPort: port, forceTLS: false, enabledTransports: ['ws'] },
    channelAuthorization: { customHandler: (_, done) => done(null, { auth: `${key}:${'0'.repeat(64)}` }) },
  });
  await connected(outsider);
  await check(
    'a forged authorization is refused',
    async () => {
      const hidden = outsider.subscribe('private-box');
      return Promise.race([
        happens(hidden, 'pusher:subscription_error').then(() => 'refused'),
        happens(outsider.connection, 'error').then(() => 'refused'),
      ]);
    },
    'refused',
  );

  // Of a member who leaves, webhooks tell some seconds later, when nobody can have come back.
  const seen = () => hooks.flatMap((hook) => (hook.isValid() ? hook.getEvents() : []));
  for (const wanted of [
    { name: 'channel_occupied', channel: 'kiosk-news' },
    { name: 'member_added', channel: 'presence-stand', user_id: 'fan-rosa' },
    { name: 'client_event', channel: 'private-box', event: 'client-cheer', data: '{"loud":true}' },
    { name: 'cache_miss', channel: 'cache-lineup' },
    { name: 'subscription_count', channel: 'kiosk-score', subscription_count: 1 },
  ])
    await check(
      `a webhook tells of ${wanted.name}`,
      () => until(() => seen().find(({ name, channel }) => name === wanted.name && channel === wanted.channel)),
      wanted,
    );
  await check('every webhook has a good signature', () => hooks.every((hook) => hook.isValid()), true);
  await check('webhooks are new', () => hooks.every((hook) => Math.abs(hook.getTime() - Date.now()) < 60_000), true);
});
