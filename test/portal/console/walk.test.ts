// Opens every operation of documents as the console does, without a browser: each has a form, and a first request that its validators accept.
import { describe, expect, test } from 'vitest';
import type { ConsoleDocument, ConsoleOperation, JsonSchema } from '../../../generator/docs/console/data.ts';
import { branchOf } from '../../../portal/console/form/choose.ts';
import { fieldOf } from '../../../portal/console/form/field.ts';
import { initialValue } from '../../../portal/console/form/initial.ts';
import { prepare } from '../../../portal/console/request/exchange.ts';
import { contentOf, exampleInput, issuesOf } from '../../../portal/console/request/input.ts';
import { documents, serviceOf } from '../../support/documents.ts';
import { byEffort, sampleOf } from '../../support/effort.ts';
import { loadConsole } from './documents.ts';

/** Visits the fields that a form shows for a value, and returns their kinds. */
function kindsOf(schema: JsonSchema, value: unknown, { schemas }: ConsoleDocument, depth = 6): string[] {
  const field = fieldOf(schema, schemas);
  if (depth === 0) return [field.kind];
  const inner = (one: JsonSchema, member: unknown): string[] => kindsOf(one, member, { schemas } as ConsoleDocument, depth - 1);
  if (field.kind === 'choice') {
    const branch = field.branches[branchOf(field.branches, field.tag, value, schemas)];
    return [field.kind, ...(branch === undefined ? [] : inner(branch.schema, value))];
  }
  if (field.kind === 'object')
    return [
      field.kind,
      ...field.members.flatMap(({ name, schema: own }) => inner(own, (value as Record<string, unknown> | undefined)?.[name])),
    ];
  return [field.kind];
}

/** A credential of each scheme. */
function credentialsOf({ securitySchemes }: ConsoleDocument): Record<string, string | Record<string, string>> {
  return Object.fromEntries(
    securitySchemes.map(({ name, fields }) => [
      name,
      fields === undefined ? 'credential' : Object.fromEntries(fields.map((field) => [field, 'credential'])),
    ]),
  );
}

let operations = 0;

/** A quick run opens four of the documents. */
const tried = sampleOf(documents, 4);

describe.each(tried.map((document) => ({ id: document.id, document })))('$id', ({ document }) => {
  test('every operation has a form, and an example that its validators accept and that can be written', async () => {
    const { service } = await serviceOf(document);
    const loaded = await loadConsole(service);
    const faults: string[] = [];
    for (const operation of loaded.document.operations) {
      if (operation.kind === 'operation') operations++;
      faults.push(...(await faultsOf(operation, loaded)).map((fault) => `${operation.id}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});

async function faultsOf(operation: ConsoleOperation, { document, contract }: Awaited<ReturnType<typeof loadConsole>>): Promise<string[]> {
  const input = exampleInput(operation, document);
  const kinds = operation.parameters.flatMap(({ schema }) => kindsOf(schema, undefined, document));
  const schema = contentOf(operation, input.contentType)?.schema;
  if (schema !== undefined) kinds.push(...kindsOf(schema, input.body, document));
  const faults = kinds.filter((kind) => kind === undefined).map(() => 'has a field without a kind');
  faults.push(...issuesOf(contract, operation, input).map(({ message }) => message));
  if (operation.kind !== 'operation') return faults;
  const target = { baseUrl: 'http://127.0.0.1:1/base', credentials: credentialsOf(document) };
  const prepared = await prepare(contract, operation, input, target);
  if (!prepared.url.startsWith('http://127.0.0.1:1/base/')) faults.push(`goes to ${prepared.url}`);
  if (prepared.method !== operation.method) faults.push(`is sent with ${prepared.method}`);
  return faults;
}

test('the documents have 419 operations, and each was opened', async () => {
  const services = await Promise.all(tried.map(serviceOf));
  const all = services.reduce((sum, { service }) => sum + service.operations.length, 0);
  expect(all).toBe(byEffort({ quick: all, deep: 419 }));
  expect(operations).toBe(all);
});

test('what a form begins with is valid for the body of every operation without a choice of media types', async () => {
  const { service } = await serviceOf(documents[0] as (typeof documents)[number]);
  const { document } = await loadConsole(service);
  expect(Object.values(document.schemas).map((schema) => typeof initialValue(schema, document.schemas))).not.toContain('function');
});
