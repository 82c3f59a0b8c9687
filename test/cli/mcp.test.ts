// `octavo mcp` on standard input and output and by HTTP, before a live service: the protocol alone on stdout, credentials nowhere, and how it ends.
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ServedAddress, serve } from '@octavo/runtime/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys } from '../../services/h-email/seed.ts';
import { type ControlledSandbox, createSandbox } from '../../services/index.ts';
import { IS_DEEP } from '../support/effort.ts';
import { bin, octavo, start } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const env = { EMAIL_KEY: keys.starter };

let sandbox: ControlledSandbox;
let served: ServedAddress;
let args: readonly string[];

beforeAll(async () => {
  sandbox = await createSandbox({ services: ['h-email'], store: { memory: true } });
  const fetch = sandbox.fetch('h-email');
  served = await serve((request) => fetch(request));
  args = ['mcp', 'specs/h-email.yaml', '--base-url', `${served.url}/v2`, '--credential', 'apiKey=EMAIL_KEY'];
});

afterAll(async () => {
  await served.close();
  await sandbox.close();
});

const call = (id: number, name: string, given: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

test('by standard input and output, it answers what was asked, writes only messages to stdout, and ends with its input', async () => {
  const messages = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    call(3, 'getAccount', {}),
    call(4, 'searchDomain', { query: { domain: 'brightloaf.example', limit: 'ten' } }),
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const { code, stdout, stderr } = await start(args, { cwd: root, env, input }).outcome;
  const answers = new Map(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => [JSON.parse(line).id, JSON.parse(line).result]),
  );
  expect([...answers.keys()].sort()).toEqual([1, 2, 3, 4]);
  expect(answers.get(2).tools.map(({ name }: { name: string }) => name)).toEqual([
    'searchDomain',
    'findEmail',
    'verifyEmail',
    'getAccount',
  ]);
  expect(answers.get(3).structuredContent).toMatchObject({ status: 200, body: { data: { plan_name: 'Starter' } } });
  expect(answers.get(4).content[0].text).toMatch(/`query\.limit` must be an integer, it is the text "ten"\.$/);
  expect(stderr).toMatch(
    /^mcp: Email discovery service: 4 operations, offered by 4 tools: about 1,\d{3} tokens of a budget of 10,000\.\nmcp: `search`, `describe` and `call` would take about \d{3} tokens\. A token is counted as four characters\.\n/,
  );
  expect(stdout + stderr).not.toContain(keys.starter);
  expect(code).toBe(0);
});

test.runIf(IS_DEEP)('a client of the protocol starts it', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin, ...args], cwd: root, env, stderr: 'ignore' });
  await client.connect(transport);
  expect((await client.listTools()).tools).toHaveLength(4);
  await client.close();
});

test('by HTTP, it answers programs of this machine, and ends by Ctrl-C', async () => {
  const { child, outcome, says } = start([...args, '--http', '--port', '0', '--budget', '0', '--json'], { cwd: root, env });
  const { url }: { url: string } = JSON.parse(await says('\n', 'stdout'));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { content } = await client.callTool({ name: 'call', arguments: { operation: 'getAccount' } });
  expect(JSON.stringify(content)).toContain('Starter');
  const foreign = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  await client.close();
  child.kill('SIGINT');
  const { code, stderr } = await outcome;
  expect([code, stderr]).toEqual([130, expect.stringContaining('The server is ready. Press Ctrl-C to stop.')]);
});

test('a port that is in use ends it with the message of the other commands', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await octavo(['mcp', 'specs/h-email.yaml', '--http', '--port', String(port)], { cwd: root });
  other.close();
  expect([code, stderr]).toEqual([3, expect.stringContaining(`Port ${port} is already in use.`)]);
});

test.each([
  [['--json'], '`--json` would write to stdout, where the protocol runs.'],
  [['--credential', 'apiKey=NO_SUCH_VARIABLE'], '`apiKey=NO_SUCH_VARIABLE` names no environment variable with a credential.'],
  [['--credential', 'nobody=PATH'], 'The document has no security scheme `nobody`.'],
  [['--base-url', 'ftp://example.com'], 'The service cannot be called: '],
  [['--budget', 'much'], '`much` is not a number.'],
])('%j is refused', async (more, want) => {
  const { code, stdout, stderr } = await octavo(['mcp', 'specs/h-email.yaml', ...more], { cwd: root });
  expect([code, `${stdout}${stderr}`]).toEqual([2, expect.stringContaining(want)]);
});
