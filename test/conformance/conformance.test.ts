// Calls Prism, an independent mock server for the same documents, with the generated clients: valid and invalid input for every operation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonText } from '../../generator/exact.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import type { Operation, Service } from '../../generator/model/service.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { documents, generatedModule, root, serviceOf } from '../support/documents.ts';
import { type Call, type Input, validCalls, wrongCalls } from './plan.ts';
import { type Waiver, waivers } from './waivers.ts';

type Validate = (value: unknown, issues: Issue[]) => boolean;
type Method = (input: Input | undefined) => Promise<{ status: number; body?: unknown }>;

interface Generated {
  readonly service: Service;
  readonly create: (options: object) => Readonly<Record<string, Method>>;
  readonly validators: Readonly<Record<string, Validate>>;
}

/** Prism's response to one call. */
interface Verdict {
  readonly status: number;
  readonly violations: string;
  readonly text: string;
  /** The client's result, or what it threw. */
  readonly result: { readonly status?: number; readonly body?: unknown; readonly thrown?: string };
}

interface Row {
  readonly id: string;
  readonly operation: string;
  positive: number;
  negative: number;
  waived: number;
  /** Calls that the client rejects before sending them. */
  unsent: readonly string[];
}

/** Statuses with which Prism rejects a call of a known operation; 404 and 405 would mean that it found no operation. */
const refusals = new Set([400, 401, 415, 422]);

const rows: Row[] = [];
const used = new Set<Waiver>();
let mock: RunningMock;

const generated = await Promise.all(
  documents.map(async (document) => {
    const [read, client, validators] = await Promise.all([
      serviceOf(document),
      generatedModule(document, 'client.ts'),
      generatedModule(document, 'validators.ts'),
    ]);
    return { ...read, create: client[`create${read.service.name}Client`], validators } as Generated & typeof read;
  }),
);

beforeAll(async () => {
  mock = await startMock(
    generated.map(({ description }) => description),
    { root },
  );
});
afterAll(async () => {
  await mock.stop();
  process.stdout.write(`\n${report(rows)}\n`);
});

/** Credentials for the named schemes only, so that the client sends exactly that alternative. */
function credentialsOf(service: Service, names: readonly string[]): object {
  const found: Record<string, unknown> = {};
  for (const scheme of service.securitySchemes) {
    if (!names.includes(scheme.name)) continue;
    switch (scheme.kind) {
      case 'basic':
        found[scheme.name] = { username: 'user', password: 'word' };
        break;
      case 'signature':
        found[scheme.name] = { key: 'key', secret: 'secret' };
        break;
      default:
        found[scheme.name] = 'token';
    }
  }
  return found;
}

/** Makes one call with the generated client. `undefined` when the client rejected the input and sent nothing. */
async function send(from: Generated, operation: Operation, input: Input, credentials: object): Promise<Verdict | undefined> {
  let answer: Response | undefined;
  const client = from.create({
    baseUrl: mock.urlOf(from.service.id),
    credentials,
    fetch: async (...args: Parameters<typeof fetch>) => {
      answer = await fetch(...args);
      return answer.clone();
    },
  });
  const method = client[operation.name];
  if (method === undefined) throw new Error(`The client has no ${operation.name}.`);
  const result = await method(input).catch((error: Error) => ({ thrown: `${error.name}: ${error.message}` }));
  if (answer === undefined) return undefined;
  const by = answer.headers.get('x-octavo-mock');
  const text = await answer.text();
  // The mock itself failed, so this call says nothing about the client.
  if (by !== 'prism') throw new Error(`mock failed (${by}): ${text}`);
  return { status: answer.status, violations: answer.headers.get('sl-violations') ?? '', text, result };
}

/** The values to validate: the body, or the items of a stream, which its schema describes. */
async function bodiesOf(body: unknown): Promise<unknown[]> {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return [body];
  const items: unknown[] = [];
  for await (const item of body as AsyncIterable<unknown>) items.push(item);
  return items;
}

function bodyValidator(from: Generated, operation: Operation, status: number): Validate | undefined {
  const response =
    operation.responses.find((candidate) => candidate.status === String(status)) ??
    operation.responses.find(({ status: code }) => code === 'default');
  const schema = response?.contents[0]?.schema;
  const name = schema?.name ?? schema?.ref?.name;
  return name === undefined ? undefined : from.validators[`validate${name}`];
}

function isInvalid(from: Generated, operation: Operation): (input: Input) => boolean {
  const validate = from.validators[`validate${operation.typeName}Input`];
  if (validate === undefined) throw new Error(`There is no validator of ${operation.typeName}Input.`);
  return (input) => !validate(input, []);
}

function isOf({ operation }: Waiver, name: string): boolean {
  return typeof operation === 'string' ? operation === name : operation.test(name);
}

