// Tests which addresses a webhook sender calls: by their spelling, and in Node by the addresses that names resolve to.
import { createServer } from 'node:http';
import { type AddressInfo, BlockList, createServer as createTcpServer } from 'node:net';
import { BlockedAddressError, checkTarget, createWebhookSender } from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import fc from '../support/fast-check.ts';

const PRIVATE = [
  '10.0.0.1',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '0.0.0.0',
  '192.0.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '10.1',
  '10.0.0.1.',
  '[::]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:10.0.0.1]',
  '[::10.0.0.1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:a00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  'metadata',
  'router.',
  'metadata.google.internal',
  'metadata.google.internal.',
  'printer.local',
  'nas.home.arpa',
  'intra.lan',
];
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.255',
  '①②⑦.0.0.1',
  '127%2E0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
];
const PUBLIC = [
  'example.com',
  'localhost.example.com',
  'internal.example.com',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '[2606:4700::1111]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::808:808]',
  '[2002:808:808::]',
];

const passes = (host: string, allow?: boolean | 'loopback') => {
  try {
    checkTarget(`http://${host}/hook`, allow);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(BlockedAddressError);
    return false;
  }
};

describe('literal addresses', () => {
  it.each(PRIVATE)('case 85: %s is private', (host) => {
    expect([passes(host), passes(host, 'loopback'), passes(host, true)]).toEqual([false, false, true]);
  });
  it.each(LOOPBACK)('case 85: %s is a loopback address', (host) => {
    expect([passes(host), passes(host, 'loopback'), passes(host, true)]).toEqual([false, true, true]);
  });
  it.each(PUBLIC)('%s is public', (host) => {
    expect([passes(host), passes(host, 'loopback')]).toEqual([true, true]);
  });

  it.each([
    ['ftp://hooks.example.com', 'must begin with http:// or https://'],
    ['file:///etc/passwd', 'must begin with http:// or https://'],
    ['javascript:alert(1)', 'must begin with http:// or https://'],
    ['https://user:hush@hooks.example.com', 'must not have a user name or password'],
    ['https://hush@hooks.example.com', 'must not have a user name or password'],
    ['https://hooks.example.com:22', 'a port below 1024 other than 80 and 443'],
    ['https://hooks.example.com:25', 'a port below 1024 other than 80 and 443'],
    ['nonsense', 'is not a URL'],
    ['//hooks.example.com', 'is not a URL'],
    ['', 'is not a URL'],
    ['http://169.254.169.254/latest/meta-data', 'in a private network'],
  ])('case 85: %s is rejected, and the error does not show it', (url, message) => {
    const service = { id: 'hooks', servers: [] };
    expect(() => createWebhookSender(service, { url })).toThrow(message);
    expect(() => createWebhookSender(service, { url })).not.toThrow(/hush|169/);
  });

  test.each(['https://hooks.example.com:443', 'http://hooks.example.com:80', 'http://hooks.example.com:8080/a?b=c'])(
    '%s is called',
    (url) => {
      expect(checkTarget(url).href).toContain('hooks.example.com');
    },
  );
});

