// Object types that several schemas write out: `types.ts` declares each once, for itself.
import { expect, test } from 'vitest';
import { writtenOut } from '../../generator/callers/written-out.ts';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { OPTIONS, serviceOfSchemas } from './service.ts';

const string = { type: 'string' };
const text = (description: string) => ({ type: 'string', description });
const user = {
  type: 'object',
  title: 'User',
  required: ['id'],
  properties: { id: text('A number.'), name: text('Both names.'), mail: string },
};
const holds = (properties: object) => ({ type: 'object', properties });

async function typesOf(schemas: Readonly<Record<string, unknown>>): Promise<string> {
  const printed = emitTypes(await serviceOfSchemas(schemas), OPTIONS);
  return printed.slice(printed.indexOf('\n\n') + 2);
}

const USER = '{\n  /** A number. */\n  id: string;\n  /** Both names. */\n  name?: string;\n  mail?: string;\n}';

test('a type that stands in two places has one declaration, whatever the places say of it', async () => {
  const nullable = { ...user, type: ['object', 'null'], description: 'Who wrote it.' };
  expect(await typesOf({ Note: holds({ author: nullable, readers: { type: 'array', items: user } }) })).toBe(
    `export interface Note {\n  /** Who wrote it. */\n  author?: User | null;\n  readers?: User[];\n}\n\ntype User = ${USER};\n`,
  );
});

test('a type that stands in one place, one that differs in a comment, and one of a line are written out', async () => {
  const other = { ...user, properties: { ...user.properties, name: text('A name.') } };
  const short = { type: 'object', properties: { a: string, b: string } };
  const printed = await typesOf({ Note: holds({ author: user, reader: other, from: short, to: short }) });
  expect(printed).not.toMatch(/^type /m);
  expect(printed).toContain('from?: { a?: string; b?: string };');
});

test('what is inside of a repeated type counts once', async () => {
  const team = { type: 'object', title: 'Team', properties: { lead: user, name: string, place: string } };
  const printed = await typesOf({ A: holds({ team }), B: holds({ team }) });
  expect(printed.match(/^type \w+/gm)).toEqual(['type Team']);
});

test('a name that a schema has is not given again', async () => {
  const printed = await typesOf({ User: holds({ one: user, two: user }), A: holds({ three: { ...user, title: undefined } }) });
  expect(printed.match(/^type \w+/gm)).toEqual(['type User_2']);
  expect(printed).toContain('three?: User_2;');
});

test('a type whose only places are not printed is not declared', async () => {
  const any = { anyOf: [holds({ author: user }), {}] };
  expect(await typesOf({ A: any, B: any })).toBe('export type A = unknown;\n\nexport type B = unknown;\n');
});

test('written out again, the text is that of types which share nothing', async () => {
  const team = { type: 'object', title: 'Team', properties: { lead: user, User: user, name: string } };
  const shared = await typesOf({ A: holds({ team }), B: holds({ team, user }) });
  expect(shared.match(/^type \w+/gm)).toEqual(['type Team', 'type User']);
  const flat = (printed: string) => printed.replaceAll(/\n\s*/g, ' ');
  const whole = `{ /** User */ lead?: ${flat(USER)}; /** User */ User?: ${flat(USER)}; name?: string; }`;
  expect(flat(writtenOut(shared))).toBe(
    `export interface A { /** Team */ team?: ${whole}; } export interface B { /** Team */ team?: ${whole}; /** User */ user?: ${flat(USER)}; } `,
  );
});

test('a type whose first place is not printed is declared where another shared type names it', async () => {
  const team = { type: 'object', title: 'Team', properties: { lead: user, name: text('A name.') } };
  const any = { anyOf: [holds({ author: user }), {}] };
  const printed = await typesOf({ A: any, B: holds({ team }), C: holds({ team }) });
  expect(printed.match(/^type \w+/gm)).toEqual(['type Team', 'type User']);
});
