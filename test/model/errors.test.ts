// `x-errors`: the rows that the model reads, and the problem of each wrong form.
import { describe, expect, test } from 'vitest';
import type { Change } from '../../generator/diff/change.ts';
import { compareErrorCodes } from '../../generator/diff/error-codes.ts';
import { errorTable } from '../../generator/model/error-codes.ts';
import type { ErrorTemplate } from '../../generator/model/service.ts';
import { document, operation, read, service } from './support.ts';

/** `/it` with a query parameter, a header, a body, and the given `x-errors`. */
function withErrors(ofDocument: string, ofOperation = '{ default: { body: 1 } }'): string {
  return document(`x-errors: ${ofDocument}
paths:
  /it:
    post:
      operationId: it
      x-errors: ${ofOperation}
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: a/b, in: query, schema: { type: string } }
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { '204': { description: None. } }
`);
}

describe('rows', () => {
  test.each<[errors: string, rows: unknown[]]>([
    ["{ default: { contentType: text/plain, body: '{detail}' } }", [{ status: 'default', contentType: 'text/plain', body: '{detail}' }]],
    ["{ '401': { body: [1] } }", [{ status: '401', contentType: 'application/json', body: [1] }]],
    ["{ '401': { body: null } }", [{ status: '401', contentType: 'application/json', body: null }]],
    ['{ 4XX: { code: bad_request } }', [{ status: '4XX', code: 'bad_request' }]],
    ["{ '400': { code: -8 } }", [{ status: '400', code: -8 }]],
    ["{ '400': { title: Full, detail: No seat is left. } }", [{ status: '400', title: 'Full', detail: 'No seat is left.' }]],
    [
      "{ '400': [{ when: { at: [/query/limit, /query/a~1b], keyword: minimum }, code: page }, { when: { at: /body }, code: body }, { code: other }] }",
      [
        { status: '400', when: { at: ['/query/limit', '/query/a~1b'], keyword: ['minimum'] }, code: 'page' },
        { status: '400', when: { at: ['/body'] }, code: 'body' },
        { status: '400', code: 'other' },
      ],
    ],
    [
      "{ '401': [{ when: { credential: missing }, body: 1 }], '400': [{ when: { kind: forbidden }, code: -109 }] }",
      [
        { status: '400', when: { kind: ['forbidden'] }, code: -109 },
        { status: '401', when: { credential: 'missing' }, contentType: 'application/json', body: 1 },
      ],
    ],
    [
      "{ '429': [{ when: { code: [1, slow], kind: refused }, body: 1 }] }",
      [{ status: '429', when: { kind: ['refused'], code: [1, 'slow'] }, contentType: 'application/json', body: 1 }],
    ],
  ])('%s', async (errors, rows) => {
    const built = await service(withErrors(errors, errors));
    expect(built.errors).toEqual(rows);
    expect(operation(built, 'it').errors).toEqual(rows);
  });
});

test('the codes that a document names: of both kinds of rows, and of responses', async () => {
  const text = withErrors("{ '403': [{ when: { code: [7, sold_out] }, detail: No. }, { code: 9 }], default: { body: 1 } }").replace(
    "'204': { description: None. }",
    "'204': { description: None. }, '400': { description: No., x-refusals: { at: /c, codes: { late: Late., '-3': Far. } }, content: { application/json: {} } }",
  );
  expect((await service(text)).refusalCodes).toEqual([7, 'sold_out', 9, 'late', -3]);
});

test('the table of codes for the reference', () => {
  const rows = [
    { status: '403', when: { code: [187] }, detail: 'You said so | before.' },
    { status: '403', when: { code: [36] }, title: 'Yourself' },
    { status: 'default', code: 131, detail: 'Internal error.' },
    { status: '404', code: 34 },
  ];
  expect(errorTable(rows)).toBe(
    [
      '| code of the error | status | meaning |',
      '|---|---|---|',
      '| `36` | 403 | Yourself |',
      '| `131` | other | Internal error. |',
      '| `187` | 403 | You said so \\| before. |',
    ].join('\n'),
  );
  expect(errorTable([])).toBe('');
});

