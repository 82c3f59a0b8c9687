// The codec of a parameter is chosen in the model, beside its shape, and every name is an export of the runtime.
import * as runtime from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { codecOf, headerCodecOf } from '../../generator/model/operations/parameters/parameter-codec.ts';
import type { ParameterCodecName, ParameterShape, ParameterStyle } from '../../generator/model/service.ts';
import { operation, pathDocument, service } from './support.ts';

const TEXT: ParameterShape = { kind: 'primitive', types: ['string'] };
const SHAPES: readonly ParameterShape[] = [TEXT, { kind: 'array', items: TEXT }, { kind: 'object', properties: new Map() }];
const STYLES: Readonly<Record<'path' | 'query' | 'header' | 'cookie', readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

describe('every codec is an export of the runtime', () => {
  test.each(Object.entries(STYLES))('in %s', (where, styles) => {
    const wrong = styles.flatMap((style) =>
      SHAPES.flatMap((shape) => [true, false].map((explode) => codecOf({ in: where as keyof typeof STYLES, style, explode, shape }))),
    );
    expect(wrong.filter((name) => !(name in runtime))).toEqual([]);
  });

  test('and another name is a type error', () => {
    // @ts-expect-error: lists in the style `simple` have one codec, exploded or not.
    const name: ParameterCodecName = 'simpleExplodeArray';
    expect(name in runtime).toBe(false);
  });
});

test.each<[string, string, Parameters<typeof headerCodecOf>[0]['shape']]>([
  ['header', 'X-Count', TEXT],
  ['setCookie', 'Set-Cookie', TEXT],
  ['setCookieArray', 'set-cookie', { kind: 'array', items: TEXT }],
])('%s writes the response header %s', (want, name, shape) => {
  expect(headerCodecOf({ name, explode: false, shape })).toBe(want);
});

test('parameters, fields and headers have their codec beside their shape', async () => {
  const list = '{ type: array, items: { type: integer } }';
  const built = await service(
    pathDocument(`/it:
  post:
    operationId: it
    parameters:
      - { name: ids, in: query, schema: ${list} }
      - { name: filter, in: query, content: { application/json: { schema: {} } } }
    requestBody: { content: { application/x-www-form-urlencoded: { schema: { properties: { a: ${list} } }, encoding: { a: { explode: false } } } } }
    responses: { '204': { description: Done., headers: { X-Ids: { schema: ${list} } } } }`),
  );
  const { parameters, body, responses } = operation(built, 'it');
  expect(parameters.map(({ codec, shape }) => `${codec} ${shape.kind}`)).toEqual(['formExplodeArray array', 'contentJson primitive']);
  expect(body?.contents[0]?.encoding?.get('a')).toMatchObject({ kind: 'style', codec: 'formArray', shape: { kind: 'array' } });
  expect(responses[0]?.headers).toMatchObject([{ codec: 'headerArray', shape: { kind: 'array' } }]);
});
