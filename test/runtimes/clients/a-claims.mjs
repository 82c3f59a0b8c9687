// Goes through the calls of the published client of the identity service, made from its description, and of the library that asks for tokens.

import { oauth2 } from '@googleapis/oauth2';
import { OAuth2Client } from 'google-auth-library';
import { drive } from './checks.mjs';

await drive(async ({ url, tokens, ended, check, refused, act }) => {
  const rootUrl = url;
  /** The client of a user, who has a token. */
  const of = (access_token) => {
    const auth = new OAuth2Client();
    auth.setCredentials({ access_token });
    return oauth2({ version: 'v2', rootUrl, auth });
  };
  const nobody = oauth2({ version: 'v2', rootUrl });
  const data = async (call) => (await call).data;
  const isWithout =
    (...names) =>
    (claims) =>
      claims.id !== undefined && names.every((name) => !(name in claims));

  const all = of(tokens.allScopes);
  const claims = {
    id: '104810523906117422953',
    email: 'ines.varga@lumen.example',
    verified_email: true,
    name: 'Ines Varga',
    given_name: 'Ines',
    family_name: 'Varga',
    locale: 'pt-PT',
    hd: 'lumen.example',
    picture: 'https://images.example.com/104810523906117422953.png',
  };
  await check('claims of a user', () => data(all.userinfo.get()), claims);
  await check('claims by the other path', () => data(all.userinfo.v2.me.get()), claims);
  await check('claims of the profile alone', () => data(of(tokens.profileOnly).userinfo.get()), isWithout('email', 'verified_email'));
  await check('claims of the address alone', () => data(of(tokens.emailOnly).userinfo.get()), isWithout('name', 'given_name', 'locale'));
  await check('claims for a token in the query', () => data(nobody.userinfo.get({ oauth_token: tokens.allScopes })), claims);
  await check(
    'claims for a token in the query, by its other name',
    () => data(nobody.userinfo.get({ access_token: tokens.allScopes })),
    claims,
  );
  await check(
    'some fields',
    () => data(all.userinfo.get({ fields: 'email' })),
    ({ email, name, locale }) => email === claims.email && name === undefined && locale === undefined,
  );
  await check(
    'a call with a callback',
    () => new Promise((done, fail) => all.userinfo.get((error, answer) => (error ? fail(error) : done(answer.data)))),
    claims,
  );
  await check(
    'the type of an answer',
    async () => (await all.userinfo.get()).headers.get('content-type'),
    (type) => type.startsWith('application/json'),
  );

  const scope = 'openid userinfo.email userinfo.profile';
  const audience = 'harbour-web.apps.example.com';
  const isFor = (info) => info.audience === audience && info.issued_to === audience && info.scope === scope && info.expires_in > 0;
  await check('a token in the query', () => data(nobody.tokeninfo({ access_token: tokens.allScopes })), isFor);
  await check('a token, asked for with a token', () => data(all.tokeninfo({ access_token: tokens.emailOnly })), {
    scope: 'userinfo.email',
    email: claims.email,
  });
  const { id_token: idToken } = await act('mint-id-token', { user: claims.id, client: audience });
  await check('an ID token', () => data(nobody.tokeninfo({ id_token: idToken })), { audience, user_id: claims.id, email: claims.email });

  const library = new OAuth2Client({ endpoints: { tokenInfoUrl: new URL('/oauth2/v2/tokeninfo', url) } });
  await check('a token in the header, by the library', () => library.getTokenInfo(tokens.allScopes), {
    scopes: scope.split(' '),
    audience,
    user_id: claims.id,
  });
  await check(
    'when the token ends, by the library',
    () => library.getTokenInfo(tokens.allScopes),
    ({ expiry_date }) => expiry_date > Date.now(),
  );
  library.setCredentials({ access_token: tokens.allScopes });
  await check('a request that the library signs', () => data(library.request({ url: new URL('/oauth2/v2/userinfo', url) })), claims);

  const told = ({ status, response }) => [status, response.data];
  const unauthenticated = [401, { error: { code: 401, status: 'UNAUTHENTICATED' } }];
  await refused('an unknown token', () => of('at-unknown').userinfo.get(), told, unauthenticated);
  await refused('no token', () => nobody.userinfo.get(), told, unauthenticated);
  await refused('a token that has ended', () => nobody.tokeninfo({ access_token: ended }), told, [400, { error: 'invalid_token' }]);
  await refused('no token to introspect', () => nobody.tokeninfo(), told, [400, { error: 'invalid_token' }]);
  await refused('an unknown token, by the library', () => library.getTokenInfo('at-unknown'), told, [400, { error: 'invalid_token' }]);
  const { access_token: token } = await act('mint-access-token', {
    user: claims.id,
    client: audience,
    scopes: ['openid', 'userinfo.email'],
  });
  await check('a new token', () => data(of(token).userinfo.get()), { email: claims.email });
  await act('revoke-token', { token });
  await refused('a token that was revoked', () => of(token).userinfo.get(), told, unauthenticated);
});
