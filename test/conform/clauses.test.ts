// Tests the reader of clauses: sentences of other domains, each rule in three wordings that were written before the reader.
import { describe, expect, test } from 'vitest';
import { bornIn, onceIn, type Said, saidOf, stateRulesOf, timeClaimIn } from '../../generator/inference/prose/index.ts';
import type { Operation } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

const [operation] = (
  await serviceFrom(`openapi: 3.1.0
info: { title: Loans, version: '1' }
paths:
  /loans/{id}/renew:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: renewLoan, responses: { '200': { description: Renewed. }, '409': { description: Refused. } } }
`)
).operations;

function withText(description: string): Operation {
  if (operation === undefined) throw new Error('The document of this test has an operation.');
  return { ...operation, description };
}

function saidIn(description: string): readonly Said[] {
  return saidOf({ operations: [] }, withText(description));
}

describe('a refusal', () => {
  test.each([
    [
      'All of this gives 409.',
      'A copy that is lent cannot be sold. A copy must have a shelf. All of this gives 409.',
      ['A copy must have a shelf'],
    ],
    ['Otherwise 409', 'Only the last page can be torn out; otherwise 409.', ['Only the last page can be torn out']],
    ['both give 422', 'The fee cannot be negative, and the day cannot lie in the past; both give 422.', ['The fee can not be negative']],
  ])('is said by another sentence: %s', (_, text, wanted) => {
    const refused = saidIn(text).filter(({ refusal }) => /^4\d\d$/.test(refusal ?? ''));
    expect(refused.map((one) => one.text.replace(/[.;]$/, ''))).toEqual(expect.arrayContaining(wanted));
  });

  test.each([
    [
      'Each of the following is refused with 409:\n- the loan is overdue, or has been renewed twice;\n- the copy is reserved.',
      '409 if the copy is reserved',
    ],
    ['These requests get 422:\n* the fee is negative.', '422 if the fee is negative'],
    ['All of the following gives 409:\n\n- a copy was lost.', '409 if a copy was lost'],
    ['It is refused with 409\n\n- while the loan is lost, and when its copy is sold,\n- if it is overdue.', '409 if its copy is sold'],
    ['It is refused with 409\n\n- while the loan is lost, and when its copy is sold,\n- if it is overdue.', 'the loan is lost'],
    ['The loan is refused with 422 if a copy\n- is reserved,\n- has no shelf, or\n- was sold.', '422 if a copy has no shelf'],
  ])('stands before a list: %s', (text, wanted) => expect(saidIn(text).map((one) => one.text)).toContain(wanted));

  test.each([
    'A loan must be open (`loan_closed`).',
    'Nobody renews a loan twice (`renewed`).',
    'The copy has to be in the house (`copy-away`).',
  ])('is named by the code of its error: %s', (text) => expect(saidIn(text).at(0)?.refusal ?? saidIn(text).at(-1)?.refusal).toMatch(/^4/));

  test('is none where brackets name a member of what is shown', () => {
    expect(
      saidIn('The late fee is a tenth of the price (`fee`).')
        .filter(({ isAnswer }) => isAnswer !== true)
        .every(({ refusal }) => refusal === undefined),
    ).toBe(true);
  });
});

const STATES = ['requested', 'lent', 'returned', 'lost'];
const NOUNS = ['loan', 'loans'];

