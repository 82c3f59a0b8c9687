// Probes of the faults of values.
import type { Probes } from '../../probes.ts';
import {
  all,
  application,
  budget,
  type Callers,
  draft,
  file,
  IBAN,
  kite,
  MERGE,
  organisation,
  programme,
  review,
  SCORES,
  scored,
} from './callers.ts';

const ADDRESS = { street: 'Rua Nova 1', postalCode: '4000-001', city: 'Porto' };
const PERSON = { name: 'Rita Cruz', role: 'lead' };

export const values: Probes<Callers> = {
  'title-one-too-long': async ({ willow }) =>
    all(422, await willow('PATCH', application(1), { body: { title: 'a'.repeat(121) }, ...MERGE })) &&
    all(201, await willow('POST', '/applications', draft({ title: 'a'.repeat(120) }))),
  'tags-repeat': async ({ willow }) => all(422, await willow('POST', '/applications', draft({ tags: ['music', 'music'] }))),
  'person-email-any-text': async ({ willow }) =>
    all(422, await willow('POST', '/organisations', kite({ people: [{ ...PERSON, email: 'rita' }] }))),
  'registration-number-in-lower-case': async ({ willow }) =>
    all(422, await willow('POST', '/organisations', kite({ registrationNumber: 'pt777777' }))),
  'website-not-removable': async ({ willow }) => all(200, await willow('PATCH', organisation(1), { body: { website: null }, ...MERGE })),
  'iban-of-spaces': async ({ willow }) =>
    all(422, await willow('POST', '/organisations', kite({ iban: `${IBAN.slice(0, 4)} ${IBAN.slice(4)}` }))),
  'budget-line-of-nothing': async ({ willow }) =>
    all(
      422,
      await willow(
        'PUT',
        `${application(1)}/budget`,
        budget([
          ['staff', 500],
          ['travel', 0],
        ]),
      ),
    ),
  'budget-line-of-half-a-cent': async ({ willow }) => all(422, await willow('PUT', `${application(1)}/budget`, budget([['staff', 500.5]]))),
  'score-of-six': async ({ willow }) => all(422, await willow('PUT', review(3, 3), scored({ scores: { ...SCORES, access: 6 } }))),
  'checksum-of-any-length': async ({ willow }) => all(422, await willow('POST', `${application(1)}/attachments`, file({ sha256: 'abc' }))),
  'file-name-with-folders': async ({ willow }) =>
    all(422, await willow('POST', `${application(1)}/attachments`, file({ fileName: '../a.pdf' }))),
  'country-of-three-letters': async ({ willow }) =>
    all(422, await willow('POST', '/organisations', kite({ address: { ...ADDRESS, country: 'PRT' } }))),
  'theme-any-text': async ({ willow }) => all(422, await willow('POST', '/programmes', programme({ themes: ['Old Houses'] }))),
  'criterion-without-weight': async ({ willow }) =>
    all(422, await willow('POST', '/programmes', programme({ criteria: [{ key: 'need', label: 'Need', weight: 0 }] }))),
  'take-any-number': async ({ willow }) =>
    all(400, await willow('GET', '/grants?take=101')) && all(200, await willow('GET', '/grants?take=100')),
  'skip-below-zero': async ({ willow }) => all(400, await willow('GET', '/organisations?skip=-1')),
  'amount-filter-any-text': async ({ willow }) => all(400, await willow('GET', '/applications?minRequestedCents=many')),
  'state-filter-any-text': async ({ willow }) => all(400, await willow('GET', '/applications?state=draft,lost')),
  'acting-person-any-text': async ({ willow }) =>
    all(400, await willow('POST', '/applications', { ...draft(), headers: { 'acting-person': 'Clara' } })),
  'project-days-any-text': async ({ willow }) => all(422, await willow('POST', '/applications', draft({ startsOn: '2040-02-30' }))),
  'note-without-text': async ({ willow }) =>
    all(422, await willow('POST', `${application(1)}/notes`, { body: { kind: 'note', text: '' } })),
  'patch-of-any-media-type': async ({ willow }) => all(415, await willow('PATCH', application(1), { body: { title: 'Another title' } })),
};
