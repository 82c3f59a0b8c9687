// Behaviour of emitted validators: issues with paths, all issues at once, unions, depth, hostile names, the Standard Schema interface.
import { describe, expect, test } from 'vitest';
import type { Issue } from '../../runtime/contract/issue.ts';
import {
  assertValid,
  check,
  formatIssue,
  type StandardSchema,
  ValidationError,
  type Validator,
} from '../../runtime/validate/validation.ts';
import { sampleOf } from '../support/effort.ts';
import { processorTime } from '../support/processor-time.ts';
import { documentOf, type Emitted, emitDocument } from './pipeline.ts';
import { compilers, strictErrors } from './strict.ts';

const emitThings = (name: string, schemas: Readonly<Record<string, unknown>>, patterns?: 'native'): Promise<Emitted> =>
  emitDocument('things.json', name, { text: documentOf(schemas), ...(patterns === undefined ? {} : { patterns }) });

/** `/path keyword`, for each issue. */
function faults({ validator }: Emitted, name: string, value: unknown): string[] {
  const issues: Issue[] = [];
  const verdict = validator(`validate${name}`)(value, issues);
  expect(verdict).toBe(issues.length === 0);
  return issues.map((issue) => `${issue.path} ${issue.keyword}`);
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('issues', async () => {
  const things = await emitThings('issues', {
    Order: {
      type: 'object',
      required: ['id', 'customer', 'lines'],
      properties: {
        id: { type: 'string', minLength: 3, pattern: '^[A-Z]+$' },
        customer: ref('Customer'),
        lines: { type: 'array', minItems: 1, items: ref('Line') },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
      additionalProperties: false,
    },
    Customer: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
    Line: { type: 'object', properties: { quantity: { type: 'integer', minimum: 1 } } },
  });

  test('all issues are reported, each with path, keyword, expected and found value', () => {
    const value = { id: 'a', customer: { email: 'x' }, lines: [{ quantity: 1 }, { quantity: 0 }, 7], labels: { 'a/b~c': 1 }, extra: true };
    const issues: Issue[] = [];
    expect(things.validator('validateOrder')(value, issues)).toBe(false);
    expect(issues).toEqual([
      { path: '/id', keyword: 'minLength', expected: 3, found: 'a' },
      { path: '/customer/email', keyword: 'format', expected: 'email', found: 'x' },
      { path: '/lines/1/quantity', keyword: 'minimum', expected: 1, found: 0 },
      { path: '/lines/2', keyword: 'type', expected: 'object', found: 7 },
      { path: '/labels/a~1b~0c', keyword: 'type', expected: 'string', found: 1 },
      { path: '/extra', keyword: 'additionalProperties', expected: false, found: true },
    ]);
  });

  test('a pattern runs only on a text whose length is valid, so the time that it takes is bounded', async () => {
    const guarded = await emitThings(
      'guarded',
      {
        Exponential: { type: 'string', maxLength: 20, pattern: '^(a+)+$' },
        Quadratic: { type: 'string', minLength: 1, maxLength: 40, pattern: '\\s+$' },
        Open: { minLength: 3, maxLength: 5, pattern: '^[a-z]+$' },
        Nullable: { type: ['string', 'null'], maxLength: 20, pattern: '^(a+)+$' },
        ByReference: { type: 'string', maxLength: 20, allOf: [ref('Unbounded')] },
        ByReferenceBeside: { type: 'string', maxLength: 20, $ref: '#/components/schemas/Unbounded' },
        InOtherBranch: { allOf: [{ type: 'string', maxLength: 20 }, ref('Unbounded')] },
        InOtherBranchFirst: { allOf: [ref('Unbounded'), { maxLength: 20 }] },
        Untyped: { maxLength: 20, pattern: '^(a+)+$' },
        UntypedBeside: { maxLength: 20, anyOf: [ref('Unbounded'), { type: 'null' }] },
        ByNullable: { type: ['string', 'null'], maxLength: 20, allOf: [{ pattern: '^(a+)+$' }] },
        Negated: { type: ['string', 'integer'], maxLength: 20, not: { pattern: '^(a+)+$' } },
        Unbounded: { type: 'string', pattern: '^(a+)+$' },
      },
      'native',
    );
    const time = processorTime();
    const all = [
      'Exponential',
      'Nullable',
      'ByReference',
      'ByReferenceBeside',
      'InOtherBranch',
      'InOtherBranchFirst',
      'Untyped',
      'UntypedBeside',
    ];
    for (const name of [...all, 'ByNullable', 'Negated']) {
      expect(faults(guarded, name, `${'a'.repeat(10_000)}!`)).toEqual([' maxLength']);
    }
    expect(faults(guarded, 'Quadratic', `${' '.repeat(200_000)}x`)).toEqual([' maxLength']);
    expect(time()).toBeLessThan(0.5);
    expect(faults(guarded, 'Open', 'A')).toEqual([' minLength']);
    expect(faults(guarded, 'Open', 'ABCDEF')).toEqual([' maxLength']);
    expect(faults(guarded, 'Open', 'ABC')).toEqual([' pattern']);
    expect(faults(guarded, 'ByReference', 'aab')).toEqual([' pattern']);
    expect(faults(guarded, 'Open', 'abc')).toEqual([]);
    expect(faults(guarded, 'Nullable', null)).toEqual([]);
    expect(faults(guarded, 'InOtherBranch', 'aab')).toEqual([' pattern']);
    expect(faults(guarded, 'InOtherBranch', 7)).toEqual([' type', ' type']);
    expect(faults(guarded, 'Untyped', 7)).toEqual([]);
    expect(faults(guarded, 'Negated', 'aab')).toEqual([]);
    expect(faults(guarded, 'Negated', 'aaa')).toEqual([' not']);
  });

  test('the patterns of names run only on names whose length is valid', async () => {
    const guarded = await emitThings(
      'guarded-names',
      { Names: { type: 'object', propertyNames: { maxLength: 20 }, patternProperties: { '^(a+)+$': { type: 'integer' } } } },
      'native',
    );
    const time = processorTime();
    expect(faults(guarded, 'Names', { [`${'a'.repeat(10_000)}!`]: 1 })).toEqual([`/${'a'.repeat(10_000)}! maxLength`]);
    expect(time()).toBeLessThan(0.5);
    expect(faults(guarded, 'Names', { aaa: 'x' })).toEqual(['/aaa type']);
    expect(faults(guarded, 'Names', { aab: 'x' })).toEqual([]);
  });

  test('case 27: a pattern of exponential time runs in linear time', async () => {
    const emitted = await emitThings('linear', {
      Text: { type: 'string', pattern: '^(a+)+$' },
      Names: { type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' } }, additionalProperties: false },
      Older: { type: 'string', pattern: '^([\\w-.]+)+$' },
      Short: { type: 'string', maxLength: 10, pattern: '^(b+)+$' },
      Plain: { type: 'string', pattern: '^c+$' },
    });
    expect(emitted.text).toContain("import { linear } from '@octavo/runtime/linear';");
    expect(emitted.text).toContain("const textPattern = /* @__PURE__ */ linear('^(?:a+)+$', 'u');");
    expect(emitted.text).toContain("const shortPattern = /* @__PURE__ */ new RegExp('^(?:b+)+$', 'u');");
    expect(emitted.text).toContain("const plainPattern = /* @__PURE__ */ new RegExp('^c+$', 'u');");
    faults(emitted, 'Text', 'a');
    const time = processorTime();
    const long = `${'a'.repeat(10_000)}!`;
    expect(faults(emitted, 'Text', long)).toEqual([' pattern']);
    expect(faults(emitted, 'Older', `${'a'.repeat(10_000)}!`)).toEqual([' pattern']);
    expect(faults(emitted, 'Names', { [long]: 1 })).toEqual([`/${long} additionalProperties`]);
    expect(time()).toBeLessThan(0.25);
    expect(faults(emitted, 'Text', 'a'.repeat(10_000))).toEqual([]);
    expect(faults(emitted, 'Older', 'a-.b')).toEqual([]);
    expect(faults(emitted, 'Names', { aa: 1 })).toEqual([]);
    expect(faults(emitted, 'Names', { aa: 'x' })).toEqual(['/aa type']);
  });

  test('where the linear matcher has no such pattern, longer texts are refused before it runs', async () => {
    const bounded = await emitThings('bounded', {
      Text: { type: 'string', pattern: '^(?!-).*x.*$' },
      Names: { type: 'object', patternProperties: { '^(?!-).*x.*$': { type: 'integer' } } },
    });
    const time = processorTime();
    expect(faults(bounded, 'Text', `${'x'.repeat(100_000)}\n`)).toEqual([' maxLength']);
    expect(faults(bounded, 'Names', { ['x'.repeat(100_000)]: 1 })).toEqual([`/${'x'.repeat(100_000)} patternProperties`]);
    expect(time()).toBeLessThan(0.25);
    expect(faults(bounded, 'Text', 'axb')).toEqual([]);
    expect(faults(bounded, 'Text', '-x')).toEqual([' pattern']);
    expect(faults(bounded, 'Names', { axb: 'x' })).toEqual(['/axb type']);
  });

  test('a missing property is reported at its own path', () => {
    const issues: Issue[] = [];
    things.validator('validateOrder')({ customer: {} }, issues);
    expect(issues).toEqual([
      { path: '/id', keyword: 'required', expected: 'id', found: undefined },
      { path: '/customer/email', keyword: 'required', expected: 'email', found: undefined },
      { path: '/lines', keyword: 'required', expected: 'lines', found: undefined },
    ]);
    expect(faults(things, 'Order', { id: 'ABC', lines: [{}] })).toEqual(['/customer required']);
    expect(faults(things, 'Order', undefined)).toEqual([' type']);
  });

  test('a property with the value `undefined` counts as absent, as on the wire', () => {
    expect(
      faults(things, 'Order', { id: 'ABC', customer: { email: 'a@b.example' }, lines: [{}], labels: undefined, extra: undefined }),
    ).toEqual([]);
  });

  test('the caller’s earlier issues stay unchanged', () => {
    const mine: Issue = { path: '/mine', keyword: 'type', expected: 'string', found: undefined };
    const issues = [mine];
    expect(things.validator('validateCustomer')({}, issues)).toBe(false);
    expect(things.validator('validateLine')({}, issues)).toBe(true);
    expect(issues.map((issue) => issue.path)).toEqual(['/mine', '/email']);
  });
});

describe('discriminators', async () => {
  const pets = (extra: object, ...required: string[]): object => ({ type: 'object', required: ['kind', ...required], properties: extra });
  const tagged = (...names: string[]): object => ({
    oneOf: names.map(ref),
    discriminator: { propertyName: 'kind', mapping: Object.fromEntries(names.map((name) => [name.toLowerCase(), name])) },
  });
  const kind = { type: 'string' };
  const things = await emitThings('discriminators', {
    Base: pets({ kind }),
    Cat: { allOf: [ref('Base'), { type: 'object', properties: { lives: { type: 'integer' } } }] },
    Dog: { allOf: [ref('Base'), { type: 'object', properties: { bark: { type: 'boolean' } } }] },
    Pet: tagged('Cat', 'Dog'),
    Twin: tagged('Dog', 'Cat'),
    Other: { ...tagged('Cat', 'Dog'), discriminator: { propertyName: 'kind', mapping: { c: 'Cat', d: 'Dog' } } },
    Fish: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Bird: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Untagged: tagged('Fish', 'Bird'),
    Lion: pets({ kind, roar: { type: 'boolean' } }, 'roar'),
    Bear: pets({ kind, paws: { type: 'integer' } }, 'paws'),
    Wild: tagged('Lion', 'Bear'),
    Any: { anyOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  });

  test.each([
    // Every cat is a dog and every dog a cat: `oneOf` alone would refuse all of them.
    ['Pet', { kind: 'cat', lives: 9 }, []],
    ['Pet', { kind: 'dog', bark: true, lives: 'many' }, []],
    ['Pet', { kind: 'cat', lives: 'many' }, ['/lives type']],
    ['Pet', { kind: 'cow' }, ['/kind discriminator']],
    ['Pet', { lives: 9 }, ['/kind required']],
    ['Pet', 'cat', [' type']],
    ['Twin', { kind: 'dog', bark: 1 }, ['/bark type']],
    ['Other', { kind: 'c', lives: 9 }, []],
    ['Other', { kind: 'cat', lives: 9 }, ['/kind discriminator']],
    ['Untagged', { kind: 'fish', name: 'x' }, []],
    ['Untagged', { name: 'x' }, ['/kind required']],
    // A branch that requires a property of its own takes values that no other branch takes: the standard decides.
    ['Wild', { kind: 'lion', roar: true }, []],
    ['Wild', { kind: 'bear', roar: true }, []],
    ['Wild', { kind: 'lion', roar: true, paws: 4 }, [' oneOf']],
    ['Any', { kind: 'cow' }, []],
  ])('%s: %j', (name, value, want) => {
    expect(faults(things, name, value)).toEqual(want);
  });
});

describe('unions', async () => {
  const things = await emitThings('unions', {
    Shape: {
      oneOf: [ref('Circle'), ref('Square')],
      discriminator: { propertyName: 'kind', mapping: { circle: '#/components/schemas/Circle', square: '#/components/schemas/Square' } },
    },
    Circle: { type: 'object', required: ['kind', 'radius'], properties: { kind: { const: 'circle' }, radius: { type: 'number' } } },
    Square: { type: 'object', required: ['kind', 'side'], properties: { kind: { const: 'square' }, side: { type: 'number' } } },
    Nullable: { anyOf: [ref('Circle'), { type: 'null' }] },
    Loose: { anyOf: [ref('Cat'), ref('Dog'), { type: 'string' }] },
    Cat: { type: 'object', required: ['purrs', 'name'], properties: { purrs: { type: 'boolean' }, name: { type: 'string' } } },
    Dog: {
      type: 'object',
      required: ['barks', 'name', 'age'],
      properties: { barks: { type: 'boolean' }, name: { type: 'string' }, age: { type: 'integer' } },
    },
    Either: { oneOf: [ref('Cat'), ref('Dog')] },
    Holder: { type: 'object', properties: { pet: ref('Loose'), shape: ref('Shape') } },
    // A tag that no branch fixes does not select a branch: by the standard, a discriminator never changes the verdict.
    Unpinned: { oneOf: [ref('Anything'), ref('Circle')], discriminator: { propertyName: 'kind' } },
    Anything: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  });

  test.each([
    ['Shape', { kind: 'circle', radius: 1 }, []],
    ['Shape', { kind: 'circle', side: 1 }, ['/radius required']],
    ['Shape', { kind: 'line' }, ['/kind discriminator']],
    ['Shape', {}, ['/kind required']],
    ['Shape', [], [' type']],
    ['Nullable', null, []],
    ['Nullable', { kind: 'circle', radius: 'x' }, ['/radius type']],
    ['Nullable', 3, [' type']],
    ['Loose', { name: 'Tom', purrs: true }, []],
    ['Loose', 'Tom', []],
    ['Loose', { name: 'Tom' }, [' anyOf', '/purrs required']],
    ['Loose', 3, [' anyOf']],
    ['Either', { name: 'Chimera', purrs: true, barks: true, age: 3 }, [' oneOf']],
    ['Either', { name: 'Rex', barks: true, age: 'x' }, [' oneOf', '/purrs required']],
    ['Holder', { pet: { name: 'Tom' }, shape: { kind: 'square' } }, ['/pet anyOf', '/pet/purrs required', '/shape/side required']],
    ['Unpinned', { kind: 'circle', radius: 1 }, [' oneOf']],
    ['Unpinned', { kind: 'other' }, []],
  ])('%s of %j: %j', (name, value, want) => {
    expect(faults(things, name, value)).toEqual(want);
  });
});

describe('case 25: depth', async () => {
  const things = await emitThings('depth', {
    Tree: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, left: ref('Tree'), right: ref('Tree') } },
    Forest: {
      type: 'object',
      properties: { trees: { type: 'array', items: ref('Grove') } },
      unevaluatedProperties: false,
      anyOf: [{ properties: { size: {} } }],
    },
    Grove: { type: 'object', properties: { forest: ref('Forest') } },
  });
  const tree = (levels: number, leaf: unknown): unknown => {
    let value = leaf;
    for (let level = 0; level < levels; level++) value = { name: 'n', left: value };
    return value;
  };

  test('a tree of 1,000 levels is validated down to its leaf', () => {
    expect(faults(things, 'Tree', tree(1_000, { name: 'leaf' }))).toEqual([]);
    const [fault] = faults(things, 'Tree', tree(1_000, { name: 7 }));
    expect(fault).toBe(`${'/left'.repeat(1_000)}/name type`);
  });

  test('a tree of 100,000 levels is an issue, not a crash', () => {
    const issues: Issue[] = [];
    expect(things.validator('validateTree')(tree(100_000, { name: 'leaf' }), issues)).toBe(false);
    expect(issues.map((issue) => issue.keyword)).toEqual(['depth']);
    let forest: unknown = {};
    for (let level = 0; level < 50_000; level++) forest = { trees: [{ forest }] };
    const found = faults(things, 'Forest', forest);
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('cases 10 and 11: names of Object.prototype', async () => {
  const things = await emitThings('odd', {
    Odd: {
      type: 'object',
      required: ['constructor', '__proto__'],
      // Parsed from text, so that `__proto__` is an own property.
      properties: JSON.parse('{"constructor": {"type": "string"}, "__proto__": {"type": "integer"}, "toString": {"type": "boolean"}}'),
      additionalProperties: false,
    },
  });

  test('are ordinary keys', () => {
    expect(faults(things, 'Odd', {})).toEqual(['/constructor required', '/__proto__ required']);
    expect(faults(things, 'Odd', JSON.parse('{"constructor": "c", "__proto__": 3}'))).toEqual([]);
    expect(faults(things, 'Odd', JSON.parse('{"constructor": 1, "__proto__": {"polluted": 1}, "toString": 1}'))).toEqual([
      '/constructor type',
      '/__proto__ type',
      '/toString type',
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('hostile text', async () => {
  const evil = "');globalThis.PWNED=1;('";
  const template = ['`$', '{globalThis.PWNED=1}`'].join('');
  const things = await emitThings('hostile', {
    Evil: {
      type: 'object',
      required: [evil],
      properties: {
        [evil]: { enum: [evil, template, '\u2028', "\\'"] },
        [template]: { type: 'string', pattern: "^[`'/\\\\${]*\\/$" },
        'a\nb': { const: { [evil]: [template] } },
        [`*/ ${evil}`]: { type: 'array', items: { type: 'object', properties: { [`x/~${template}`]: { type: 'integer' } } } },
        '': { type: 'null' },
        'report(issues': { type: 'string' },
        'isUuid(': { type: 'string' },
        value: { type: 'string' },
        issues: { type: 'string' },
        start: { type: 'string' },
        before: { type: 'string' },
        validateEvil: { type: 'string' },
        Array: { type: 'array' },
        'new Set': { type: 'object' },
      },
      patternProperties: { '^[/\'"`]+$': { type: 'integer' } },
      additionalProperties: { $ref: '#/components/schemas/Standard' },
    },
    Standard: { type: 'object', discriminator: { propertyName: evil }, oneOf: [{ required: [evil] }, { required: [template] }] },
    ValidateThing: { type: 'string' },
    ThingSchema: { type: 'integer' },
  });

  test('stays text', () => {
    expect(faults(things, 'Evil', { [evil]: template, [template]: '/', 'a\nb': { [evil]: [template] } })).toEqual([]);
    expect(faults(things, 'Evil', { [evil]: 'no', [`*/ ${evil}`]: [{ [`x/~${template}`]: 'y' }], '': 1, "'": 'x', more: {} })).toEqual([
      `/${evil} enum`,
      `/*~1 ${evil}/0/x~1~0${template} type`,
      '/ type',
      "/' type",
      '/more oneOf',
    ]);
    expect('PWNED' in globalThis).toBe(false);
  });

  test.each(sampleOf(compilers, 1))('compiles in strict mode under TypeScript %s', (_version, compiler) => {
    expect(strictErrors(things.folder, compiler)).toBe('');
  });
});

describe('called directly', async () => {
  const things = await emitThings('by-hand', {
    Person: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, pets: { type: 'array', items: { type: 'string' } } },
    },
  });
  const validate = things.module.validatePerson as Validator;

  test('check lists, assertValid throws', () => {
    expect(check(validate, { name: 'Ann' })).toEqual([]);
    expect(check(validate, {}).map(formatIssue)).toEqual(['/name is missing.']);
    expect(() => assertValid(validate, { name: 'Ann' })).not.toThrow();
    let thrown: unknown;
    try {
      assertValid(validate, { name: 1, pets: ['secret', 2] });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ValidationError);
    expect(String(thrown)).toBe('ValidationError: /name must be a string, but is an integer. (and 1 more)');
  });

  test('each validator has a Standard Schema', () => {
    const schema = things.module.personSchema as StandardSchema<unknown>;
    expect(schema['~standard'].vendor).toBe('octavo');
    expect(schema['~standard'].validate({ name: 'Ann' })).toEqual({ value: { name: 'Ann' } });
    expect(schema['~standard'].validate({ name: 'Ann', pets: [1] })).toEqual({
      issues: [{ message: '/pets/0 must be a string, but is an integer.', path: ['pets', 0] }],
    });
  });
});
