// Tests which credential may do what in version 2: each operation with each kind of credential, by the security that the document declares.

import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { ownParameterOf } from '../../../services/b-microblog/access/own-paths.ts';
import { SCOPES } from '../../../services/b-microblog/access/scopes.ts';
import { apps, signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
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
    return ownParameterOf({ id, path, security: alternatives } as unknown as Parameters<typeof ownParameterOf>[0]) !== undefined;
  });
  expect(found.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
  expect(own.length).toBeGreaterThan(15);
});

/** A path whose parameters have their examples, or Inês where the caller is meant. */
function filledPath({ path, parameters }: (typeof operations)[number]): string {
  const all = parameters.map((one) => ({ ...document.components.parameters[refOf(one)], ...one }));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = all.find((one) => one.in === 'path' && one.name === name) ?? {};
    return encodeURIComponent(String(example));
  });
}

const UNSUPPORTED = 'https://microblog.example.com/problems/unsupported-authentication';

type Cell = readonly [status: number, type: string] | 'let in';

/** What the document says of a kind of credential. */
function wantOf(security: (typeof operations)[number]['security'], kind: 'none' | 'app' | 'user' | 'unscoped' | 'oauth1'): Cell {
  if (security.length === 0) return 'let in';
  if (kind === 'none' || kind === 'oauth1') return [401, 'about:blank'];
  const scheme = kind === 'app' ? 'bearer' : 'oauth2';
  const own = security.find((one) => Object.hasOwn(one, scheme));
  if (own === undefined) return [403, UNSUPPORTED];
  return kind === 'unscoped' ? [403, 'about:blank'] : 'let in';
}

describeOnEngines('credentials of version 2', (engine) => {
  test('each operation lets in what the document says, and refuses the others with the problem', async () => {
    const sandbox = await engine.open('b-microblog');
    const { act, fetchV2 } = microblog(sandbox);
    await act('set-limits', { limits: 'off' });
    // A scope that no operation alone requires.
    const minted = await act('mint-token', { app: apps.pro.id, username: 'ines_b', scopes: 'offline.access' });
    const unscoped = minted.status === 200 ? String((minted.body as { result: { access_token: string } }).result.access_token) : '';
    const credentials = {
      none: undefined,
      app: `Bearer ${apps.pro.bearer}`,
      user: `Bearer ${tokens.ines}`,
      unscoped: `Bearer ${unscoped}`,
      oauth1: `Bearer ${signing.ines[0]}`,
    } as const;
    const wrong: string[] = [];
    let cells = 0;
    for (const operation of operations) {
      for (const [kind, authorization] of Object.entries(credentials)) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        const answer = await fetchV2(V2 + filledPath(operation), { method: operation.method.toUpperCase(), headers });
        const body = (await answer.json().catch(() => ({}))) as { type?: string };
        const want = wantOf(operation.security, kind as keyof typeof credentials);
        // An operation without a handler answers 501, and a request without what the operation needs 400: both only to those who are let in.
        const found: Cell = answer.status === 401 || answer.status === 403 ? [answer.status, body.type ?? ''] : 'let in';
        cells += 1;
        if (String(found) !== String(want)) wrong.push(`${operation.id} ${kind}: ${String(found)}, not ${String(want)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(5 * 109);
  });

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

  test('an application whose level is too low gets 403', async () => {
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

  test('control revokes a token at once', async () => {
    const { act, user } = microblog(await engine.open('b-microblog'));
    expect((await user().getCurrentUser({})).status).toBe(200);
    await act('revoke-token', { token: tokens.ines });
    expect((await user().getCurrentUser({})).status).toBe(401);
    expect((await act('revoke-token', { token: 'nobody' })).status).toBe(404);
  });
});
