// Compares what documents say beside their schemas: XML, credentials, encodings, links, pages and defaults; and names what is required but not
// described.
import { expect, test } from 'vitest';
import { formatGroup } from '../../generator/diff/format.ts';
import { compareServices } from '../../generator/diff/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { richDocument } from './rich-document.ts';
import { serviceOf } from './support.ts';

type Members = Record<string, unknown>;

/** The changes after the part at a path of keys is replaced; `undefined` removes it. */
async function changesOf(path: readonly string[], value: unknown): Promise<string[]> {
  const after = structuredClone(richDocument) as Members;
  let parent = after;
  for (const key of path.slice(0, -1)) parent = parent[key] as Members;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  const changes = compareServices(await serviceOf(richDocument), await serviceOf(after));
  return changes.map((change) => formatGroup(change, false).replace(/test\/diff\/version\.json:\d+:\d+ {2}/, ''));
}

const at = (path: string): string[] => path.split(' ');
const beast = 'components schemas Beast';
const content = 'paths /pets post requestBody content';
const flows = 'components securitySchemes oauth flows';

test.each<[what: string, path: string[], value: unknown, want: string[]]>([
  [
    'the name of an XML root',
    at(`${beast} xml name`),
    'monster',
    ['breaking    createPet: request body (application/xml) has the XML name monster, was beast'],
  ],
  [
    'an attribute that becomes an element',
    at(`${beast} properties kind xml`),
    {},
    ['breaking    createPet: request body (application/xml) `.kind` is an XML element now, was an XML attribute'],
  ],
  [
    'a list without an element around it',
    at(`${beast} properties teeth xml nodeType`),
    'none',
    ['breaking    createPet: request body (application/xml) `.teeth` has no XML element around its items now'],
  ],
  [
    'the name of XML items',
    at(`${beast} properties teeth items xml name`),
    'fang',
    ['breaking    createPet: request body (application/xml) `.teeth[]` has the XML name fang, was tooth'],
  ],
  [
    'an XML namespace',
    at(`${beast} xml namespace`),
    'https://other.example',
    ['breaking    createPet: request body (application/xml) has the XML namespace https://other.example, was https://ns.example'],
  ],
  [
    'a prefix of a namespace',
    at(`${beast} xml prefix`),
    'x',
    ['compatible  createPet: request body (application/xml) has the XML prefix x, was b'],
  ],
  [
    'a flow that is replaced by another',
    at(flows),
    { clientCredentials: { tokenUrl: 'https://auth.example/c', scopes: { read: 'Read.' } } },
    ['breaking    was the security scheme `oauth` no longer gives tokens by the flow `authorizationCode`'],
  ],
  [
    'the address of tokens',
    at(`${flows} clientCredentials tokenUrl`),
    'https://auth.example/new',
    [
      'breaking    the security scheme `oauth` has the `tokenUrl` `https://auth.example/new` in the flow `clientCredentials` now, was `https://auth.example/c`',
    ],
  ],
  [
    'the place of a key',
    at('components securitySchemes key in'),
    'query',
    ['breaking    the security scheme `key` has the `in` `query` now, was `header`'],
  ],
  [
    'another kind of scheme',
    at('components securitySchemes key'),
    { type: 'http', scheme: 'basic' },
    ['breaking    the security scheme `key` is of the kind basic, was apiKey'],
  ],
  [
    'the encoding of a field',
    at(`${content} application/x-www-form-urlencoded encoding list style`),
    'pipeDelimited',
    ['breaking    createPet: request body (application/x-www-form-urlencoded) has another `encoding` of `list`'],
  ],
  [
    'the branch of values that the mapping lacks',
    at('paths /pets/{id} get responses 200 content application/json schema discriminator defaultMapping'),
    undefined,
    ['breaking    getPet: 200 response body is no branch for other values of `kind`, was Pet'],
  ],
  [
    'a link',
    at('paths /pets get responses 200 links first parameters id'),
    '$response.body#/next',
    ['breaking    listPets: the link `first` of the 200 response passes on other values'],
  ],
  [
    'the pages of a list',
    at('paths /pets get x-pagination'),
    undefined,
    ['breaking    listPets: no longer says how its pages follow (`x-pagination`)'],
  ],
  [
    'the default of a parameter',
    at('paths /pets get parameters 0 schema default'),
    20,
    ['breaking    listPets: query parameter `limit` has the default 20, was 10'],
  ],
  [
    'the signature of a webhook',
    at('webhooks moved post x-webhook-signature'),
    { scheme: 'standard' },
    ['breaking    moved: is signed in another way now (`x-webhook-signature`)'],
  ],
  [
    'a tag, which names a group of the client',
    at('paths /pets post tags'),
    ['pets'],
    [
      'breaking    listPets: is in no group of the client now, was `pets.list`',
      'breaking    createPet: is in no group of the client now, was `making.createPet`',
    ],
  ],
  [
    'what is required without being described',
    at(`${beast} required`),
    ['kind', 'zz'],
    [
      'breaking    createPet: request body (application/xml) `.kind` is required now',
      'breaking    createPet: request body (application/xml) `.zz` is required now',
      'compatible  getPet: 200 response body `<Beast>.kind` is required now',
      'compatible  getPet: 200 response body `<Beast>.zz` is required now',
    ],
  ],
])('%s', async (_what, path, value, want) => {
  expect(await changesOf(path, value)).toEqual(want);
});

test('the default beside a `$ref` counts before that of the schema that it refers to, as servers have it', async () => {
  const version = (limit: number): Promise<Service> =>
    serviceOf({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          get: {
            operationId: 'listPets',
            parameters: [{ name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/Limit', default: limit } }],
            responses: { 204: { description: 'Fine.' } },
          },
        },
      },
      components: { schemas: { Limit: { type: 'integer', default: 5 } } },
    });
  const changes = compareServices(await version(10), await version(20));
  expect(changes.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'breaking: query parameter `limit` has the default 20, was 10',
  ]);
});
