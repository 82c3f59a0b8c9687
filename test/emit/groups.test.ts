// The emitted client and handlers of a service with tags: one group per tag.
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createEventsChannels, createEventsClient, eventsService } from '../../generated/d-events/index.ts';
import { emitClient } from '../../generator/emit/ends/client.ts';
import { emitServer } from '../../generator/emit/ends/server.ts';
import { createTransport } from '../../runtime/index.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOf } from './service.ts';

const NOTES = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
const NONE = { 204: { description: 'Done.' } };

const LIBRARY = {
  tags: [{ name: 'Notes', description: 'What readers wrote.' }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        tags: ['Notes'],
        summary: 'List notes',
        'x-pagination': { style: 'link' },
        responses: { 200: { description: 'Notes.', content: { 'application/json': { schema: NOTES } } } },
      },
    },
    '/notes/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      delete: { operationId: 'deleteNote', tags: ['Notes'], summary: 'Remove a note', responses: NONE },
    },
    '/call': { post: { operationId: 'ring', tags: ['Call'], responses: NONE } },
    '/health': { get: { operationId: 'getHealth', responses: NONE } },
  },
};

test('client.ts', async () => {
  const text = emitClient(await serviceOf(LIBRARY), OPTIONS);
  expect(text.slice(text.indexOf('/** Pets */'))).toBe(`/** Pets */
export interface PetsClient {
  /** What readers wrote. */
  readonly notes: PetsNotes;
  /** Call. */
  readonly call: PetsCall;
  readonly listNotes: PetsNotes['list'];
  readonly deleteNote: PetsNotes['delete'];
  readonly ring: PetsCall['ring'];
  /** \`GET /health\` */
  getHealth(input?: operations.GetHealthInput, options?: CallOptions): Promise<operations.GetHealthResult>;
}

/** Creates a client of Pets. Its options apply to every call; the options of a call override them. */
export function createPetsClient(options: PetsClientOptions = {}): PetsClient {
  const transport = createTransport(operations.petsService, options);
  const groups = {
    notes: createPetsNotes(transport),
    call: createPetsCall(transport),
  };
  return {
    ...groups,
    listNotes: groups.notes.list,
    deleteNote: groups.notes.delete,
    ring: groups.call.ring,
    getHealth: (input, options) => call(transport, operations.getHealth, input, options),
  };
}

/** What readers wrote. */
export interface PetsNotes {
  readonly list: {
    /** List notes. \`GET /notes\` */
    (input?: operations.ListNotesInput, options?: CallOptions): Promise<operations.ListNotesResult>;
    /** Iterates over the items of all pages of \`listNotes\`. Each page is requested when its first item is needed. */
    items(input?: operations.ListNotesInput, options?: PageOptions): AsyncIterable<operations.ListNotesItem>;
    /** Iterates over the pages of \`listNotes\`, from the one that the input names. Each page is requested when it is needed. */
    pages(input?: operations.ListNotesInput, options?: PageOptions): AsyncIterable<operations.ListNotesPage>;
  };
  /** Remove a note. \`DELETE /notes/{id}\` */
  delete(input: operations.DeleteNoteInput, options?: CallOptions): Promise<operations.DeleteNoteResult>;
}

/** Creates a client of the operations tagged 'Notes' only, for smaller bundles. */
export function createPetsNotes(transport: Transport): PetsNotes {
  return {
    list: paged(transport, operations.listNotes),
    delete: (input, options) => call(transport, operations.deleteNote, input, options),
  };
}

/** Call. */
export interface PetsCall {
  /** \`POST /call\` */
  ring(input?: operations.RingInput, options?: CallOptions): Promise<operations.RingResult>;
}

/** Creates a client of the operations tagged 'Call' only, for smaller bundles. */
export function createPetsCall(transport: Transport): PetsCall {
  return {
    ring: (input, options) => call(transport, operations.ring, input, options),
  };
}
`);
});

test('server.ts', async () => {
  const text = emitServer(await serviceOf(LIBRARY), OPTIONS);
  expect(text).toContain(`
/** Handlers of the operations tagged 'Call'. */
export interface PetsCallHandlers<Principal = unknown> {
  /** \`POST /call\` */
  ring?(input: operations.RingInput, context: ServerContext<Principal>): operations.RingResult | Promise<operations.RingResult>;
}

/** \`PetsCallHandlers\` with a handler for every operation: leaving one out is a type error. */
export type RequiredPetsCallHandlers<Principal = unknown> = Required<PetsCallHandlers<Principal>>;

/** Handlers of Pets, by operation. An operation without a handler answers 501. */
export interface PetsHandlers<Principal = unknown> extends PetsNotesHandlers<Principal>, PetsCallHandlers<Principal> {
  /** \`GET /health\` */
  getHealth?(input: operations.GetHealthInput, context: ServerContext<Principal>): operations.GetHealthResult | Promise<operations.GetHealthResult>;
}

/** \`PetsHandlers\` with a handler for every operation: leaving one out is a type error. */
export type RequiredPetsHandlers<Principal = unknown> = Required<PetsHandlers<Principal>>;
`);
});

