// Jobs: from the order to the review.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { type Call, conflict, found, type Handlers, shown } from '../call.ts';
import { type Job, type JobAttributes, keep, type Translator } from '../store.ts';
import { viewOfJob } from '../views.ts';

const RETURNS = 2;

interface Review {
  readonly verdict: 'approve' | 'return';
  readonly score: number | null;
  readonly comment: string | null;
}

/** The fee in cents: a rate has up to three decimals, so the product is whole in tenths of cents. */
const feeOf = (words: number, rate: number): number => Math.floor((words * Math.round(rate * 1000) + 5) / 10);

/** Refuses a translator who lacks the languages or has enough to do. */
function requireFree({ agency, has }: Call, { attributes, documentId, id }: Job, translator: Translator): void {
  const { sourceLanguage } = found(agency.documents, documentId, 'document').attributes;
  const { pairs, maxJobs } = translator.attributes;
  if (!pairs.some(({ source, target }) => source === sourceLanguage && target === attributes.targetLanguage))
    throw conflict('The translator does not have these languages.');
  const others = agency.jobsIn('assigned', translator.id).filter((job) => job.id !== id);
  const isFull = has('translator-one-more') ? others.length > maxJobs : others.length >= maxJobs;
  if (isFull) throw conflict('The translator has enough jobs.');
}

function take(call: Call, job: Job): Reply {
  job.translatorId = null;
  job.status = 'open';
  return call.has('taken-back-204') ? { status: 204 } : shown(200, viewOfJob(job));
}

export const jobs: Handlers = {
  createJob: async ({ store, agency, id, has, input }) => {
    const document = found(agency.documents, id, 'document');
    const { attributes } = (input() as { data: { attributes: JobAttributes } }).data;
    if (agency.projects.get(document.projectId)?.status !== 'active') throw conflict('The project is not active.');
    const { targetLanguage } = attributes;
    if (targetLanguage === document.attributes.sourceLanguage) throw conflict('The document is in this language.');
    if (agency.jobsOf(id).some((job) => job.attributes.targetLanguage === targetLanguage))
      throw conflict('The document has a job for this language.');
    if (has('language-at-once')) await gap();
    const state = { status: 'open', revision: 0, translatorId: null, invoiceId: null, delivery: null, score: null } as const;
    const job = keep<Job>(agency.jobs, { ...store.thing(), documentId: id, attributes, ...state, reviewComment: null });
    return shown(201, viewOfJob(job), { location: `/jobs/${job.id}` });
  },

  getJob: ({ agency, id }) => shown(200, viewOfJob(found(agency.jobs, id, 'job'))),

  assignTranslator: (call) => {
    const { agency, id, input } = call;
    const job = found(agency.jobs, id, 'job');
    const { data } = input() as { data: { id: string } | null };
    const translator = data === null ? null : found(agency.translators, data.id, 'translator');
    if (job.status !== 'open' && job.status !== 'assigned') throw conflict(`The job is ${job.status}.`);
    if (translator === null) return take(call, job);
    requireFree(call, job, translator);
    job.translatorId = translator.id;
    job.status = 'assigned';
    return shown(200, viewOfJob(job));
  },

  deliverJob: ({ store, agency, id, input }) => {
    const job = found(agency.jobs, id, 'job');
    const { words, hours } = (input() as { data: { attributes: { words: number; hours: number } } }).data.attributes;
    if (job.status !== 'assigned') throw conflict(`The job is ${job.status}.`);
    job.delivery = { words, hours, at: store.clock.now(), cents: feeOf(words, job.attributes.ratePerWord) };
    job.status = 'delivered';
    return shown(200, viewOfJob(job));
  },

  reviewJob: ({ agency, id, has, input }) => {
    const job = found(agency.jobs, id, 'job');
    const { verdict, score, comment } = (input() as { data: { attributes: Review } }).data.attributes;
    if (job.status !== 'delivered') throw conflict(`The job is ${job.status}.`);
    if (verdict === 'return' && job.revision >= RETURNS) throw conflict('The job was returned twice.');
    job.reviewComment = comment;
    if (verdict === 'approve') {
      job.status = 'approved';
      job.score = score;
    } else {
      job.status = 'assigned';
      job.revision += 1;
      if (!has('returned-with-fee')) job.delivery = null;
    }
    return shown(200, viewOfJob(job));
  },
};
