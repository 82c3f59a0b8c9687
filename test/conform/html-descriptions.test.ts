// Tests what is read of descriptions as they stand in published documents: with tags of HTML, remarks, brands, and words that only look like a rule.
import { describe, expect, test } from 'vitest';
import { sentencesIn } from '../../generator/base/words.ts';
import { sidedOf } from '../../generator/conform/values/sides/index.ts';
import { formsIn } from '../../generator/inference/prose/index.ts';
import { isSaidUnique } from '../../generator/inference/prose/unique.ts';
import { serviceFrom } from './support.ts';

test('tags of HTML become the marks of Markdown, and the heading of a remark is left out', () => {
  const text =
    'A <code>gift</code> needs a <strong>giver</strong>.<blockquote><strong>Note:</strong> It is <a href="/x?a=1.b">kept</a>.</blockquote><ul><li>First</li><li>Second one</li></ul>';
  expect(sentencesIn(text)).toEqual(['A `gift` needs a giver.', 'It is kept.', '- First', '- Second one']);
  expect(sentencesIn('At most 3 < 4 items, a<b.')).toEqual(['At most 3 < 4 items, a<b.']);
  expect(sentencesIn('See <https://site.example/a> first.')).toEqual(['See <https://site.example/a> first.']);
});

describe('a sentence that restricts nothing is not tried on both sides', () => {
  const keysOf = async (description: string): Promise<readonly string[]> => {
    const document = `openapi: 3.1.0
info: { title: Bakery, version: '1' }
paths:
  /changes:
    post:
      operationId: change
      description: ${JSON.stringify(description)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [op]
              properties:
                op: { type: string, enum: [add, remove, PAID] }
                value: { type: integer }
                token: { type: integer }
                kind: { type: string, enum: [bread_token, cake_token] }
      responses:
        '204': { description: Done. }
        '422': { description: A value is wrong. }
`;
    const service = await serviceFrom(document);
    return service.operations.flatMap((operation) => sidedOf(service, operation).map(({ key }) => key));
  };
  test.each([
    ['The `remove` operation does not require a value.'],
    ['A <code>value</code> is not required for `remove`.'],
    ['Each change must include a `value`. The baker must have a PayPal account.'],
    ['The change must have a `value` in BakePaid.'],
    ['This endpoint requires a bread token with the `loaf` scope.'],
  ])('%s', async (text) => expect(await keysOf(text)).toEqual([]));
  test('one that does is', async () => {
    expect(await keysOf('A <code>remove</code> must not have a <code>value</code>.')).toEqual(['presence op remove value']);
  });
});

test('a number of unique things is not unique, nor is the code of an error', () => {
  for (const text of ['Number of unique visitors', 'The unique, fine-grained error code.']) expect(isSaidUnique(text)).toBe(false);
  expect(isSaidUnique('Must be unique.')).toBe(true);
});

test('a part of a number, a tag of several codes and an example have no form of a standard', () => {
  const forms = (text: string): readonly string[] => formsIn(text, { kind: 'text', name: 'value' }).map(({ says }) => says);
  expect(forms('The country calling code, in the E.164 format.')).toEqual([]);
  expect(forms('The national number, in the E.164 format.')).toEqual([]);
  expect(forms('The phone number, in the E.164 format.')).toEqual(['an E.164 number']);
  expect(forms('The tag is made up of the ISO 639-2 language code and the ISO 3166 country code.')).toEqual([]);
  expect(forms('The ISO4217 representation of the US Dollar is USD.')).toEqual([]);
  expect(forms('An ISO 4217 code.')).toEqual(['an ISO 4217 code']);
});
