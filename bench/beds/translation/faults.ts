// The faults of the translation service.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['payment-days-90', 'createClient', 'Payment within 90 days is refused.'],
  ['title-in-bytes', 'createProject, updateProject', 'The length of a title is counted in bytes.'],
  ['tag-of-one-letter', 'createProject, updateProject', 'A tag may have a single letter.'],
  ['budget-null-refused', 'updateProject', 'A budget that is null is refused.'],
  ['file-name-goes-on', 'addDocument', 'A file name may go on after its extension.'],
  ['received-no-such-day', 'addDocument', 'A document may be received on a day that no month has.'],
  ['specialty-literary-refused', 'createTranslator', 'The specialty literary is refused.'],
  ['pair-members-unknown', 'createTranslator', 'A language pair may have members that the document does not have.'],
  ['page-size-zero', 'listTerms, listProjects', 'A page size of 0 is taken for the default.'],
  ['reference-of-any-form', 'createProject, createInvoice', 'The header Request-Reference may have any form.'],
  ['plain-json-taken', 'all with a body', 'A body that is declared as application/json is taken.'],
];

const sequences: readonly Row[] = [
  ['closed-with-delivered', 'updateProject', 'A project is closed although a job of it still waits for its review.'],
  ['translator-one-more', 'assignTranslator', 'A translator can be given one job more than the limit.'],
  ['hours-not-in-quarters', 'deliverJob', 'The hours of a delivery need not be in quarters.'],
  ['returned-with-fee', 'reviewJob', 'A job that is returned keeps its delivery and its fee.'],
  ['charged-twice', 'createInvoice', 'A job can be put on a second invoice.'],
  ['total-without-discount', 'createInvoice', 'The total of an invoice is its subtotal, whatever the discount.'],
];

const rich: readonly Row[] = [
  ['note-in-three-bytes', 'addTerm', 'Characters beyond U+FFFF in a note become question marks.'],
  ['tags-not-emptied', 'updateProject', 'An empty list of tags does not take the place of the old one.'],
  ['budget-single-precision', 'createProject', 'A budget keeps only seven digits.'],
  ['leap-day-of-2000', 'createTranslator', '29 February 2000 counts as a day that does not exist.'],
];

const responses: readonly Row[] = [
  ['billing-left-out', 'createClient, getClient', 'A client that was registered without a billing address lacks the member.'],
  ['malformed-as-plain-text', 'all with a body', 'A body that is not JSON is answered in plain text.'],
  ['taken-back-204', 'assignTranslator', 'A job that is taken back is answered with 204.'],
];

const conditions: readonly Row[] = [
  ['delete-match-ignored', 'deleteProject', 'If-Match is ignored.'],
  ['tag-without-documents', 'getProject, addDocument', 'The ETag of a project does not change with its documents.'],
];

const lists: readonly Row[] = [
  ['deadline-before-itself', 'listProjects', 'Projects whose deadline is the very time of the filter are listed.'],
  ['deadlines-as-texts', 'listProjects', 'Deadlines are sorted as texts, so that their offsets do not count.'],
  ['total-unfiltered', 'listTerms', 'The total counts terms that the filters leave out.'],
  ['pages-one-more', 'listTerms, listProjects', 'There is a page too many if the last one is full.'],
];

const accounts: readonly Row[] = [
  ['client-of-all', 'createProject', 'A project can be started for a client of another agency.'],
  ['language-at-once', 'createJob', 'Two jobs for the same language that are ordered at once are both taken.'],
];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
