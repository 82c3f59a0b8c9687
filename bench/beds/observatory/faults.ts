// The faults of the observatory.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['aperture-largest-refused', 'createInstrument', 'The largest aperture, 42000 mm, is refused.'],
  ['serial-not-anchored', 'createInstrument', 'A serial number may go on after its last digit.'],
  ['site-longitude-180', 'createInstrument', 'A longitude of 180 is taken.'],
  ['investigator-email-any', 'createProgramme', 'The email of the principal investigator may be any text.'],
  ['hours-in-any-step', 'createProgramme', 'The hours need not be in quarters.'],
  ['magnitude-null-refused', 'createProposal, replaceProposal', 'The magnitude of a target cannot be null.'],
  ['twilight-nautical-refused', 'createNight', 'The twilight nautical is refused.'],
  ['abstract-in-bytes', 'createProposal, replaceProposal', 'The length of an abstract is counted in bytes.'],
  ['limit-beyond-50', 'listProposals', 'A page may have more than 50 things.'],
  ['patch-as-json', 'updateInstrument', 'A patch that is declared as application/json is taken.'],
  ['exposure-count-zero', 'createObservation', 'An exposure may have a count of 0.'],
];

const sequences: readonly Row[] = [
  ['night-minutes-kept', 'createObservation', 'The minutes of an observation stay free in its night.'],
  ['cancelled-still-scheduled', 'cancelObservation', 'The minutes of a cancelled observation still count as scheduled in the proposal.'],
  ['first-file-still-planned', 'createFile', 'An observation stays planned when it gets its first file.'],
  ['calibration-entered-last', 'createCalibration', 'The calibration that was entered last counts as the latest one.'],
  ['withdrawn-hours-kept', 'decideProposal', 'An accepted proposal that is withdrawn keeps the hours of its programme.'],
  ['night-overbooked-at-once', 'createObservation', 'Two observations at once can take more minutes than their night has.'],
];

const rich: readonly Row[] = [
  ['target-name-in-code-units', 'createProposal, replaceProposal', 'The length of a target name is counted in UTF-16 code units.'],
  ['filters-never-emptied', 'updateInstrument', 'An empty list of filters leaves the old filters as they are.'],
  ['file-size-32-bits', 'createFile', 'The size of a file is kept in 32 bits.'],
];

const responses: readonly Row[] = [
  ['decision-created', 'decideProposal', 'A decision is answered with 201.'],
  ['calibration-filter-left-out', 'createCalibration', 'A filter that is null is left out of the answer.'],
  ['observation-location-nested', 'createObservation', 'Location leads to a path that does not exist.'],
  ['open-seconds-of-one', 'createObservation', 'The open seconds are summed up without the counts of the exposures.'],
];

const conditions: readonly Row[] = [
  ['proposal-match-ignored', 'replaceProposal', 'A tag in If-Match that is out of date is taken.'],
  ['instrument-tag-of-name', 'getInstrument, updateInstrument', 'The ETag of an instrument changes with its name only.'],
  ['head-observation-refused', 'getObservation', 'HEAD is refused.'],
];

const lists: readonly Row[] = [
  ['nights-to-excluded', 'listNights', 'Nights on the last date of the filter are not found.'],
  ['aperture-sorted-as-text', 'listInstruments', 'Apertures are sorted as texts.'],
  ['proposals-page-skips', 'listProposals', 'The page after a cursor leaves out one proposal.'],
  ['files-total-unfiltered', 'listFiles', 'The total counts files that do not match the filter as well.'],
];

const accounts: readonly Row[] = [
  ['foreign-programme-proposal', 'createProposal', 'A proposal can be written for a programme of another institute.'],
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