describe('states in which an operation is possible', () => {
  test.each<readonly [text: string, allowed: readonly string[] | undefined, refused: readonly string[]]>([
    ['Only loans that are requested or lent (`loan_over`).', ['requested', 'lent'], []],
    ['Only while nothing was damaged, that is while the loan is lent (`damaged`).', ['lent'], []],
    ['Only a lent loan without a reminder can have one; otherwise 409.', ['lent'], []],
    ['Requested loans can be changed, returned loans cannot (409).', undefined, ['returned']],
    ['Lost loans stay as they are (`lost`).', undefined, ['lost']],
    ['A loan that is returned already, has a fine or belongs to a lost loan stays as it is (`over`).', undefined, ['returned']],
    ['The loan has to be lent (`not_lent`) and is returned then.', ['lent'], []],
    ['Needs a reason; otherwise, and for a loan that is lost already, 409.', undefined, ['lost']],
    ['All of the following gives 409:\n- the loan is still requested, or is for another branch.', undefined, ['requested']],
    ['The loan must be with a reader (status `lent`) in order for this to succeed.', ['lent'], []],
    ['It is refused with 409\n\n- while the loan is lost, and when its copy is sold,\n- if a reader has a fine.', undefined, ['lost']],
    // These say nothing of what is possible.
    ['Only lent loans are listed.', undefined, []],
    ['A loan that is lent and has a fine cannot be renewed (409).', undefined, []],
    ['Lent loans cannot be moved to another branch (409).', undefined, []],
    ['Returned loans stay in the list for a year.', undefined, []],
    ['If the loan is lent, the reader gets a note.', undefined, []],
  ])('%s', (description, allowed, refused) => {
    const rules = stateRulesOf({ description, responses: [] }, STATES, NOUNS);
    expect(rules.allowed && [...rules.allowed]).toEqual(allowed);
    expect([...rules.refused]).toEqual(refused);
  });
});

test.each([
  ['A new loan is `requested`.', 'requested'],
  ['Loans start out as requested.', 'requested'],
  ['Each loan is created in the state requested; the reader gets a note.', 'requested'],
  ['A new loan is requested by the reader.', undefined],
  ['A new loan is requested unless the copy is there.', undefined],
  ['A new loan may be requested.', undefined],
])('a new thing has a state: %s', (text, state) => expect(bornIn(text, { states: STATES, nouns: NOUNS })?.state).toBe(state));

test.each([
  ['Renewing twice is a mistake (409).', true],
  ['A loan can be renewed once (409).', true],
  ['A loan that was renewed already cannot be renewed again (`renewed`).', true],
  ['A loan can be renewed once a day (409).', false],
  ['Calling it again with the same key gives 409.', false],
])('an action is done once: %s', (text, isOnce) => expect(onceIn(withText(text)) !== undefined).toBe(isOnce));

const TIMES = ['lentOn', 'dueOn'];

test.each<readonly [text: string, times: readonly string[], wanted: string | undefined]>([
  ['The day cannot lie in the future (422).', ['lentOn'], 'lentOn not future'],
  ['A loan that was lent in the future is refused (422).', TIMES, 'lentOn not future'],
  ['Nobody can lend a copy in the past (422).', TIMES, 'lentOn not past'],
  ['Without `lentOn`, it was lent now. It cannot lie in the future (422).', TIMES, 'lentOn not future'],
  ['A `dueOn` in the past gives 422.', TIMES, 'dueOn not past'],
  ['`dueOn` must lie in the future.', TIMES, 'dueOn not past'],
  // A rule that is stated as it should be, and not as it is refused.
  ['`dueOn` is in the future (422).', TIMES, 'dueOn not past'],
  ['`dueOn` lies after today, and in the year 2999 at the latest (422).', TIMES, 'dueOn not past'],
  ['`lentOn` is in the past (422).', TIMES, 'lentOn not future'],
  ['A day in the past gives 422.', TIMES, undefined],
  ['Loans that are due in the future are shown first.', TIMES, undefined],
  ['Fees may change in the future.', ['lentOn'], undefined],
  ['A loan that begins in the future cannot be renewed (409).', ['lentOn'], undefined],
])('a time is ruled out: %s', (text, times, wanted) => {
  const found = saidIn(text).flatMap(({ clause }) => (clause === undefined ? [] : (timeClaimIn(clause, times) ?? [])));
  expect(found.map(({ member, ruled }) => `${member} not ${ruled}`)).toEqual(wanted === undefined ? [] : [wanted]);
});
