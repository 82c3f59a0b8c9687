// The page on which a user grants scopes to an application (RFC 6749 section 4.1.1).

import { ALPHANUMERIC } from '../../platform/ids.ts';
import { createFormTokens } from '../../platform/pages/form-token.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/with-pages.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { type ChallengeMethod, isProof, methodOf } from '../rules/pkce.ts';
import { isRegistered } from '../rules/redirects.ts';
import { appOfClient } from './apps.ts';
import { accountChoice, findAccount, loadAccounts, problem, redirectTo, webTargets } from './consent-parts.ts';
import { SCOPES, scopesOf } from './scopes.ts';
import type { AppRow } from './tables.ts';
import { forgetOld } from './tokens.ts';

export const CONSENT = '/2/oauth2/authorize';

const LONGEST_STATE = 500;
const CODE_MILLISECONDS = 30_000;
const CODE_CHARACTERS = 48;

/** What an application asks for. */
interface Asked {
  readonly scopes: readonly string[];
  readonly challenge: string;
  readonly method: ChallengeMethod;
}

export function consentPages(platform: MicroblogPlatform): Pages {
  const { store, clock, ids } = platform;
  // All processes make the same text of this, and no client gets it.
  const formTokens = createFormTokens(platform.cursors.token('secret of forms', [0]));

  async function grant(app: AppRow, user_id: string, redirect_uri: string, { scopes, challenge, method }: Asked): Promise<string> {
    const [code, family] = [ids.text(CODE_CHARACTERS, ALPHANUMERIC), ids.uuid()];
    const now = clock.now();
    const expires_at = now + CODE_MILLISECONDS;
    const row = { hash: hashOf(code), app_id: app.id, user_id, redirect_uri, challenge, method, expires_at, family, is_used: false };
    await store.write(async (tables) => {
      await forgetOld(tables, 'b_codes', now);
      await tables
        .insertInto('b_codes')
        .values({ ...row, scopes: scopes.join(' ') })
        .execute();
    });
    return code;
  }

  return async ({ path, query, form }) => {
    if (path !== CONSENT) return undefined;
    const app = await appOfClient(platform, query.get('client_id') ?? '');
    const redirect = query.get('redirect_uri') ?? '';
    // A redirect to an address that is not registered would give the code to somebody else.
    if (app === undefined) return problem('No application has this client_id.');
    if (!isRegistered(redirect, app.redirect_uris)) return problem('The application has not registered this redirect_uri.');
    const state = query.get('state');
    if (state !== null && state.length > LONGEST_STATE) return problem(`The state has more than ${LONGEST_STATE} characters.`);
    const back = (answer: Readonly<Record<string, string>>) => redirectTo(redirect, state === null ? answer : { ...answer, state });

    const scopes = scopesOf(query.get('scope') ?? '');
    if (scopes === undefined) return problem('The scope is missing, or has a part that is not known.');
    const asked = askedBy(query, scopes);
    if ('error' in asked) return back(asked);
    const subject = `${path}?${query}`;
    if (form === undefined)
      return consentPage(app, asked, accountChoice(await loadAccounts(store.read), formTokens.issue(subject)), subject, redirect);
    if (!formTokens.check(subject, form.get('token') ?? '')) return problem('The form is too old. Begin again in the application.', 403);
    if (form.get('decision') !== 'allow') return back({ error: 'access_denied' });
    const user = await findAccount(store.read, form.get('user') ?? '');
    if (user === undefined) return problem('Choose an account.');
    return back({ code: await grant(app, user.id, redirect, asked) });
  };
}

/** What the query asks for, or the error with which the application gets the browser back (RFC 6749 section 4.1.2.1). */
function askedBy(
  query: URLSearchParams,
  scopes: readonly string[],
): Asked | { readonly error: string; readonly error_description: string } {
  const invalid = (error_description: string, error = 'invalid_request') => ({ error, error_description });
  if (query.get('response_type') !== 'code') return invalid('The response_type must be code.', 'unsupported_response_type');
  const challenge = query.get('code_challenge') ?? '';
  const method = methodOf(query.get('code_challenge_method'));
  if (method === undefined) return invalid('The code_challenge_method must be S256 or plain.');
  if (!isProof(challenge)) return invalid('The code_challenge must have 43 to 256 letters, digits, or characters of -._~');
  return { scopes, challenge, method };
}

function consentPage(app: AppRow, { scopes }: Asked, choice: Html, action: string, redirect: string): Response {
  const allowed = scopes.map((scope) => html`<li>${SCOPES[scope]}</li>`);
  const body = html`<p>The application asks for access to an account. It will be able to:</p><ul>${allowed}</ul>
<form method="post" action="${action}">${choice}</form>`;
  return page(200, `Authorize ${app.name}`, body, webTargets(redirect));
}
