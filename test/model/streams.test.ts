// Media types that are streams: their format, options and item schema.
import { describe, expect, test } from 'vitest';
import { lines, operation, pathDocument, plain, read, service } from './support.ts';

const DEFINITIONS = `components:
  schemas:
    Tick: { type: object, properties: { n: { type: integer } } }
    Event: { type: object, required: [data], properties: { event: { type: string }, data: { $ref: '#/components/schemas/Json' } } }
    Json: { type: string, contentMediaType: application/json, contentSchema: { $ref: '#/components/schemas/Tick' } }
`;

function withContent(content: string, version = '3.1.0'): string {
  const path = `/it:\n  get:\n    operationId: it\n    responses: { '200': { description: Yes., content: { ${content} } } }`;
  return pathDocument(path, version, DEFINITIONS);
}

async function contentOf(content: string, version?: string) {
  const [found] = operation(await service(withContent(content, version)), 'it').responses[0]?.contents ?? [];
  if (found === undefined) throw new Error('no content');
  return found;
}

describe('formats', () => {
  test.each([
    ['application/x-ndjson: {}', 'ndjson'],
    ['application/ndjson: {}', 'ndjson'],
    ['application/jsonl: {}', 'ndjson'],
    ['application/x-jsonlines: {}', 'ndjson'],
    ['application/json-seq: {}', 'json-seq'],
    ['application/geo+json-seq: {}', 'json-seq'],
    ['text/event-stream: {}', 'event-stream'],
    ["'text/event-stream;charset=utf-8': {}", 'event-stream'],
    ['application/json: { x-stream: ndjson }', 'ndjson'],
    ['text/plain: { x-stream: { format: json-seq } }', 'json-seq'],
    ['application/octet-stream: { x-stream: event-stream }', 'event-stream'],
  ])('%s is %s', async (content, kind) => {
    expect((await contentOf(content)).kind).toBe(kind);
  });

  test('options', async () => {
    const { stream } = await contentOf('application/jsonl: { x-stream: { keepAliveSeconds: 1.5, maxItemBytes: 4096 } }');
    expect(stream).toEqual({ keepAliveSeconds: 1.5, maxItemBytes: 4096 });
  });

  test.each([
    ['application/jsonl: { x-stream: { lineEnd: crlf } }', { lineEnd: 'crlf' }],
    ['application/jsonl: { x-stream: { lineEnd: lf } }', {}],
    ["application/jsonl: { x-stream: { end: '[DONE]' } }", { end: '[DONE]' }],
    ['application/json: { x-stream: { format: ndjson, end: the end } }', { end: 'the end' }],
  ])('%s', async (content, want) => {
    expect((await contentOf(content)).stream).toEqual(want);
  });

  test.each([
    ['application/json: { x-stream: ndjsn }', '`x-stream` must be one of ndjson, json-seq, event-stream and bytes.'],
    ['application/json: { x-stream: { format: __proto__ } }', '`format` of `x-stream` must be one of'],
    ['application/json: { x-stream: {} }', '`x-stream` must have a `format`'],
    ['application/jsonl: { x-stream: { keepAlive: 1, end: x } }', "`x-stream` has no option 'keepAlive'"],
    ['application/jsonl: { x-stream: { keepAliveSeconds: 0 } }', '`keepAliveSeconds` of `x-stream` is not a number above 0.'],
    ['application/jsonl: { x-stream: { maxItemBytes: 1.5 } }', '`maxItemBytes` of `x-stream` is not a whole number above 0.'],
    ['application/jsonl: { x-stream: { lineEnd: cr } }', '`lineEnd` of `x-stream` must be lf or crlf.'],
    ['text/event-stream: { x-stream: { lineEnd: crlf } }', '`lineEnd` of `x-stream` applies to ndjson, not to event-stream.'],
    ['application/json: { x-stream: { format: bytes, lineEnd: lf } }', '`lineEnd` applies to streams of items, not to bytes.'],
    ['application/jsonl: { x-stream: { end: 1 } }', '`end` of `x-stream` is not a text of one line without blanks around it.'],
    ["application/jsonl: { x-stream: { end: ' a' } }", '`end` of `x-stream` is not a text of one line'],
    ['application/jsonl: { x-stream: { end: "a\\nb" } }', '`end` of `x-stream` is not a text of one line'],
    ["application/json: { x-stream: { format: bytes, end: '[DONE]' } }", '`end` applies to streams of items, not to bytes.'],
    ['application/json: { itemSchema: {} }', '`itemSchema` describes a stream, and application/json does not say'],
    ['multipart/form-data: { itemSchema: {} }', '`itemSchema` applies to multipart bodies whose parts have no names.'],
    ['multipart/x-mixed-replace: { itemSchema: {} }', 'multipart/x-mixed-replace never ends, and is not supported.'],
    ["'multipart/*': { schema: { type: object } }", 'multipart/* does not say whether its parts have names: write multipart/mixed.'],
    [
      'multipart/mixed: { schema: { type: string } }',
      'the schema of multipart/mixed must be an array of its parts, or an object of parts with names.',
    ],
  ])('%s is left out with a reason', async (content, message) => {
    const { service: built, problems } = await read(withContent(content, '3.2.0'));
    expect(built?.operations).toEqual([]);
    expect(problems.find(({ severity }) => severity === 'unsupported')?.message).toContain(message);
  });
});

