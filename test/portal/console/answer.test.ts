// How a body is laid out, and where its faults stand.
import { describe, expect, test } from 'vitest';
import { jsonLines, lineAt } from '../../../portal/console/answer/json-lines.ts';

describe('JSON in lines', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['members have a line each', '{"a":1,"b":{"c":null}}', ['{', '  "a": 1,', '  "b": {', '    "c": null', '  }', '}']],
    ['lists of scalars are on one line', '{"a":[1,"x",true]}', ['{', '  "a": [1, "x", true]', '}']],
    ['long lists are not', `["${'x'.repeat(80)}",1]`, ['[', `  "${'x'.repeat(80)}",`, '  1', ']']],
    ['lists of objects are not', '[{},[]]', ['[', '  {},', '  []', ']']],
    ['numbers keep their digits', '[9007199254740993,1.50,1E2]', ['[9007199254740993, 1.50, 1E2]']],
    ['texts keep their escapes', '"a\\"{,\\u00e9"', ['"a\\"{,\\u00e9"']],
    ['blanks outside texts go', ' { "a" :\n [ ] } ', ['{', '  "a": []', '}']],
  ])('%s', (_, text, want) => {
    expect(jsonLines(text)?.lines).toEqual(want);
    expect(JSON.parse(want.join('\n'))).toEqual(JSON.parse(text));
  });

  test.each(['', '{', 'nul', '<html>', '{"a":1}x'])('%j is not JSON', (text) => {
    expect(jsonLines(text)).toBeUndefined();
  });

  test('JSON that is nested without end is not laid out', () => {
    expect(jsonLines('['.repeat(200_000) + ']'.repeat(200_000))).toBeUndefined();
  });

  test('each pointer has its line; what is missing has that of the object around it', () => {
    const laidOut = jsonLines('{"a/b":{"c":1},"~":[1,2],"d":[{"e":1}]}');
    if (laidOut === undefined) throw new Error('It is JSON.');
    const lines = ['', '/a~1b', '/a~1b/c', '/~0', '/~0/1', '/d/0/e', '/d/0/missing', '/none'].map((pointer) => lineAt(laidOut, pointer));
    expect(lines).toEqual([0, 1, 2, 4, 4, 7, 6, 0]);
  });
});
