// Tests which credential may do what in version 2, by the security that the document declares. `cells.test.ts` tries all of them.

import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { requireOwnPath } from '../../../services/b-microblog/access/own-paths.ts';
import { SCOPES } from '../../../services/b-microblog/access/scopes.ts';
import type { Context } from '../../../services/b-microblog/deps.ts';
import { apps, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { microblog, V2 } from './support.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly example?: unknown;
}

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>> & { readonly parameters?: readonly Parameter[] }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: { readonly oauth2: { readonly flows: { readonly authorizationCode: { readonly scopes: object } } } };
  };
}

const document = load(readFileSync(new URL('../../../specs/b-microblog.yaml', import.meta.url), 'utf8')) as Document;

const METHODS = ['get', 'post', 'put', 'delete'];

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const described = item[method];
    if (described === undefined) return [];
    const parameters = [...(item.parameters ?? []), ...(described.parameters ?? [])];
    return [{ path, method, id: described.operationId, parameters, security: described.security ?? [{ bearer: [] }] }];
  }),
);

const refOf = ({ $ref }: Parameter) => $ref?.split('/').at(-1) ?? '';

test('the page of consent says of each scope what the document says', () => {
  expect(SCOPES).toEqual(document.components.securitySchemes.oauth2.flows.authorizationCode.scopes);
});

test('the paths that begin with the caller are those that the document says', () => {
  const own = operations.filter(({ parameters }) => parameters.some((one) => /^(?:Own|Source)UserIdInPath$/.test(refOf(one))));
  const found = operations.filter(({ id, path, security }) => {
    const alternatives = security.map((one) => Object.keys(one).map((name) => ({ scheme: { name } })));
    const context = { operation: { id, path, security: alternatives }, principal: { user: INES } };
    try {
      requireOwnPath(context as unknown as Context, { path: { id: TIDE_WATCH, source_user_id: TIDE_WATCH } });
      return false;
    } catch {
      return true;
    }
  });
  expect(found.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
  expect(own.length).toBeGreaterThan(15);
});

describeOnEngines('credentials of version 2', (engine) => {
  test('a refusal says what is missing', async () => {
    const { user } = microblog(await engine.open('b-microblog'));
    // The token is sent as that of a user.
    expect(await user(apps.pro.bearer).getCurrentUser({})).toMatchObject({
      status: 403,
      body: { title: 'Unsupported Authentication', detail: "This operation requires a user's token, but the token is app-only." },
    });
    const body = { target_user_id: '1500042000000000003' };
    expect(await user(tokens.inesReader).followUser({ path: { id: INES }, body })).toMatchObject({
      status: 403,
      body: { type: 'about:blank', title: 'Forbidden', detail: 'The token lacks the scope follows.write.' },
    });
  });

  test('a path that begins with somebody else is refused', async () => {
    const { user } = microblog(await engine.open('b-microblog'));
    expect(await user().listMutedUsers({ path: { id: TIDE_WATCH } })).toMatchObject({
      status: 400,
      body: { type: 'https://microblog.example.com/problems/invalid-request' },
    });
  });

  test('B8: an application whose level is too low gets 403', async () => {
    const sandbox = await engine.open('b-microblog');
    const { act, fetchV2 } = microblog(sandbox);
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetchV2(`${V2}/2/tweets/search/all?query=storm`, { headers });
      return [answer.status, ((await answer.json()) as { type: string }).type];
    };
    const tooLow = [403, 'https://microblog.example.com/problems/client-forbidden'];
    expect(await ask(apps.basic.bearer)).toEqual(tooLow);
    expect(await ask(apps.free.bearer)).toEqual(tooLow);
    expect((await ask(apps.academic.bearer))[0]).not.toBe(403);
    await act('set-level', { app: apps.basic.id, level: 'pro' });
    expect((await ask(apps.basic.bearer))[0]).not.toBe(403);
  });

  test('the document is shown to everybody, as it is', async () => {
    const { fetchV2 } = microblog(await engine.open('b-microblog'));
    const answer = await fetchV2(`${V2}/2/openapi.json`);
    expect(answer.status).toBe(200);
    const shown = (await answer.json()) as Document;
    expect(Object.keys(shown.paths)).toEqual(Object.keys(document.paths));
    expect(shown.components.securitySchemes).toMatchObject({ oauth2: document.components.securitySchemes.oauth2 });
  });

  test('control revokes a token at once', async () => {
    const { act, user } = microblog(await engine.open('b-microblog'));
    expect((await user().getCurrentUser({})).status).toBe(200);
    await act('revoke-token', { token: tokens.ines });
    expect((await user().getCurrentUser({})).status).toBe(401);
    expect((await act('revoke-token', { token: 'nobody' })).status).toBe(404);
  });
});
