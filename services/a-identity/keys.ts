// The key that signs the ID tokens of a sandbox, and the set of public keys that verifies them.

import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Deps } from './deps.ts';
import type { IdentityTables } from './tables.ts';

export const ALGORITHM = 'RS256';

/** The public key of the ID token in the document's examples. */
const storyKey: JWK = {
  kty: 'RSA',
  n: 'rpOcJphtOj9Xz9GTClxRfpTMlk_GdkwWgUUPtGUNm0weJTvAN1YXi5KQJd-8nkjFTIJOEmiJdMN36aChHho_lGPDgf0CzvyYi2GeG6REbCSvCJZpY79dN0O4A-CG3Hs38-UnLsHiVe9VrZz-RTU_X6pYQfUNmIxud14lH3OnCrchP2cBBSlf6jjSC7Gl8C12dUiFsCGcMhvMqDLtRAAfj_pNhzdQuflkZN4WGGFXSuB0Lr73ROwCvJp7qyyPI0eZtIyvBr_t_jcM6jpnnScbB2zNSoHP5iRzJv8l7gDqgp3eLMImPS7nLVBMzbTySWNI0x1lOVaDJRO30OH0Lvf56w',
  e: 'AQAB',
  kid: 'story',
  alg: ALGORITHM,
  use: 'sig',
};

export interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

/** The key of this sandbox, which the first caller of all processes makes. */
export async function signingKey({ store, ids }: Pick<Deps, 'store' | 'ids'>): Promise<SigningKey> {
  const known = await firstKey(store.read);
  // It takes a tenth of a second to make a key, so it is made outside of the unit of work.
  const { kid, private_jwk } = known ?? (await addKey(store, await newKey(ids.hex(16))));
  const key = await importJWK(JSON.parse(private_jwk) as JWK, ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError(`The signing key ${kid} is not an RSA key.`);
  return { kid, key };
}

function firstKey(tables: Kysely<IdentityTables>) {
  return tables.selectFrom('a_signing_keys').selectAll().orderBy('kid').executeTakeFirst();
}

async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return { kid, private_jwk: JSON.stringify(await exportJWK(privateKey)) };
}

/** Adds a key, unless another process has added one meanwhile. Returns the key that is there now. */
function addKey(store: Deps['store'], made: { kid: string; private_jwk: string }) {
  return store.write(async (tables) => {
    const known = await firstKey(tables);
    if (known === undefined) await tables.insertInto('a_signing_keys').values(made).execute();
    return known ?? made;
  });
}

/** The JSON Web Key Set (RFC 7517 section 5) of all keys that sign or signed ID tokens. */
export async function publicKeys(tables: Kysely<IdentityTables>): Promise<{ keys: JWK[] }> {
  const rows = await tables.selectFrom('a_signing_keys').selectAll().orderBy('kid').execute();
  const keys = rows.map(({ kid, private_jwk }): JWK => {
    const { kty = 'RSA', n = '', e = '' } = JSON.parse(private_jwk) as JWK;
    return { kty, n, e, kid, alg: ALGORITHM, use: 'sig' };
  });
  return { keys: [...keys, storyKey] };
}