const taken = { status: '403', when: { code: [7] }, detail: 'It is taken.' };
test.each<[string, ErrorTemplate[], ErrorTemplate[], string[]]>([
  ['new', [], [taken], ['compatible error-code-added: has the error `7` with 403 now']],
  ['gone', [taken], [], ['compatible error-code-removed: no longer has the error `7`']],
  [
    'of another status',
    [taken],
    [{ ...taken, status: '409' }],
    ['breaking error-status-changed: answers the error `7` with 409 now, was 403'],
  ],
  [
    'in other words',
    [taken],
    [{ ...taken, detail: 'It is free.' }],
    ['compatible error-meaning-changed: explains the error `7` in other words now'],
  ],
  ['the same', [taken], [{ ...taken }], []],
])('octavo diff: a code that is %s', async (_, before, after, want) => {
  const { location } = operation(await service(withErrors('{ default: { body: 1 } }')), 'it');
  const changes: Change[] = [];
  compareErrorCodes(before, after, { location }, changes);
  expect(changes.map(({ kind, code, message }) => `${kind} ${code}: ${message}`)).toEqual(want);
});

describe('mistakes', () => {
  test.each<[errors: string, pointer: string, message: string, fix: string]>([
    [
      "{ '400': { body: { errors: ['{code}', '{issue.name}'] } } }",
      '/400/body/errors/1',
      '`{issue.name}` does not stand in a list of one item.',
      "Write a list, such as `errors: [{ name: '{issue.name}', message: '{issue.detail}' }]`, which has an item for each invalid value.",
    ],
    [
      "{ '400': { body: { errors: [{ at: '{issue.place}' }] } } }",
      '/400/body/errors/0/at',
      '`{issue.place}` is not a placeholder.',
      'Write one of: {issue.pointer}, {issue.name}, {issue.detail}.',
    ],
    ["{ '400': { title: [Full] } }", '/400/title', '`title` is not text.', 'Write a text, such as `title: No seat is left.`'],
    [
      "{ '700': { body: 1 }, '400': { body: 1 } }",
      '/700',
      "'700' under `x-errors` is not a status.",
      "Write a status such as '401', a range such as 4XX, or `default`.",
    ],
    [
      "{ '400': { contentType: text/plain } }",
      '/400',
      'The entry for 400 under `x-errors` has no `body`, `code`, `title` or `detail`.',
      "Write what the server shall answer, such as `body: { error: '{detail}' }`.",
    ],
    [
      "{ '400': [{ when: { at: /body }, body: 1 }, 5] }",
      '/400/1',
      'The entry for 400 under `x-errors` is not an object.',
      "Write what the server shall answer, such as `body: { error: '{detail}' }`.",
    ],
    [
      "{ '400': [{ code: a }, { when: { at: /body }, body: 1 }] }",
      '/400/0',
      'This entry for 400 under `x-errors` has no `when`, so those after it are never used.',
      'Move it to the end of the list.',
    ],
    ["{ '400': { body: 1, codes: 2 } }", '/400/codes', 'An entry of `x-errors` has no field `codes`.', 'Did you mean `code`?'],
    ["{ '400': { body: 1, code: [2] } }", '/400/code', '[2] is not a code.', 'Write text or a number.'],
    [
      "{ '400': { body: 1, contentType: 5 } }",
      '/400/contentType',
      '`contentType` is not text.',
      'Write a media type, such as `application/json`.',
    ],
    [
      "{ '400': { code: 1, contentType: text/plain } }",
      '/400/contentType',
      '`contentType` stands without a `body`.',
      "Write what the server shall answer, such as `body: { error: '{detail}' }`.",
    ],
    [
      "{ '400': { contentType: text/plain, body: { a: 1 } } }",
      '/400/body',
      'The `body` of the type text/plain is not text.',
      "Write it as text, such as `'{detail}'`.",
    ],
    [
      "{ '400': { when: 5, body: 1 } }",
      '/400/when',
      '`when` is not an object.',
      'Write what it is for, such as `when: { at: /query/limit }`, or remove `when`.',
    ],
    [
      "{ '400': { when: {}, body: 1 } }",
      '/400/when',
      '`when` is empty.',
      'Write what it is for, such as `when: { at: /query/limit }`, or remove `when`.',
    ],
    ["{ '400': { when: { knd: forbidden }, body: 1 } }", '/400/when/knd', '`when` has no field `knd`.', 'Did you mean `kind`?'],
    [
      "{ '400': { when: { place: /query }, body: 1 } }",
      '/400/when/place',
      '`when` has no field `place`.',
      'Write one of: kind, credential, at, keyword, code.',
    ],
    [
      "{ '400': { when: { kind: [forbidden, unauthorised] }, body: 1 } }",
      '/400/when/kind/1',
      "'unauthorised' is not a kind of faults.",
      'Did you mean `unauthorized`?',
    ],
    [
      '{ 5XX: { when: { kind: forbidden }, body: 1 } }',
      '/5XX/when/kind',
      "'forbidden' has the status 403, which is not in 5XX.",
      "Move the entry to '403', or to the status that shall be answered instead.",
    ],
    [
      '{ 5XX: { when: { credential: missing }, body: 1 } }',
      '/5XX/when/credential',
      "'missing' has the status 401, which is not in 5XX.",
      "Move the entry to '401', or to the status that shall be answered instead.",
    ],
    [
      "{ '401': { when: { credential: wrong }, body: 1 } }",
      '/401/when/credential',
      "'wrong' says nothing of a credential.",
      'Write `missing` or `invalid`.',
    ],
    [
      "{ '400': { when: { keyword: maximun }, body: 1 } }",
      '/400/when/keyword',
      "'maximun' is not a keyword of faults.",
      'Did you mean `maximum`?',
    ],
    ["{ '400': { when: { at: [] }, body: 1 } }", '/400/when/at', 'The list is empty.', 'Write what the entry is for, or remove the field.'],
    [
      "{ '400': { when: { at: limit }, body: 1 } }",
      '/400/when/at',
      "'limit' is not a place in a request.",
      'Write a JSON pointer that begins with the part of the request, such as /query/limit, /path/id or /body/name.',
    ],
    ["{ '400': { when: { at: /query/limt }, body: 1 } }", '/400/when/at', 'No request has /query/limt.', 'Did you mean /query/limit?'],
    [
      "{ '400': { when: { at: /path }, body: 1 } }",
      '/400/when/at',
      'No request has /path.',
      'Name a parameter that is declared, or remove the entry.',
    ],
    ["{ '400': { when: { code: [true] }, body: 1 } }", '/400/when/code/0', 'true is not a code.', 'Write text or a number.'],
  ])('%s', async (errors, pointer, message, fix) => {
    for (const [text, holder] of [
      [withErrors(errors), ''],
      [withErrors('{ default: { body: 1 } }', errors), '/paths/~1it/post'],
    ] as const) {
      const { service: built, problems } = await read(text);
      expect(built).toBeUndefined();
      expect(problems.map((one) => [one.severity, one.code, one.location.pointer, one.message, one.fix])).toEqual([
        ['error', 'error-template-invalid', `${holder}/x-errors${pointer}`, message, fix],
      ]);
    }
  });

  test('a place is not looked for where operations are left out', async () => {
    const errors = "{ '400': { when: { at: /query/other }, body: 1 } }";
    const { service: built } = await read(withErrors(errors), { exclude: { operations: ['nothing'] } });
    expect(built?.errors).toHaveLength(1);
  });
});

test.each([
  ["{ out-of-stock: { description: 'Another tool has these.' } }"],
  ['[{ code: 1 }]'],
  ["{ '404': { code: NOT_FOUND, message: 'Another tool has these.' } }"],
])('%s belongs to another tool', async (written) => {
  const { service: built, problems } = await read(withErrors(written));
  expect(built?.errors).toEqual([]);
  expect(problems.map(({ severity, code, location }) => [severity, code, location.pointer])).toEqual([
    ['warning', 'extension-foreign', '/x-errors'],
  ]);
});
