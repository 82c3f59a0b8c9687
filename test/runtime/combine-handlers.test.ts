// Tests `combineHandlers`: handlers of several objects as one, and the refusal of two for one operation.
import { combineHandlers, createServer } from '@octavo/runtime';
import { expect, expectTypeOf, test } from 'vitest';

const NONE = { 204: {} };
const ROUTES = ['listNotes', 'ring'].map((id) => ({
  name: id,
  operation: { id, method: 'GET', path: `/${id}`, responses: NONE },
  checks: { input: (_: unknown): _ is unknown => true, responses: {} },
}));
const answer = (status: number) => () => ({ status });

test('the handlers of several objects are one object', async () => {
  const handlers = combineHandlers({ notes: { listNotes: answer(204) }, calls: { ring: answer(204) } });
  expectTypeOf(handlers).toEqualTypeOf<{ listNotes: () => { status: number } } & { ring: () => { status: number } }>();
  const server = createServer({ id: 'x', servers: [{ url: 'https://a.example' }] }, ROUTES, handlers);
  for (const path of ['listNotes', 'ring']) expect((await server(new Request(`https://a.example/${path}`))).status).toBe(204);
});

test.each([
  ['objects', { ring: answer(204) }],
  [
    'methods of a class',
    new (class {
      ring() {
        return { status: 204 };
      }
    })(),
  ],
])('two handlers for one operation are refused by the names of the operation and both objects: %s', (_, calls) => {
  const notes = { listNotes: answer(204), ring: answer(204) };
  expect(() => combineHandlers({ notes, calls })).toThrow(
    expect.objectContaining({
      name: 'ConfigurationError',
      message: 'The operation ring has a handler in notes and another in calls. Remove one of them.',
      operation: 'ring',
    }),
  );
});

test('what is no function is no handler, so it collides with none', () => {
  const handlers = combineHandlers({ notes: { ring: undefined, count: 1 }, calls: { ring: answer(204), count: 2 } });
  expect(Object.keys(handlers)).toEqual(['ring']);
});

test('a handler has its own object as `this`, and a class may hold the handlers', () => {
  class Notes {
    readonly #found = ['a'];
    listNotes() {
      return this.#found;
    }
  }
  class Pinned extends Notes {
    ring() {
      return super.listNotes();
    }
  }
  const { listNotes, ring } = combineHandlers({ notes: new Pinned() });
  expect([listNotes(), ring()]).toEqual([['a'], ['a']]);
});
