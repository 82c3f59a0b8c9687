// Tests that octavo conform makes what stands below a thing before it changes, deletes or ends the thing, where the document says what is so then.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { eachReason, effectsIn, frozenIn, isWithoutOnly } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const CHECKS = ['state-rules', 'delete-in-use'];
const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const refused = "'404': { description: None. }, '409': { description: Refused. }";

/** Surveys, their questions, and answers to these, which have no path of their own. */
const service = await serviceFrom(`openapi: 3.1.0
info: { title: Surveys, version: '1' }
paths:
  /surveys:
    post: { operationId: addSurvey, requestBody: { required: true, ${json('NewSurvey')} }, responses: { '201': { description: Made., ${json('Survey')} } } }
  /surveys/{id}:
    parameters: [${id}]
    get: { operationId: getSurvey, responses: { '200': { description: It., ${json('Survey')} }, '404': { description: None. } } }
    patch:
      operationId: changeSurvey
      description: Once a survey is live, only its title can change; anything else is refused with 409.
      requestBody: { required: true, ${json('SurveyChange')} }
      responses: { '200': { description: Changed., ${json('Survey')} }, ${refused} }
    delete:
      operationId: deleteSurvey
      description: Only a survey without questions can be deleted; any other is refused with 409.
      responses: { '204': { description: Gone. }, ${refused} }
  /surveys/{id}/start:
    parameters: [${id}]
    post: { operationId: startSurvey, description: Only a draft can be started., responses: { '200': { description: Live., ${json('Survey')} }, ${refused} } }
  /surveys/{id}/questions:
    parameters: [${id}]
    post: { operationId: addQuestion, requestBody: { required: true, ${json('NewQuestion')} }, responses: { '201': { description: Made., ${json('Question')} }, ${refused} } }
  /questions/{id}:
    parameters: [${id}]
    get: { operationId: getQuestion, responses: { '200': { description: It., ${json('Question')} }, '404': { description: None. } } }
    patch:
      operationId: changeQuestion
      description: Once it has answers, its scale stays.
      requestBody: { required: true, ${json('QuestionChange')} }
      responses: { '200': { description: Changed., ${json('Question')} }, ${refused} }
  /questions/{id}/retire:
    parameters: [${id}]
    post:
      operationId: retireQuestion
      description: The question keeps its answers, but its average is null.
      responses: { '200': { description: Retired., ${json('Question')} }, ${refused} }
  /questions/{id}/answers:
    parameters: [${id}]
    get: { operationId: listAnswers, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: integer } } } } }, '404': { description: None. } } }
    post:
      operationId: addAnswer
      description: An answer is refused with 409 if it is odd, if the survey is not live, or if another answer comes at once.
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [points], properties: { points: { type: integer, minimum: 1, maximum: 9 } } } } } }
      responses: { '201': { description: Taken. }, ${refused} }
components:
  schemas:
    NewSurvey: { type: object, required: [title], properties: { title: { type: string, maxLength: 40 }, language: { type: string, enum: [de, en], default: de } } }
    SurveyChange: { type: object, properties: { title: { type: string, maxLength: 40 }, language: { type: string, enum: [de, en] } } }
    Survey: { type: object, required: [id, state], properties: { id: { type: integer }, title: { type: string }, language: { type: string, enum: [de, en] }, state: { type: string, enum: [draft, live] } } }
    Scale: { type: object, required: [from, to], properties: { from: { type: integer, minimum: 1, maximum: 5 }, to: { type: integer, minimum: 6, maximum: 9 } } }
    NewQuestion: { type: object, required: [text, scale], properties: { text: { type: string, maxLength: 40 }, scale: { $ref: '#/components/schemas/Scale' } } }
    QuestionChange: { type: object, properties: { text: { type: string, maxLength: 40 }, scale: { $ref: '#/components/schemas/Scale' } } }
    Question:
      type: object
      required: [id, average]
      properties: { id: { type: integer }, text: { type: string }, scale: { $ref: '#/components/schemas/Scale' }, average: { type: [number, 'null'] } }
`);

