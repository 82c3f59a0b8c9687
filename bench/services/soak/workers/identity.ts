// The identity service: apps get tokens of their users, read claims with them, and some tokens are revoked.

import { createIdentityClient } from '@octavo/interfaces/a-identity';
import { unwrap } from '@octavo/runtime';
import { Counts, each, oneOf, unique, type Worker, type World } from '../worker.ts';

interface Token {
  readonly value: string;
  readonly user: string;
  readonly email: string;
  isRevoked: boolean;
}

/** Tokens of a caller that are read again; older ones are looked at in the end. */
const RECENT = 20;

export async function identityWorker({ url, fetch, act, callers }: World): Promise<Worker> {
  const service = 'a-identity';
  const counts = new Counts();
  const options = { baseUrl: url(service), fetch: fetch(service) };
  const client = createIdentityClient(options);
  const users: { readonly id: string; readonly email: string }[] = [];
  for (let index = 0; index < callers; index++) {
    const email = `${unique('reader-')}@example.com`;
    const { id } = await act(service, 'add-user', { email, given_name: 'Noa', family_name: `Reader ${index}` });
    users.push({ id: String(id), email });
  }
  const tokens: Token[][] = users.map(() => []);

  async function mint(caller: number): Promise<void> {
    const { id, email } = users[caller] ?? oneOf(users);
    const { access_token } = await act(service, 'mint-access-token', { user: id, seconds: 86_400 });
    tokens[caller]?.push({ value: String(access_token), user: id, email, isRevoked: false });
    counts.add('tokens');
  }

  async function revoke(token: Token): Promise<void> {
    await act(service, 'revoke-token', { token: token.value });
    token.isRevoked = true;
    counts.add('revoked tokens');
  }

  async function read(token: Token): Promise<void> {
    if (Math.random() < 0.5) return look(token);
    const { getUserInfo } = createIdentityClient({ ...options, credentials: { oauth2: token.value } });
    const { body } = await getUserInfo({});
    if (!('id' in body) || body.id !== token.user) throw new Error(`A token of ${token.user} shows ${JSON.stringify(body)}.`);
  }

  async function look({ value, user }: Token): Promise<void> {
    const { user_id } = unwrap(await client.introspectToken({ query: { access_token: value } }), 200);
    if (user_id !== user) throw new Error(`A token of ${user} is said to be one of ${user_id}.`);
  }

  return {
    service,
    async act(caller) {
      const own = (tokens[caller] ?? []).slice(-RECENT).filter(({ isRevoked }) => !isRevoked);
      const [first] = own;
      if (first === undefined || Math.random() < 0.2) return mint(caller);
      return own.length > RECENT / 2 && Math.random() < 0.1 ? revoke(first) : read(oneOf(own));
    },
    acknowledged: () => counts.all(),
    missing: () => [],
    async compare() {
      const faults: string[] = [];
      await each(tokens.flat(), async ({ value, user, isRevoked }) => {
        const { status } = await client.introspectToken({ query: { access_token: value } });
        if ((status === 200) === isRevoked) faults.push(`A ${isRevoked ? 'revoked ' : ''}token of ${user} is answered with ${status}.`);
      });
      return faults;
    },
  };
}
