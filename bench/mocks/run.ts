// The living mock beside Prism and `@scalar/mock-server`, in one run, on the document Train Travel: `node bench/mocks/run.ts`. It prints which
// answers are valid by Ajv, which parts of the life of a thing are kept, processor time to the first answer and for a request, and memory: after
// these requests, and with 10,000 things, which requests have made or the mock begins with. `--only <text>` measures those with it in their names.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { root } from '../documents.ts';
import { end, familyOf, freePort, pause, start, until, usageOf } from '../processes.ts';

const DOCUMENT = join(root, 'node_modules/@readme/oas-examples/3.1/json/train-travel.json');
const REQUESTS = 1000;
const WARM = 200;
/** The things that are made before memory is measured again, and the requests for them that are under way at once. */
const THINGS = 10_000;
const AT_ONCE = 10;
const HEADERS = { authorization: 'Bearer any', accept: 'application/json', 'content-type': 'application/json' };
const BOOKING = { trip_id: '4f4e4e1f-c824-4d63-b37a-d8d698862f1d', passenger_name: 'Ann Holm', has_bicycle: true, has_dog: false };

interface Mock {
  readonly name: string;
  args(port: number): readonly string[];
  base(port: number): string;
}

const octavo = (name: string, ...more: readonly string[]): Mock => ({
  name,
  args: (port) => [join(root, 'generator/bin/octavo.js'), 'mock', DOCUMENT, '--living', '--port', String(port), ...more],
  base: (port) => `http://127.0.0.1:${port}/mock/train-travel`,
});

const MOCKS: readonly Mock[] = [
  octavo('octavo mock --living'),
  octavo('octavo mock --living --things 10000', '--things', '10000'),
  {
    name: 'Prism',
    args: (port) => [join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'), 'mock', DOCUMENT, '--port', String(port)],
    base: (port) => `http://127.0.0.1:${port}`,
  },
  {
    name: '@scalar/mock-server',
    args: (port) => [join(import.meta.dirname, 'scalar.mjs'), DOCUMENT, String(port)],
    base: (port) => `http://127.0.0.1:${port}`,
  },
];

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;

const document: unknown = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true }));
ajv.addSchema(Object(document), 'document');

/** Whether the document declares the status, and its body is valid. */
function isValid(path: string, method: string, { status, type, body }: Answer): boolean {
  const declared = ['paths', path, method, 'responses', String(status)].reduce<unknown>(member, document);
  const reference = member(declared, '$ref');
  const response = typeof reference === 'string' ? reference.slice(2).split('/') : ['paths', path, method, 'responses', String(status)];
  const pointer = [...response, 'content', type, 'schema'];
  const tokens = pointer.map((token) => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1')));
  if (status === 204) return body === undefined;
  return ajv.getSchema(`document#/${tokens.join('/')}`)?.(body) === true;
}

interface Answer {
  readonly status: number;
  /** The media type without parameters. */
  readonly type: string;
  readonly body: unknown;
}

async function ask(url: string, method = 'GET', sent?: unknown): Promise<Answer> {
  const response = await fetch(url, { method, headers: HEADERS, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) });
  const text = await response.text();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { status: response.status, type, body: text === '' ? undefined : JSON.parse(text) };
}

const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
const listed = ({ body }: Answer): readonly unknown[] => {
  const items = Array.isArray(body) ? body : member(body, 'data');
  return Array.isArray(items) ? items : [];
};

/** What of the life of a thing is kept, and how many of the answers are valid. */
async function life(base: string): Promise<{ readonly kept: readonly string[]; readonly valid: string }> {
  const valid: boolean[] = [];
  const all = `${base}/bookings`;
  const made = await ask(all, 'POST', BOOKING);
  const id = String(member(made.body, 'id'));
  const read = await ask(`${all}/${id}`);
  const list = await ask(all);
  const unknown = await ask(`${all}/00000000-0000-4000-8000-000000000000`);
  const removed = await ask(`${all}/${id}`, 'DELETE');
  const after = await ask(`${all}/${id}`);
  valid.push(isValid('/bookings', 'post', made), isValid('/bookings', 'get', list));
  for (const one of [read, unknown, after]) valid.push(isValid('/bookings/{bookingId}', 'get', one));
  valid.push(isValid('/bookings/{bookingId}', 'delete', removed));
  const kept = [
    ...(member(made.body, 'passenger_name') === BOOKING.passenger_name ? ['created as sent'] : []),
    ...(member(read.body, 'id') === id && member(read.body, 'passenger_name') === BOOKING.passenger_name ? ['read'] : []),
    ...(listed(list).some((one) => member(one, 'id') === id && member(one, 'passenger_name') === BOOKING.passenger_name) ? ['listed'] : []),
    ...(removed.status === 204 && after.status === 404 ? ['deleted'] : []),
    ...(unknown.status === 404 ? ['404 for what is not there'] : []),
  ];
  return { kept, valid: `${valid.filter(Boolean).length} of ${valid.length}` };
}

async function load(base: string, requests: number): Promise<void> {
  for (let number = 0; number < requests; number++) {
    if (number % 4 === 0) await ask(`${base}/bookings`, 'POST', BOOKING);
    else await ask(`${base}/stations`);
  }
}

/** Makes things until there are so many, of which a mock need not keep any. */
async function fill(base: string, made: number): Promise<void> {
  for (let count = made; count < THINGS; count += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, THINGS - count) }, () => ask(`${base}/bookings`, 'POST', BOOKING)));
}

/** Whether a booking that is made now is read as it was made. */
async function keepsOne(base: string): Promise<boolean> {
  const made = await ask(`${base}/bookings`, 'POST', BOOKING);
  const read = await ask(`${base}/bookings/${String(member(made.body, 'id'))}`);
  return read.status === 200 && member(read.body, 'id') === member(made.body, 'id');
}

async function answers(base: string): Promise<boolean> {
  try {
    return (await ask(`${base}/stations`)).status === 200;
  } catch {
    return false;
  }
}

async function measure(mock: Mock): Promise<string> {
  const port = await freePort();
  const program: ChildProcess = start(mock.args(port), { stdio: 'ignore' });
  const base = mock.base(port);
  const usage = () => usageOf(familyOf(program.pid ?? 0));
  try {
    await until(() => answers(base), program);
    const began = usage();
    const { kept, valid } = await life(base);
    await load(base, WARM);
    const before = usage();
    await load(base, REQUESTS);
    const after = usage();
    await pause(1000);
    const [milliseconds, few] = [((after.seconds - before.seconds) * 1000) / REQUESTS, usage().megabytes];
    await fill(base, (WARM + REQUESTS) / 4);
    const isKept = await keepsOne(base);
    await pause(1000);
    const many = `${Math.round(usage().megabytes)}${isKept ? '' : ', none of them kept'}`;
    const cells = [mock.name, valid, kept.join(', ') || 'nothing', began.seconds.toFixed(1), milliseconds.toFixed(2)];
    return `| ${[...cells, Math.round(few), many].join(' | ')} |`;
  } finally {
    await end(program);
  }
}

const HEAD = [
  'mock',
  'valid answers',
  'what is kept',
  'CPU s to the first answer',
  'CPU ms a request',
  'MB',
  'MB after 10,000 bookings were made',
];
console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);
for (const mock of MOCKS.filter(({ name }) => name.includes(only))) console.log(await measure(mock));
