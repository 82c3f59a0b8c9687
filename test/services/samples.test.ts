// Sends each sample of the reference to the live service as it is printed, and compares the answer with the example that the page shows, or with
// what covered/samples.ts says of it.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonText, parseExact } from '../../generator/base/exact.ts';
import { curlSample } from '../../generator/docs/samples/curl.ts';
import { credentialVariable, schemesOf } from '../../generator/docs/samples/request.ts';
import type { Operation, Service } from '../../generator/model/service.ts';
import { createSandbox, loadServices, type ServiceName } from '../../services/index.ts';
import { documents, serviceOf } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { PNG } from './b-microblog/support.ts';
import { sampleOutcome } from './covered/samples.ts';

/** The services, and the documents of each. */
const SERVED: Readonly<Record<ServiceName, readonly string[]>> = {
  'a-identity': ['a-identity'],
  'b-microblog': ['b-microblog', 'b-microblog-v1'],
  'c-controller': ['c-controller'],
  'd-events': ['d-events'],
  'e-scheduling': ['e-scheduling'],
  'f-instalments': ['f-instalments'],
  'g-messaging': ['g-messaging', 'g-messaging-marketing'],
  'h-email': ['h-email'],
};

/** The addresses in the answers of a document: those of the sandbox begin with its own address or origin. */
const ADDRESSES: Readonly<Record<string, (baseUrl: string) => readonly (readonly [live: string, shown: string])[]>> = {
  'b-microblog': (baseUrl) => [
    [`${new URL(baseUrl).origin}/jobs/`, 'https://uploads.microblog.example.com/jobs/'],
    [`${new URL(baseUrl).origin}/results/`, 'https://uploads.microblog.example.com/results/'],
  ],
  'b-microblog-v1': (baseUrl) => [[baseUrl, 'https://legacy.microblog.example.com/1.1']],
  'e-scheduling': (baseUrl) => [[baseUrl, 'https://scheduling.example.com']],
  'g-messaging': (baseUrl) => [[`${new URL(baseUrl).origin}/m/`, 'https://view.example.com/m/']],
  'f-instalments': (baseUrl) => [
    [`${new URL(baseUrl).origin}/pay/`, 'https://pay.instalments.example.com/'],
    [`${new URL(baseUrl).origin}/files/`, 'https://files.instalments.example.com/'],
  ],
};

/** Documents whose examples leave out members of what they show. */
const ABRIDGED = new Set(['b-microblog', 'b-microblog-v1']);

/** The moment of an answer that is shown, where it is not that of the story: seconds since 1970. */
const MOMENTS: Readonly<Record<string, number>> = {
  checkEligibility: 1772443805,
  createPayment: 1772444052,
  createRefund: 1773331365,
  updateOrderStatus: 1772612431,
  sendShipmentInfo: 1772612462,
  createOrder: 1773660600,
  createDataExport: 1775030412,
};