test('the output type-checks in user code', async () => {
  const service = await serviceOf(LIBRARY);
  const use = `
    import { combineHandlers, inMemoryFetch } from '@octavo/runtime';
    import { createPetsClient, createPetsServer, type PetsCallHandlers, type PetsNotesHandlers } from './index.ts';
    import type { RequiredPetsCallHandlers, RequiredPetsHandlers, RequiredPetsNotesHandlers } from './index.ts';
    const notes: PetsNotesHandlers<string> = { deleteNote: (_, { principal }) => (principal === 'a' ? { status: 204 } : { status: 204 }) };
    const calls: PetsCallHandlers = { ring: () => ({ status: 204 }) };
    const client = createPetsClient({ fetch: inMemoryFetch(createPetsServer<string>({ ...notes, ...calls })) });
    const same: typeof client.deleteNote = client.notes.delete;
    for await (const note of client.notes.list.items()) note.id?.toFixed();
    export const results = [await same({ path: { id: 'a' } }), await client.call.ring()];
    // @ts-expect-error: the group has only its own names.
    client.notes.deleteNote;
    // @ts-expect-error: an operation of another tag.
    export const wrong: PetsCallHandlers = { deleteNote: () => ({ status: 204 }) };
    const allNotes: RequiredPetsNotesHandlers<string> = { listNotes: () => ({ status: 200, body: [] }), deleteNote: () => ({ status: 204 }) };
    const allCalls: RequiredPetsCallHandlers<string> = { ring: () => ({ status: 204 }) };
    const rest = { getHealth: () => ({ status: 204 as const }) };
    const all: RequiredPetsHandlers<string> = combineHandlers({ allNotes, allCalls, rest });
    createPetsServer(all);
    createPetsServer<string>(combineHandlers({ notes, calls }));
    // @ts-expect-error: ring has no handler.
    export const lacking: RequiredPetsHandlers<string> = combineHandlers({ allNotes, rest });
    // @ts-expect-error: listNotes has no handler.
    export const half: RequiredPetsNotesHandlers<string> = { deleteNote: () => ({ status: 204 }) };`;
  const files = new Map([...emit(service, OPTIONS), ['use.ts', use]]);
  expect(typeCheck(join(resolve(import.meta.dirname, '../..'), '.octavo/tmp/emit-groups'), files)).toBe('');
});

test('case 14: tags named like JavaScript keywords and emitted identifiers compile, with and without `split`', async () => {
  const tags = [
    'default',
    'null',
    'import',
    'new',
    'package',
    'public',
    'Function',
    'await',
    'constructor',
    'toString',
    'then',
    'groups',
    'raw',
    '__proto__',
  ];
  const paths = Object.fromEntries(
    tags.map((tag, index) => [`/p${index}`, { get: { operationId: `read${index}`, tags: [tag], responses: NONE } }]),
  );
  const service = await serviceOf({ openapi: '3.1.0', info: { title: 'Words', version: '1' }, paths });
  const use = `
    import { inMemoryFetch } from '@octavo/runtime';
    import { createPetsClient, createPetsServer } from './index.ts';
    const client = createPetsClient({ fetch: inMemoryFetch(createPetsServer({ read0: () => ({ status: 204 }) })) });
    export const answers = [await client.default.read0(), await client.null.read1(), await client.read2(), await client.import.read2()];`;
  for (const split of [undefined, 'tags'] as const) {
    const files = new Map([...emit(service, { ...OPTIONS, ...(split === undefined ? {} : { split }) }), ['use.ts', use]]);
    expect(typeCheck(join(resolve(import.meta.dirname, '../..'), '.octavo/tmp/emit-group-words'), files)).toBe('');
  }
});

test('a group has the client’s methods and keeps its identity', async () => {
  const urls: string[] = [];
  const options = {
    fetch: async (url: string) => {
      urls.push(new URL(url).pathname);
      return Response.json({ channels: {} });
    },
  };
  const client = createEventsClient(options);
  expect(client.channels.list).toBe(client.listChannels);
  expect(client.channels).toBe(client.channels);
  const { list } = createEventsChannels(createTransport(eventsService, options));
  for (const call of [client.channels.list, list]) expect((await call({ path: { app_id: '1' } })).status).toBe(200);
  expect(urls).toEqual(['/apps/1/channels', '/apps/1/channels']);
});

test('an operation called new is a method, where a short name would declare a constructor', async () => {
  const paths = {
    '/note': { get: { operationId: 'note.new', tags: ['note'], responses: NONE } },
    '/task': { get: { operationId: 'task.new', tags: ['task'], responses: NONE } },
  };
  const service = await serviceOf({ paths });
  const use = `import type { PetsClient } from './client.ts';
export const call = (client: PetsClient): Promise<unknown> => client.note.new();
`;
  expect(
    typeCheck(resolve(import.meta.dirname, '../../.octavo/tmp/group-new'), new Map([...emit(service, OPTIONS), ['use.ts', use]])),
  ).toBe('');
});
