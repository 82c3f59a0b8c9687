// The probes of the faults of the translation service.
import { etag, header, location, same, times } from '../probes.ts';
import { MEDIA_TYPE } from './call.ts';
import {
  ACTIVE,
  assign,
  assignedJob,
  attributesOf,
  CLIENT,
  changeProject,
  DOCUMENT,
  DRAFT,
  deliver,
  idOf,
  JOB,
  newClient,
  newDocument,
  newInvoice,
  newJob,
  newProject,
  newTerm,
  newTranslator,
  projectBody,
  review,
  sendBody,
  TRANSLATOR,
  type TranslationProbes,
} from './steps.ts';

const values: TranslationProbes = {
  'payment-days-90': async ({ lena }) =>
    (await newClient(lena, { paymentDays: 90 })).status === 201 && (await newClient(lena, { paymentDays: 91 })).status === 422,
  'title-in-bytes': async ({ lena }) =>
    (await newProject(lena, { title: 'ü'.repeat(120) })).status === 201 &&
    (await newProject(lena, { title: 'ü'.repeat(121) })).status === 422,
  'tag-of-one-letter': async ({ lena }) =>
    (await newProject(lena, { tags: ['a'] })).status === 422 && (await newProject(lena, { tags: ['a1'] })).status === 201,
  'budget-null-refused': async ({ lena }) => {
    const changed = await changeProject(lena, DRAFT, { budget: null });
    return changed.status === 200 && attributesOf(changed).budget === null;
  },
  'file-name-goes-on': async ({ lena }) => (await newDocument(lena, DRAFT, { fileName: 'plan.docx.exe' })).status === 422,
  'received-no-such-day': async ({ lena }) => (await newDocument(lena, DRAFT, { receivedOn: '2026-02-30' })).status === 422,
  'specialty-literary-refused': async ({ lena }) => (await newTranslator(lena, { specialties: ['literary', 'legal'] })).status === 201,
  'pair-members-unknown': async ({ lena }) => {
    const pairs = [{ source: 'en', target: 'fr', level: 'native', years: 4 }];
    return (await newTranslator(lena, { pairs })).status === 422;
  },
  'page-size-zero': async ({ lena }) => (await lena('GET', '/projects?page[size]=0')).status === 400,
  'reference-of-any-form': async ({ lena }) => {
    const started = (reference: string) => sendBody(lena, 'POST', '/projects', projectBody(), { 'request-reference': reference });
    const fine = await started('order-2026-0007');
    return fine.status === 201 && header(fine, 'request-reference') === 'order-2026-0007' && (await started('no spaces!')).status === 400;
  },
  'plain-json-taken': async ({ lena }) => (await lena('POST', '/projects', { body: projectBody() })).status === 415,
};

const sequences: TranslationProbes = {
  'closed-with-delivered': async ({ lena }) => {
    const { project, job } = await assignedJob(lena);
    await deliver(lena, job);
    const early = await changeProject(lena, project, { status: 'closed' });
    await review(lena, job, 'approve');
    const late = await changeProject(lena, project, { status: 'closed' });
    return early.status === 409 && late.status === 200 && attributesOf(late).status === 'closed';
  },
  'translator-one-more': async ({ lena }) => {
    const translator = idOf(await newTranslator(lena, { maxJobs: 2 }));
    const statuses: number[] = [];
    for (const document of await Promise.all(times(3, () => newDocument(lena, ACTIVE))))
      statuses.push((await assign(lena, idOf(await newJob(lena, idOf(document))), translator)).status);
    const read = await lena('GET', `/translators/${translator}`);
    return statuses.join() === '200,200,409' && attributesOf(read).assignedJobs === 2;
  },
  'hours-not-in-quarters': async ({ lena }) => {
    const { job } = await assignedJob(lena);
    return (await deliver(lena, job, 1.1)).status === 422 && (await deliver(lena, job, 0.25)).status === 200;
  },
  'returned-with-fee': async ({ lena }) => {
    const { job } = await assignedJob(lena);
    const delivered = attributesOf(await deliver(lena, job));
    const { status, revision, fee, deliveredWords } = attributesOf(await review(lena, job, 'return'));
    return delivered.fee === 50.13 && status === 'assigned' && revision === 1 && fee === null && deliveredWords === null;
  },
  'charged-twice': async ({ lena }) => {
    const { client, job } = await assignedJob(lena);
    await deliver(lena, job);
    await review(lena, job, 'approve');
    const first = await newInvoice(lena, '2026-0701', client, [job]);
    return first.status === 201 && (await newInvoice(lena, '2026-0702', client, [job])).status === 409;
  },
  'total-without-discount': async ({ lena }) => {
    const { client, job } = await assignedJob(lena, { discount: 10 });
    await deliver(lena, job);
    await review(lena, job, 'approve');
    const { subtotal, discount, total } = attributesOf(await newInvoice(lena, '2026-0703', client, [job]));
    return subtotal === 50.13 && discount === 10 && total === 45.12;
  },
};

