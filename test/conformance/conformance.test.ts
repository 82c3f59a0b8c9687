// Calls Prism, an independent mock server for the same documents, with the generated clients: each operation accepts its valid calls, and refuses one
// without a credential where it needs one. The invalid requests are those of octavo conform (prism.test.ts).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonText } from '../../generator/base/exact.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import type { Operation, Service } from '../../generator/model/service.ts';
import type { Issue } from '../../runtime/contract/issue.ts';
import { generatedModule, root, serviceOf, someDocuments } from '../support/documents.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { type Input, validCalls } from './plan.ts';

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

/** Operations that accepted a valid call. */
let accepted = 0;
/** Responses by what gave them. */
const given: Record<string, number> = { prism: 0, octavo: 0 };
const inPlaceOfPrism: string[] = [];
let mock: RunningMock;

const generated = await Promise.all(
  sampleOf(someDocuments, 2).map(async (document) => {
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
    {
      root,
      patience: defaultLoadLimit,
      onOctavo: ({ document, method, path, reason }) => inPlaceOfPrism.push(`${document}: ${method} ${path}: ${reason}`),
    },
  );
});
afterAll(() => mock.stop());

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
  const by = answer.headers.get('x-octavo-mock') ?? '';
  const text = await answer.text();
  // The mock itself failed, so this call says nothing about the client.
  if (!Object.hasOwn(given, by)) throw new Error(`mock failed (${by}): ${text}`);
  given[by] = (given[by] ?? 0) + 1;
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

for (const from of generated) {
  describe(from.service.id, () => {
    for (const operation of from.service.operations) {
      const alternatives = operation.security.map((requirement) => requirement.map(({ scheme }) => scheme));

      test(`${operation.name} accepts valid calls`, async () => {
        const calls = validCalls(from.service, operation);
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
          }
        }
        accepted += 1;
      });

      const isOpen = alternatives.length === 0 || alternatives.some((requirement) => requirement.length === 0);
      if (isOpen) continue;
      test(`${operation.name} is refused without a credential`, async () => {
        const [valid] = validCalls(from.service, operation);
        const verdict = await send(from, operation, valid?.input ?? {}, {});
        expect(verdict?.status).toBe(401);
      });
    }
  });
}

test('all operations accepted valid calls', () => {
  const all = generated.reduce((sum, { service }) => sum + service.operations.length, 0);
  expect(all).toBe(byEffort({ quick: all, deep: 419 }));
  expect(accepted).toBe(all);
});

test('Prism gave every response to these calls: the generated mock had to take none of them over', () => {
  expect(inPlaceOfPrism).toEqual([]);
  expect(given.octavo).toBe(0);
  expect(given.prism).toBeGreaterThan(accepted);
});

test('Prism never had to be restarted', () => {
  expect(mock.mocks.supervisor.restarts).toBe(0);
});
