// Compares each document with its table of facts, and reads the messages for lines that are wrong, missing or one too many.
import { describe, expect, test } from 'vitest';
import { documentIds } from '../specs/document.ts';
import { compare, explain } from './compare.ts';
import { groupsOf } from './document-facts.ts';
import { parseYaml, readYaml, type Yaml } from './source.ts';
import { printLine, tableOf } from './table.ts';

function messages(table: Yaml, document: Yaml): string[] {
  return compare(tableOf(table), groupsOf(document.value)).map((difference) => explain(difference, table, document));
}

test.each(documentIds)('%s says what its table says, and nothing else', (id) => {
  const found = messages(readYaml(`test/facts/${id}.yaml`), readYaml(`specs/${id}.yaml`));
  expect(found.length, `${found.length} lines of test/facts/${id}.yaml differ from specs/${id}.yaml\n\n${found.join('\n\n')}`).toBe(0);
});

test('method and path are recorded exactly where x-basis says that they are stated or public', () => {
  for (const id of documentIds)
    for (const [group, rows] of tableOf(readYaml(`test/facts/${id}.yaml`))) {
      const row = rows.get('is');
      if (!/^(?:operations|webhooks|callbacks)\//.test(group) || row === undefined) continue;
      const designed = row.designed.includes('basis designed');
      expect(designed ? row.recorded : row.designed.filter((text) => /^(?:[A-Z]+$|\/|basis )/.test(text)), `${id} ${group}`).toEqual([]);
    }
});

test('a printed line reads as the line it was printed from, long or short', () => {
  for (const id of documentIds) {
    const table = tableOf(readYaml(`test/facts/${id}.yaml`));
    for (const [group, rows] of table) {
      const printed = [...rows].map(([key, row]) => printLine(key, row)).join('\n');
      const [again] = tableOf(parseYaml(group, `section:\n  name:\n${printed}\n`)).values();
      expect(again, group).toEqual(new Map([...rows].map(([key, row]) => [key, { ...row, pointer: again?.get(key)?.pointer }])));
    }
  }
});

describe('messages', () => {
  const document = parseYaml(
    'specs/notes.yaml',
    `paths:
  /notes:
    get:
      operationId: listNotes
      x-basis: stated
      parameters:
        - name: limit
          in: query
          schema: { type: integer, minimum: 1, maximum: 50 }
        - name: tag
          in: query
          schema: { type: string }
      responses:
        '200':
          description: The 3 latest notes, each for 3 days.
`,
  );
  const row = (line: string, prose = '[3 latest, latest notes, 3 days]'): string[] =>
    messages(
      parseYaml(
        'test/facts/notes.yaml',
        `service:
  servers: {}
operations:
  listNotes:
    is: [GET, /notes, basis stated]
    security: [not declared]
${line}
    prose: ${prose}
    '200': [no body]
`,
      ),
      document,
    );

  test('a document that says what the table says has no difference, in whatever order', () => {
    expect(row('    query tag: [string]\n    query limit: [max 50, designed, min 1, integer]')).toEqual([]);
  });

  test('a fact that differs: both sides, the line of the document, and the line to write', () => {
    expect(row('    query tag: [string]\n    query limit: [integer, max 100, designed, min 1]')).toEqual([
      `test/facts/notes.yaml:8: operations/listNotes / query limit
  the table says     max 100
  the document says  max 50 (specs/notes.yaml:9)
If the document is right, write:
    query limit: [integer, designed, min 1, max 50]`,
    ]);
  });

  test('a fact that the document does not have', () => {
    expect(row('    query tag: [required, string]\n    query limit: [integer, min 1, max 50]')).toEqual([
      `test/facts/notes.yaml:7: operations/listNotes / query tag
  the table says     required
  the document says  nothing of the kind (specs/notes.yaml:10)
If the document is right, write:
    query tag: [string]`,
    ]);
  });

  test('a number that stands once more in the descriptions', () => {
    expect(row('    query tag: [string]\n    query limit: [integer, min 1, max 50]', '[3 latest, latest notes]')).toEqual([
      `test/facts/notes.yaml:9: operations/listNotes / prose
  the table says     nothing of the kind
  the document says  3 days (specs/notes.yaml:15)
If the document is right, write:
    prose: ['3 latest', latest notes, designed, '3 days']`,
    ]);
  });

  test('a line that is missing', () => {
    expect(row('    query tag: [string]')).toEqual([
      `specs/notes.yaml:7: the table has no line for operations/listNotes / query limit
If the document is right, add:
    query limit: [designed, integer, min 1, max 50]`,
    ]);
  });

  test('a line too many', () => {
    expect(row('    query tag: [string]\n    query limit: [integer, min 1, max 50]\n    query page: [integer]')).toEqual([
      `test/facts/notes.yaml:9: the document has no operations/listNotes / query page (specs/notes.yaml:3)
If the document is right, remove the line.`,
    ]);
  });

  test('a line that is no list, and a key that stands twice', () => {
    expect(() => row('    query tag: string')).toThrow('test/facts/notes.yaml:7: expected a list of texts, such as [integer, min 1]');
    expect(() => row('    query tag: [string]\n    query tag: [string]')).toThrow(
      'test/facts/notes.yaml:8: The key "query tag" appears twice',
    );
  });
});
