// Makes documents of one operation that are hard to read in one respect: very many properties, branches of a union, or letters in a name.

/** A kind of document that is made in two sizes: what the second needs shows how time and memory grow. */
export interface HardDocument {
  readonly name: string;
  /** How many of what the document has. */
  readonly sizes: readonly [number, number];
  readonly make: (size: number) => string;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Branch${index}`);
const TEXT = { type: 'string' };

export const hardDocuments: readonly HardDocument[] = [
  {
    name: 'properties of one schema',
    sizes: [5_000, 20_000],
    make: (size) => documentOf({ Whole: { type: 'object', properties: Object.fromEntries(names(size).map((name) => [name, TEXT])) } }),
  },
  {
    name: 'branches of a union, told by a tag',
    sizes: [500, 2_000],
    make: (size) => union(size, (name) => ({ type: 'object', required: ['kind'], properties: { kind: { const: name }, [name]: TEXT } })),
  },
  {
    name: 'branches of a union, told by what they require',
    sizes: [500, 2_000],
    make: (size) => union(size, (name) => ({ type: 'object', required: [name], properties: { [name]: TEXT } })),
  },
  {
    name: 'letters in each name of 50 schemas, properties and branches',
    sizes: [1_000, 10_000],
    make: (size) => union(50, (name) => ({ type: 'object', properties: { [name + 'n'.repeat(size)]: TEXT } }), 'S'.repeat(size)),
  },
];

/** A union of schemas that are components. */
function union(size: number, branch: (name: string) => object, ending = ''): string {
  const branches = names(size).map((name) => [`${name}${ending}`, branch(name)] as const);
  const oneOf = branches.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
  return documentOf({ Whole: { oneOf }, ...Object.fromEntries(branches) });
}

/** An operation that receives and returns the schema `Whole`. */
function documentOf(schemas: Readonly<Record<string, object>>): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Whole' } } };
  const post = { operationId: 'send', requestBody: { required: true, content }, responses: { 200: { description: 'The same.', content } } };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Hard', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/whole': { post } },
    components: { schemas },
  });
}
