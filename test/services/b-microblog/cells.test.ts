// Sends a valid request of each of the 192 operations with each kind of credential, and compares the answers with one table: `cells.txt`. A quick run
// tries some of the operations, a deep run all of them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rateLimits } from '@octavo/interfaces/b-microblog-v1/rate-limits';
import type { Operation } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { apps, signing, tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { IS_DEEP, sampleOf } from '../../support/effort.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { type Input, v1Request, v2Request } from './requests.ts';
import { ines, microblog, PNG, signed } from './support.ts';

/** Without the token of a page, which belongs to another sandbox, and with a picture that is one. */
function usable(input: Input | undefined): Input | undefined {
  if (input?.query !== undefined) return { ...input, query: { ...input.query, pagination_token: undefined, next_token: undefined } };
  const picture = PICTURES.find((name) => typeof input?.body === 'object' && input.body !== null && name in input.body);
  if (input === undefined || picture === undefined) return input;
  return { ...input, body: { ...(input.body as object), [picture]: new Blob([Buffer.from(PNG, 'base64')]) } };
}

/** Fields with a picture, of which examples have only words. */
const PICTURES = ['image', 'media[]'];

function withAuthorization(request: Request, authorization: string | undefined): Request {
  const copy = request.clone();
  if (authorization === undefined) copy.headers.delete('authorization');
  else copy.headers.set('authorization', authorization);
  return copy;
}

/** The status, and the last part of the problem type or the code. */
async function cellOf(answer: Response): Promise<string> {
  // A stream has no end.
  if (answer.ok || answer.status === 501) {
    await answer.body?.cancel();
    return String(answer.status);
  }
  const text = await answer.text();
  const { type, errors } = JSON.parse(text) as { readonly type?: string; readonly errors?: readonly { readonly code?: number }[] };
  return `${answer.status} ${type?.split('/').at(-1) ?? errors?.[0]?.code}`;
}

const lineOf = (id: string, cells: Readonly<Record<string, string>>) =>
  `${id}: ${Object.entries(cells)
    .map(([kind, cell]) => `${kind} ${cell}`)
    .join(', ')}`;

/** Answers of operations that change something depend on what was changed before. */
const changes = ({ method }: Operation) => method !== 'GET';

/** Whether each account has a counter for the operation alone. */
function isCounted({ id, method }: Operation): boolean {
  const rows: Readonly<Record<string, readonly { readonly per: string; readonly shared?: string }[]>> = rateLimits.operations;
  return method === 'GET' && rows[id]?.some(({ per, shared }) => per === 'user' && shared === undefined) === true;
}

/** For whom a request was, by how many requests of an operation its account has sent: Inês five and then no more, the default account after her. */
function accountOf(kind: string, used: number): string {
  if (kind === 'signed') return used === 5 ? ' as Inês' : '';
  return used < 5 ? ' as Tide Watch' : ' as somebody else';
}

describeOnEngines('192 operations with five kinds of credential', (engine) => {
  test('B4: get the answers of the table', async () => {
    const sandbox = await engine.open('b-microblog');
    const { act, fetchV2, fetchV1 } = microblog(sandbox);
    const operationsOf = (document: string) =>
      sampleOf(
        (sandbox.servers[document]?.served?.routes ?? []).map(({ operation }) => operation),
        25,
      );
    const lines: string[] = ['Version 2'];

    for (const operation of operationsOf('b-microblog')) {
      const valid = await v2Request(operation.id, usable);
      const cells: Record<string, string> = {};
      const ask = async (kind: string, authorization: string | undefined) => {
        cells[kind] = await cellOf(await fetchV2(withAuthorization(valid, authorization)));
        if (changes(operation) && cells[kind].startsWith('2')) await sandbox.reset();
      };
      await ask('none', undefined);
      await ask('app', `Bearer ${apps.pro.bearer}`);
      await ask('user', `Bearer ${tokens.ines}`);
      // It has a scope that no operation alone requires.
      const minted = await act('mint-token', { app: apps.pro.id, username: 'ines_b', scopes: 'offline.access' });
      const { result } = minted.body as { readonly result: { readonly access_token: string } };
      await ask('unscoped', `Bearer ${result.access_token}`);
      await ask('oauth1', `Bearer ${signing.ines[0]}`);
      lines.push(lineOf(operation.id, cells));
    }

    lines.push('', 'Version 1.1');
    for (const operation of operationsOf('b-microblog-v1')) {
      const valid = await v1Request(operation.id, usable);
      const cells: Record<string, string> = {};
      const ask = async (kind: string, request: Request) => {
        const answer = await fetchV1(request);
        const numberOf = (part: string) => Number(answer.headers.get(`x-rate-limit-${part}`));
        const used = numberOf('limit') - numberOf('remaining');
        cells[kind] = (await cellOf(answer)) + (answer.ok && isCounted(operation) ? accountOf(kind, used) : '');
        if (changes(operation) && answer.ok) await sandbox.reset();
      };
      for (let count = 0; count < (isCounted(operation) ? 5 : 1); count += 1) await ask('signed', await signed(valid, ines));
      await ask('wrong', await signed(valid, { ...ines, secret: 'x' }));
      await ask('unsigned', valid.clone());
      await ask('app', withAuthorization(valid, `Bearer ${apps.pro.bearer}`));
      await ask('user', withAuthorization(valid, `Bearer ${tokens.ines}`));
      lines.push(lineOf(operation.id, cells));
    }
    if (IS_DEEP) await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('cells.txt');
    const table = readFileSync(join(import.meta.dirname, 'cells.txt'), 'utf8').split('\n');
    expect(lines.filter((line) => !table.includes(line))).toEqual([]);
  });
});
