// Tests that octavo conform finds values that a service does not keep as they were sent, and leaves alone what a service may write in a form of its
// own.
import { expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { differences } from '../../generator/conform/kept/compare.ts';
import { serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

const documentOf = (says: string): string => `openapi: 3.1.0
info: { title: Plants, version: '1', description: '${says}' }
paths:
  /plants:
    post:
      operationId: addPlant
      requestBody: { required: true, ${json('NewPlant')} }
      responses: { '201': { description: Made., ${json('Plant')} }, '400': { description: Invalid. } }
  /plants/{id}:
    get:
      operationId: readPlant
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
      responses: { '200': { description: One., ${json('Plant')} }, '404': { description: None. } }
components:
  schemas:
    NewPlant:
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 80 }
        notes: { type: [string, 'null'], maxLength: 300 }
        days: { type: integer, minimum: 0, maximum: 90, default: 14 }
        price: { type: number, minimum: 0, maximum: 9999, multipleOf: 0.01 }
        shown: { type: boolean, default: true }
        since: { type: string, format: date }
        places: { type: array, maxItems: 4, items: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } } }
        code: { type: string, maxLength: 20 }
        marks: { type: array, maxItems: 5, uniqueItems: true, items: { type: string, minLength: 1, maxLength: 9 } }
        months: { type: array, maxItems: 4, items: { type: string, enum: [may, june, july, august] } }
        seen: { type: string, format: date-time }
        labels: { type: object, maxProperties: 9, additionalProperties: { type: string, minLength: 1, maxLength: 9 } }
    Plant:
      allOf: [{ $ref: '#/components/schemas/NewPlant' }]
      required: [id]
      properties: { id: { type: integer } }
`;

const AS_SENT = await serviceFrom(
  documentOf('Texts and lists are kept as they are sent.').replace('additionalProperties: false', 'x-closed: true'),
);
const SILENT = await serviceFrom(documentOf('Plants of a garden.').replace('additionalProperties: false', 'x-closed: true'));

const IN_ORDER = await serviceFrom(
  documentOf('Lists come back as they were sent, in the same order. Instants come back with milliseconds.').replace(
    'additionalProperties: false',
    'x-closed: true',
  ),
);

type Plant = Readonly<Record<string, unknown>>;

/** A run against a service that keeps what `kept` gives of a plant, and shows what `read` gives of that. */
async function runOn(
  service: typeof SILENT,
  kept: (plant: Plant) => Plant,
  read: (plant: Plant) => Plant = (plant) => plant,
): Promise<ConformReport> {
  const plants = new Map<number, Plant>();
  const target = async (request: Request): Promise<Response> => {
    const id = Number(/^\/plants\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]);
    const plant = plants.get(id);
    if (request.method === 'GET' && plant !== undefined) return Response.json(read(plant));
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/plants') return new Response(null, { status: 404 });
    try {
      const body = (await request.json()) as Plant;
      const next = { id: plants.size + 1, ...kept(body) };
      plants.set(next.id, next);
      return Response.json(next, { status: 201 });
    } catch {
      return new Response(null, { status: 400 });
    }
  };
  return conformService(service, { target, random: 0, sequences: false });
}

/** The findings about values that are kept. What else the service does wrong does not matter. */
const shown = ({ findings }: ConformReport): readonly string[] =>
  findings.filter(({ check }) => check === 'keeps-values').map(({ operation, message }) => `${operation.id}: ${message}`);

/** A plant with a text changed by `change`, wherever it has one at `name`. */
const texts =
  (name: string, change: (text: string) => unknown) =>
  (plant: Plant): Plant =>
    typeof plant[name] === 'string' ? { ...plant, [name]: change(plant[name]) } : plant;

const sorted = (plant: Plant): Plant =>
  Array.isArray(plant.places) ? { ...plant, places: plant.places.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1)) } : plant;

/** One after the other. */
const both =
  (...changes: readonly ((plant: Plant) => Plant)[]) =>
  (plant: Plant): Plant =>
    changes.reduce((one, change) => change(one), plant);