/** Identifiers that the services make for what a sample creates, so that no two answers have the same. */
const MADE =
  /(?<=\/(?:invitations|webhook_subscriptions)\/)[A-Z]{16}|(?<=\/book\/d\/)[a-z0-9-]{12}|(?<=\b(?:payment|order|refund|export|address)_)[0-9A-Za-z]{14}\b|(?<=\/pictures\/)[0-9A-Za-z]{16}\b|(?<=\/geo\/id\/|"id": ?")[0-9a-f]{16}\b|(?<="dm_event_id": ?")\d{19}\b|\bev-\d+-\w+|\brq-[0-9a-f]{8}|(?<="asyncSessionId": ?")[-0-9a-f]{36}\b/g;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('samples, sent by curl (skipped where curl is not installed)', () => {
  /** Where the samples run: a sample that sends a file calls it `file`. */
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-samples-'));
    await writeFile(path.join(folder, 'file'), Buffer.from(PNG, 'base64'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  for (const [name, ids] of Object.entries(SERVED) as [ServiceName, readonly string[]][]) {
    for (const id of ids) {
      test(`${id}: ${byEffort({ quick: 'some samples get', deep: 'each sample gets' })} the answer that is shown, or that is known`, async () => {
        const document = documents.find((candidate) => candidate.id === id);
        if (document === undefined) throw new Error(`octavo.config.ts has no document ${id}.`);
        const { service } = await serviceOf(document);
        const [served] = await loadServices([name]);
        for (const operation of sampleOf(service.operations, 2)) {
          // Each sample finds the sandbox as the story has it, whatever the samples before it changed.
          const sandbox = await createSandbox({ services: [name], at: 'story' });
          try {
            const { baseUrl } = await sandbox.listen(id);
            const sample = curlSample(service, operation, baseUrl);
            const environment = credentialsOf(service, operation, sample, served?.credentials ?? []);
            const moment = MOMENTS[operation.id];
            if (moment !== undefined) await sandbox.clock.set(moment * 1_000);
            const outcome = sampleOutcome(id, operation.id);
            const { status, body } = await run(isStream(operation) ? `${sample.trimEnd()} --max-time 1` : sample, environment, folder);
            if (outcome !== 'shown') {
              const statuses = outcome === 'another' ? successesOf(operation) : [outcome];
              expect(statuses, operation.id).toContain(status);
              continue;
            }
            const addresses = ADDRESSES[id]?.(baseUrl) ?? [];
            const shown = comparable({ operation: operation.id, ...shownAnswer(operation) }, addresses);
            const answered = comparable({ operation: operation.id, status, body }, addresses);
            if (ABRIDGED.has(id)) expect(answered).toMatchObject(shown);
            else expect(answered).toEqual(shown);
          } finally {
            await sandbox.close();
          }
        }
      });
    }
  }
});

/** An answer with the addresses of the document, and, where it tells of something new, without the identifier of that. */
function comparable(
  answer: { readonly operation: string; readonly status: number; readonly body: unknown },
  addresses: readonly (readonly [live: string, shown: string])[],
): object {
  const text = addresses.reduce((moved, [live, shown]) => moved.replaceAll(live, shown), jsonText(answer));
  const isNew =
    answer.status === 201 || /^(create|updateProfile|send|import|addOrders|addPast|deleteOrders|deleteEvents)/.test(answer.operation);
  return parseExact(isNew ? text.replace(MADE, '(made)') : text) as object;
}

/** The environment variables that the sample reads: the first seeded credential of each scheme. A Basic credential is `username:password`. */
function credentialsOf(
  service: Service,
  operation: Operation,
  sample: string,
  seeded: readonly { scheme: string; value: string }[],
): Record<string, string> {
  const variables = schemesOf(service, operation).flatMap((scheme): [string, string][] => {
    const found = seeded.find((credential) => credential.scheme === scheme.name);
    if (found === undefined) throw new Error(`The seeds have no credential for ${scheme.name}.`);
    if (scheme.kind === 'signature') return signed(operation, sample, found.value);
    if (scheme.kind !== 'basic') return [[credentialVariable(scheme), found.value]];
    const [username = '', password = ''] = found.value.split(':');
    return [
      [credentialVariable(scheme, '_USERNAME'), username],
      [credentialVariable(scheme, '_PASSWORD'), password],
    ];
  });
  return Object.fromEntries(variables);
}

/** What a reader computes for a sample that is signed, as the security scheme of the event service describes. */
function signed({ method }: Operation, sample: string, credential: string): [string, string][] {
  const [key = '', secret = ''] = credential.split(':');
  const word = (pattern: RegExp) => pattern.exec(sample)?.[1]?.replace(/^'|'$/g, '');
  const url = new URL(word(/^curl(?: -X \w+)? (\S+)/m) ?? '');
  const body = word(/--data ('[\s\S]*')$/);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = body === undefined ? undefined : createHash('md5').update(body).digest('hex');
  const pairs = [...url.searchParams, ['auth_key', key], ['auth_timestamp', timestamp], ['auth_version', '1.0']];
  if (digest !== undefined) pairs.push(['body_md5', digest]);
  const query = pairs.map(([name, value]) => `${name}=${value}`).sort();
  const signature = createHmac('sha256', secret)
    .update([method, url.pathname, query.join('&')].join('\n'))
    .digest('hex');
  return [
    ['KEY', key],
    ['TIMESTAMP', timestamp],
    ['BODY_MD5', digest ?? ''],
    ['SIGNATURE', signature],
  ];
}

/** The first success that the document declares for an operation, with its first example. */
function shownAnswer(operation: Operation): { status: number; body: unknown } {
  const response = operation.responses.find((candidate) => candidate.status.startsWith('2'));
  const example = response?.contents[0]?.examples[0];
  if (response === undefined) throw new Error(`${operation.id} declares no success.`);
  return { status: Number(response.status), body: example?.value };
}

/** The statuses of success that the document declares. */
function successesOf({ responses }: Operation): number[] {
  return responses.flatMap(({ status }) => (status.startsWith('2') ? [Number(status)] : []));
}

/** Whether the answer ends only with its connection. */
function isStream({ responses }: Operation): boolean {
  return responses.some(({ contents }) => contents.some(({ stream }) => stream !== undefined));
}

/** JSON, or the text of another media type. */
function bodyOf(text: string): unknown {
  return /^(?:[[{"\d-]|true$|false$|null$)/.test(text) ? parseExact(text) : text;
}

async function run(command: string, environment: Record<string, string>, cwd: string): Promise<{ status: number; body: unknown }> {
  // The options after the sample only make curl print the status.
  const child = spawn('sh', ['-c', `${command.trimEnd()} --silent --write-out '\\n%{http_code}'`], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  const end = output.lastIndexOf('\n');
  const text = output.slice(0, end);
  return { status: Number(output.slice(end + 1)), body: text === '' ? undefined : bodyOf(text) };
}
