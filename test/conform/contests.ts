// A small service for the tests of reach: an operation succeeds only after several others, and only while something above its thing is open.
import type { Handler } from '../../generator/conform/contract/target.ts';
import type { Judge } from '../../generator/conform/judge/index.ts';

const ID = { type: 'string', format: 'uuid' };
const DAY = { type: 'string', format: 'date' };
const STATE = { type: 'string', enum: ['draft', 'sent', 'withdrawn'] };

const object = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const SCHEMAS = {
  Contest: object({ id: ID, name: { type: 'string' }, opensOn: DAY, closesOn: DAY }),
  Entry: object({ id: ID, contestId: ID, state: STATE }),
  Plan: object({ version: { type: 'integer', minimum: 0 }, pages: { type: 'integer', minimum: 1, maximum: 9 } }),
  Problem: object({ detail: { type: 'string' } }),
};

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (name: keyof typeof SCHEMAS) => ({ description: 'Done.', ...content({ $ref: `#/components/schemas/${name}` }) });
const body = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
const refused = Object.fromEntries([400, 404, 409, 422].map((status) => [status, shown('Problem')]));
const onEntry = { parameters: [{ name: 'id', in: 'path', required: true, schema: ID }] };

export const CONTESTS = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Contests', version: '1' },
  paths: {
    '/contests': {
      post: {
        operationId: 'createContest',
        ...body({
          ...object({ name: { type: 'string' }, opensOn: DAY, closesOn: DAY }),
          example: { name: 'Spring', opensOn: '2045-02-01', closesOn: '2045-04-15' },
        }),
        responses: { 201: shown('Contest'), ...refused },
      },
    },
    '/entries': {
      post: {
        operationId: 'createEntry',
        ...body(object({ contestId: ID })),
        responses: { 201: shown('Entry'), ...refused },
      },
    },
    '/entries/{id}/plan': {
      ...onEntry,
      put: { operationId: 'replacePlan', ...body({ $ref: '#/components/schemas/Plan' }), responses: { 200: shown('Plan'), ...refused } },
    },
    '/entries/{id}/send': { ...onEntry, post: { operationId: 'sendEntry', responses: { 200: shown('Entry'), ...refused } } },
    '/entries/{id}/withdraw': { ...onEntry, post: { operationId: 'withdrawEntry', responses: { 200: shown('Entry'), ...refused } } },
    '/entries/{id}/merge': {
      ...onEntry,
      post: { operationId: 'mergeEntry', ...body(object({ intoEntryId: ID })), responses: { 200: shown('Entry'), ...refused } },
    },
  },
  components: { schemas: SCHEMAS },
});

interface Entry {
  readonly id: string;
  readonly contestId: string;
  readonly state: string;
}

const problem = (status: number, detail: string): Response => Response.json({ detail }, { status });

/** A service with nothing in it. */
export function contestsOf(judge: Judge): Handler {
  const contests = new Map<string, { readonly opensOn: string; readonly closesOn: string }>();
  const entries = new Map<string, Entry>();
  const plans = new Map<string, { readonly version: number }>();

  function onEntry(entry: Entry, action: string, sent: Readonly<Record<string, unknown>>): Response {
    const to = (state: string): Response => {
      entries.set(entry.id, { ...entry, state });
      return Response.json({ ...entry, state });
    };
    const { version = 0 } = plans.get(entry.id) ?? {};
    if (action === 'plan') {
      if (sent.version !== version) return problem(409, `The plan has the version ${version}.`);
      const plan = { ...sent, version: version + 1 };
      plans.set(entry.id, plan);
      return Response.json(plan);
    }
    if (action === 'merge') {
      if (sent.intoEntryId === entry.id) return problem(409, 'An entry is not merged with itself.');
      return entries.has(String(sent.intoEntryId)) ? to('withdrawn') : problem(422, 'There is no such entry.');
    }
    if (action === 'withdraw') return entry.state === 'sent' ? to('withdrawn') : problem(409, 'The entry was not sent.');
    const today = new Date().toISOString().slice(0, 10);
    const { opensOn = '', closesOn = '' } = contests.get(entry.contestId) ?? {};
    if (today < opensOn || today > closesOn) return problem(409, 'The contest is not open.');
    if (version === 0) return problem(409, 'The entry has no plan.');
    return entry.state === 'draft' ? to('sent') : problem(409, 'The entry is no draft.');
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    const headers = Object.fromEntries(request.headers);
    const verdict = await judge.request({ method: request.method, target: pathname + search, headers, body: text });
    if (!verdict.accepted) return problem(verdict.status, 'The request is not as declared.');
    const sent = text === '' ? {} : JSON.parse(text);
    const id = crypto.randomUUID();
    if (pathname === '/contests') {
      if (sent.closesOn < sent.opensOn) return problem(422, 'A contest closes after it opens.');
      contests.set(id, sent);
      return Response.json({ id, ...sent }, { status: 201 });
    }
    if (pathname === '/entries') {
      if (!contests.has(sent.contestId)) return problem(422, 'There is no such contest.');
      const entry = { id, contestId: sent.contestId, state: 'draft' };
      entries.set(id, entry);
      return Response.json(entry, { status: 201 });
    }
    const [, , of = '', action = ''] = pathname.split('/');
    const entry = entries.get(of);
    return entry === undefined ? problem(404, 'There is no such entry.') : onEntry(entry, action, sent);
  };
}