test('values that are damaged are found, whatever the document says', async () => {
  const found = shown(
    await runOn(
      SILENT,
      both(
        texts('title', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
        texts('notes', (text) => [...text].slice(0, 255).join('')),
        texts('since', (day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)),
        (plant) => ({ ...plant, days: plant.days || 14, shown: plant.shown || true, price: Math.floor(Number(plant.price) * 100) / 100 }),
        sorted,
      ),
    ),
  );
  const expected = [
    'days` was sent as 0 and is shown as 14',
    'notes` was sent',
    'places` was',
    'price` was',
    'shown` was sent as false',
    'since` was',
    'title` was',
  ];
  expect(found.toSorted()).toEqual(expected.map((message) => expect.stringContaining(`addPlant: \`${message}`)));
});

test('signs that are escaped are found', async () => {
  expect(
    shown(
      await runOn(
        SILENT,
        texts('notes', (text) => text.replaceAll('&', '&amp;')),
      ),
    ),
  ).toEqual([expect.stringContaining('&amp;')]);
});

test('what a read alone shows otherwise is found', async () => {
  const found = shown(
    await runOn(
      SILENT,
      (plant) => plant,
      texts('title', (text) => text.replace(/[^ -~]/gu, '?')),
    ),
  );
  expect(found).toEqual([expect.stringMatching(/^readPlant: `title` was sent as .* and is read as/)]);
});

const usual = both(
  texts('title', (text) => text.trim().normalize('NFC')),
  texts('code', (text) => text.toLowerCase()),
  texts('notes', (text) => (text === '' ? null : text.replaceAll('\r\n', '\n'))),
);

test('usual forms of texts are found where the document says that texts are kept as they are sent', async () => {
  const found = shown(await runOn(AS_SENT, usual));
  const isQuoted = found.every((message) => message.endsWith('although the document says: “Texts and lists are kept as they are sent.”.'));
  expect(isQuoted).toBe(true);
  expect([...new Set(found.map((message) => /`(\w+)`/.exec(message)?.[1]))].toSorted()).toEqual(['code', 'notes', 'title']);
});

test('usual forms of texts are no finding where the document says nothing, and nothing is where values are kept', async () => {
  expect(shown(await runOn(SILENT, usual))).toEqual([]);
  expect(shown(await runOn(AS_SENT, (plant) => plant))).toEqual([]);
});

test('a create that gives what was there before has no finding', async () => {
  let first: Plant | undefined;
  const report = await runOn(SILENT, (plant) => {
    first ??= { ...plant, id: 1 };
    return first;
  });
  expect(shown(report)).toEqual([]);
});

test('a service that shows an example whatever is sent has no finding', async () => {
  const example = { title: 'Fern', notes: 'In the shade.', days: 7, price: 4.5, shown: true, since: '2026-03-01', places: [], code: 'f-1' };
  expect(shown(await runOn(AS_SENT, () => example))).toEqual([]);
});

test('the order of sets and parts of a second are kept where the document says so', async () => {
  const ordered = (list: unknown): unknown => (Array.isArray(list) ? list.toSorted() : list);
  const marks = (plant: Plant): Plant => ({ ...plant, ...(plant.marks === undefined ? {} : { marks: ordered(plant.marks) }) });
  const months = (plant: Plant): Plant => ({ ...plant, ...(plant.months === undefined ? {} : { months: ordered(plant.months) }) });
  const seconds = texts('seen', (time) => new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString());
  const found = shown(await runOn(IN_ORDER, both(marks, months, seconds)));
  expect(found.toSorted()).toEqual(['marks', 'months', 'seen'].map((name) => expect.stringContaining(`addPlant: \`${name}\` was sent`)));
  expect(shown(await runOn(AS_SENT, both(marks, months, seconds)))).toEqual([]);
});

test('names of a map are kept', async () => {
  const renamed =
    (change: (name: string) => string) =>
    (plant: Plant): Plant =>
      plant.labels === undefined
        ? plant
        : { ...plant, labels: Object.fromEntries(Object.entries(plant.labels as object).map(([name, value]) => [change(name), value])) };
  const lower = renamed((name) => name.toLowerCase());
  const found = [expect.stringContaining('addPlant: `labels` was sent')];
  expect(shown(await runOn(AS_SENT, lower))).toEqual(found);
  expect(shown(await runOn(SILENT, lower))).toEqual([]);
  expect(shown(await runOn(AS_SENT, (plant) => plant))).toEqual([]);
});

test('a name of a map that is sent with null is not lost', () => {
  const shown = { video: 'https://video.example', site: 'https://site.example' };
  const changesOf = (sent: object): readonly string[] => [...differences(sent, shown, [])].map(({ change }) => change);
  expect(changesOf({ audio: null, site: 'https://site.example' })).toEqual([]);
  expect(changesOf({ audio: 'https://audio.example', site: 'https://site.example' })).toEqual(['damaged']);
});