describe('any address', () => {
  const inner = new BlockList();
  const ranges =
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
  for (const range of ranges.split(' ')) {
    const [address = '', bits] = range.split('/');
    inner.addSubnet(address, Number(bits), 'ipv4');
  }
  const octet = fc.oneof(fc.constantFrom(0, 10, 127, 169, 192, 254, 255), fc.nat(255));
  const octets = fc.tuple(octet, octet, octet, octet);

  test('Node’s BlockList agrees, for every spelling of IPv4 and for IPv4 inside IPv6', () => {
    fc.assert(
      fc.property(octets, ([a, b, c, d]) => {
        const plain = `${a}.${b}.${c}.${d}`;
        const value = ((a * 256 + b) * 256 + c) * 256 + d;
        const octal = (part: number) => `0${part.toString(8)}`;
        const group = (high: number, low: number) => (high * 256 + low).toString(16);
        const spellings = [
          plain,
          `${plain}.`,
          String(value),
          `0x${value.toString(16)}`,
          `0${value.toString(8)}`,
          [a, b, c, d].map(octal).join('.'),
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `[::ffff:${plain}]`,
          `[::ffff:${group(a, b)}:${group(c, d)}]`,
          `[64:ff9b::${plain}]`,
          `[2002:${group(a, b)}:${group(c, d)}::]`,
        ];
        const want = !inner.check(plain, 'ipv4');
        expect(spellings.map((host) => [host, passes(host)])).toEqual(spellings.map((host) => [host, want]));
      }),
      { numRuns: 300 },
    );
  });

  test('outside 2000::/3, only IPv6 addresses with an embedded public IPv4 address pass', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const { hostname } = new URL(`http://[${address}]/`);
        const first = Number.parseInt(hostname.slice(1), 16) || 0;
        const holds = hostname.startsWith('[::ffff:') || hostname.startsWith('[64:ff9b::');
        if (passes(`[${address}]`) && !holds) expect(first >> 13).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('resolved names', () => {
  let hits = 0;
  const server = createServer((request, response) => {
    hits++;
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/hangs') response.writeHead(200).write('a');
    else {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json', 'x-host': request.headers.host ?? '', 'set-cookie': ['a=1', 'b=2'] });
        response.end(
          JSON.stringify({ method: request.method, body: Buffer.concat(chunks).toString(), type: request.headers['content-type'] }),
        );
      });
    }
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const to =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const post = (path = '/', signal?: AbortSignal) =>
    new Request(`http://hooks.example:${port}${path}`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
      ...(signal === undefined ? {} : { signal }),
    });

  test('the checked address is the one that is called', async () => {
    const response = await guardedFetch({ resolve: to('127.0.0.1'), allowPrivate: 'loopback' })(post());
    expect(response.status).toBe(201);
    expect(response.headers.get('x-host')).toBe(`hooks.example:${port}`);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.json()).toEqual({ method: 'POST', body: '{"a":1}', type: 'application/json' });
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback in IPv6', ['::1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['with a zone', ['fe80::1%lo']],
    ['one of several', ['8.8.8.8', '127.0.0.1']],
    ['nothing', []],
    ['nonsense', ['localhost']],
  ])('case 85: a name that resolves to %s is rejected before a byte is sent', async (_, addresses) => {
    const before = hits;
    await expect(guardedFetch({ resolve: to(...addresses) })(post())).rejects.toThrow(BlockedAddressError);
    expect(hits).toBe(before);
  });

  it('case 85: a name that later resolves to a private address is rejected then (DNS rebinding)', async () => {
    const answers = ['8.8.8.8', '127.0.0.1'];
    const asked: string[] = [];
    const resolve = async () => {
      const address = answers.shift() ?? '';
      asked.push(address);
      return [{ address, family: 4 }];
    };
    const fetch = guardedFetch({ resolve });
    const before = hits;
    // The first address is public, so the request starts; the timeout ends it.
    await expect(fetch(post('/', AbortSignal.timeout(50)))).rejects.not.toThrow(BlockedAddressError);
    await expect(fetch(post())).rejects.toThrow(BlockedAddressError);
    expect([asked, hits]).toEqual([['8.8.8.8', '127.0.0.1'], before]);
  });

  it('case 85: a literal private address is rejected too', async () => {
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
      await expect(guardedFetch()(new Request(`http://${host}:${port}/`))).rejects.toThrow(BlockedAddressError);
    }
  });

  it('case 84: redirects are not followed, and an abort ends a hanging request', async () => {
    const fetch = guardedFetch({ resolve: to('127.0.0.1'), allowPrivate: 'loopback' });
    expect((await fetch(post('/moved'))).status).toBe(302);
    const controller = new AbortController();
    const response = await fetch(post('/hangs', controller.signal));
    controller.abort(new Error('enough'));
    await expect(response.text()).rejects.toThrow();
    await expect(
      guardedFetch({ allowPrivate: true, resolve: () => new Promise(() => {}) })(post('/', AbortSignal.timeout(20))),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('a 101 is an error, and its connection is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const upgrading = createTcpServer((socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => {});
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: y\r\nConnection: upgrade\r\n\r\nbytes'));
    });
    await new Promise<void>((resolve) => upgrading.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(upgrading.address() as AddressInfo).port}/`;
      const request = new Request(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(60_000) });
      await expect(guardedFetch({ allowPrivate: 'loopback' })(request)).rejects.toThrow('answered 101');
      await closed;
    } finally {
      upgrading.close();
    }
  });

  test('an invalid HTTP response is an error, and its connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    const answers = ['HTTP/1.1 999 Odd\r\n\r\n', 'HTTP/1.1 099 Odd\r\n\r\n', 'SSH-2.0-OpenSSH_9.9\r\n'];
    const odd = createTcpServer((socket) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve)));
      socket.on('error', () => {});
      socket.once('data', () => socket.write(answers.shift() ?? ''));
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
      for (let count = answers.length; count > 0; count--) {
        await expect(guardedFetch({ allowPrivate: true })(new Request(url, { signal: AbortSignal.timeout(60_000) }))).rejects.toThrow();
      }
      await Promise.all(closed);
      expect(closed).toHaveLength(3);
    } finally {
      odd.close();
    }
  });
});