describe('of an operation', () => {
  const of = async (option: string, responses: string) => {
    const path = `/it:\n  get:\n    operationId: it\n    x-stream: ${option}\n    responses: { ${responses} }`;
    const { service: built, problems } = await read(pathDocument(path, '3.1.0', DEFINITIONS));
    const kinds = built?.operations[0]?.responses.flatMap(({ status, contents }) =>
      contents.map(({ contentType, kind, stream, streamed }) => [status, contentType, kind, stream ?? streamed]),
    );
    return { kinds, problems: lines(problems) };
  };
  const ALL =
    '{ description: Yes., content: { application/json: {}, application/yaml: {}, text/event-stream: { schema: { type: object } } } }';

  test.each<[string, string, unknown[]]>([
    [
      "{ end: '[DONE]' }",
      `'200': ${ALL}`,
      [
        ['200', 'application/json', 'json', undefined],
        ['200', 'application/yaml', 'bytes', undefined],
        ['200', 'text/event-stream', 'event-stream', { end: '[DONE]', data: 'json', events: new Map() }],
      ],
    ],
    [
      'ndjson',
      "'2XX': { description: Yes., content: { application/json: {}, application/yaml: {} } }, '400': { description: No., content: { application/json: {} } }",
      [
        ['400', 'application/json', 'json', undefined],
        ['2XX', 'application/json', 'ndjson', {}],
        ['2XX', 'application/yaml', 'bytes', undefined],
      ],
    ],
    ['bytes', "'200': { description: Yes., content: { text/csv: {} } }", [['200', 'text/csv', 'bytes', true]]],
    [
      '{ maxItemBytes: 5 }',
      "'200': { description: Yes., content: { application/jsonl: { x-stream: { maxItemBytes: 7 } } } }",
      [['200', 'application/jsonl', 'ndjson', { maxItemBytes: 7 }]],
    ],
  ])('%s is for the responses of success that it fits', async (option, responses, want) => {
    const found = await of(option, responses);
    expect(found.kinds).toEqual(want);
    expect(found.problems.filter((line) => line.includes('x-stream'))).toEqual([]);
  });

  test('one that fits none is a warning', async () => {
    const { kinds, problems } = await of("{ end: '[DONE]' }", "'200': { description: Yes., content: { application/json: {} } }");
    expect(kinds).toEqual([['200', 'application/json', 'json', undefined]]);
    expect(problems).toContain('warning keyword-without-effect /paths/~1it/get/x-stream');
  });

  test('a fault of it leaves the operation out', async () => {
    const { problems } = await of('ndjsn', "'200': { description: Yes., content: { application/json: {} } }");
    expect(problems).toEqual(['unsupported left-out /paths/~1it/get']);
  });
});

describe('items', () => {
  test.each([
    ['schema is of the item', 'application/jsonl: { schema: { type: array } }', '3.1.0', { type: ['array'] }],
    ['itemSchema', 'application/jsonl: { itemSchema: { type: integer } }', '3.2.0', { type: ['integer'] }],
    [
      'since 3.2 an array is the whole',
      'application/jsonl: { schema: { type: array, items: { type: integer } } }',
      '3.2.0',
      { type: ['integer'] },
    ],
    ['since 3.2 what is no array is the item', 'application/jsonl: { schema: { type: integer } }', '3.2.0', { type: ['integer'] }],
    ['an array of anything', 'application/jsonl: { schema: { type: array } }', '3.2.0', undefined],
    ['nothing', 'application/jsonl: {}', '3.1.0', undefined],
    ['the text of the whole', 'application/jsonl: { schema: { type: string, description: Lines. } }', '3.1.0', undefined],
    ['a text with a form', 'application/jsonl: { schema: { type: string, format: date } }', '3.1.0', { type: ['string'], format: 'date' }],
    [
      'items that are texts, in 3.1',
      'application/jsonl: { schema: { type: string, minLength: 0 } }',
      '3.1.0',
      { type: ['string'], minLength: 0 },
    ],
    ['items that are texts', 'application/jsonl: { itemSchema: { type: string } }', '3.2.0', { type: ['string'] }],
  ])('%s', async (_title, content, version, want) => {
    expect(plain((await contentOf(content, version)).schema)).toEqual(want);
  });

  test('a text of the whole is a warning', async () => {
    const { problems } = await read(withContent('application/jsonl: { schema: { type: string } }'));
    expect(lines(problems)).toEqual(['warning keyword-without-effect /paths/~1it/get/responses/200/content/application~1jsonl/schema']);
  });

  test('schema beside itemSchema is a warning', async () => {
    const { problems } = await read(withContent('application/jsonl: { schema: { type: array }, itemSchema: {} }', '3.2.0'));
    expect(lines(problems)).toContain('warning keyword-without-effect /paths/~1it/get/responses/200/content/application~1jsonl/schema');
  });

  test('the input schema accepts any stream body, since items are validated one by one', async () => {
    const body = `/it:\n  post:\n    operationId: it\n    requestBody: { required: true, content: { application/jsonl: { schema: { type: object } } } }\n    responses: { '204': { description: Yes. } }`;
    const built = await service(pathDocument(body));
    expect(plain(operation(built, 'it').input)).toEqual({ type: ['object'], properties: { body: true }, required: ['body'] });
    expect(built.schemas.map(({ name }) => name)).toEqual(['ItBodyItem']);
  });
});