const WRONG = ['language of live', 'deleted with questions', 'scale with answers', 'average of retired', 'answers to drafts'] as const;
type Wrong = (typeof WRONG)[number];

interface Survey {
  readonly id: number;
  title?: string;
  language: string;
  state: 'draft' | 'live';
}

interface Question {
  readonly id: number;
  readonly survey: Survey;
  text?: string;
  scale?: unknown;
  isRetired: boolean;
  readonly answers: number[];
}

function surveys(wrong: Wrong | undefined): Handler {
  const all: (Survey | undefined)[] = [];
  const questions: Question[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = ({ survey, isRetired, answers, ...question }: Question): object => {
    const sum = answers.reduce((total, one) => total + one, 0);
    return { ...question, average: answers.length === 0 || (isRetired && wrong !== 'average of retired') ? null : sum / answers.length };
  };
  return async (request) => {
    const [, kind, part, action] = new URL(request.url).pathname.split('/');
    const { method } = request;
    const given = method === 'POST' || method === 'PATCH' ? JSON.parse((await request.text()) || '{}') : {};
    if (kind === 'surveys' && part === undefined) {
      all.push({ language: 'de', ...given, id: all.length + 1, state: 'draft' });
      return Response.json(all.at(-1), { status: 201 });
    }
    const survey = kind === 'surveys' ? all[Number(part) - 1] : undefined;
    const question = kind === 'questions' ? questions[Number(part) - 1] : undefined;
    if (survey !== undefined && action === 'questions') {
      questions.push({ ...given, id: questions.length + 1, survey, isRetired: false, answers: [] });
      return Response.json(shown(questions.at(-1) as Question), { status: 201 });
    }
    if (survey !== undefined && action === 'start') {
      if (survey.state !== 'draft') return status(409);
      survey.state = 'live';
    }
    if (survey !== undefined && method === 'DELETE') {
      if (wrong !== 'deleted with questions' && questions.some((one) => one.survey === survey)) return status(409);
      all[survey.id - 1] = undefined;
      return status(204);
    }
    if (survey !== undefined && method === 'PATCH') {
      const isLate = survey.state === 'live' && given.language !== undefined && given.language !== survey.language;
      if (isLate && wrong !== 'language of live') return status(409);
      Object.assign(survey, given);
    }
    if (survey !== undefined) return Response.json(survey);
    if (question === undefined) return status(404);
    if (action === 'answers') {
      if (method === 'GET') return Response.json(question.answers);
      if (question.survey.state !== 'live' && wrong !== 'answers to drafts') return status(409);
      question.answers.push(given.points);
      return status(201);
    }
    if (action === 'retire') question.isRetired = true;
    if (method === 'PATCH') {
      if (given.scale !== undefined && question.answers.length > 0 && wrong !== 'scale with answers') return status(409);
      Object.assign(question, given);
    }
    return Response.json(shown(question));
  };
}

async function found(wrong: Wrong | undefined): Promise<readonly string[]> {
  const report = await conformService(service, { target: surveys(wrong), most: 1, random: 0, ...lookingFor(...CHECKS) });
  return report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [message] : []));
}

describe('things with what stands below them', () => {
  test('a service without faults has no finding', async () => {
    expect(await found(undefined)).toEqual([]);
  });

  test.each(
    sampleOf<readonly [Wrong, RegExp]>(
      [
        ['language of live', /^changeSurvey has changed `language` from .* where `state` is `live`/],
        ['deleted with questions', /^\d+ is deleted with 204, although addQuestion has named it/],
        ['scale with answers', /^changeQuestion has changed `scale` from .* where it has answers/],
        ['average of retired', /^`average` is \d+ after retireQuestion/],
        ['answers to drafts', /^addAnswer is answered with 201 where `state` is `draft`/],
      ],
      2,
    ),
  )('%s', async (wrong, message) => {
    expect(await found(wrong)).toEqual([expect.stringMatching(message)]);
  });
});

