// Tests which cases are planned: by statement of a document, the requests that stay within it and those that break it.
import { describe, expect, test } from 'vitest';
import type { Case } from '../../generator/conform/contract/case.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { createPlan, planCases } from '../../generator/conform/plan/index.ts';
import { serviceFrom } from './support.ts';

/** A document of one operation, `PUT /things/{id}`, with these parameters and this schema of a JSON body. */
function documentOf(schema: string, parameters = ''): string {
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things/{id}:
    put:
      operationId: put
      parameters:
        - { name: id, in: path, required: true, schema: { type: string, const: x } }
        ${parameters}
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { '204': { description: Done. } }
components:
  schemas:
    Cat: { type: object, required: [kind], properties: { kind: { type: string, const: cat }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string, const: dog } } }
`;
}

/** What plans cases of the only operation of a document. */
async function planner(document: string) {
  const service = await serviceFrom(document);
  const judge = await createJudge(service);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  return (options: Parameters<typeof planCases>[2]) => planCases(judge, operation, options);
}

async function plan(document: string): Promise<readonly Case[]> {
  return (await planner(document))({ seed: 1, random: 2, most: 500 });
}

/** `valid: 0` or `invalid bound minimum: -1`: what a case is meant to show, and the body or query that it sends. */
function line({ intent, request, at }: Case): string {
  const kind = intent.kind === 'invalid' ? `invalid ${intent.by}` : intent.kind;
  const keyword = intent.kind === 'invalid' && intent.keyword !== undefined ? ` ${intent.keyword}` : '';
  const sent = at?.startsWith('/body') === false ? request.target : String(request.body);
  return `${kind}${keyword}: ${sent}`;
}

describe.each<readonly [what: string, schema: string, parameters: string, want: readonly string[]]>([
  [
    'bounds',
    '{ type: integer, minimum: 0, exclusiveMaximum: 9 }',
    '',
    [
      'valid: 0',
      'invalid bound minimum: -1',
      'valid: 8',
      'invalid bound exclusiveMaximum: 9',
      'invalid type type: "text"',
      'invalid type type: 12.5',
    ],
  ],
  ['steps', '{ type: integer, multipleOf: 4, const: 8 }', '', ['invalid enum const: 9']],
  ['odd steps', '{ type: integer, multipleOf: 5, minimum: 5, maximum: 9 }', '', ['invalid bound multipleOf: 6']],
  [
    'formats of integers',
    '{ type: integer, format: int32 }',
    '',
    ['valid: 2147483647', 'invalid format format: 2147483648', 'invalid format format: -2147483649'],
  ],
  ['numbers', '{ type: number }', '', ['valid: 1.7976931348623157e+308', 'valid: 5e-324', 'valid: 0']],
  [
    'lengths',
    "{ type: string, pattern: '^w*$', minLength: 2, maxLength: 4 }",
    '',
    ['valid: "ww"', 'invalid length minLength: "w"', 'valid: "wwww"', 'invalid length maxLength: "wwwww"'],
  ],
  ['free texts', '{ type: string, maxLength: 4 }', '', ['valid: "Ünïc"', 'valid: ""']],
  ['patterns', "{ type: string, pattern: '^[a-z]+$' }", '', ['invalid pattern pattern: "~ ~"']],
  ['formats', '{ type: string, format: date }', '', ['invalid format format: "2024-02-31"']],
  ['several types', '{ type: [boolean, "null"] }', '', ['valid: null', 'invalid type type: "text"']],
  ['enums', '{ type: string, enum: [a, b] }', '', ['valid: "a"', 'valid: "b"', 'invalid enum enum: "octavo-none-of-these"']],
  [
    'enums of a usual kind',
    '{ type: string, enum: [info, warning, outage] }',
    '',
    ['valid: "outage"', 'invalid enum enum: "error"', 'invalid enum enum: "critical"'],
  ],
  ['required', '{ type: object, required: [a], properties: { a: { const: 1 } } }', '', ['invalid required required: {}']],
  [
    'closed objects',
    '{ type: object, required: [a], properties: { a: { const: 1 } }, additionalProperties: false }',
    '',
    ['invalid additional-property additionalProperties: {"a":1,"octavoUndeclared":"unexpected"}'],
  ],
  [
    'counts of members',
    '{ type: object, minProperties: 1, maxProperties: 1, additionalProperties: { const: 1 } }',
    '',
    ['invalid length minProperties: {}'],
  ],
  [
    'dependent members',
    '{ type: object, properties: { a: { const: 1 }, b: { const: 2 } }, dependentRequired: { a: [b] } }',
    '',
    ['invalid required dependentRequired: {"a":1}'],
  ],
  [
    'names of members',
    '{ type: object, propertyNames: { maxLength: 2 }, properties: { a: { const: 1 } } }',
    '',
    ['invalid pattern propertyNames: {"a":1," ~ ":1}'],
  ],
  [
    'items',
    '{ type: array, minItems: 1, maxItems: 2, items: { const: 1 } }',
    '',
    ['invalid length minItems: []', 'invalid length maxItems: [1,1,1]', 'valid: [1]'],
  ],
  [
    'unique items',
    '{ type: array, minItems: 2, uniqueItems: true, items: { enum: [1, 2] } }',
    '',
    ['invalid uniqueness uniqueItems: [2,1,2]'],
  ],
  ['contained items', '{ type: array, contains: { const: 1 } }', '', ['invalid length contains: []']],
  [
    'discriminators',
    "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog } } }",
    '',
    ['valid: {"kind":"dog"}', 'invalid combination oneOf: null'],
  ],
  [
    'malformed bodies',
    '{ type: object, required: [a], properties: { a: { const: 1 } } }',
    '',
    ['invalid malformed-body: {"a":1', 'invalid duplicate-key: {"a":1,"a":1}', 'invalid malformed-body: {"a":1,}'],
  ],
  [
    'parameters',
    'true',
    '- { name: n, in: query, required: true, schema: { type: integer, const: 5 } }',
    ['invalid type type: /things/x?n=text', 'invalid duplicate-parameter: /things/x?n=5&n=5', 'invalid required required: /things/x'],
  ],
])('%s', (_, schema, parameters, want) => {
  test('are kept and broken', async () => {
    const lines = (await plan(documentOf(schema, parameters))).map(line);
    expect(lines).toEqual(expect.arrayContaining([...want]));
  });
});

const bounded = documentOf(
  '{ type: object, required: [a], properties: { a: { type: integer, minimum: 0 }, b: { type: string, maxLength: 5 } } }',
);

test('the same seed gives the same cases', async () => {
  const [one, other] = [await plan(bounded), await plan(bounded)];
  expect(one.map(({ id, request }) => [id, request])).toEqual(other.map(({ id, request }) => [id, request]));
});

test('the same seed gives the same multipart bodies, with boundaries that are not in their parts', async () => {
  const schema =
    '{ type: object, required: [a, f], properties: { a: { type: string, enum: [x, octavo-boundary] }, f: { format: binary } } }';
  const document = documentOf(schema).replace('application/json', 'multipart/form-data');
  const [one, other] = [await plan(document), await plan(document)];
  expect(one.map(({ request }) => request)).toEqual(other.map(({ request }) => request));
  const boundaries = new Set(one.map(({ request }) => /boundary=(.*)/.exec(request.headers['content-type'] ?? '')?.[1]));
  expect(boundaries).toEqual(new Set(['octavo-boundary', 'octavo-boundary-', undefined]));
});

test('ids of cases differ, and their statements are the places of the broken keywords', async () => {
  const cases = await plan(bounded);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  const broken = cases.find(({ intent }) => intent.kind === 'invalid' && intent.keyword === 'maxLength');
  expect(broken?.at).toBe('/body/b');
  expect(broken?.location.pointer).toBe('/paths/~1things~1{id}/put/requestBody/content/application~1json/schema/properties/b/maxLength');
});

test('with a small budget, cases are spread over the valid and the invalid ones', async () => {
  const planned = await planner(bounded);
  const cases = await planned({ seed: 1, random: 0, most: 12 });
  expect(cases).toHaveLength(12);
  expect(cases.filter(({ intent }) => intent.kind === 'invalid').length).toBeGreaterThan(3);
  expect(cases.filter(({ intent }) => intent.kind === 'valid').length).toBeGreaterThan(3);
});

test('values of the user make an input that cannot be sampled', async () => {
  const planned = await planner(documentOf('{ type: string, minLength: 20000 }'));
  const body = 'x'.repeat(20_000);
  const options = { seed: 1, random: 2, most: 500 };
  expect(await planned(options)).toEqual([]);
  const [first] = await planned({ ...options, override: () => ({ path: { id: 'x' }, body }) });
  expect(first?.request.body).toBe(JSON.stringify(body));
});

test('valid cases keep the values of the user, and invalid ones may break them', async () => {
  const planned = await planner(bounded);
  const options = { seed: 1, random: 0, most: 500 };
  const of = (kind: string, cases: Awaited<ReturnType<typeof planCases>>) => cases.filter(({ intent }) => intent.kind === kind);
  const free = await planned(options);
  const given = await planned({ ...options, hasGiven: () => false });
  expect(of('valid', given).filter(({ intent }) => intent.kind === 'valid' && intent.by === 'boundary')).toEqual([]);
  expect(of('valid', free).length).toBeGreaterThan(of('valid', given).length);
  expect(of('invalid', given)).toHaveLength(of('invalid', free).length);
});

test.each<readonly [what: string, root: string, own: string, want: string]>([
  ['of the document', 'security: [{ token: [] }]', '', '/security'],
  ['of the operation', 'security: [{ token: [] }]', 'security: [{ token: [read] }]', '/paths/~1things~1{id}/put/security'],
])('cases about credentials are about the `security` %s', async (_, root, own, want) => {
  const document = documentOf('{ type: object }')
    .replace('paths:', `${root}\npaths:`)
    .replace('operationId: put', `operationId: put${own === '' ? '' : `\n      ${own}`}`)
    .replace('components:', 'components:\n  securitySchemes: { token: { type: http, scheme: bearer } }');
  const cases = (await plan(document)).filter(({ intent }) => intent.kind === 'invalid' && intent.by.startsWith('credential-'));
  expect(cases.map(({ location }) => location.pointer)).toEqual([want, want]);
});

describe('conditional headers', () => {
  const conditional = documentOf(
    '{ type: object, properties: { a: { type: integer, minimum: 0 } } }',
    `- { name: If-Match, in: header, schema: { type: string, pattern: '^"[a-z]+"$' } }`,
  );
  const isAboutBody = ({ at }: Case): boolean => at?.startsWith('/body') === true;

  test('are left out of edits of other parts', async () => {
    const cases = await plan(conditional);
    const about = cases.filter(({ at }) => at === '/header/If-Match');
    expect(about.length).toBeGreaterThan(0);
    expect(about.every(({ request }) => Object.hasOwn(request.headers, 'if-match'))).toBe(true);
    const others = cases.filter(isAboutBody);
    expect(others.map(line)).toEqual(
      expect.arrayContaining(['invalid bound minimum: {"a":-1}', expect.stringMatching(/^invalid malformed-body: \{"a":\d+$/)]),
    );
    expect(others.filter(({ request }) => Object.hasOwn(request.headers, 'if-match'))).toEqual([]);
  });

  test('stay where the user gives them', async () => {
    const service = await serviceFrom(conditional);
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('The document has one operation.');
    const cases = await planCases(await createJudge(service), operation, {
      seed: 1,
      random: 2,
      most: 500,
      override: (_, input) => ({ ...input, header: { 'If-Match': '"mine"' } }),
    });
    const values = new Set(cases.filter(isAboutBody).map(({ request }) => request.headers['if-match']));
    expect([...values]).toEqual(['"mine"']);
  });
});

test('inputs by chance end where an operation has no more of them', async () => {
  const service = await serviceFrom(documentOf('{ enum: [1, 2, 3] }'));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  let made = 0;
  const cases = await planCases(await createJudge(service), operation, {
    seed: 1,
    random: 1000,
    most: 500,
    override(_, input) {
      made++;
      return input;
    },
  });
  expect(cases.filter(({ intent }) => intent.kind === 'valid').map(({ request }) => request.body)).toEqual(
    expect.arrayContaining(['1', '2', '3']),
  );
  expect(made).toBeLessThan(100);
});

test('values near a pattern, an enum and a truth value are tried, each alone', async () => {
  const properties = `{ ref: { type: string, pattern: '^ab_[0-9]{3}$', examples: [ab_123] }, size: { type: string, enum: [small, big] }, open: { type: boolean } }`;
  const cases = await plan(documentOf(`{ type: object, required: [ref, size, open], properties: ${properties} }`));
  const says = new Set(cases.map((one) => one.says));
  for (const text of [
    '/body/ref: the text with another beginning',
    '/body/ref: the text with its last character twice',
    '/body/ref: the text without its last character',
    '/body/ref: the text with a space inside',
    '/body/size: a listed value in the other case',
    '/body/open: a truth value as a text, where boolean is declared',
  ])
    expect(says).toContain(text);
});

test.each<readonly [listed: string, beyond: readonly string[]]>([
  ["['1', '2', '3', '9']", ['10', '0']],
  ["['01', '02', '12']", ['13', '00']],
  ["['0', '7']", ['8']],
  ['[first, second]', []],
])('the numbers beyond a list of numerals %s are tried', async (listed, beyond) => {
  const cases = await plan(documentOf(`{ type: string, enum: ${listed} }`));
  const sent = cases
    .filter(({ intent, says }) => intent.kind === 'invalid' && /: "\d+", which enum does not allow$/.test(says))
    .map(({ request }) => JSON.parse(String(request.body)) as string);
  expect(sent).toEqual(beyond);
});

test.each<readonly [what: string, taken: string, shown: string, other: readonly string[]]>([
  ['a state that a thing comes to', '[draft, open]', '[draft, open, closed]', ['closed']],
  ['a role that is given by another operation', '[reader]', '[reader, owner, admin, guest]', ['owner', 'admin']],
  ['a list that has other values', '[small, big]', '[small, open]', []],
])('what a member of the same name may have elsewhere is tried: %s', async (_, taken, shown, other) => {
  const document = documentOf(`{ type: object, required: [state], properties: { state: { type: string, enum: ${taken} } } }`);
  const cases = await plan(`${document}    Thing: { type: object, properties: { state: { type: string, enum: ${shown} } } }\n`);
  const sent = cases.filter(({ intent, at }) => intent.kind === 'invalid' && intent.by === 'enum' && at === '/body/state');
  const values = sent.map(({ request }) => (JSON.parse(String(request.body)) as { state: string }).state);
  expect(values.filter((value) => shown.includes(value))).toEqual(other);
});

test('a text has a character less and more than its pattern allows, also where the example has neither length', async () => {
  const cases = await plan(documentOf(`{ type: string, pattern: '^[a-z]{3,6}(-[0-9]{2})?$', examples: [abcd-12] }`));
  const bodies = cases.filter(({ says }) => says.endsWith('than the pattern allows')).map(({ request }) => request.body);
  expect(bodies).toEqual(['"abc-1"', '"abcddd-122"']);
});

test.each([
  ['a telephone number', '^\\+[1-9][0-9]{6,14}$', '+41791234567', ['"+01791234567"']],
  ['a number of an account', '^[A-Z]{2}[0-4]\\d{3}$', 'CH2999', ['"CH5999"']],
  ['a serial number', '^[a-f0-9]{4}-[A-HJ-NP-Z]{2}$', 'b8a0-KA', ['"g8a0-KA"']],
  ['a code of one letter and digits of all kinds', '^X\\d{3}$', 'X123', []],
])('%s has a character that is just beyond those that its pattern allows', async (_, pattern, example, expected) => {
  const cases = await plan(documentOf(`{ type: string, pattern: '${pattern}', examples: ['${example}'] }`));
  const bodies = cases.filter(({ says }) => says.endsWith('than the pattern allows at its place')).map(({ request }) => request.body);
  expect(bodies).toEqual(expected);
});

test('a text whose pattern has no greatest length is not lengthened without end', async () => {
  const cases = await plan(documentOf(`{ type: string, pattern: '^[a-z]{2,}$', examples: [abcd] }`));
  const bodies = cases.filter(({ says }) => says.endsWith('than the pattern allows')).map(({ request }) => request.body);
  expect(bodies).toEqual(['"a"']);
});

test('what breaks a constraint in the first way, and what readers often overlook, comes before the other ways', async () => {
  const properties = "{ at: { type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['21:30'] }, size: { type: integer } }";
  const service = await serviceFrom(documentOf(`{ type: object, required: [at, size], properties: ${properties} }`));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const options = { seed: 1, random: 2, most: 500 };
  const judge = await createJudge(service);
  const plan = createPlan(judge, operation);
  const plain = await plan.plain(options);
  const says = async (which?: 'firsts'): Promise<readonly string[]> => (await plan.edits([], options, which)).map((one) => one.says);
  const [firsts, others] = [await says('firsts'), await says()];
  expect(firsts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\/body\/at: the number after the greatest one that the pattern allows in place of \d+$/),
      '/body/size: a number as a text, where integer is declared',
    ]),
  );
  expect(others).toEqual(
    expect.arrayContaining(['/body/at: the text with a space inside', '/body/size: an object, where integer is declared']),
  );
  const all = (await planCases(judge, operation, options)).map((one) => one.says);
  expect([...plain.map((one) => one.says), ...firsts, ...others].sort()).toEqual([...all].sort());
  expect(await says()).toEqual([]);
});

test.each<readonly [listed: readonly number[], some: readonly number[]]>([
  [
    [12, 230, 400],
    [110, 410],
  ],
  [
    [15, 30, 60],
    [5, 20, 45],
  ],
  [
    [1000, 2000, 5000],
    [3000, 4000],
  ],
])('numbers that a list of some does not have are tried beside %j', async (listed, some) => {
  const cases = await plan(documentOf(`{ type: integer, enum: ${JSON.stringify(listed)} }`));
  const sent = cases
    .filter(({ says }) => says.startsWith('/body: ') && says.endsWith('which enum does not allow'))
    .map(({ request }) => Number(request.body));
  expect(sent).toEqual(expect.arrayContaining([Math.max(...listed) + 1, ...some]));
  expect(sent.filter((one) => listed.includes(one))).toEqual([]);
});

test.each([
  ['date', '1984-02-29', ['1984-02-30', '1984-02-29T10:00:00Z']],
  ['date', '2026-12-24', ['2027-02-29', '2026-12-24T10:00:00Z']],
  ['date-time', '2031-07-31T08:15:00+02:00', ['2031-09-31T08:15:00+02:00', '2031-07-31', '2031-07-31T08:15:00']],
])('what a reader of a %s may overlook is tried near the value that the service takes: %s', async (format, example, want) => {
  const cases = await plan(documentOf(JSON.stringify({ type: 'string', format, examples: [example] })));
  expect(cases.map(line)).toEqual(expect.arrayContaining(want.map((text) => `invalid format format: ${JSON.stringify(text)}`)));
});

test.each([
  ['a merge patch', ['application/merge-patch+json'], '415', ['application/json', 'text/plain']],
  ['a document of JSON:API', ['application/vnd.api+json'], '415', ['application/json', 'text/plain']],
  ['a problem, or plain JSON', ['application/problem+json', 'application/json'], '415', ['text/plain']],
  ['a form', ['application/x-www-form-urlencoded'], '415', ['application/json']],
  ['a form with parts', ['multipart/form-data'], '415', ['application/json']],
  ['a form, or plain JSON', ['application/x-www-form-urlencoded', 'application/json'], '415', ['text/plain']],
  ['a form where no media type is refused', ['application/x-www-form-urlencoded'], '422', []],
  ['a merge patch where no media type is refused', ['application/merge-patch+json'], '422', []],
])('%s is also sent as what readers often take for it, where that is refused', async (_, types, status, expected) => {
  const contents = types.map((type) => `${type}: { schema: { type: object, properties: { name: { type: string } } } }`).join(', ');
  const document = `openapi: 3.1.0
