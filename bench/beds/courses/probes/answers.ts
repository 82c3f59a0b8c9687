// The probes of answers and of conditions.
import { etag, header, location, of } from '../../probes.ts';
import * as c from './callers.ts';

const courseTag = async (send: c.Callers['harbour'], end: string): Promise<string> => etag(await send('GET', `/courses/${c.id(end)}`));

export const responses: c.Probes = {
  'free-seats-missing': async ({ harbour }) => c.shown(await harbour('GET', `/courses/${c.id('C1')}`)).freeSeats === 10,
  'minutes-as-text': async ({ harbour }) => c.shown(await c.teach(harbour)).minutes === 90,
  'subject-created-with-200': ({ harbour }) => c.gives(harbour('POST', '/subjects', c.body('subjects', c.subject)), 201),
  'course-without-location': async ({ harbour }) => location(await c.plan(harbour)) !== '',
  'errors-without-pointer': async ({ harbour }) => {
    const { errors } = of(await c.plan(harbour, { seats: 'many' })) as { errors?: { source?: { pointer?: string } }[] };
    return errors?.every(({ source }) => source?.pointer === '/data/attributes/seats') === true;
  },
  'enrolment-times-without-zone': async ({ harbour }) => {
    const { data } = await harbour('GET', `/enrolments/${c.id('E1')}`);
    return String((data.meta as { updatedAt?: string } | undefined)?.updatedAt).endsWith('Z');
  },
  'unknown-learner-breaks': ({ harbour }) => c.gives(harbour('GET', `/learners/${c.id('R9')}`), 404),
  'average-counts-ungraded': async ({ teacher }) => {
    await teacher('POST', `/assignments/${c.id('A1')}/submissions`, c.body('submissions', c.work));
    await teacher('PATCH', `/submissions/${c.id('W1')}`, c.body('submissions', { grade: 16 }));
    return c.shown(await teacher('GET', `/assignments/${c.id('A1')}`)).averageGrade === 16;
  },
};

export const conditions: c.Probes = {
  'tag-without-seats': async ({ harbour }) => {
    const before = await courseTag(harbour, 'C2');
    await c.enrol(harbour, c.id('C2'), 'R1');
    return before !== (await courseTag(harbour, 'C2'));
  },
  'tag-of-creation': async ({ harbour }) => {
    const before = await courseTag(harbour, 'C1');
    await c.change(harbour, c.id('C1'), { title: 'Drawing at night' });
    return before !== (await courseTag(harbour, 'C1'));
  },
  'never-304': async ({ harbour }) => {
    const headers = { 'if-none-match': await courseTag(harbour, 'C1') };
    return c.gives(harbour('GET', `/courses/${c.id('C1')}`, { headers }), 304);
  },
  '304-without-tag': async ({ harbour }) => {
    const tag = await courseTag(harbour, 'C1');
    const got = await harbour('GET', `/courses/${c.id('C1')}`, { headers: { 'if-none-match': tag } });
    return got.status === 304 && header(got, 'etag') === tag;
  },
  'if-match-ignored': async ({ harbour }) => {
    const old = { 'if-match': await courseTag(harbour, 'C1') };
    await c.change(harbour, c.id('C1'), { title: 'Drawing at night' });
    return c.gives(c.change(harbour, c.id('C1'), { title: 'Drawing at noon' }, old), 412);
  },
  'enrolment-without-head': ({ harbour }) => c.gives(harbour('HEAD', `/enrolments/${c.id('E1')}`), 200),
};

export const secrets: c.Probes = {
  'access-code-shown-again': async ({ harbour }) =>
    !Object.hasOwn(c.shown(await harbour('GET', location(await c.join(harbour)))), 'accessCode'),
  'account-shown': async ({ harbour }) =>
    !Object.hasOwn(c.shown(await c.pay(harbour, c.id('E1'), 'CASH-1', { account: 'DE89370400440532013000' })), 'account'),
};
