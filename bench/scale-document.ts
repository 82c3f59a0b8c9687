// Makes documents of any number of operations, in the proportions of published ones, so that time and memory can be compared between sizes.

/** Operations of one resource: list, create, get, update, delete. */
const PER_RESOURCE = 5;

/** JSON text of an OpenAPI 3.1 document with this many operations, a multiple of 5: for each 5 of them one tag and four schemas, all different. */
export function scaleDocument(operations: number): string {
  const indexes = Array.from({ length: Math.ceil(operations / PER_RESOURCE) }, (_, index) => index);
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Scale', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    security: [{ key: [] }],
    tags: indexes.map((index) => ({ name: `resources ${index}`, description: `What resource ${index} is for.` })),
    paths: Object.fromEntries(indexes.flatMap(pathsOf)),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      parameters: {
        limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        cursor: { name: 'cursor', in: 'query', schema: { type: 'string' } },
      },
      responses: { problem: { description: 'What is wrong.', content: json({ $ref: '#/components/schemas/Problem' }) } },
      schemas: {
        Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' }, detail: { type: 'string' } } },
        ...Object.fromEntries(indexes.flatMap(schemasOf)),
      },
    },
  });
}

function pathsOf(index: number): [string, unknown][] {
  const tags = [`resources ${index}`];
  const problem = { 400: { $ref: '#/components/responses/problem' }, 404: { $ref: '#/components/responses/problem' } };
  const one = json({ $ref: `#/components/schemas/Resource${index}` });
  const change = { required: true, content: json({ $ref: `#/components/schemas/Resource${index}Change` }) };
  const operation = (verb: string, fields: object, status: number, content: object | undefined) => ({
    operationId: `${verb}Resource${index}`,
    summary: `${verb} resource ${index}.`,
    tags,
    ...fields,
    responses: { [status]: { description: 'Done.', ...(content === undefined ? {} : { content }) }, ...problem },
  });
  const kind = { name: 'kind', in: 'query', schema: { enum: [`small${index}`, `large${index}`] } };
  const page = [{ $ref: '#/components/parameters/limit' }, { $ref: '#/components/parameters/cursor' }, kind];
  const list = json({
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items: { $ref: `#/components/schemas/Resource${index}` } }, next: { type: 'string' } },
  });
  return [
    [
      `/resources${index}`,
      { get: operation('list', { parameters: page }, 200, list), post: operation('create', { requestBody: change }, 201, one) },
    ],
    [
      `/resources${index}/{id}`,
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }],
        get: operation('get', {}, 200, one),
        patch: operation('update', { requestBody: change }, 200, one),
        delete: operation('delete', {}, 204, undefined),
      },
    ],
  ];
}

function schemasOf(index: number): [string, unknown][] {
  const name = `Resource${index}`;
  const neighbour = index === 0 ? 'Problem' : `Resource${index - 1}Part`;
  return [
    [
      name,
      {
        description: `One of resource ${index}.`,
        allOf: [{ $ref: `#/components/schemas/${name}Change` }],
        type: 'object',
        required: ['id', 'created'],
        properties: {
          id: { type: 'string' },
          created: { type: 'string', format: 'date-time' },
          near: { $ref: `#/components/schemas/${neighbour}` },
        },
      },
    ],
    [
      `${name}Change`,
      {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 80, description: `Its name, number ${index}.` },
          [`field${index}`]: { type: ['integer', 'null'], minimum: 0 },
          part: { oneOf: [{ $ref: `#/components/schemas/${name}Part` }, { type: 'string' }] },
          state: { $ref: `#/components/schemas/${name}State` },
        },
      },
    ],
    [
      `${name}Part`,
      {
        type: 'object',
        required: [`size${index}`],
        properties: { [`size${index}`]: { type: 'number' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    ],
    [`${name}State`, { type: 'string', enum: [`open${index}`, `closed${index}`, 'gone'] }],
  ];
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
