// Tests how the settings of octavo-services are read from the command line and the environment, and that help and README name all of them.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, settingsTable } from '../../../services/settings.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');
const DEFAULTS = { port: 4010, host: '127.0.0.1', blobSpace: 96, logLevel: 'silent', drainDelay: 0, drainTime: 10 };

test('without anything, settings have their defaults', () => {
  expect(readSettings([], {})).toEqual({ settings: DEFAULTS, remarks: [] });
});

test.each<[args: string[], environment: Record<string, string>, want: object]>([
  [['--port', '0'], {}, { port: 0 }],
  [[], { OCTAVO_PORT: '5010' }, { port: 5010 }],
  [[], { OCTAVO_PORT: ' ' }, {}],
  [['--memory'], {}, { memory: true }],
  [[], { OCTAVO_MEMORY: '1', OCTAVO_FRESH: 'false' }, { memory: true, fresh: false }],
  [['h-email', 'a-identity'], {}, { services: ['h-email', 'a-identity'] }],
  [[], { OCTAVO_SERVICES: 'h-email, a-identity' }, { services: ['h-email', 'a-identity'] }],
  [
    ['--public-url', 'a=https://a.example', '--public-url', 'b=https://b.example'],
    {},
    { publicUrl: ['a=https://a.example', 'b=https://b.example'] },
  ],
  [[], { OCTAVO_PUBLIC_URL: 'a=https://a.example,b=https://b.example' }, { publicUrl: ['a=https://a.example', 'b=https://b.example'] }],
  [[], { OCTAVO_TLS: 'cert.pem,key.pem' }, { tls: { cert: 'cert.pem', key: 'key.pem' } }],
  [[], { OCTAVO_SEAL_KEY: 'a long text' }, { sealKey: 'a long text' }],
  [['--log-level', 'info', '--trusted-proxies', '10.0.0.0/8, ::1'], {}, { logLevel: 'info', trustedProxies: ['10.0.0.0/8', '::1'] }],
  [['--metrics', '9464'], {}, { metrics: { host: '127.0.0.1', port: 9464 } }],
  [['--metrics', '[::]:9464'], {}, { metrics: { host: '::', port: 9464 } }],
  [[], { OCTAVO_METRICS: '0.0.0.0:9464' }, { metrics: { host: '0.0.0.0', port: 9464 } }],
  [[], { OCTAVO_TRUSTED_PROXIES: '10.0.0.0/8,::1' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
  [['--port', '5010', '--port', '5010'], { OCTAVO_PORT: '5010' }, { port: 5010 }],
])('%j with %j', (args, environment, want) => {
  expect(readSettings(args, environment)).toEqual({ settings: { ...DEFAULTS, ...want }, remarks: [] });
});

test('an option goes before a variable that has another value, and a line names both, but no password', () => {
  expect(readSettings(['--port', '1'], { OCTAVO_PORT: '2' })).toEqual({
    settings: { ...DEFAULTS, port: 1 },
    remarks: ['OCTAVO_PORT (2) is not used, since --port (1) has another value.'],
  });
  const { settings, remarks } = readSettings(['--database', 'postgres://me:one@db/a'], { OCTAVO_DATABASE: 'postgres://me:two@db/a' });
  expect(settings.database).toBe('postgres://me:one@db/a');
  expect(remarks).toEqual(['OCTAVO_DATABASE is not used, since --database has another value.']);
});

test.each<[args: string[], environment: Record<string, string>, message: string]>([
  [['--port', '1', '--port', '2'], {}, '--port is given more than once, with 1 and 2. Give it once.'],
  [['--redis', 'redis://:one@a', '--redis', 'redis://:two@a'], {}, '--redis is given more than once, with different values. Give it once.'],
  [[], { OCTAVO_PORT: 'many' }, 'OCTAVO_PORT is not valid: many. Write a whole number from 0 to 65525.'],
  [[], { OCTAVO_MEMORY: 'maybe' }, 'OCTAVO_MEMORY is not valid: maybe. Write true or false.'],
  [['--drain-time', '0'], {}, '--drain-time is not valid: 0. Write a whole number from 1 to 600 seconds.'],
  [['--log-level', 'all'], {}, '--log-level is not valid: all. Write one of silent, error, warn, info.'],
  [['--trusted-proxies', 'proxy'], {}, '--trusted-proxies is not valid: proxy. proxy is neither an address nor a network; write one'],
  [['--metrics', 'here'], {}, '--metrics is not valid: here. Write a port such as 9464, or an address and a port: 0.0.0.0:9464'],
  [
    ['--database', 'mysql://me:secret@db/a'],
    {},
    '--database is not valid. Write a URL such as postgres://user:password@host:5432/database',
  ],
  [[], { OCTAVO_REDIS: 'db:6379' }, 'OCTAVO_REDIS is not valid. Write a URL such as redis://:password@host:6379, in which'],
  [['--nothing'], {}, "Unknown option '--nothing'"],
  [['--port'], {}, "Option '--port <number>' argument missing"],
])('%j with %j is refused', (args, environment, message) => {
  expect(() => readSettings(args, environment)).toThrow(message);
});

test('the help names the option, the variable and the default of each', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const help = stdout.replaceAll(/\s+/g, ' ');
  const rows = [...settingsTable().matchAll(/^\| (?:`(.*)`)? ?\| `(\w+)` \| (.*?) ?\| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, option = '', variable = '', fallback = '', purpose = ''] of rows) {
    expect(help).toContain(option.replace(/^\[names\.\.\.\]$/, 'names'));
    expect(help).toContain(variable);
    expect(help).toContain(purpose);
    if (fallback !== '') expect(help).toContain(`default: ${fallback})`);
  }
});

test('the README has the table of settings', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../../services/README.md'), 'utf8');
  expect(readme).toContain(`\n\n${settingsTable()}\n\n`);
});
