// Tests that services/README.md has the address, the credentials and the actions of each service, and that all tables of a service are declared.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { createSandbox, loadServices, serviceNames } from '../../services/index.ts';
import { isDerived } from '../../services/platform/store/derive.ts';
import { openStore } from '../../services/platform/store/open.ts';
import { portsFrom } from '../../services/ports.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../services/README.md'), 'utf8');
const specs = resolve(import.meta.dirname, '../../specs');
const services = await loadServices(serviceNames);
const port = portsFrom(4010);

test.each(services)('the README has address and credentials of $name', async ({ name, documents, credentials }) => {
  const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``));
  for (const { value } of credentials) expect(row).toContain(`\`${value}\``);
  const sandbox = await createSandbox({ services: [name as (typeof serviceNames)[number]] });
  for (const document of documents) {
    const { baseUrl } = await sandbox.listen(document);
    expect(row).toContain(`\`http://127.0.0.1:${port(document)}${new URL(baseUrl).pathname.replace(/\/$/, '')}\``);
  }
  await sandbox.close();
});

test.each(services)('the documents of $name have the schemes of its credentials', ({ documents, credentials }) => {
  for (const id of documents) {
    const { components }: { components: { securitySchemes?: object } } = load(readFileSync(resolve(specs, `${id}.yaml`), 'utf8')) as never;
    for (const { scheme, document = id } of credentials) if (document === id) expect(components.securitySchemes).toHaveProperty([scheme]);
  }
});

test.each(services)('the README has the actions of $name', ({ name, actions }) => {
  expect(readme).toContain(`| \`${name}\` | ${actions.map((action) => `\`${action.name}\``).join(', ')} |\n`);
});

test.each(services)('$name declares all of its tables, which a reset empties', async (service) => {
  const store = await openStore({ memory: true });
  await store.migrate(service);
  const made = (await store.read.introspection.getTables()).map((table) => table.name);
  await store.close();
  const filled = made.filter((table) => !table.startsWith('migrations_') && !isDerived(table, [service]));
  expect(service.tables.map(({ name }) => name).toSorted()).toEqual(filled.toSorted());
});