describe('what sentences say of them', () => {
  const partStates = new Map([['payments', ['pending', 'booked']]]);
  const parts = ['payments', 'bids'];
  const words = { members: ['title', 'note', 'price', 'room'], states: ['open', 'paid'], nouns: ['order'], parts, partStates };
  const booked = { kind: 'in', states: [], having: 'payments', havingStates: ['booked'] };

  test.each([
    ['Once it has payments, the price stays.', { members: ['price'], kind: 'in', states: [], having: 'payments' }],
    ['The price cannot be changed once a bid was placed.', { members: ['price'], kind: 'in', states: [], having: 'bids' }],
    ['The room can only be changed while the order has no payments.', { members: ['room'], kind: 'in', states: [], having: 'payments' }],
    [
      'Once it is paid, only its title and its note can be changed; all else is refused.',
      { members: ['price', 'room'], kind: 'in', states: ['paid'] },
    ],
    ['Only the note may change once the order is paid.', { members: ['title', 'price', 'room'], kind: 'in', states: ['paid'] }],
    ['The price cannot be changed while a payment of the order is booked (409).', { members: ['price'], ...booked }],
    ['As long as it has a booked payment, the room cannot be changed.', { members: ['room'], ...booked }],
    ['The room can only be changed while no payment is booked.', { members: ['room'], ...booked }],
    ['The room cannot be changed while a payment is not booked.', undefined],
    ['The room cannot be changed while a booked payment is late.', undefined],
    ['Once it has payments by card, the price stays.', undefined],
    ['Once it is paid, only its title and what else is plain can be changed.', undefined],
    ['Once it has payments, the price stays in the account.', undefined],
  ])('“%s”', (text, frozen) => {
    expect(frozenIn(text, words)).toEqual(frozen);
  });

  test.each([
    ['Only a draft without lots can be removed.', true],
    ['A shelf can only be deleted while it has no lots.', true],
    ['It may be deleted only if it has no lots.', true],
    ['A room can only be removed once no lot stands in it; until then the answer is 409.', true],
    ['A sale may be deleted only after no more lots belong to it.', true],
    ['A hall can only be deleted when no lots are there any more.', true],
    ['A hall can only be deleted when no open lots are there.', false],
    ['Only a draft without sold lots can be removed.', false],
    ['A draft without lots can be removed.', false],
  ])('“%s” keeps what has lots: %s', (text, isKept) => {
    expect(isWithoutOnly(text, 'lots')).toBe(isKept);
  });

  test('reasons about the thing stand alone, and others are only counted', () => {
    expect(
      eachReason(
        'A bid is refused with 409 if it is low, if the sale is not open or the lot is not listed, or if the target sale is open.',
        ['sale'],
      ),
    ).toEqual([
      'A bid is refused with 409 for another reason.',
      'A bid is refused with 409 if the sale is not open.',
      'A bid is refused with 409 for another reason.',
      'A bid is refused with 409 for another reason.',
    ]);
    expect(eachReason('It is refused with 409 if it is paid.', ['order'])).toEqual(['It is refused with 409 if it is paid.']);
  });

  test('what other things keep says nothing of the thing itself', () => {
    const kinds = (text: string): readonly string[] => effectsIn(text, ['price', 'number']).map(({ kind, member }) => `${member} ${kind}`);
    expect(kinds('Lines that were ordered before keep the price that they were ordered with.')).toEqual([]);
    expect(kinds('Earlier bills keep their number.')).toEqual([]);
    expect(kinds('All tickets of it keep the price.')).toEqual([]);
    expect(kinds('The move keeps its number.')).toEqual(['number kept']);
  });

  test('a row of a table says what comes in its case alone', () => {
    const kinds = (text: string): readonly string[] => effectsIn(text, ['price', 'number']).map(({ kind, member }) => `${member} ${kind}`);
    expect(kinds('| the new plan | a running order | |---|---| | costs less | `price` is set |')).toEqual([]);
  });

  test('both sides of a `but` count, unless one has a condition', () => {
    const kinds = (text: string): readonly string[] => effectsIn(text, ['price', 'number']).map(({ kind, member }) => `${member} ${kind}`);
    expect(kinds('The lot keeps its number, but its price is null.')).toEqual(['number kept', 'price emptied']);
    expect(kinds('The lot keeps its number, but only if its price is null.')).toEqual([]);
  });
});
