// Things as answers show them.
import { createHash } from 'node:crypto';
import type { Has } from './call.ts';
import type { Agency, Client, Document, Invoice, Job, Project, Term, Translator } from './store.ts';

const link = (type: string, id: string | null): object => ({ data: id === null ? null : { type, id } });

const eurosOf = (cents: number): number => cents / 100;

export function viewOfClient(agency: Agency, { id, createdAt, attributes }: Client): object {
  const projects = [...agency.projects.values()].filter(({ clientId, status }) => clientId === id && status === 'active');
  return { type: 'clients', id, attributes: { ...attributes, activeProjects: projects.length, createdAt } };
}

export const viewOfTerm = ({ id, clientId, createdAt, attributes }: Term): object => ({
  type: 'terms',
  id,
  attributes: { ...attributes, createdAt },
  relationships: { client: link('clients', clientId) },
});

export function viewOfProject(agency: Agency, { id, clientId, attributes, status, createdAt, updatedAt }: Project): object {
  const documents = agency.documentsOf(id);
  const wordCount = documents.reduce((sum, document) => sum + document.attributes.wordCount, 0);
  return {
    type: 'projects',
    id,
    attributes: { ...attributes, status, documentCount: documents.length, wordCount, createdAt, updatedAt },
    relationships: { client: link('clients', clientId) },
  };
}

/** The tag of what a project shows. */
export function tagOf(agency: Agency, project: Project, has: Has): string {
  const shown = has('tag-without-documents') ? [project.id, project.updatedAt] : viewOfProject(agency, project);
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`;
}

export const viewOfDocument = (agency: Agency, { id, projectId, createdAt, attributes }: Document): object => ({
  type: 'documents',
  id,
  attributes: { ...attributes, targetLanguages: agency.jobsOf(id).map((job) => job.attributes.targetLanguage), createdAt },
  relationships: { project: link('projects', projectId) },
});

export function viewOfJob({ id, documentId, translatorId, invoiceId, createdAt, attributes, delivery, ...job }: Job): object {
  const { status, revision, score, reviewComment } = job;
  const delivered = {
    deliveredWords: delivery?.words ?? null,
    deliveredHours: delivery?.hours ?? null,
    deliveredAt: delivery?.at ?? null,
    fee: delivery === null ? null : eurosOf(delivery.cents),
  };
  return {
    type: 'jobs',
    id,
    attributes: { ...attributes, status, revision, ...delivered, score, reviewComment, createdAt },
    relationships: {
      document: link('documents', documentId),
      translator: link('translators', translatorId),
      invoice: link('invoices', invoiceId),
    },
  };
}

export function viewOfTranslator(agency: Agency, { id, createdAt, attributes }: Translator): object {
  const assignedJobs = agency.jobsIn('assigned', id).length;
  const approvedJobs = agency.jobsIn('approved', id).length;
  return { type: 'translators', id, attributes: { ...attributes, assignedJobs, approvedJobs, createdAt } };
}

export function viewOfInvoice({ id, clientId, jobIds, attributes, createdAt, subtotal, total, ...rest }: Invoice): object {
  const { paymentDays, discount } = rest;
  return {
    type: 'invoices',
    id,
    attributes: { ...attributes, paymentDays, subtotal: eurosOf(subtotal), discount, total: eurosOf(total), createdAt },
    relationships: { client: link('clients', clientId), jobs: { data: jobIds.map((job) => ({ type: 'jobs', id: job })) } },
  };
}
