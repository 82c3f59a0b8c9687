// What the probes of the translation service share: bodies, and the steps that lead to a state.
import type { Got, Send } from '../client.ts';
import type { Item, Probes } from '../probes.ts';
import { MEDIA_TYPE } from './call.ts';

export type TranslationProbes = Probes<{ readonly lena: Send; readonly tomas: Send }>;

/** The seeds of the first agency: a client, its projects, and a document and a job of the active one. */
const seed = (number: number): string => `7d0c4b1e-5a3f-4c62-9e8d-${String(number).padStart(12, '0')}`;
export const [CLIENT, ACTIVE, DRAFT, DOCUMENT] = [seed(1001), seed(1002), seed(1003), seed(1004)];
export const TRANSLATOR = seed(1005);
export const JOB = seed(1006);

export const sendBody = (
  send: Send,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Got> => send(method, path, { body, type: MEDIA_TYPE, headers });

export const refTo = (type: string, id: string): object => ({ data: { type, id } });

export const attributesOf = ({ data }: Got): Item => (data.attributes ?? {}) as Item;
export const idOf = ({ data }: Got): string => String(data.id);

/** Creates a thing with attributes that are sent as they are. */
export const create = (send: Send, path: string, type: string, attributes: object, relationships?: object): Promise<Got> =>
  sendBody(send, 'POST', path, { data: { type, attributes, ...(relationships === undefined ? {} : { relationships }) } });

let count = 0;

export const newClient = (send: Send, attributes: object = {}): Promise<Got> =>
  create(send, '/clients', 'clients', { name: 'Nordlys AS', contactEmail: 'post@nordlys.example', country: 'NO', ...attributes });

export const projectBody = (attributes: object = {}, client = CLIENT): object => ({
  data: {
    type: 'projects',
    attributes: { title: 'Manual', deadline: '2026-09-01T12:00:00Z', ...attributes },
    relationships: { client: refTo('clients', client) },
  },
});

export const newProject = (send: Send, attributes: object = {}, client = CLIENT): Promise<Got> =>
  sendBody(send, 'POST', '/projects', projectBody(attributes, client));

export const changeProject = (send: Send, id: string, attributes: object): Promise<Got> =>
  sendBody(send, 'PATCH', `/projects/${id}`, { data: { type: 'projects', id, attributes } });

export const newDocument = (send: Send, project: string, attributes: object = {}): Promise<Got> => {
  count += 1;
  const usual = { fileName: `part ${count}.docx`, sourceLanguage: 'en', wordCount: 400 };
  return create(send, `/projects/${project}/documents`, 'documents', { ...usual, ...attributes });
};

export const newTranslator = (send: Send, attributes: object = {}): Promise<Got> => {
  count += 1;
  const pairs = [{ source: 'en', target: 'fr', level: 'native' }];
  return create(send, '/translators', 'translators', { name: 'Luc', email: `luc${count}@translators.example`, pairs, ...attributes });
};

export const newTerm = (send: Send, client: string, attributes: object = {}): Promise<Got> => {
  count += 1;
  const usual = { source: `word ${count}`, sourceLanguage: 'en', translation: 'Wort', targetLanguage: 'de' };
  return create(send, `/clients/${client}/terms`, 'terms', { ...usual, ...attributes });
};

export const newJob = (send: Send, document: string, targetLanguage = 'fr'): Promise<Got> =>
  create(send, `/documents/${document}/jobs`, 'jobs', { targetLanguage, ratePerWord: 0.125, dueOn: '2026-08-01' });

/** Gives a job to a translator, or takes it back. */
export const assign = (send: Send, job: string, translator: string | null): Promise<Got> =>
  sendBody(send, 'PATCH', `/jobs/${job}/relationships/translator`, translator === null ? { data: null } : refTo('translators', translator));

export const deliver = (send: Send, job: string, hours = 2.25): Promise<Got> =>
  create(send, `/jobs/${job}/delivery`, 'deliveries', { words: 401, hours });

export const review = (send: Send, job: string, verdict: string): Promise<Got> =>
  create(send, `/jobs/${job}/review`, 'reviews', { verdict, comment: 'Read.' });

/** A new client with a project that is active, a document in it, a job, and a translator who has it. */
export async function assignedJob(send: Send, attributes: object = {}): Promise<Record<'client' | 'project' | 'job', string>> {
  const client = idOf(await newClient(send, attributes));
  const project = idOf(await newProject(send, {}, client));
  const document = idOf(await newDocument(send, project));
  await changeProject(send, project, { status: 'active' });
  const job = idOf(await newJob(send, document));
  await assign(send, job, idOf(await newTranslator(send)));
  return { client, project, job };
}

export const newInvoice = (send: Send, number: string, client: string, jobs: readonly string[]): Promise<Got> =>
  create(
    send,
    '/invoices',
    'invoices',
    { number, issuedOn: '2026-08-31' },
    { client: refTo('clients', client), jobs: { data: jobs.map((id) => ({ type: 'jobs', id })) } },
  );
