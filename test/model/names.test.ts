// Names are valid, unique, independent of the order of keys, and never shadow identifiers that emitted code uses.
import { describe, expect, test } from 'vitest';
import { isIdentifier } from '../../generator/emit/text/escape.ts';
import { camelCase, pascalCase, safeFileName, serviceName } from '../../generator/model/names/names.ts';
import { document, lines, nameOf, pathDocument, read, schemasDocument, service } from './support.ts';

describe('texts become names', () => {
  test.each([
    ['find-email', 'FindEmail'],
    ['email_finder_response', 'EmailFinderResponse'],
    ['HTTPError', 'HTTPError'],
    ['repos/create-release.asset', 'ReposCreateReleaseAsset'],
    ['v1.0', 'V1_0'],
    ['P 1', 'P1'],
    ['größe', 'Größe'],
    ['A\u0308pfel', 'Äpfel'],
    ['名前', '名前'],
    ['*/ globalThis.PWNED=1; /*', 'GlobalThisPWNED1'],
    ['🎉', ''],
    ['', ''],
  ])('%j → %s', (given, want) => {
    expect(pascalCase(given)).toBe(want);
  });

  test.each([
    ['FindEmail', 'findEmail'],
    ['URL', 'url'],
    ['URLOfThing', 'urlOfThing'],
    ['getX', 'getX'],
    ['api_key', 'apiKey'],
  ])('%s → %s', (given, want) => {
    expect(camelCase(given)).toBe(want);
  });

  test.each([
    ['h-email', '', 'Email'],
    ['b-microblog-v1', '', 'MicroblogV1'],
    ['pet.store', '', 'PetStore'],
    ['2024', 'Yearly report', 'YearlyReport'],
    ['🎉', '🎉', 'Service'],
    ['openapi', 'Pet Store', 'PetStore'],
    ['Swagger', 'Pet Store - OpenAPI 3.0', 'PetStoreOpenAPI3_0'],
    ['index', '', 'Index'],
    ['openapi', '🎉', 'Openapi'],
    ['openapi', 'The interface of a service whose title has very many words', 'TheInterfaceOfAServiceWhoseTitle'],
    ['openapi', 'a'.repeat(500), `A${'a'.repeat(39)}`],
    ['api', 'Pet Store', 'Api'],
  ])('the service of %s', (id, title, want) => {
    expect(serviceName(id, title)).toBe(want);
  });
});