info: { title: Types, version: '1' }
paths:
  /notes:
    patch:
      operationId: change
      requestBody: { required: true, content: { ${contents} } }
      responses: { '204': { description: Changed. }, '${status}': { description: Refused. } }
`;
  const sent = (await plan(document)).filter(({ says }) => says.includes('which is not declared'));
  expect([...new Set(sent.map(({ request }) => request.headers['content-type']))]).toEqual(expected);
});

test('cases that have no room are not planned, and those that have are the same', async () => {
  const service = await serviceFrom(
    documentOf('{ type: object, properties: { name: { type: string, maxLength: 5 }, size: { type: integer } } }'),
  );
  const judge = await createJudge(service);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const planned = async (most: number) => {
    let asked = 0;
    const counting = {
      ...judge,
      request: (...args: Parameters<typeof judge.request>) => {
        asked++;
        return judge.request(...args);
      },
    };
    const cases = await planCases(counting, operation, { seed: 1, random: 5, most });
    return { ids: cases.map(({ id }) => id), asked };
  };
  const [one, all] = [await planned(1), await planned(500)];
  expect(one).toEqual({ ids: all.ids.slice(0, 1), asked: 1 });
  expect(all.asked).toBeGreaterThan(20);
});

// A correction may have changed the plain case before it was sent.
test('a change of a proven request is planned, also where it makes a plain case', async () => {
  const service = await serviceFrom(documentOf('{ type: object, required: [size], properties: { size: { enum: [small, large] } } }'));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  const plan = createPlan(await createJudge(service), operation);
  const options = { seed: 1, random: 5, most: 500 };
  const plain = (await plan.plain(options)).map(({ request }) => String(request.body));
  expect(plain).toContain('{"size":"large"}');
  const proven = { path: { id: 'x' }, body: { size: 'small' }, contentType: 'application/json' };
  const edits = await plan.edits([{ input: proven, isGrounded: true }], options);
  expect(edits.filter(({ intent }) => intent.kind === 'valid').map(({ request }) => String(request.body))).toContain('{"size":"large"}');
});
