// Tests the signature schemes of webhooks against published vectors, node:crypto and the npm package `standardwebhooks`.
import { createHmac, createPrivateKey, generateKeyPairSync, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import {
  ConfigurationError,
  explainSignature,
  hmacHexSignature,
  standardSignature,
  timestampedSignature,
  type WebhookSignature,
} from '@octavo/runtime';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import fc from '../support/fast-check.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const header = (headers: Record<string, string>) => (name: string) => headers[name];
const NOW = 1614265330;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 }));
afterEach(() => void vi.useRealTimers());

describe('Standard Webhooks', () => {
  const scheme = standardSignature({ toleranceSeconds: 300 });
  const body = bytes('{"test": 2432232314}');
  const published = {
    'webhook-id': ID,
    'webhook-timestamp': String(NOW),
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const signature = published['webhook-signature'];

  test('the published vector', async () => {
    expect(await scheme.sign(body, { secrets: [SECRET], id: ID })).toEqual(published);
    expect(await scheme.verify(body, header(published), SECRET)).toEqual({ id: ID });
    expect(await scheme.verify(body, header(published), SECRET.replace('whsec_', ''))).toEqual({ id: ID });
  });

  const other = bytes('{"test":2432232314}');
  const rows: [
    string,
    { change?: Record<string, string | undefined>; body?: typeof body; secrets?: string | string[]; seconds?: number },
    boolean,
  ][] = [
    ['as it is', {}, true],
    ['reserialised', { body: other }, false],
    ['another id', { change: { 'webhook-id': 'msg_other' } }, false],
    ['no id', { change: { 'webhook-id': undefined } }, false],
    ['no time', { change: { 'webhook-timestamp': undefined } }, false],
    ['another time', { change: { 'webhook-timestamp': String(NOW + 1) } }, false],
    ['a time that is not a number', { change: { 'webhook-timestamp': 'soon' } }, false],
    ['no signature', { change: { 'webhook-signature': undefined } }, false],
    ['an empty signature', { change: { 'webhook-signature': '' } }, false],
    ['an empty v1', { change: { 'webhook-signature': 'v1,' } }, false],
    ['v2 only', { change: { 'webhook-signature': signature.replace('v1,', 'v2,') } }, false],
    ['v1a with the digest of v1', { change: { 'webhook-signature': signature.replace('v1,', 'v1a,') } }, false],
    ['several, one right', { change: { 'webhook-signature': `v1,AAAA v2,${signature.slice(3)} ${signature} v1,BBBB` } }, true],
    ['without a blank between them', { change: { 'webhook-signature': `v1,AAAA,${signature}` } }, false],
    ['300 s old', { seconds: 300 }, true],
    ['301 s old', { seconds: 301 }, false],
    ['300 s early', { seconds: -300 }, true],
    ['301 s early', { seconds: -301 }, false],
    ['another secret', { secrets: 'whsec_AAAA' }, false],
    ['no secret', { secrets: [] }, false],
    ['an old and a new secret', { secrets: ['whsec_AAAA', SECRET] }, true],
  ];
  it.each(rows)('case 83: %s', async (_, { change = {}, body: sent = body, secrets = SECRET, seconds = 0 }, good) => {
    vi.setSystemTime((NOW + seconds) * 1000);
    const headers = Object.fromEntries(
      Object.entries({ ...published, ...change }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    expect((await scheme.verify(sent, header(headers), secrets)) !== undefined).toBe(good);
    const judged = [secrets].flat().some((secret) => accepts(secret, Buffer.from(sent).toString(), headers));
    expect(judged).toBe(good);
  });

  it('case 83: one byte changed anywhere', async () => {
    for (let index = 0; index < body.length; index++) {
      const changed = body.slice();
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await scheme.verify(changed, header(published), SECRET)).toBeUndefined();
    }
  });

  test('the package standardwebhooks agrees in both directions, for any body and id', async () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
    const key = fc.uint8Array({ minLength: 24, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(fc.json(), id, key, async (text, msgId, raw) => {
        const secret = `whsec_${Buffer.from(raw).toString('base64')}`;
        const judge = new Webhook(secret);
        expect(judge.verify(text, await scheme.sign(bytes(text), { secrets: [secret], id: msgId }))).toEqual(JSON.parse(text));
        const headers = {
          'webhook-id': msgId,
          'webhook-timestamp': String(NOW),
          'webhook-signature': judge.sign(msgId, new Date(NOW * 1000), text),
        };
        expect(await scheme.verify(bytes(text), header(headers), secret)).toEqual({ id: msgId });
      }),
      { numRuns: 50 },
    );
  });

  it('case 83: an id with a dot is neither sent nor accepted, since it may be another id with its timestamp', async () => {
    const signed = (id: string, body: string) => ({
      ...published,
      'webhook-id': id,
      'webhook-signature': new Webhook(SECRET).sign(id, new Date(NOW * 1000), body),
    });
    expect(await scheme.verify(bytes('{}'), header(signed('a-b', '{}')), SECRET)).toEqual({ id: 'a-b' });
    expect(await scheme.verify(bytes('{}'), header(signed('a.b', '{}')), SECRET)).toBeUndefined();
    // The same signed bytes: the id `a` with the body `<time>.5`, and the id `a.<time>` with the body `5`.
    const number = signed('a', `${NOW}.5`);
    expect(await scheme.verify(bytes(`${NOW}.5`), header(number), SECRET)).toEqual({ id: 'a' });
    expect(await scheme.verify(bytes('5'), header({ ...number, 'webhook-id': `a.${NOW}` }), SECRET)).toBeUndefined();
    for (const id of ['a.b', '', 'a b', 'a\r\nb', 'ä'])
      await expect(scheme.sign(body, { secrets: [SECRET], id })).rejects.toThrow(ConfigurationError);
  });

  test('two secrets during rotation: both sign, either verifies', async () => {
    const headers = await scheme.sign(body, { secrets: ['whsec_b2xk', SECRET], id: ID });
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of ['whsec_b2xk', SECRET]) {
      expect(await scheme.verify(body, header(headers), secret)).toEqual({ id: ID });
      expect(accepts(secret, '{"test": 2432232314}', headers)).toBe(true);
    }
  });

  test('Ed25519: node:crypto verifies our signatures, and we verify its', async () => {
    const pair = generateKeyPairSync('ed25519');
    const seed = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const point = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const whpk = `whpk_${point.toString('base64')}`;
    for (const secret of [seed, Buffer.concat([seed, point])]) {
      const headers = await scheme.sign(body, { secrets: [`whsk_${secret.toString('base64')}`], id: ID });
      const [version, digest = ''] = (headers['webhook-signature'] ?? '').split(',');
      expect(version).toBe('v1a');
      expect(nodeVerify(null, Buffer.from(`${ID}.${NOW}.{"test": 2432232314}`), pair.publicKey, Buffer.from(digest, 'base64'))).toBe(true);
    }
    const made = nodeSign(
      null,
      Buffer.from(`${ID}.${NOW}.{"test": 2432232314}`),
      createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    );
    const headers = { ...published, 'webhook-signature': `v1,AAAA v1a,${made.toString('base64')}` };
    expect(await scheme.verify(body, header(headers), [SECRET, whpk])).toEqual({ id: ID });
    expect(await scheme.verify(other, header(headers), whpk)).toBeUndefined();
    expect(await scheme.verify(body, header({ ...headers, 'webhook-signature': 'v1a,@@' }), whpk)).toBeUndefined();
    expect(await scheme.verify(body, header(published), whpk)).toBeUndefined();
  });

  test.each([
    ['whsec_', 'whsec_ and base64'],
    ['whsec_@@hush@@', 'whsec_ and base64'],
    ['whsk_aHVzaA==', '32 or 64 bytes'],
    ['whpk_aHVzaA==', 'a sender signs with whsec_'],
  ])('an invalid secret is rejected, and the error does not show it: %s', async (secret, message) => {
    const fails = scheme.sign(body, { secrets: [secret], id: ID });
    await expect(fails).rejects.toThrow(ConfigurationError);
    await expect(fails).rejects.toThrow(message);
    await expect(fails).rejects.not.toThrow(/hush|aHVzaA/);
  });
});

function accepts(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

describe('timestamped', () => {
  const scheme = timestampedSignature({ header: 'X-Sig', toleranceSeconds: 180 });
  const good = `t=${NOW},v1=${hex('old', `${NOW}.{}`)}`;
  const fresh = `v1=${hex('new', `${NOW}.{}`)}`;

  test('signs like node:crypto, with one v1 per secret', async () => {
    expect(await scheme.sign(bytes('{}'), { secrets: ['old'] })).toEqual({ 'x-sig': good });
    expect(await scheme.sign(bytes('{}'), { secrets: ['old', 'new'] })).toEqual({ 'x-sig': `${good},${fresh}` });
  });

  it.each([
    [good, 'old', 0, true],
    [`t=${NOW}, v1=${hex('old', `${NOW}.{}`)}`, 'old', 0, true],
    [`${good},${fresh}`, 'new', 0, true],
    [`${good},v0=x,scheme=y`, 'old', 0, true],
    [good, ['new', 'old'], 0, true],
    [good, 'new', 0, false],
    [good.replace(String(NOW), String(NOW + 1)), 'old', 0, false],
    [`${good},t=${NOW}`, 'old', 0, false],
    [good.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='), 'old', 0, false],
    [good.replace('v1=', 'v2='), 'old', 0, false],
    [`t=${NOW},v1=`, 'old', 0, false],
    [`t=${NOW}`, 'old', 0, false],
    ['', 'old', 0, false],
    [good, '', 0, false],
    [good, 'old', 180, true],
    [good, 'old', 181, false],
    [good, 'old', -181, false],
  ])('case 83: %s with %j, %i s later: %s', async (value, secrets, seconds, wanted) => {
    vi.setSystemTime((NOW + seconds) * 1000);
    expect((await scheme.verify(bytes('{}'), header({ 'x-sig': value }), secrets)) !== undefined).toBe(wanted);
  });
});

test('hmac-hex: the published example, and the header with the key’s name', async () => {
  const scheme = hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' });
  const text = '{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}';
  const body = bytes(text);
  const headers = await scheme.sign(body, { secrets: ['tofu'], key: '123456789' });
  expect(headers).toEqual({ 'x-signature': 'c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5', 'x-key': '123456789' });
  expect(headers['x-signature']).toBe(hex('tofu', text));
  const secrets = async (key: string | undefined) => (key === '123456789' ? ['x', 'tofu'] : undefined);
  expect(await scheme.verify(body, header(headers), secrets)).toEqual({});
  expect(await scheme.verify(body, header({ ...headers, 'x-key': 'other' }), secrets)).toBeUndefined();
  expect(await scheme.verify(body, header({ 'x-signature': headers['x-signature'] ?? '' }), 'tofu')).toBeUndefined();
  expect(
    await scheme.verify(body, header({ ...headers, 'x-signature': (headers['x-signature'] ?? '').toUpperCase() }), secrets),
  ).toBeUndefined();
  expect(await scheme.verify(body, header(headers), '')).toBeUndefined();
  await expect(scheme.sign(body, { secrets: ['a', 'b'] })).rejects.toThrow('signs with one secret');
});

test('every scheme verifies its own signatures and rejects changed ones', async () => {
  const schemes: [WebhookSignature, string][] = [
    [standardSignature({ toleranceSeconds: 1 }), 'whsec_c2VjcmV0'],
    [timestampedSignature({ header: 'X-Sig', toleranceSeconds: 1 }), 's'],
    [hmacHexSignature({ header: 'X-Sig' }), 's'],
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...schemes), fc.uint8Array(), fc.uint8Array(), async ([scheme, secret], sent, came) => {
      const headers = await scheme.sign(new Uint8Array(sent), { secrets: [secret] });
      expect(await scheme.verify(new Uint8Array(sent), header(headers), secret)).toBeDefined();
      const same = Buffer.from(sent).equals(Buffer.from(came));
      expect((await scheme.verify(new Uint8Array(came), header(headers), secret)) !== undefined).toBe(same);
    }),
    { numRuns: 60 },
  );
});

describe('an explained signature', () => {
  const text = (content: Uint8Array) => new TextDecoder().decode(content);
  const content = bytes('{"a":1}');

  test('hmac-hex: the content is the body, and the key must be the one of the header', async () => {
    const signature = hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' });
    const signing = { secrets: ['s3cret'], key: 'k1' };
    const sent = await signature.sign(content, signing);
    const explained = await explainSignature({ signature, content, signing }, header(sent));
    const right = createHmac('sha256', 's3cret').update('{"a":1}').digest('hex');
    expect(explained).toEqual({
      facts: { scheme: 'hmac-hex', header: 'X-Signature', keyHeader: 'X-Key' },
      algorithm: 'HMAC-SHA256',
      encoding: 'hex',
      header: 'x-signature',
      formula: '{body}',
      content,
      received: right,
      expected: right,
      matches: true,
    });
    expect(await explainSignature({ signature, content, signing }, header({ ...sent, 'x-key': 'k2' }))).toMatchObject({ matches: false });
    expect(await explainSignature({ signature, content: bytes('{"a":2}'), signing }, header(sent))).toMatchObject({ matches: false });
    const query = hmacHexSignature({ header: 'X-Signature', query: 'pid' });
    expect(await explainSignature({ signature: query, content, signing }, () => undefined)).toMatchObject({
      formula: '{the parameter pid}',
      matches: false,
    });
  });

  test('timestamped: made again at the time that the header names; one of several signatures is enough', async () => {
    const signature = timestampedSignature({ header: 'Hook-Signature', toleranceSeconds: 180 });
    const sent = await signature.sign(content, { secrets: ['old'] });
    vi.setSystemTime((NOW + 86_400) * 1000);
    const explain = (secrets: string[]) => explainSignature({ signature, content, signing: { secrets } }, header(sent));
    const rotating = await explain(['old', 'new']);
    expect(rotating).toMatchObject({ formula: '{t}.{body}', timestamp: NOW, matches: true, received: sent['hook-signature'] });
    expect(text(rotating?.content ?? new Uint8Array())).toBe(`${NOW}.{"a":1}`);
    expect(await explain(['new'])).toMatchObject({ timestamp: NOW, matches: false });
  });

  test('Standard Webhooks: by the identifier and the time of the headers, for both algorithms', async () => {
    const signature = standardSignature({ toleranceSeconds: 300 });
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = `whsk_${privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32).toString('base64')}`;
    for (const [secret, algorithm] of [
      [SECRET, 'HMAC-SHA256'],
      [key, 'Ed25519'],
    ] as const) {
      const signing = { secrets: [secret] };
      const sent = await signature.sign(content, { ...signing, id: ID });
      const explained = await explainSignature({ signature, content, signing }, header(sent));
      expect(explained).toMatchObject({
        algorithm,
        encoding: 'base64',
        timestamp: NOW,
        expected: sent['webhook-signature'],
        matches: true,
      });
      expect(text(explained?.content ?? new Uint8Array())).toBe(`${ID}.${NOW}.{"a":1}`);
    }
  });

  test('a delivery that was not sent has only what is expected; a scheme without facts is not explained', async () => {
    const signature = timestampedSignature({ header: 'Hook-Signature', toleranceSeconds: 180 });
    const signing = { secrets: ['s'] };
    const explained = await explainSignature({ signature, content, signing }, () => undefined);
    expect(explained).toMatchObject({ expected: (await signature.sign(content, signing))['hook-signature'], matches: false });
    expect(explained).not.toHaveProperty('received');
    const { facts: _, ...own } = signature;
    expect(await explainSignature({ signature: own, content, signing }, () => undefined)).toBeUndefined();
  });
});
