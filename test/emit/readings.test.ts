// Compares the two typings of each document, `schema.ts` by openapi-typescript and `types.ts` by Octavo: according to the compiler, every schema has
// the same type in both, or differs only in one of the ways listed here with their reason.
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProjectDocument } from '../../generator/config/config.ts';
import { documents, root, serviceOf } from '../support/documents.ts';
import { typeCheck } from '../support/type-check.ts';

const folder = join(root, '.octavo/tmp/emit-readings');

/**
 * Facts that our types express and openapi-typescript's do not; each verdict allows the earlier ones too:
 * - `lengths`: an array with a fixed or minimum length is an array of any length there.
 * - `integers`: 64-bit integers are `bigint` here where configured, and always `number` there.
 * - `choices`: an `anyOf` or `oneOf` that only lists required members makes the schema, or part of it, `unknown` there;
 *   an object that must be empty (`Nothing`) is any object there.
 */
type Verdict = 'same' | 'lengths' | 'integers' | 'choices' | 'different';

/** By document, the schemas with such a choice, the schemas that contain one, and those that must be empty. */
const CHOICES: Readonly<Record<string, string>> = {
  'b-microblog': 'NewDirectMessage NewDirectMessageConversation NewPost',
  'b-microblog-v1':
    'BackgroundImage BlockChoice ColorChange FriendshipChange ListChange ListChoice ListMember ListMembers NewDirectMessage NewFriendship ' +
    'ProfileChange SpamReport UserChoice',
  'd-events': 'EventTrigger Nothing',
  'e-scheduling': 'Nothing',
  'f-instalments': 'NewDataExport',
  'g-messaging': 'Order OrderImport SmsToSend',
  'g-messaging-marketing': 'Order OrderImport',
};

/** Each difference as a type that removes it from another type. */
const HEAD = `
type Lengths<T> = T extends readonly (infer I)[] ? Lengths<I>[] : T extends object ? { [K in keyof T]: Lengths<T[K]> } : T;
type Integers<T> = T extends bigint ? number : T extends object ? { [K in keyof T]: Integers<T[K]> } : T;
/** Theirs, with ours in place of \`unknown\`. */
type Known<A, B> = unknown extends B ? A
  : [A, B] extends [readonly (infer I)[], readonly (infer J)[]] ? Known<I, J>[]
  : B extends object ? { [K in keyof B]: K extends keyof A ? Known<Exclude<A[K], undefined>, Exclude<B[K], undefined>> : B[K] }
  : B;
/** These members, required or not. */
type Members<T, Names> = { [K in Extract<keyof T, Names>]: T[K] | undefined };
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Choices<A, B, C> = [A] extends [B] ? Same<Members<A, keyof B>, Members<C, keyof B>> : false;
type Verdict<A, B> = Same<A, B> extends true ? 'same'
  : Same<Lengths<A>, Lengths<B>> extends true ? 'lengths'
  : Same<Integers<Lengths<A>>, Lengths<B>> extends true ? 'integers'
  : Choices<Integers<Lengths<A>>, Lengths<B>, Integers<Lengths<Known<A, B>>>> extends true ? 'choices'
  : 'different';`;

/** The compiler's verdict on each component, by document and name. */
const verdicts = new Map<string, Map<string, string>>();

beforeAll(async () => {
  const files = new Map<string, string>();
  const rows = new Map<string, readonly string[]>();
  for (const document of documents) {
    const components = await componentsOf(document);
    const from = (file: string): string => relative(join(folder, document.id), join(document.folder, file));
    const head = [
      `import type { components } from '${from('schema.ts')}';`,
      `import type * as ours from '${from('types.ts')}';`,
      ...HEAD.split('\n'),
    ];
    const checks = [...components].map(([component, name]) => {
      return `export const ${name}: Verdict<ours.${name}, components['schemas'][${JSON.stringify(component)}]> = 'same';`;
    });
    files.set(`${document.id}/pairs.ts`, [...head, ...checks].join('\n'));
    rows.set(document.id, [...head.map(() => ''), ...components.keys()]);
    verdicts.set(document.id, new Map([...components.keys()].map((component) => [component, 'same'])));
  }
  for (const line of typeCheck(folder, files).split('\n')) {
    if (!line.includes('error')) continue;
    const [, id = '', row, verdict] = /([\w-]+)\/pairs\.ts\((\d+),.*not assignable to type '"(.*)"'/.exec(line) ?? [];
    const component = rows.get(id)?.[Number(row) - 1] ?? '';
    if (component === '' || verdict === undefined) throw new Error(line);
    verdicts.get(id)?.set(component, verdict);
  }
});

/** Components of a document with the name that each has in `types.ts`. */
async function componentsOf(document: ProjectDocument): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, location } of (await serviceOf(document)).service.schemas) {
    const component = /^\/components\/schemas\/([^/]+)$/.exec(location.pointer)?.[1];
    if (component !== undefined && name !== undefined) found.set(component, name);
  }
  return found;
}

function differing(id: string, verdict: Verdict): string[] {
  return [...(verdicts.get(id) ?? [])].flatMap(([component, found]) => (found === verdict ? [component] : []));
}

describe.each(documents.map((document) => [document.id, document] as const))('%s', (id, { held }) => {
  test('both typings agree, except for the listed differences', () => {
    expect(verdicts.get(id)?.size).toBeGreaterThan(0);
    expect(differing(id, 'different')).toEqual([]);
    expect(differing(id, 'choices').sort()).toEqual(CHOICES[id]?.split(' ') ?? []);
    if (held.int64 === undefined) expect(differing(id, 'integers')).toEqual([]);
  });
});

test('every listed difference exists', () => {
  for (const verdict of ['lengths', 'integers'] as const)
    expect(
      documents.flatMap(({ id }) => differing(id, verdict)),
      verdict,
    ).not.toEqual([]);
});
