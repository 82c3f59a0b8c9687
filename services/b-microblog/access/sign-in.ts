// The way to a token that signs requests (RFC 5849 section 2): a request token, the page on which a user grants it, and its exchange.

import { type FetchHandler, intercept, RefusalError, refuse, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import { ALPHANUMERIC } from '../../platform/ids.ts';
import { createFormTokens } from '../../platform/pages/form-token.ts';
import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/with-pages.ts';
import { equalSecrets, hashOf } from '../../platform/secrets.ts';
import { StoreUnavailable } from '../../platform/store/store.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { accountChoice, findAccount, loadAccounts, problem, redirectTo, webTargets } from './consent-parts.ts';
import { type Claimed, type ReadClaim, unauthorized } from './signatures.ts';
import type { RequestRow } from './tables.ts';
import { addSigningToken, forgetOld, newSigningToken } from './tokens.ts';

/** The pages. A client that only wants to know who the user is says `authenticate`. */
export const SIGN_IN = ['/oauth/authorize', '/oauth/authenticate'] as const;

/** A callback with which the page shows the verifier, for users to type it. */
const BY_HAND = 'oob';
const MILLISECONDS = 300_000;
const MOST_BYTES = 16 * 1024;

export function withSignIn(server: FetchHandler, platform: MicroblogPlatform, readClaim: ReadClaim): FetchHandler {
  const { store, clock, ids, seal } = platform;

  async function requestToken(claim: Claimed): Promise<Readonly<Record<string, string>>> {
    const { app, parameter, check } = claim;
    await check('');
    const callback = parameter('oauth_callback') ?? BY_HAND;
    if (callback !== BY_HAND && !app.redirect_uris.includes(callback))
      unauthorized('The application has not registered this oauth_callback.');
    const [token, secret] = [ids.text(27, ALPHANUMERIC), ids.text(32, ALPHANUMERIC)];
    const now = clock.now();
    const expires_at = now + MILLISECONDS;
    const row = { token, secret: seal.seal(secret), app_id: app.id, callback, expires_at, verifier_hash: null, user_id: null };
    await store.write(async (tables) => {
      await forgetOld(tables, 'b_requests', now);
      await tables.insertInto('b_requests').values(row).execute();
    });
    return { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' };
  }

  /** A request token is exchanged once. */
  async function accessToken(claim: Claimed): Promise<Readonly<Record<string, string>>> {
    const row = await findRequest(store.read, claim.token ?? '', clock.now());
    if (row?.app_id !== claim.app.id) return unauthorized('The oauth_token is not known, or has expired.');
    // Some clients sign this exchange without the secret of the request token. The verifier proves as much.
    await claim.check(seal.open(row.secret)).catch(() => claim.check(''));
    const verifier = claim.parameter('oauth_verifier') ?? '';
    const { user_id } = row;
    if (user_id === null || row.verifier_hash === null || !equalSecrets(hashOf(verifier), row.verifier_hash))
      return unauthorized('The oauth_verifier does not fit the oauth_token.');
    const made = newSigningToken(ids, seal, user_id);
    const username = await store.write(async (tables) => {
      const { numDeletedRows } = await tables.deleteFrom('b_requests').where('token', '=', row.token).executeTakeFirst();
      if (numDeletedRows === 0n) unauthorized('The oauth_token was exchanged before.');
      await addSigningToken(tables, row.app_id, user_id, made);
      return (await findAccount(tables, user_id))?.username ?? '';
    });
    return { oauth_token: made.token, oauth_token_secret: made.secret, user_id, screen_name: username };
  }

  const endpoints: Readonly<Record<string, (claim: Claimed) => Promise<Readonly<Record<string, string>>>>> = {
    '/oauth/request_token': requestToken,
    '/oauth/access_token': accessToken,
  };
  return intercept(server, async (request, next) => {
    const [path] = splitTarget(request.target);
    const endpoint = Object.hasOwn(endpoints, path) && request.method === 'POST' ? endpoints[path] : undefined;
    return endpoint === undefined
      ? next(request)
      : answerOf(async () => {
          await requireShort(request);
          return endpoint(await readClaim(request));
        });
  });
}

/** @throws the refusal 413 for a body that is too long for a login, or ends early */
async function requireShort(request: ServerRequest): Promise<void> {
  await request.bytes(MOST_BYTES).catch((error: unknown) => {
    throw error instanceof RefusalError ? error : refuse(413, { detail: `The body has more than ${MOST_BYTES} bytes, or ends early.` });
  });
}

async function findRequest(tables: Tables, token: string, now: number): Promise<RequestRow | undefined> {
  const row = await tables.selectFrom('b_requests').selectAll().where('token', '=', token).executeTakeFirst();
  return row === undefined || row.expires_at <= now ? undefined : row;
}

/** A form, as clients read it; a refusal in the words of version 1.1. */
async function answerOf(act: () => Promise<Readonly<Record<string, string>>>): Promise<ServerAnswer> {
  try {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'cache-control': 'no-store' };
    return { status: 200, headers, body: String(new URLSearchParams(await act())) };
  } catch (error) {
    if (error instanceof StoreUnavailable) return json(503, 130, 'The service is busy.');
    if (!(error instanceof RefusalError)) throw error;
    return json(error.status, 32, error.message);
  }
}

function json(status: number, code: number, message: string): ServerAnswer {
  const body = JSON.stringify({ errors: [{ code, message }] });
  return {
    status,
    headers: { 'content-type': 'application/json', ...(status === 401 && { 'www-authenticate': 'OAuth realm="v1"' }) },
    body,
  };
}

export function signInPages(platform: MicroblogPlatform): Pages {
  const { store, clock, ids } = platform;
  const formTokens = createFormTokens(platform.cursors.token('secret of forms', [1]));

  return async ({ path, query, form }) => {
    const row = await findRequest(store.read, query.get('oauth_token') ?? '', clock.now());
    if (row === undefined || row.user_id !== null) return problem('The oauth_token is not known, or has expired.');
    const app = await store.read.selectFrom('b_apps').select('name').where('id', '=', row.app_id).executeTakeFirstOrThrow();
    const subject = `${path}?${query}`;
    if (form === undefined) {
      const choice = accountChoice(await loadAccounts(store.read), formTokens.issue(subject));
      const body = html`<p>The application asks for access to an account. It will be able to read and change all of it.</p>
<form method="post" action="${subject}">${choice}</form>`;
      return page(200, `Authorize ${app.name}`, body, webTargets(row.callback));
    }
    if (!formTokens.check(subject, form.get('token') ?? '')) return problem('The form is too old. Begin again in the application.', 403);
    if (form.get('decision') !== 'allow')
      return row.callback === BY_HAND ? page(200, 'Nothing was granted', html``) : redirectTo(row.callback, { denied: row.token });
    const user = await findAccount(store.read, form.get('user') ?? '');
    if (user === undefined) return problem('Choose an account.');
    const verifier = row.callback === BY_HAND ? ids.text(7, '0123456789') : ids.text(32, ALPHANUMERIC);
    await store.write(async (tables) => {
      const set = { user_id: user.id, verifier_hash: hashOf(verifier) };
      await tables.updateTable('b_requests').set(set).where('token', '=', row.token).execute();
    });
    if (row.callback !== BY_HAND) return redirectTo(row.callback, { oauth_token: row.token, oauth_verifier: verifier });
    return page(200, 'Enter this number in the application', html`<p><strong id="verifier">${verifier}</strong></p>`);
  };
}
