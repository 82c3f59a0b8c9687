// Tests that the three places that know the kinds of security schemes agree: the generator's rows, the runtime's exports, and the server's table.
import * as runtime from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { type SchemeFacts, securityTraits } from '../../generator/model/security-kinds.ts';
import { serverHalf } from '../../runtime/security/kinds.ts';

const parameters = { key: 'k', timestamp: 't', version: 'v', bodyDigest: 'd' };
const signature = {
  algorithm: 'hmac-sha256',
  encoding: 'hex',
  parameters,
  version: '1.0',
  bodyDigest: 'md5',
  toleranceSeconds: 1,
} as const;

/** One scheme of each kind; the type makes a new kind an error here. */
const SCHEMES: { readonly [Kind in SchemeFacts['kind']]: SchemeFacts & { readonly kind: Kind } } = {
  signature: { kind: 'signature', parameter: 's', signature },
  apiKey: { kind: 'apiKey', in: 'query', parameter: 'key' },
  basic: { kind: 'basic' },
  bearer: { kind: 'bearer' },
  http: { kind: 'http', scheme: 'Custom' },
  oauth2: { kind: 'oauth2', flows: [] },
  openIdConnect: { kind: 'openIdConnect', url: 'https://id.example' },
  mutualTLS: { kind: 'mutualTLS' },
  undeclared: { kind: 'undeclared' },
};

type Factory = (name: string, argument?: object) => runtime.SecurityScheme;

describe.each(Object.entries(SCHEMES))('%s', (_, facts) => {
  const { factory, argument, credential } = securityTraits(facts);
  const make = (runtime as unknown as Record<string, Factory>)[factory];
  const scheme = make?.('mine', argument);

  test('the runtime makes the scheme, and its server reads it', () => {
    expect(scheme?.name).toBe('mine');
    expect(serverHalf(scheme ?? { name: '', kind: '' }).challenge).toBeTypeOf('function');
  });

  test('a client sends a credential exactly where the generator gives it a type', () => {
    expect(scheme?.apply !== undefined).toBe(credential !== undefined);
  });
});

test('a kind that the server does not know is an error, also one that objects inherit', () => {
  expect(() => serverHalf({ name: 'mine', kind: 'toString' })).toThrow('The security scheme mine has the unknown kind toString.');
});
