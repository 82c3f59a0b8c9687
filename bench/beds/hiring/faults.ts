// The faults of the service for hiring.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['email-by-letter', 'createCandidate', 'Email addresses that differ in upper and lower case only count as different.'],
  ['no-second-chance', 'createApplication', 'A candidate who was rejected or has withdrawn cannot apply again.'],
  ['fourth-application', 'createApplication', 'A candidate can have four active applications.'],
  ['screening-skipped', 'moveApplication', 'An application goes from applied to interview without a screening.'],
  ['interviewer-free-elsewhere', 'scheduleInterview', 'Only interviews of the same application are compared.'],
  ['rejected-interview-stays', 'moveApplication, updateOpening', 'Interviews of an application that ends stay scheduled.'],
  ['pending-offers-uncounted', 'createOffer', 'Pending offers are not counted against the headcount.'],
  ['declined-stays-in-offer', 'answerOffer', 'After a declined offer the application stays in stage offer.'],
  ['filled-rest-stays', 'answerOffer', 'The other applications stay active once an opening is filled.'],
];

const lists: readonly Row[] = [
  ['cursor-skips-one', 'listOpenings, listCandidates', 'The first entry of each next page is lost.'],
  ['one-tag-enough', 'listCandidates', 'One of several tags is enough.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [],
  sequences,
  'rich values': [['null-location-stays', 'updateOpening', 'A location of null does not remove the location.']],
  responses: [],
  conditions: [['if-match-ignored', 'updateOpening', 'If-Match is ignored.']],
  lists,
  accounts: [['interviewer-moves', 'moveApplication', 'Interviewers can move applications.']],
  secrets: [],
});
