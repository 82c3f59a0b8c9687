// Media types: essence, parameters, charset, JSON or text, and matching against the declared ones.
import { describe, expect, test } from 'vitest';
import { charsetOf, essenceOf, isJson, isTextual, isUtf8, matchContent, parameterOf } from '../../runtime/wire/media-type.ts';

describe('parts', () => {
  test.each([
    ['Text/HTML; charset=utf-8', 'text/html'],
    ['image/*', 'image/*'],
    ['*/*;q=0.1', '*/*'],
    ['text / plain', ''],
    ['text/plain, text/html', ''],
    ['text', ''],
  ])('the essence of %s is %j', (type, want) => {
    expect(essenceOf(type)).toBe(want);
  });

  test.each([
    ['multipart/form-data; boundary=abc', 'boundary', 'abc'],
    ['multipart/form-data; Boundary="a b;c"', 'boundary', 'a b;c'],
    ['a/b; x="; boundary=no"; boundary=yes', 'boundary', 'yes'],
    ['a/b; boundary', 'boundary', undefined],
    ['a/b; xboundary=abc', 'boundary', undefined],
    ['a/b; q=0.5; q=1', 'q', '0.5'],
    ['a/b', 'q', undefined],
  ])('of %s, %s is %j', (type, name, want) => {
    expect(parameterOf(type, name)).toBe(want);
  });

  test.each([
    ['text/plain', undefined, true],
    ['text/plain; charset=UTF-8', 'utf-8', true],
    ['text/plain;charset="utf8"', 'utf8', true],
    ['text/plain; charset=us-ascii; format=flowed', 'us-ascii', true],
    ['text/plain; charset=', undefined, true],
    ['text/plain; charset=utf-16', 'utf-16', false],
    ['text/plain; charset="iso-8859-1"', 'iso-8859-1', false],
    ['text/plain; charset=utf-8x', 'utf-8x', false],
    ['text/plain; x="; charset=latin1"', undefined, true],
    ['text/plain; x="; charset=utf-8"; charset=latin1', 'latin1', false],
  ])('of %s, the charset is %s; UTF-8: %s', (type, charset, utf8) => {
    expect({ charset: charsetOf(type), utf8: isUtf8(type) }).toEqual({ charset, utf8 });
  });
});

describe('declared media types', () => {
  const declared = { 'text/plain; charset=utf-8': 1, 'application/json': 2 };

  test.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['TEXT/PLAIN', 'text/plain; charset=utf-8'],
    ['application/json; version=2', 'application/json'],
    ['audio/ogg', undefined],
    ['png', undefined],
  ])('%s matches %s', (type, want) => {
    expect(matchContent(declared, type)?.[0]).toBe(want);
  });
});

test.each([
  ['application/json', true, true],
  ['APPLICATION/JSON', true, true],
  ['application/json; charset=utf-8', true, true],
  [' application/json ;v=1', true, true],
  ['text/json', true, true],
  ['application/vnd.x+json;v=1', true, true],
  ['application/json+sarif', true, true],
  ['application/json-seq', false, false],
  ['application/geo+json-seq', false, false],
  ['application/x-ndjson', false, false],
  ['application/jsonl', false, false],
  ['application/vnd.json', false, false],
  ['text/event-stream', false, true],
  ['text/plain;format="+json"', false, true],
  ['application/xml', false, true],
  ['image/svg+xml', false, true],
  ['application/yaml', false, true],
  ['application/octet-stream', false, false],
  ['image/png', false, false],
  ['multipart/form-data', false, false],
  ['application/json/x', false, false],
  ['json', false, false],
  ['', false, false],
])('%s is JSON: %s, textual: %s', (type, json, textual) => {
  expect({ json: isJson(type), textual: isTextual(type) }).toEqual({ json, textual });
});
