// Generates the code of a document beside a file `user.ts` that uses it as an application does.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Send } from '@octavo/runtime';
import { expect } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from './documents.ts';
import { emit } from './emit.ts';
import { typeCheck } from './type-check.ts';

/**
 * Checks the types of both, and gives what `user.ts` exports.
 * @param name of the folder, which no other test has
 * @param text of `user.ts`
 */
export async function loadUser<User>(
  name: string,
  document: Readonly<Record<string, unknown>>,
  text: string,
  options: Parameters<typeof emit>[1] = OPTIONS,
): Promise<User> {
  const folder = path.join(root, '.octavo/tmp', name);
  const files = emit(await serviceOf(document), options);
  expect(typeCheck(folder, new Map([...files, ['user.ts', text]]))).toBe('');
  return import(pathToFileURL(path.join(folder, 'user.ts')).href);
}

/** A server whose handlers keep their inputs, and its client. */
export interface Keeping {
  readonly seen: unknown[];
  readonly server: (request: Request) => Promise<Response>;
  client(fetch: Send): Record<string, (input: unknown) => Promise<{ status: number }>>;
}

/** The text of a `user.ts` that exports `Keeping`. @param more further lines, which may use `handlers` */
export function keeping(names: readonly (string | undefined)[], more = ''): string {
  return `
import type { Send } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export const seen: unknown[] = [];
const keep = (input: unknown) => {
  seen.push(input);
  return { status: 204 as const };
};
const handlers = { ${names.map((name) => `${name}: keep`).join(', ')} };
export const server = createPetsServer(handlers);
export const client = (fetch: Send) => createPetsClient({ baseUrl: 'https://pets.example.com', fetch });
${more}`;
}