describe('events', () => {
  const around = (data: unknown) => ({
    type: ['object'],
    required: ['data'],
    properties: { event: { type: ['string'] }, data, id: { type: ['string'] }, retry: { type: ['integer'], minimum: 0 } },
  });

  test.each<[string, string, unknown, string]>([
    ['no schema', '{}', around({ type: ['string'] }), 'text'],
    ['text', '{ schema: { type: string, maxLength: 5 } }', around({ type: ['string'], maxLength: 5 }), 'text'],
    ['an object', "{ schema: { $ref: '#/components/schemas/Tick' } }", around({ $ref: 'Tick' }), 'json'],
    ['text or more', '{ schema: { type: [string, integer] } }', around({ type: ['string', 'integer'] }), 'json'],
    ['text that is JSON', "{ schema: { $ref: '#/components/schemas/Json' } }", around({ $ref: 'Tick' }), 'json'],
    [
      'an event of text',
      '{ schema: { type: object, properties: { data: { type: string } } } }',
      { type: ['object'], properties: { data: { type: ['string'] } } },
      'text',
    ],
    [
      'an event of JSON, behind references',
      "{ schema: { $ref: '#/components/schemas/Event' } }",
      { type: ['object'], required: ['data'], properties: { event: { type: ['string'] }, data: { $ref: 'Tick' } } },
      'json',
    ],
    [
      'an object that has more than an event',
      '{ schema: { type: object, properties: { data: {}, n: {} } } }',
      around({ type: ['object'], properties: { data: {}, n: {} } }),
      'json',
    ],
  ])('%s', async (_title, media, want, data) => {
    const { schema, stream } = await contentOf(`text/event-stream: ${media}`);
    expect(plain(schema)).toEqual(want);
    expect(stream).toEqual({ data, events: new Map() });
  });

  test('data that is JSON for some events only', async () => {
    const branches = `[{ properties: { event: { const: note } } }, { properties: { event: { enum: [tick, tock] }, data: { $ref: '#/components/schemas/Json' } } }]`;
    const { schema, stream } = await contentOf(
      `text/event-stream: { schema: { type: object, properties: { event: { type: string }, data: { type: string, maxLength: 9 } }, oneOf: ${branches} } }`,
    );
    expect(stream).toEqual({
      data: 'text',
      events: new Map([
        ['tick', 'json'],
        ['tock', 'json'],
      ]),
    });
    expect(plain(schema)).toEqual({
      type: ['object'],
      properties: { event: { type: ['string'] } },
      oneOf: [
        { properties: { event: { const: { value: 'note' } } }, allOf: [{ properties: { data: { type: ['string'], maxLength: 9 } } }] },
        { properties: { event: { enum: ['tick', 'tock'] }, data: { $ref: 'Tick' } } },
      ],
    });
  });

  test('a branch with JSON data that does not name its events is left out', async () => {
    const { service: built, problems } = await read(
      withContent(
        "text/event-stream: { schema: { type: object, oneOf: [{ properties: { data: { $ref: '#/components/schemas/Json' } } }, { properties: { data: { type: integer } } }] } }",
      ),
    );
    expect(built?.operations).toEqual([]);
    expect(problems.find(({ severity }) => severity === 'unsupported')?.message).toContain('does not say with `const` or `enum`');
  });

  test('an event schema has the same type wherever it is used', async () => {
    const media = "content: { text/event-stream: { schema: { $ref: '#/components/schemas/Event' } } }";
    const one = (path: string, id: string) =>
      `${path}:\n  get:\n    operationId: ${id}\n    responses: { '200': { description: Yes., ${media} } }`;
    const built = await service(pathDocument(`${one('/a', 'a')}\n${one('/b', 'b')}`, '3.1.0', DEFINITIONS));
    expect(built.schemas.map(({ name }) => name)).toEqual(['Tick', 'Event', 'Json', 'AResponse200Event']);
  });
});
