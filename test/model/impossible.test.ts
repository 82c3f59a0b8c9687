// Schemas that no value matches: a warning at the one that is at fault, in words that say why, and none for schemas that some value matches.
import { describe, expect, test } from 'vitest';
import { read, schemasDocument } from './support.ts';

/** `/components/schemas/A: message | fix` of each warning. */
async function said(schemas: string, version?: string): Promise<string[]> {
  const { problems } = await read(schemasDocument(schemas, version));
  return problems
    .filter(({ code }) => code === 'schema-impossible')
    .map(({ severity, message, fix, location }) => `${severity} ${location.pointer}: ${message} | ${fix ?? ''}`);
}

const AT = 'warning /components/schemas';

describe('no value matches', () => {
  test.each<[string, string[], string?]>([
    [
      'A: { enum: [] }\nB: { type: string, enum: [] }',
      [
        `${AT}/A: No value matches \`A\`: its \`enum\` is empty. | List the values, or remove \`enum\`.`,
        `${AT}/B: No value matches \`B\`: its \`enum\` is empty. | List the values, or remove \`enum\`.`,
      ],
    ],
    [
      `Node: { type: object, required: [parent], properties: { parent: { $ref: '#/components/schemas/Node' } } }`,
      [
        `${AT}/Node: No value matches \`Node\`: its property 'parent' is required, and leads back to \`Node\`, without end. | Remove 'parent' from \`required\`, or let it be null.`,
      ],
    ],
    [
      `A: { type: object, required: [b], properties: { b: { $ref: '#/components/schemas/B' } } }
B: { type: object, required: [list], properties: { list: { type: array, minItems: 1, items: { allOf: [{ $ref: '#/components/schemas/A' }] } } } }
User: { type: object, required: [a], properties: { a: { $ref: '#/components/schemas/A' } } }`,
      [
        `${AT}/A: No value matches \`A\`: its properties 'b', then 'list' are required, and lead back to \`A\`, without end. | Remove 'b' from \`required\`, or let it be null.`,
      ],
    ],
    [
      `Base: { type: object, required: [id], properties: { id: { type: string } } }
Pet: { $ref: '#/components/schemas/Base', properties: { name: { type: string } }, additionalProperties: false }
Pets: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Pet' } }`,
      [
        `${AT}/Pet: No object matches \`Pet\`: its property 'id' is required, and \`additionalProperties: false\` does not allow it. | Declare 'id' in the \`properties\` beside \`additionalProperties: false\`, or remove \`additionalProperties\`.`,
      ],
    ],
    [
      `Cat: { type: object, required: [meow], properties: { meow: { type: boolean } } }
Dog: { type: object, required: [bark], properties: { bark: { type: boolean } } }
Pet: { type: object, additionalProperties: false, oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }`,
      [
        `${AT}/Pet: No object matches \`Pet\`: its property 'meow' is required, and \`additionalProperties: false\` does not allow it. | Declare 'meow' in the \`properties\` beside \`additionalProperties: false\`, or remove \`additionalProperties\`.`,
      ],
    ],
    [
      `A: { oneOf: [{ type: object, properties: { a: { type: string, description: One. } } }, { type: object, properties: { a: { type: string } } }] }`,
      [
        `${AT}/A: No value matches \`A\`: the branches of \`oneOf\` say the same, so that a value that matches one of them matches another one too. | Write \`anyOf\`, or remove the branch that is there twice.`,
      ],
    ],
    [
      `Code: { type: integer, enum: ['1', '2'] }`,
      [
        `${AT}/Code: No value matches \`Code\`: its \`type\` is integer, and no value of its \`enum\` is of that type. | Correct \`type\`, or the values of \`enum\`.`,
      ],
      '3.0.3',
    ],
    [
      `A: { allOf: [{ type: object, required: [id], properties: { id: { type: string } } }, { type: object, properties: { id: { type: integer } } }] }`,
      [`${AT}/A: No object matches \`A\`: its property 'id' is required, and must be a string and an integer. | Correct one of the types.`],
    ],
    [
      `A: { allOf: [{ type: string }, { type: object, properties: { id: {} } }] }`,
      [`${AT}/A: No value matches \`A\`: it must be a string and an object. | Correct one of the types.`],
    ],
    [
      `A: { allOf: [{ enum: [a, b] }, { enum: [c] }] }`,
      [`${AT}/A: No value matches \`A\`: its \`enum\`s or \`const\`s have no value in common. | Give them a value in common.`],
    ],
    [
      `A: { type: string, minLength: 5, maxLength: 3 }`,
      [`${AT}/A: No value matches \`A\`: its \`minLength\` is 5 and its \`maxLength\` is 3. | Correct one of the two.`],
    ],
    [
      `A: { type: number, exclusiveMinimum: 3, maximum: 3 }`,
      [`${AT}/A: No value matches \`A\`: its limits leave no number between them. | Correct one of them.`],
    ],
    [
      `A: { type: object, properties: { a: { type: array, minItems: 2, maxItems: 1 } } }`,
      [
        `${AT}/A/properties/a: No array matches the schema at #/components/schemas/A/properties/a: its \`minItems\` is 2 and its \`maxItems\` is 1. | Correct one of the two.`,
      ],
    ],
  ])('%s', async (given, want, version) => {
    expect(await said(given, version)).toEqual(want);
  });
});

test.each<[string, string?]>([
  [`Node: { type: object, properties: { parent: { $ref: '#/components/schemas/Node' } } }`],
  [`Node: { type: object, required: [children], properties: { children: { type: array, items: { $ref: '#/components/schemas/Node' } } } }`],
  [`Node: { type: object, required: [next], properties: { next: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Node' }] } } }`],
  [
    `Node: { type: object, required: [next], properties: { next: { nullable: true, allOf: [{ $ref: '#/components/schemas/Node' }] } } }`,
    '3.0.3',
  ],
  [`Node: { type: [object, string], required: [next], properties: { next: { $ref: '#/components/schemas/Node' } } }`],
  [`A: { oneOf: [{ type: integer }, { type: number }] }`],
  [`A: { type: object, required: [x-a], patternProperties: { '^x-': {} }, additionalProperties: false }`],
  [`A: { type: object, properties: { never: false, a: { not: {} } } }`],
  [`A: { type: object, not: { type: string, minLength: 5, maxLength: 3 } }`],
  [`A: { allOf: [{ const: 1.0 }, { enum: [1, 2] }] }`],
  [`A: { type: string, minimum: 5, maximum: 3 }`],
])('some value matches %s', async (given, version) => {
  expect(await said(given, version)).toEqual([]);
});