function waiverOf(operation: string, call: Call): Waiver | undefined {
  const found = waivers.find((waiver) => isOf(waiver, operation) && waiver.call.test(call.what));
  if (found !== undefined) used.add(found);
  return found;
}

for (const from of generated) {
  describe(from.service.id, () => {
    for (const operation of from.service.operations) {
      const name = `${from.service.id} ${operation.name}`;
      const alternatives = operation.security.map((requirement) => requirement.map(({ scheme }) => scheme));
      const [first = []] = alternatives;
      const row: Row = { id: from.service.id, operation: name, positive: 0, negative: 0, waived: 0, unsent: [] };
      rows.push(row);

      test(`${operation.name} accepts valid calls`, async () => {
        const calls = validCalls(operation);
        const credentials = alternatives.length === 0 ? [[]] : alternatives;
        for (const names of credentials) {
          for (const call of calls) {
            const verdict = await send(from, operation, call.input, credentialsOf(from.service, names));
            const told = `${call.what}, ${names.join(' + ') || 'no credential'}: ${jsonText(verdict)}`;
            expect(verdict?.status, told).toBeGreaterThanOrEqual(200);
            expect(verdict?.status, told).toBeLessThan(300);
            // A warning says that a parameter is deprecated.
            expect(verdict?.violations, told).not.toContain('"severity":"Error"');
            expect(verdict?.result.status, told).toBe(verdict?.status);
            const validate = bodyValidator(from, operation, verdict?.status ?? 0);
            const bodies = await bodiesOf(verdict?.result.body);
            expect(bodies, told).not.toEqual([]);
            for (const body of validate === undefined ? [] : bodies) {
              const issues: Issue[] = [];
              expect(validate?.(body, issues), JSON.stringify(issues)).toBe(true);
            }
            row.positive += 1;
          }
        }
      });

      test(`${operation.name} rejects invalid calls`, async () => {
        const isWrong = isInvalid(from, operation);
        const [valid] = validCalls(operation);
        if (valid === undefined) throw new Error('There is always one valid call.');
        const calls = wrongCalls(operation, isWrong).map((call) => ({ call, credentials: credentialsOf(from.service, first) }));
        const open = alternatives.length === 0 || alternatives.some((requirement) => requirement.length === 0);
        if (!open) calls.push({ call: { what: 'no credential', input: valid.input }, credentials: {} });
        const wrong: string[] = [];
        const unsent: string[] = [];
        for (const { call, credentials } of calls) {
          const verdict = await send(from, operation, call.input, credentials);
          if (verdict === undefined) unsent.push(call.what);
          else if (refusals.has(verdict.status)) row.negative += 1;
          else if (waiverOf(name, call) === undefined) wrong.push(`${call.what}: ${verdict.status} ${jsonText(call.input)}`);
          else row.waived += 1;
        }
        row.unsent = unsent;
        expect(wrong).toEqual([]);
      });
    }
  });
}

/** Operations that no call can violate: they need no credentials and take no input that could be invalid. By document. */
const permitAll: Readonly<Record<string, string>> = {
  'b-microblog': 'getOpenApiDocument',
  'b-microblog-v1':
    'getAccountSettings getConfiguration getPlace getPrivacyPolicy getRateLimitStatus getTermsOfService getUserSuggestions ' +
    'listLanguages listSavedSearches listSuggestedUsers listTrendLocations listUserSuggestions',
};

test('all 419 operations accepted a valid call, and all but the listed ones rejected an invalid call', () => {
  expect(rows.filter(({ positive }) => positive > 0)).toHaveLength(419);
  expect(rows.flatMap(({ operation, negative }) => (negative > 0 ? [] : [operation])).sort()).toEqual(
    Object.entries(permitAll).flatMap(([id, names]) => names.split(' ').map((name) => `${id} ${name}`)),
  );
});

test('every waiver is needed', () => {
  expect(waivers.filter((waiver) => !used.has(waiver)).map(({ operation, call }) => `${operation} ${call.source}`)).toEqual([]);
});

test('Prism never had to be restarted', () => {
  expect(mock.mocks.supervisor.restarts).toBe(0);
});

/** Counts of calls, one line per document, then the calls that the client rejected. */
function report(all: readonly Row[]): string {
  const line = (name: string, ...counts: readonly (number | string)[]): string =>
    name.padEnd(24) + counts.map((count) => `${count}`.padStart(12)).join('');
  const sums = generated.map(({ id }) => {
    const own = all.filter((row) => row.id === id);
    const sum = (of: 'positive' | 'negative' | 'waived'): number => own.reduce((total, row) => total + row[of], 0);
    return line(id, own.length, sum('positive'), sum('negative'), sum('waived'));
  });
  const unsent = all.flatMap(({ operation, unsent: calls }) => calls.map((call) => `${operation}: the client itself refuses ${call}`));
  return [line('document', 'operations', 'permitted', 'refused', 'waived'), ...sums, ...unsent].join('\n');
}
