// Tests how a run treats requests beside what the checks say of them: operations that hang, keys of requests, and when exchanges are judged.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { createBacklog } from '../../generator/conform/run/backlog.ts';
import { serviceFrom } from './support.ts';

/** A document with two operations, of which one creates with a key of this schema. */
function notes(key = '{ type: string, minLength: 8 }'): string {
  return `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: countNotes
      responses: { '200': { description: All., content: { application/json: { schema: { type: integer } } } } }
    post:
      operationId: createNote
      parameters: [{ name: Idempotency-Key, in: header, schema: ${key} }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              additionalProperties: false
              properties: { text: { type: string, maxLength: 9 }, size: { type: integer, minimum: 0, maximum: 77 } }
      responses:
        '201': { description: Made. }
        '400': { description: Invalid. }
        '409': { description: The key belongs to another note. }
`;
}

const service = await serviceFrom(notes());

type Answer = (request: Request, body: string) => Response | undefined | Promise<Response | undefined>;

/** A service that knows keys: a request with the key of another one is refused, whatever else is wrong with it. `first` may answer before it. */
async function served(document: typeof service, first: Answer = () => undefined): Promise<Handler> {
  const judge = await createJudge(document);
  const bodies = new Map<string, string>();
  return async (request) => {
    const { method, url, headers } = request;
    const body = await request.text();
    const early = await first(request, body);
    if (early !== undefined) return early;
    if (method === 'HEAD') return new Response(null, { headers: { 'content-type': 'application/json' } });
    const key = headers.get('idempotency-key') ?? '';
    if (key !== '' && (bodies.get(key) ?? body) !== body) return new Response(null, { status: 409 });
    bodies.set(key, body);
    const { pathname: target } = new URL(url);
    const verdict = await judge.request({ method, target, headers: Object.fromEntries(headers), ...(body === '' ? {} : { body }) });
    if (verdict.accepted) return method === 'POST' ? new Response(null, { status: 201 }) : Response.json(1);
    return new Response(null, { status: verdict.status, headers: verdict.status === 405 ? { allow: 'GET, HEAD, POST' } : {} });
  };
}

async function conform(first: Answer, settings: ConformSettings = {}, document = service): Promise<ConformReport> {
  return conformService(document, { target: await served(document, first), sequences: false, ...settings });
}

const never = (): Promise<undefined> => new Promise(() => {});

describe('an operation that hangs', () => {
  test('is left after five requests, and the report names it', async () => {
    let hanging = 0;
    const report = await conform(
      ({ method }) => {
        if (method !== 'POST') return undefined;
        hanging++;
        return never();
      },
      { timeout: 200 },
    );
    expect(hanging).toBe(5);
    expect(report.ended).toBe('createNote did not respond to 5 requests within their time limit, and got no more');
    expect(terminalReport(report, { origin: 'http://localhost', most: 10 })).toContain(`The run ended early: ${report.ended}.`);
    const other = report.operations.find(({ operation }) => operation.id === 'countNotes');
    expect(other?.exchanges).toBeGreaterThan(2);
  });

  test('is waited for where it does its first work with the first request', async () => {
    const wake = Date.now() + 900;
    const report = await conform(
      async () => {
        const left = wake - Date.now();
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
        return undefined;
      },
      { timeout: 200, random: 0, most: 3 },
    );
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    expect(report.ended).toBeUndefined();
  });

  test('is not sent smaller requests', async () => {
    let sent = 0;
    const report = await conform(
      (_, body) => {
        sent++;
        return body.includes('"size":77') ? never() : undefined;
      },
      { timeout: 200, random: 0 },
    );
    expect([...new Set(report.findings.map(({ message }) => message))]).toEqual([
      expect.stringContaining('has not answered within 200 ms'),
    ]);
    expect(report.ended).toBeUndefined();
    expect(sent).toBe(report.exchanges);
  });
});

describe('keys', () => {
  const UUID = /^[0-9a-f-]{36}$/;

  async function run(
    settings: ConformSettings,
    document = service,
  ): Promise<{ readonly keys: readonly string[]; readonly found: readonly string[] }> {
    const keys: string[] = [];
    const see: Answer = ({ headers }) => {
      const key = headers.get('idempotency-key');
      if (key !== null) keys.push(key);
      return undefined;
    };
    const { findings } = await conform(see, settings, document);
    return { keys, found: findings.map(({ check, message }) => `${check}: ${message}`) };
  }

  test('each request has one of its own, other than those about the key', async () => {
    const { keys, found } = await run({});
    expect(found).toEqual([]);
    const own = keys.filter((key) => UUID.test(key));
    expect(own.length).toBeGreaterThan(20);
    expect(new Set(own).size).toBe(own.length);
    expect(keys.some((key) => key.length < 8)).toBe(true);
  });

  test('a fault of the body is found behind them, and shrunk', async () => {
    const report = await conform((_, body) => (body.includes('"size":78') ? new Response(null, { status: 201 }) : undefined));
    expect(report.findings.map(({ message }) => message)).toEqual([
      'An invalid request is accepted with 201 (/body/size: 78, where maximum is 77).',
    ]);
    expect(report.findings[0]?.exchanges[0].sent.body).toBe('{"text":"","size":78}');
  });

  test('what the user gives stays', async () => {
    const { keys } = await run({ overrides: { operations: { createNote: { header: { 'Idempotency-Key': 'of the user' } } } } });
    expect(keys).toContain('of the user');
    expect(keys.filter((key) => UUID.test(key))).toEqual([]);
  });

  test('their schema may ask for shorter ones', async () => {
    const { keys, found } = await run({}, await serviceFrom(notes("{ type: string, pattern: '^[0-9a-f]{8,12}$' }")));
    expect(found).toEqual([]);
    const own = keys.filter((key) => /^[0-9a-f]{8}$/.test(key));
    expect(own.length).toBeGreaterThan(20);
    expect(new Set(own).size).toBe(own.length);
  });
});

describe('the backlog', () => {
  test('is handled in its order, at the next turn or when it is cleared', async () => {
    const handled: number[] = [];
    const backlog = createBacklog((item: number) => handled.push(item));
    backlog.add(1);
    backlog.add(2);
    expect(handled).toEqual([]);
    await turn();
    expect(handled).toEqual([1, 2]);
    backlog.add(3);
    backlog.clear();
    expect(handled).toEqual([1, 2, 3]);
  });

  test('does not grow while nothing else has its turn', () => {
    let handled = 0;
    const backlog = createBacklog(() => handled++);
    for (let index = 0; index < 1000; index++) backlog.add(index);
    expect(handled).toBeGreaterThan(900);
  });

  test('throws what a handler has thrown, when it is cleared', async () => {
    const backlog = createBacklog(() => {
      throw new Error('a check has failed');
    });
    backlog.add(1);
    await turn();
    expect(() => backlog.clear()).toThrow('a check has failed');
  });
});
