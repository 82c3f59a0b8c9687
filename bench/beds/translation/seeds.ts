// The things that an agency has at the start.
import { Agency, keep, Store } from './store.ts';

/** The ids of the seeds of an agency end with its number and the number of the seed. */
const idOf = (agency: number, seed: number): string => `7d0c4b1e-5a3f-4c62-9e8d-${String(agency * 1000 + seed).padStart(12, '0')}`;

function agencyOf(store: Store, agency: number, name: string, vatNumber: string): Agency {
  const made = new Agency();
  const thing = (seed: number) => store.thing(idOf(agency, seed));
  const client = keep(made.clients, {
    ...thing(1),
    attributes: {
      name,
      contactEmail: 'office@client.example',
      country: vatNumber.slice(0, 2),
      vatNumber,
      paymentDays: 14,
      discount: 2.5,
      billing: { street: 'Am Kai 3', postalCode: '20457', city: 'Hamburg' },
    },
  });
  const attributes = { priority: 'normal', budget: 1800, tags: ['print'], brief: null };
  const project = keep(made.projects, {
    ...thing(2),
    clientId: client.id,
    attributes: { ...attributes, title: 'Spring catalogue', deadline: '2026-04-30T17:00:00+02:00' },
    status: 'active',
    updatedAt: store.clock.now(),
  });
  const draft = thing(3);
  keep(made.projects, {
    ...draft,
    clientId: client.id,
    attributes: { ...attributes, title: 'Safety leaflets', deadline: '2026-06-15T12:00:00Z', tags: [] },
    status: 'draft',
    updatedAt: draft.createdAt,
  });
  const document = keep(made.documents, {
    ...thing(4),
    projectId: project.id,
    attributes: { fileName: 'catalogue.docx', sourceLanguage: 'en', wordCount: 5200, receivedOn: '2026-03-02', confidential: false },
  });
  keep(made.translators, {
    ...thing(5),
    attributes: {
      name: 'Ines Brandt',
      email: 'ines@translators.example',
      pairs: [{ source: 'en', target: 'de', level: 'native' }],
      specialties: ['technical'],
      maxJobs: 3,
      certifiedUntil: '2028-12-31',
    },
  });
  keep(made.jobs, {
    ...thing(6),
    documentId: document.id,
    attributes: { targetLanguage: 'de', ratePerWord: 0.12, dueOn: '2026-04-20', instructions: null },
    status: 'open',
    revision: 0,
    translatorId: null,
    invoiceId: null,
    delivery: null,
    score: null,
    reviewComment: null,
  });
  keep(made.terms, {
    ...thing(7),
    clientId: client.id,
    attributes: {
      source: 'checkout',
      sourceLanguage: 'en',
      translation: 'Kasse',
      targetLanguage: 'de',
      forbidden: false,
      note: 'Never the English word.',
    },
  });
  return made;
}

/** A store with the seeds of both agencies. */
export function createStore(): Store {
  const store = new Store();
  store.agencies.set('nord', agencyOf(store, 1, 'Hansekontor GmbH', 'DE811907980'));
  store.agencies.set('sur', agencyOf(store, 2, 'Olivares S.A.', 'ESA58818501'));
  return store;
}
