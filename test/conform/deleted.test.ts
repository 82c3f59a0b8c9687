// Tests that octavo conform finds counts, sums, limits, lists and restorations that are not as a document says, in a small service of folders and
// notes.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";
const made = (name: string): string => `responses: { '201': { description: Made., ${json(name)} }, ${none} }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, ${none} }`;
const gone = `responses: { '204': { description: Gone. }, ${none} }`;
const number = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Folders, version: '1' }
paths:
  /folders:
    get: { operationId: listFolders, description: Deleted folders are left out., ${found('FolderList')} }
    post: { operationId: addFolder, ${body('NewFolder')}, ${made('Folder')} }
  /folders/{id}:
    parameters: [${number('id')}]
    get: { operationId: readFolder, ${found('Folder')} }
    delete: { operationId: removeFolder, ${gone} }
  /folders/{id}/restore:
    parameters: [${number('id')}]
    post: { operationId: restoreFolder, description: A folder is as it was before. One that is not deleted is a 409., ${found('Folder')} }
  /folders/{id}/notes:
    parameters: [${number('id')}]
    get: { operationId: listNotes, ${found('NoteList')} }
    post:
      operationId: addNote
      description: A folder has at most three notes; one more is a 409. At most one note is \`pinned\`.
      ${body('NewNote')}
      ${made('Note')}
  /folders/{id}/notes/{note}:
    parameters: [${number('id')}, ${number('note')}]
    get: { operationId: readNote, ${found('Note')} }
    delete: { operationId: removeNote, ${gone} }
  /changes:
    post: { operationId: changeFolders, ${body('Changes')}, ${found('Changed')} }
  /carts:
    post: { operationId: addCart, ${body('NewCart')}, ${made('Cart')} }
  /carts/{id}:
    parameters: [${number('id')}]
    get: { operationId: readCart, ${found('Cart')} }
  /carts/{id}/lines:
    parameters: [${number('id')}]
    post: { operationId: addLine, ${body('NewCart')}, ${made('Cart')} }
  /carts/{id}/lines/{line_no}:
    parameters: [${number('id')}, ${number('line_no')}]
    delete: { operationId: removeLine, ${gone} }
components:
  schemas:
    Changes:
      type: object
      required: [folder_ids, changes]
      properties:
        folder_ids: { type: array, minItems: 1, maxItems: 5, items: { type: integer, minimum: 1, maximum: 999999999 } }
        changes: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Changed:
      type: object
      required: [updated, results]
      properties:
        updated: { type: integer }
        results: { type: array, items: { type: object, properties: { id: { type: integer }, error: { type: [string, 'null'] } } } }
    NewCart: { type: object, properties: { note: { type: string, maxLength: 9 } } }
    Cart:
      type: object
      required: [id, lines]
      properties:
        id: { type: integer }
        lines:
          type: array
          items: { type: object, required: [line_no], properties: { line_no: { type: integer, description: Never changes. } } }
    NewFolder: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Folder:
      type: object
      required: [id, name, note_count, minutes]
      properties:
        id: { type: integer }
        name: { type: string }
        note_count: { type: integer, description: How many notes it has that are not deleted. }
        minutes: { type: integer }
    FolderList: { type: array, items: { $ref: '#/components/schemas/Folder' } }
    NewNote:
      type: object
      required: [minutes]
      properties: { minutes: { type: integer, minimum: 1, maximum: 999 }, pinned: { type: boolean, default: false } }
    Note:
      type: object
      required: [id, minutes, pinned]
      properties: { id: { type: integer }, minutes: { type: integer }, pinned: { type: boolean } }
    NoteList: { type: array, items: { $ref: '#/components/schemas/Note' } }
`);

interface Note {
  readonly id: number;
  readonly minutes: number;
  pinned: boolean;
}

interface Folder {
  name: string;
  notes: Note[];
  count: number;
  minutes: number;
  isDeleted: boolean;
}

interface Faults {
  readonly keepsCount?: boolean;
  readonly keepsSum?: boolean;
  readonly listsDeleted?: boolean;
  readonly losesName?: boolean;
  readonly restoresLiving?: boolean;
  readonly takesFour?: boolean;
  readonly pinsTwo?: boolean;
  readonly countsAll?: boolean;
  readonly stopsAtUnknown?: boolean;
  readonly renumbers?: boolean;
}

