// Tables of schemas and the validators emitted for them.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { emitValidators } from '../../generator/emit/validators/index.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { documentOf, root } from './pipeline.ts';

/** Text of the whole file. */
async function file(schemas: Readonly<Record<string, unknown>>, formats: 'assert' | 'lenient' | 'annotate' = 'assert'): Promise<string> {
  const problems = new Problems();
  const description = await load(path.join(root, 'thing.json'), { root, text: documentOf(schemas) }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service === undefined) throw new Error(problems.list.map((problem) => problem.message).join('\n'));
  return emitValidators(service, { importExtension: '.ts', formats, runtime: '@octavo/runtime' });
}

/** Text of `validateThing` without imports and constants. */
async function emitted(...args: Parameters<typeof file>): Promise<string> {
  const text = await file(...args);
  const start = text.indexOf('export function validateThing');
  return text.slice(start, text.indexOf('\nexport const thingSchema', start)).trim();
}

describe('one schema', () => {
  test.each([
    [
      'a type',
      { type: 'string' },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  return typeof value === 'string' || report(issues, '', 'type', 'string', value);
}`,
    ],
    [
      'anything',
      {},
      `export function validateThing(_value: unknown, _issues: Issue[]): _value is types.Thing {
  return true;
}`,
    ],
    [
      'texts: lengths in code points, counted only where UTF-16 leaves it open',
      { type: 'string', minLength: 2, maxLength: 10 },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (typeof value !== 'string') return report(issues, '', 'type', 'string', value);
  if (isShorter(value, 2)) return report(issues, '', 'minLength', 2, value);
  if (value.length > 10 && codePoints(value) > 10) return report(issues, '', 'maxLength', 10, value);
  return true;
}`,
    ],
    [
      'a pattern runs only where the length is valid',
      { type: 'string', minLength: 2, maxLength: 10, pattern: '^a+$' },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (typeof value !== 'string') return report(issues, '', 'type', 'string', value);
  if (isShorter(value, 2)) return report(issues, '', 'minLength', 2, value);
  if (value.length > 10 && codePoints(value) > 10) return report(issues, '', 'maxLength', 10, value);
  if (!thingPattern.test(value)) return report(issues, '', 'pattern', '^a+$', value);
  return true;
}`,
    ],
    [
      'numbers',
      { type: 'integer', minimum: 1, exclusiveMaximum: 10, multipleOf: 3 },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (typeof value !== 'number' || !Number.isInteger(value)) return report(issues, '', 'type', 'integer', value);
  const start = issues.length;
  if (value < 1) report(issues, '', 'minimum', 1, value);
  if (value >= 10) report(issues, '', 'exclusiveMaximum', 10, value);
  if (value % 3 !== 0) report(issues, '', 'multipleOf', 3, value);
  return issues.length === start;
}`,
    ],
    [
      'constants imply the type',
      { type: 'string', enum: ['a', 'b', 3] },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (value !== 'a' && value !== 'b') return report(issues, '', 'enum', thingValues, value);
  return true;
}`,
    ],
    [
      'an object: required, optional, nullable, closed',
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] }, 'first-seen': { type: 'boolean' } },
        additionalProperties: false,
      },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  const start = issues.length;
  if (typeof value['id'] !== 'number' || !Number.isInteger(value['id'])) report(issues, '/id', 'type', 'integer', value['id']);
  const name = value['name'];
  if (name !== undefined && typeof name !== 'string' && name !== null) report(issues, '/name', 'type', ['string', 'null'], name);
  const firstSeen = value['first-seen'];
  if (firstSeen !== undefined && typeof firstSeen !== 'boolean') report(issues, '/first-seen', 'type', 'boolean', firstSeen);
  for (const key in value) {
    if (key === 'id' || key === 'name' || key === 'first-seen') continue;
    const member = value[key];
    if (member !== undefined) report(issues, \`/\${pointerToken(key)}\`, 'additionalProperties', false, member);
  }
  return issues.length === start;
}`,
    ],
    [
      'an array of objects: the path is built where a fault is',
      { type: 'array', items: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } } },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!Array.isArray(value)) return report(issues, '', 'type', 'array', value);
  const start = issues.length;
  for (let index = 0; index < value.length; index++) {
    const item: unknown = value[index];
    if (!isObject(item)) report(issues, \`/\${index}\`, 'type', 'object', item);
    else {
      const tags = item['tags'];
      if (tags !== undefined) {
        if (!Array.isArray(tags)) report(issues, \`/\${index}/tags\`, 'type', 'array', tags);
        else {
          for (let index2 = 0; index2 < tags.length; index2++) {
            const item2: unknown = tags[index2];
            if (typeof item2 !== 'string') report(issues, \`/\${index}/tags/\${index2}\`, 'type', 'string', item2);
          }
        }
      }
    }
  }
  return issues.length === start;
}`,
    ],
    [
      'names that every object inherits are read as own properties (case 10)',
      { type: 'object', properties: { constructor: { type: 'string' }, ['__proto__']: { type: 'number' } } },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  const start = issues.length;
  const constructor = ownProperty(value, 'constructor');
  if (constructor !== undefined && typeof constructor !== 'string') report(issues, '/constructor', 'type', 'string', constructor);
  const proto = ownProperty(value, '__proto__');
  if (proto !== undefined && (typeof proto !== 'number' || !Number.isFinite(proto))) report(issues, '/__proto__', 'type', 'number', proto);
  return issues.length === start;
}`,
    ],
    [
      'branches of different types: the type picks the branch',
      { oneOf: [{ type: 'string', format: 'date' }, { type: 'integer' }, { type: 'null' }] },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  const start = issues.length;
  if (typeof value === 'string') {
    if (!isDate(value)) report(issues, '', 'format', 'date', value);
  } else if ((typeof value !== 'number' || !Number.isInteger(value)) && value !== null)
    report(issues, '', 'type', ['string', 'integer', 'null'], value);
  return issues.length === start;
}`,
    ],
    [
      'branches that only require: a count',
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  if (Number(value['a'] !== undefined) + Number(value['b'] !== undefined) !== 1) return report(issues, '', 'oneOf', ['with a', 'with b'], value);
  return true;
}`,
    ],
    [
      'if, then, else',
      {
        type: 'object',
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['a'] },
        else: { required: ['b'] },
      },
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  const start = issues.length;
  if (value['kind'] === 'a') {
    if (value['a'] === undefined) report(issues, '/a', 'required', 'a', undefined);
  } else if (value['b'] === undefined) report(issues, '/b', 'required', 'b', undefined);
  return issues.length === start;
}`,
    ],
  ])('%s', async (_title, schema, want) => {
    const text = await emitted({ Thing: schema });
    expect(text).toBe(want);
  });

  test('lenient formats have checks of their own, and other formats the usual ones', async () => {
    const text = await emitted(
      { Thing: { type: 'array', prefixItems: [{ format: 'time' }, { format: 'date' }, { format: 'int32' }] } },
      'lenient',
    );
    expect(text).toContain('isLenientTime(');
    expect(text).toContain('isDate(');
    expect(text).toContain('2147483647');
  });

  test('formats are not checked when they are configured as annotations', async () => {
    expect(await emitted({ Thing: { type: 'string', format: 'date' } }, 'annotate')).toBe(
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  return typeof value === 'string' || report(issues, '', 'type', 'string', value);
}`,
    );
  });
});

describe('several schemas', () => {
  test('a caller prefixes the paths of its callee’s issues', async () => {
    const address = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } };
    const schemas = {
      Thing: {
        type: 'object',
        required: ['home'],
        properties: { home: { $ref: '#/components/schemas/Address' }, work: { $ref: '#/components/schemas/Address' } },
      },
      Address: address,
    };
    expect(await emitted(schemas)).toBe(
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  const start = issues.length;
  inside(issues, '/home', validateAddress, value['home']);
  if (value['work'] !== undefined) inside(issues, '/work', validateAddress, value['work']);
  return issues.length === start;
}`,
    );
  });

  test('a union switches on a tag that each branch requires', async () => {
    const branch = (kind: string) => ({
      type: 'object',
      required: ['kind', 'size'],
      properties: { kind: { const: kind }, size: { type: 'integer' }, a: {}, b: {} },
    });
    const schemas = {
      Thing: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
      Cat: branch('cat'),
      Dog: branch('dog'),
    };
    expect(await emitted(schemas)).toBe(
      `export function validateThing(value: unknown, issues: Issue[]): value is types.Thing {
  if (!isObject(value)) return report(issues, '', 'type', 'object', value);
  const start = issues.length;
  switch (value['kind']) {
    case 'cat': {
      validateCat(value, issues);
      break;
    }
    case 'dog': {
      validateDog(value, issues);
      break;
    }
    default:
      report(issues, '/kind', 'discriminator', thing_KindValues, value['kind']);
  }
  return issues.length === start;
}`,
    );
  });

  test('equal inline schemas share a function', async () => {
    const person = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        born: { type: 'string', format: 'date' },
        email: { type: 'string' },
        age: { type: 'integer' },
      },
    };
    const text = await emitted({
      Thing: { type: 'object', properties: { author: person, editor: { ...person, description: 'Another one.' } } },
    });
    expect(text).toContain("inside(issues, '/author', validateThing_Author, value['author']);");
    expect(text).toContain("inside(issues, '/editor', validateThing_Author, value['editor']);");
  });

  test('large equal schemas of different components share a function, which is named after its content', async () => {
    const form = (fields: number): unknown => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: fields }, (_, index) => [`field_${index}`, { type: 'string', enum: ['on', 'off'] }]),
      ),
    });
    const holder = (fields: number): unknown => ({ type: 'object', properties: { form: form(fields) } });
    const before = await file({ Thing: holder(30), Other: holder(30), Small: holder(4) });
    const [name = ''] = /validateField0Field1Field2_x[0-9a-f]{8}/.exec(before) ?? [];
    expect(before.split(`\nfunction ${name}(`)).toHaveLength(2);
    expect(before.split(`inside(issues, '/form', ${name}, value['form']);`)).toHaveLength(3);
    expect(before).toContain(`const ${name.replace('validateF', 'f')}_Field0Values = ['on', 'off'];`);

    const declarations = (text: string): string[] =>
      text.split(/\n(?=(?:export )?(?:function|const) )/).map((declaration) => declaration.trim());
    const after = declarations(await file({ Thing: holder(31), Other: holder(30), Small: holder(4) }));
    const isOfThing = (declaration: string): boolean => /^export (?:function|const) (?:validateT|t)hing/.test(declaration);
    expect(after).toEqual(expect.arrayContaining(declarations(before).filter((declaration) => !isOfThing(declaration))));
  });

  test('a function for a part of the same value gets a different name from the whole', async () => {
    const part = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'string', minLength: 2 }])),
    };
    const text = await emitted({ Thing: { allOf: [part] } });
    expect(text).toMatch(/^export function validateThing\(/);
    expect(text).toContain('  return validateThing_Value(value, issues);');
  });

  test('a constant outside the narrowed type of the value is not compared', async () => {
    const text = await emitted({
      Thing: {
        type: 'object',
        properties: {
          word: { type: 'object', allOf: [{ enum: ['a', 'b'] }] },
          three: { type: 'string', allOf: [{ const: 3 }] },
          half: { type: 'integer', allOf: [{ enum: [1, 1.5] }] },
        },
      },
    });
    expect(text).toContain("else report(issues, '/word', 'enum', thing_WordValues, word);");
    expect(text).toContain("else report(issues, '/three', 'const', 3, three);");
    expect(text).toContain('else if (half !== 1) ');
    expect(text).not.toContain("!== 'a'");
  });

  test.each([
    ['texts', ['[', 'a[0]'], "const thingValues = ['[', 'a[0]'];"],
    ['an array', [1, []], 'const thingValues: readonly unknown[] = [1, []];'],
    ['an object with an array', [{ list: [] }], 'const thingValues: readonly unknown[] = [{ list: [] }];'],
  ])('the constant of an enum has a declared type only where it holds an array: %s', async (_, values, want) => {
    expect(await file({ Thing: { enum: values } })).toContain(want);
  });

  test('a property that every object inherits needs no import where it may be anything', async () => {
    expect(await file({ Thing: { type: 'object', properties: { constructor: {} } } })).not.toContain('ownProperty');
  });

  test('the validator of a recursive schema limits the depth', async () => {
    const text = await emitted({
      Thing: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } } },
    });
    expect(text).toContain('if (!recurse(validateThing, item, issues)) prefix(issues, before, ');
  });
});
