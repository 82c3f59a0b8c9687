// Clients and their glossaries.
import { type Call, conflict, found, type Handlers, shown } from '../call.ts';
import { pageOf, sorted } from '../lists.ts';
import { type ClientAttributes, keep, type Term, type TermAttributes } from '../store.ts';
import { viewOfClient, viewOfTerm } from '../views.ts';

/** The texts of a database column that keeps three bytes a character. */
const inThreeBytes = (text: string | null): string | null => text?.replace(/[\u{10000}-\u{10ffff}]/gu, '?') ?? null;

function isFound({ attributes }: Term, { search }: Call): boolean {
  const language = search.get('filter[targetLanguage]');
  const forbidden = search.get('filter[forbidden]');
  const text = search.get('filter[search]')?.toLowerCase() ?? '';
  return (
    (language === null || attributes.targetLanguage === language) &&
    (forbidden === null || String(attributes.forbidden) === forbidden) &&
    [attributes.source, attributes.translation].some((word) => word.toLowerCase().includes(text))
  );
}

const isSameTerm = (a: TermAttributes, b: TermAttributes): boolean =>
  a.source === b.source && a.sourceLanguage === b.sourceLanguage && a.targetLanguage === b.targetLanguage;

export const clients: Handlers = {
  createClient: ({ store, agency, input }) => {
    const { data } = input() as { data: { attributes: ClientAttributes } };
    const { vatNumber } = data.attributes;
    const isTaken = [...agency.clients.values()].some(({ attributes }) => vatNumber !== null && attributes.vatNumber === vatNumber);
    if (isTaken) throw conflict('Another client has this VAT number.');
    const client = keep(agency.clients, { ...store.thing(), attributes: data.attributes });
    return shown(201, viewOfClient(agency, client), { location: `/clients/${client.id}` });
  },

  getClient: ({ agency, id }) => shown(200, viewOfClient(agency, found(agency.clients, id, 'client'))),

  addTerm: ({ store, agency, id, has, input }) => {
    const client = found(agency.clients, id, 'client');
    const { attributes } = (input() as { data: { attributes: TermAttributes } }).data;
    const terms = [...agency.terms.values()].filter(({ clientId }) => clientId === client.id);
    if (terms.some((term) => isSameTerm(term.attributes, attributes))) throw conflict('The client has this term already.');
    const note = has('note-in-three-bytes') ? inThreeBytes(attributes.note) : attributes.note;
    return shown(201, viewOfTerm(keep(agency.terms, { ...store.thing(), clientId: id, attributes: { ...attributes, note } })));
  },

  listTerms: (call) => {
    const { agency, id, search, has } = call;
    found(agency.clients, id, 'client');
    const all = [...agency.terms.values()].filter(({ clientId }) => clientId === id);
    const terms = all.filter((term) => isFound(term, call));
    const inOrder = sorted(terms, search.get('sort') ?? 'createdAt', (term, field) =>
      field === 'source' ? term.attributes.source : term.createdAt,
    );
    return pageOf(call, inOrder.map(viewOfTerm), has('total-unfiltered') ? all.length : terms.length);
  },
};