function folders(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Folder>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = (id: number, { name, count, minutes }: Folder): object => ({ id, name, note_count: count, minutes });
  const add = (folder: Folder, minutes: number, pinned: boolean): Response => {
    if (folder.notes.length >= 3 && faults.takesFour !== true) return status(409);
    if (pinned && faults.pinsTwo !== true) for (const one of folder.notes) one.pinned = false;
    const note: Note = { id: ++last, minutes, pinned };
    folder.notes.push(note);
    folder.count++;
    folder.minutes += minutes;
    return Response.json(note, { status: 201 });
  };
  const withdraw = (folder: Folder, note: Note): Response => {
    folder.notes = folder.notes.filter((one) => one !== note);
    if (faults.keepsCount !== true) folder.count--;
    if (faults.keepsSum !== true) folder.minutes -= note.minutes;
    return status(204);
  };
  const change = ({ folder_ids: ids, changes }: { folder_ids: number[]; changes: { name: string } }): Response => {
    let stopped = false;
    const results = ids.map((id) => {
      const folder = kept.get(id);
      stopped ||= folder === undefined && faults.stopsAtUnknown === true;
      if (folder !== undefined && !stopped) folder.name = changes.name;
      return { id, error: folder === undefined ? 'unknown' : null };
    });
    const updated = results.filter(({ error }) => error === null || faults.countsAll === true).length;
    return Response.json({ updated, results });
  };
  const carts = new Map<number, number[]>();
  const cart = (id: number, code: number): Response =>
    Response.json({ id, lines: carts.get(id)?.map((line_no) => ({ line_no })) }, { status: code });
  const ofCart = (method: string, id: number | undefined, line: string | undefined): Response => {
    if (id === undefined) {
      carts.set(++last, []);
      return cart(last, 201);
    }
    const all = carts.get(id);
    if (all === undefined) return status(404);
    if (method === 'GET') return cart(id, 200);
    if (method === 'POST') {
      all.push((all.at(-1) ?? 0) + 1);
      return cart(id, 201);
    }
    if (!all.includes(Number(line))) return status(404);
    const rest = all.filter((one) => one !== Number(line));
    carts.set(id, faults.renumbers === true ? rest.map((_, index) => index + 1) : rest);
    return status(204);
  };
  return async (request) => {
    const [, kind, key, sub, subkey] = new URL(request.url).pathname.split('/');
    const given = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    const id = Number(key);
    if (kind === 'carts') return ofCart(request.method, key === undefined ? undefined : id, subkey);
    if (kind === 'changes')
      return Array.isArray(given?.folder_ids) && typeof given.changes?.name === 'string' ? change(given) : status(422);
    if (key === undefined && request.method === 'GET')
      return Response.json(
        [...kept].filter(([, one]) => !one.isDeleted || faults.listsDeleted === true).map(([each, one]) => shown(each, one)),
      );
    if (key === undefined) {
      if (typeof given?.name !== 'string' || given.name === '') return status(422);
      kept.set(++last, { name: given.name, notes: [], count: 0, minutes: 0, isDeleted: false });
      return Response.json(shown(last, kept.get(last) as Folder), { status: 201 });
    }
    const folder = kept.get(id);
    if (folder === undefined) return status(404);
    if (sub === 'restore') {
      if (!folder.isDeleted && faults.restoresLiving !== true) return status(409);
      folder.isDeleted = false;
      if (faults.losesName === true) folder.name = '';
      return Response.json(shown(id, folder));
    }
    if (folder.isDeleted) return status(404);
    if (sub === undefined) {
      if (request.method === 'GET') return Response.json(shown(id, folder));
      folder.isDeleted = true;
      return status(204);
    }
    if (subkey === undefined) {
      if (request.method === 'GET') return Response.json(folder.notes);
      return Number.isInteger(given?.minutes) && given.minutes > 0 ? add(folder, given.minutes, given.pinned === true) : status(422);
    }
    const note = folder.notes.find((one) => one.id === Number(subkey));
    if (note === undefined) return status(404);
    return request.method === 'DELETE' ? withdraw(folder, note) : Response.json(note);
  };
}

const CHECKS = [
  'counts-of-others',
  'sums-below',
  'deleted-hidden',
  'restored',
  'most-things',
  'one-at-most',
  'bulk-results',
  'items-keep-numbers',
];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a count that a delete keeps',
        { keepsCount: true },
        [/^counts-of-others: `note_count` is 1 after removeNote, not 0, and .*“How many notes/],
      ],
      [
        'a sum that a delete keeps',
        { keepsSum: true },
        [/^sums-below: `minutes` rose by `minutes` with each of three creates, and has not fallen/],
      ],
      [
        'a list with deleted folders',
        { listsDeleted: true },
        [/^deleted-hidden: listFolders shows what was deleted \(\d+\), and .*“Deleted folders are left out\.”$/],
      ],
      [
        'a restored folder without its name',
        { losesName: true },
        [/^restored: `name` was ".+" before the delete, and is "" after restoreFolder/],
      ],
      ['a restoration of what is not deleted', { restoresLiving: true }, [/^restored: What is not deleted is restored with 200/]],
      [
        'a fourth note',
        { takesFour: true },
        [/^most-things: addNote has succeeded 4 times below \d+, and .*“A folder has at most three notes;”$/],
      ],
      [
        'two pinned notes',
        { pinsTwo: true },
        [/^one-at-most: `pinned` is true for \d+ and \d+ after addNote, and .*“At most one note is `pinned`\.”$/],
      ],
      [
        'a count of all that were asked for',
        { countsAll: true },
        [/^bulk-results: `updated` is 3 in the answer of changeFolders, and 2 of its results say so\.$/],
      ],
      [
        'a change of many that stops',
        { stopsAtUnknown: true },
        [/^bulk-results: `name` of \d+ is ".*" after changeFolders, whose result says that it was changed\.$/],
      ],
      [
        'lines with new numbers',
        { renumbers: true },
        [/^items-keep-numbers: `line_no` \d+ is gone after removeLine of \d+, and .*“Never changes\.”$/],
      ],
    ],
    4,
  ),
)('%s', async (_, faults, expected) => {
  const { findings, operations } = await conformService(service, { target: folders(faults), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const shown = findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
