// Case 2: scaffolded handlers, samples in the docs and shell commands made from a hostile document are inert too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { samples } from '../../generator/docs/samples/index.ts';
import type { Operation, Service } from '../../generator/model/service.ts';
import { planScaffold } from '../../generator/scaffold/index.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { faultsOf, hostileDocument, PAYLOADS } from './hostile.ts';

const folder = resolve(import.meta.dirname, '../../.octavo/tmp/surfaces');
const runtime = '@octavo/runtime';

/** Texts that an unquoted shell command would execute. */
const SHELL = [
  '$(touch PWNED)',
  '`touch PWNED`',
  '"; touch PWNED; "',
  "'; touch PWNED; '",
  '\ntouch PWNED\n',
  '\\"$(touch PWNED)\\',
  '$PWNED',
];

/** Writes the scaffold of a hostile service beside the generated code that it imports. */
function scaffolded(service: Service, place: string): Map<string, string> {
  const plan = planScaffold(service, {
    folder: join(folder, place, 'src'),
    generated: join(folder, place),
    importExtension: '.ts',
    runtime,
    adapter: 'node',
    testRunner: 'vitest',
    servesNothing: true,
  });
  expect(plan.advice).toEqual([]);
  expect(plan.files.size).toBeGreaterThan(1);
  const files = new Map<string, string>();
  for (const [file, text] of plan.files) {
    expect(file.startsWith(join(folder, place, 'src'))).toBe(true);
    files.set(file.slice(folder.length + 1), text);
  }
  return files;
}

function only(service: Service): Operation {
  const [operation] = service.operations;
  if (operation === undefined || service.operations.length !== 1) throw new Error('one operation was expected');
  return operation;
}

const sample = (service: Service, lang: string): string =>
  samples(service, only(service), { clientModule: '../index.ts', runtime }).find((one) => one.lang === lang)?.source ?? '';

test('case 2: scaffolded handlers and samples of hostile documents are inert, and type-check in strict mode', async () => {
  rmSync(folder, { recursive: true, force: true });
  const files = new Map<string, string>();
  for (const [index, payload] of PAYLOADS.entries()) {
    const service = await serviceOf(hostileDocument(payload), 'hostile');
    for (const [name, text] of scaffolded(service, String(index))) files.set(name, text);
    files.set(`${index}/samples/client.ts`, sample(service, 'TypeScript'));
    for (const [name, text] of emit(service, OPTIONS)) files.set(`${index}/${name}`, text);
  }
  expect([...files].flatMap(([name, text]) => faultsOf(name, text))).toEqual([]);
  expect(typeCheck(folder, files)).toBe('');
});

/** Runs a command with a fake `curl` that prints its arguments, one per line, and reports whether anything else ran. */
function runShell(command: string): { args: string[]; ran: boolean } {
  const place = join(folder, 'shell');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd: place,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PWNED: 'leaked' },
  });
  expect(stderr).toBe('');
  return { args: stdout.split('\0').slice(0, -1), ran: existsSync(join(place, 'PWNED')) || stdout.includes('leaked') };
}

test('case 2: the check detects what a shell executes', () => {
  expect(runShell('curl "$(touch PWNED)"').ran).toBe(true);
  expect(runShell('curl "$PWNED"').ran).toBe(true);
  expect(runShell("curl '$PWNED' a").args).toEqual(['$PWNED', 'a']);
});

const signature = (name: string) => ({
  algorithm: 'hmac-sha256',
  encoding: 'hex',
  version: '1.0',
  bodyDigest: 'md5',
  toleranceSeconds: 600,
  parameters: { key: `${name}1`, timestamp: `${name}2`, version: `${name}3`, bodyDigest: `${name}4` },
});

test.each([...SHELL, ...PAYLOADS].map((payload) => [payload]))('case 2: the curl command with %j is one command', async (payload) => {
  const schemes = [
    { type: 'apiKey', in: 'query', name: payload },
    { type: 'apiKey', in: 'cookie', name: 'a`touch`' },
    { type: 'apiKey', in: 'header', name: 'X-`touch`' },
    { type: 'apiKey', in: 'query', name: payload, 'x-signature': signature(payload) },
  ];
  for (const key of schemes) {
    const document = hostileDocument(payload) as { components: { securitySchemes: Record<string, unknown> } };
    document.components.securitySchemes = { key };
    const { args, ran } = runShell(sample(await serviceOf(document, 'hostile'), 'Shell'));
    expect(ran).toBe(false);
    if (key.in === 'query') expect(args.some((arg) => arg.startsWith(`${payload}=`))).toBe(true);
    expect(args).toContain('--data');
  }
});