describe('case 15: file names', () => {
  test.each([
    ['../../x', 'x'],
    ['a/b', 'a-b'],
    ['CON', 'CON_'],
    ['con.txt', 'con_'],
    ['.hidden', 'hidden'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['C:\\windows', 'C-windows'],
    ['a\u0000b', 'a-b'],
    ['trailing.', 'trailing'],
    ['A\u0308', 'Ä'],
  ])('%j → %s', (given, want) => {
    expect(safeFileName(given)).toBe(want);
  });

  test('long names are cut to 80 characters', () => {
    expect(safeFileName('x'.repeat(300))).toBe('x'.repeat(80));
  });

  test('NFC and NFD forms give the same name, so that the writer sees the collision', () => {
    expect(safeFileName('\u00c4')).toBe(safeFileName('A\u0308'));
  });

  test('the folder of a service', async () => {
    expect((await service(schemasDocument('A: {}'), {}, 'CON')).id).toBe('CON_');
  });
});

describe('case 14: schema names', () => {
  test('names of JavaScript globals and of emitted code are prefixed with the service’s name', async () => {
    const words = ['Array', 'Promise', 'Record', 'string', 'Object', 'Date', 'Map', 'Error', 'Blob', 'Issue', '1a', 'PetsClient'];
    const { service: built, problems } = await read(schemasDocument(words.map((word) => `${word}: { type: string }`).join('\n')));
    expect(built?.schemas.map(nameOf)).toEqual([
      'PetsArray',
      'PetsPromise',
      'PetsRecord',
      'PetsString',
      'PetsObject',
      'PetsDate',
      'PetsMap',
      'PetsError',
      'PetsBlob',
      'PetsIssue',
      'Pets1a',
      'PetsPetsClient',
    ]);
    expect(lines(problems)).toEqual(words.map((word) => `note name-chosen /components/schemas/${word}`));
  });

  test('colliding names are numbered, the same for any order of keys', async () => {
    const keys = ['P-1', 'P.1', 'P_1', 'P1'];
    const name = async (order: readonly string[]) => {
      const { service: built, problems } = await read(
        schemasDocument(order.map((key) => `${key}: { type: string, title: '${key}' }`).join('\n')),
      );
      return { names: new Map(built?.schemas.map((schema) => [schema.title, schema.name])), notes: lines(problems).sort() };
    };
    const forwards = await name(keys);
    expect(Object.fromEntries(forwards.names)).toEqual({ P1: 'P1', 'P-1': 'P1_2', 'P.1': 'P1_3', P_1: 'P1_4' });
    expect(forwards.notes).toHaveLength(3);
    const backwards = await name([...keys].reverse());
    expect([...backwards.names].sort()).toEqual([...forwards.names].sort());
    expect(backwards.notes).toEqual(forwards.notes);
  });

  test('a numbered name never takes another schema’s own name', async () => {
    const built = await service(schemasDocument('a-1: { title: first }\na.1: { title: second }\nA1_2: { title: third }'));
    const names = new Map(built.schemas.map((schema) => [schema.title, schema.name]));
    expect(names.get('third')).toBe('A1_2');
    expect(new Set(names.values()).size).toBe(3);
  });
});

const get = (id: string | undefined) =>
  `get: { ${id === undefined ? '' : `operationId: ${JSON.stringify(id)}, `}responses: { '204': { description: None. } } }`;

describe('case 12: operation names', () => {
  test.each([
    ['delete', 'petsDelete', true],
    ['class', 'petsClass', true],
    ['await', 'petsAwait', true],
    ['default', 'petsDefault', true],
    ['eval', 'petsEval', true],
    ['then', 'petsThen', true],
    ['input', 'petsInput', true],
    ['constructor', 'petsConstructor', true],
    ['__proto__', 'proto', false],
    ['1a', 'pets1a', true],
    ['a b', 'aB', true],
    ['', 'getThings', true],
    ['🎉', 'getThings', true],
    ['listThings', 'listThings', false],
    ['things/list-all', 'thingsListAll', false],
    ['*/ globalThis.PWNED=1; /*', 'globalThisPWNED1', true],
    [undefined, 'getThings', false],
  ])('%j → %s', async (id, want, noted) => {
    const { service: built, problems } = await read(pathDocument(`/things:\n  ${get(id)}`));
    const [operation] = built?.operations ?? [];
    expect(operation?.name).toBe(want);
    expect(isIdentifier(operation?.name ?? '')).toBe(true);
    expect(isIdentifier(operation?.typeName ?? '')).toBe(true);
    expect(operation?.id).toBe(id ?? 'GET /things');
    const notes = problems.filter((problem) => problem.code === 'name-chosen');
    expect(notes.map((problem) => [problem.severity, problem.location.pointer])).toEqual(
      noted ? [['note', '/paths/~1things/get/operationId']] : [],
    );
  });

  test('colliding names from method and path are numbered', async () => {
    const built = await service(pathDocument(`/a-b:\n  ${get(undefined)}\n/a_b:\n  ${get(undefined)}\n/a.b:\n  ${get('getAB')}`));
    expect(built.operations.map((operation) => [operation.path, operation.name])).toEqual([
      ['/a-b', 'getAB_2'],
      ['/a_b', 'getAB_3'],
      ['/a.b', 'getAB'],
    ]);
  });
});

describe('case 13: of two operationIds with the same name, the first keeps it', () => {
  test.each([
    ['a-b', 'a_b'],
    ['getThing', 'getthing'],
  ])('%s and %s', async (first, second) => {
    const { service: built, problems } = await read(pathDocument(`/a:\n  ${get(first)}\n/b:\n  ${get(second)}`));
    expect(built?.operations.map(({ name }) => name)).toEqual([first === 'a-b' ? 'aB' : first, 'getB']);
    const [problem] = problems.filter((candidate) => candidate.code === 'operation-id-alike');
    expect(problem?.severity).toBe('warning');
    expect(problem?.message).toMatch(/this operation is getB in code\.$/);
    expect(problem?.location.pointer).toBe('/paths/~1b/get/operationId');
    expect(problem?.related?.map((place) => place.location.pointer)).toEqual(['/paths/~1a/get/operationId']);
  });

  test('an operation that stands at two paths', async () => {
    const item = "{ $ref: '#/components/pathItems/It' }";
    const shared = 'components: { pathItems: { It: { get: { operationId: same, responses: { 200: { description: d } } } } } }\n';
    const { service: built, problems } = await read(pathDocument(`/a: ${item}\n/b: ${item}`, '3.1.0', shared));
    expect(built?.operations.map(({ id, name }) => [id, name])).toEqual([
      ['same', 'same'],
      ['GET /b', 'getB'],
    ]);
    expect(lines(problems)).toEqual(['warning operation-id-alike /paths/~1b']);
    expect(problems[0]?.related?.map((place) => place.location.pointer)).toEqual(['/paths/~1a']);
  });

  test('one id twice, of a document that is not yours', async () => {
    const { service: built, problems } = await read(pathDocument(`/a:\n  ${get('same')}\n/b:\n  ${get('same')}`));
    expect(built?.operations.map(({ id, name }) => [id, name])).toEqual([
      ['same', 'same'],
      ['GET /b', 'getB'],
    ]);
    expect(lines(problems)).toContain('warning operation-id-duplicate /paths/~1b/get/operationId');
  });
});

describe('names of different kinds', () => {
  test("an operation's types are renamed when they conflict with schemas", async () => {
    const built = await service(
      document(
        `paths:\n  /a:\n    ${get('findThing')}\n  /b:\n    ${get('validateThing')}\ncomponents:\n  schemas:\n    FindThingInput: {}\n    Thing: {}`,
      ),
    );
    expect(built.operations.map(({ name, typeName }) => [name, typeName])).toEqual([
      ['findThing', 'FindThingOperation'],
      ['validateThing_2', 'ValidateThing2'],
    ]);
    expect(built.schemas.map(nameOf)).toEqual(['FindThingInput', 'Thing']);
    expect(built.operations.map((operation) => operation.input.name)).toEqual(['FindThingOperationInput', 'ValidateThing2Input']);
  });

  test('security schemes are renamed when they conflict with operations', async () => {
    const built = await service(
      document(
        `paths:\n  /a:\n    ${get('apiKey')}\ncomponents:\n  securitySchemes:\n    api_key: { type: apiKey, in: query, name: k }\n    default: { type: http, scheme: basic }`,
      ),
    );
    expect(built.securitySchemes.map((scheme) => [scheme.name, scheme.identifier])).toEqual([
      ['api_key', 'petsApiKey'],
      ['default', 'petsDefault'],
    ]);
  });
});