const rich: TranslationProbes = {
  'note-in-three-bytes': async ({ lena }) => attributesOf(await newTerm(lena, CLIENT, { note: 'Mind 𝔄 and 🦉' })).note === 'Mind 𝔄 and 🦉',
  'tags-not-emptied': async ({ lena }) => {
    const id = idOf(await newProject(lena, { tags: ['web'] }));
    return same(attributesOf(await changeProject(lena, id, { tags: [] })).tags, []);
  },
  'budget-single-precision': async ({ lena }) => attributesOf(await newProject(lena, { budget: 99_999_999.99 })).budget === 99_999_999.99,
  'leap-day-of-2000': async ({ lena }) =>
    (await newTranslator(lena, { certifiedUntil: '2000-02-29' })).status === 201 &&
    (await newTranslator(lena, { certifiedUntil: '1900-02-29' })).status === 422,
};

const answers: TranslationProbes = {
  'billing-left-out': async ({ lena }) => attributesOf(await newClient(lena)).billing === null,
  'malformed-as-plain-text': async ({ lena }) => {
    const got = await lena('POST', '/projects', { raw: '{"data":', type: MEDIA_TYPE });
    return got.status === 400 && header(got, 'content-type') === MEDIA_TYPE;
  },
  'taken-back-204': async ({ lena }) => {
    await assign(lena, JOB, TRANSLATOR);
    const taken = await assign(lena, JOB, null);
    return taken.status === 200 && attributesOf(taken).status === 'open';
  },
  'delete-match-ignored': async ({ lena }) => {
    const made = await newProject(lena);
    const path = location(made);
    const stale = await lena('DELETE', path, { headers: { 'if-match': '"other"' } });
    return stale.status === 412 && (await lena('DELETE', path, { headers: { 'if-match': etag(made) } })).status === 204;
  },
  'tag-without-documents': async ({ lena }) => {
    const made = await newProject(lena);
    await newDocument(lena, idOf(made));
    const read = await lena('GET', location(made), { headers: { 'if-none-match': etag(made) } });
    return read.status === 200 && attributesOf(read).documentCount === 1;
  },
};

const lists: TranslationProbes = {
  'deadline-before-itself': async ({ lena }) => {
    const client = idOf(await newClient(lena));
    await newProject(lena, { deadline: '2026-09-01T12:00:00Z' }, client);
    const before = async (time: string) =>
      (await lena('GET', `/projects?filter[client]=${client}&filter[deadlineBefore]=${time}`)).items.length;
    return (await before('2026-09-01T12:00:00Z')) === 0 && (await before('2026-09-01T12:00:01Z')) === 1;
  },
  'deadlines-as-texts': async ({ lena }) => {
    const client = idOf(await newClient(lena));
    const late = idOf(await newProject(lena, { deadline: '2026-09-01T10:00:00-05:00' }, client));
    const early = idOf(await newProject(lena, { deadline: '2026-09-01T12:00:00Z' }, client));
    const { items } = await lena('GET', `/projects?filter[client]=${client}&sort=deadline`);
    return same(
      items.map(({ id }) => id),
      [early, late],
    );
  },
  'total-unfiltered': async ({ lena }) => {
    const client = idOf(await newClient(lena));
    await newTerm(lena, client);
    await newTerm(lena, client, { targetLanguage: 'fr' });
    const { items, meta } = await lena('GET', `/clients/${client}/terms?filter[targetLanguage]=fr`);
    return items.length === 1 && meta.total === 1;
  },
  'pages-one-more': async ({ lena }) => {
    const client = idOf(await newClient(lena));
    for (const _ of times(4, String)) await newTerm(lena, client);
    const { meta, json } = await lena('GET', `/clients/${client}/terms?page[size]=2&page[number]=2`);
    return meta.pages === 2 && (json as { links: { next: unknown } }).links.next === null;
  },
};

const accounts: TranslationProbes = {
  'client-of-all': async ({ lena, tomas }) => (await newProject(tomas, {}, idOf(await newClient(lena)))).status === 404,
  'language-at-once': async ({ lena }) => {
    const got = await Promise.all(times(2, () => newJob(lena, DOCUMENT, 'it')));
    return (
      got
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join() === '201,409'
    );
  },
};

export const probes: TranslationProbes = { ...values, ...sequences, ...rich, ...answers, ...lists, ...accounts };
