// Probes of answers, of conditions and of lists.
import { etag, itemsOf, joined, location, of, times } from '../../probes.ts';
import {
  allOf,
  calibrationBody,
  decide,
  fileBody,
  newInstrument,
  newObservation,
  newPlan,
  newProgramme,
  newProposal,
  nightBody,
  type ObservatoryProbes,
  observe,
  patch,
  proposalBody,
  write,
} from './steps.ts';

const responses: ObservatoryProbes = {
  'decision-created': async ({ paloma }) => (await decide(paloma, await newProposal(paloma), 'submit')).status === 200,
  'calibration-filter-left-out': async ({ paloma }) => {
    const made = await paloma('POST', `${await newInstrument(paloma)}/calibrations`, { body: calibrationBody() });
    return of(made).filter === null;
  },
  'observation-location-nested': async ({ paloma }) => {
    const made = await observe(paloma, await newPlan(paloma));
    return made.status === 201 && (await paloma('GET', location(made))).status === 200;
  },
  'open-seconds-of-one': async ({ paloma }) => {
    const exposures = [
      { filter: 'V', seconds: 30, count: 4 },
      { seconds: 2.5, count: 2 },
    ];
    return of(await observe(paloma, await newPlan(paloma), { exposures })).openSeconds === 125;
  },
};

const conditions: ObservatoryProbes = {
  'proposal-match-ignored': async ({ paloma }) => {
    const made = await write(paloma);
    const headers = { 'if-match': etag(made) };
    const first = await paloma('PUT', location(made), { body: proposalBody({ title: 'B' }), headers });
    const second = await paloma('PUT', location(made), { body: proposalBody({ title: 'C' }), headers });
    return first.status === 200 && second.status === 412;
  },
  'instrument-tag-of-name': async ({ paloma }) => {
    const instrument = await newInstrument(paloma);
    const before = etag(await paloma('GET', instrument));
    await patch(paloma, instrument, { retired: true });
    return (await paloma('GET', instrument, { headers: { 'if-none-match': before } })).status === 200;
  },
  'head-observation-refused': async ({ paloma }) => (await paloma('HEAD', await newObservation(paloma))).status === 200,
};

const lists: ObservatoryProbes = {
  'nights-to-excluded': async ({ paloma }) => {
    const instrument = await newInstrument(paloma);
    for (const date of ['2026-05-01', '2026-05-02', '2026-05-03'])
      await paloma('POST', `${instrument}/nights`, { body: nightBody({ date }) });
    return joined(itemsOf(await paloma('GET', `${instrument}/nights?to=2026-05-02`)), 'date') === '2026-05-01,2026-05-02';
  },
  'aperture-sorted-as-text': async ({ paloma }) => {
    for (const apertureMm of [10_400, 9000]) await newInstrument(paloma, { apertureMm, kind: 'interferometer' });
    const found = itemsOf(await paloma('GET', '/instruments?kind=interferometer&sort=apertureMm&minApertureMm=9000'));
    return joined(found.slice(0, 2), 'apertureMm') === '9000,10400';
  },
  'proposals-page-skips': async ({ paloma }) => {
    const programme = await newProgramme(paloma);
    for (const index of times(5, (one) => one)) await write(paloma, { title: `T${index}` }, programme);
    const found = await allOf(paloma, `/proposals?programmeId=${programme.slice(12)}&limit=2`);
    return joined(found, 'title') === 'T0,T1,T2,T3,T4';
  },
  'files-total-unfiltered': async ({ paloma }) => {
    const observation = await newObservation(paloma);
    for (const kind of ['raw', 'raw', 'preview']) await paloma('POST', `${observation}/files`, { body: fileBody({ kind }) });
    const { total } = of(await paloma('GET', `${observation}/files?kind=preview`)).page as { total: number };
    return total === 1;
  },
};

export const answers: ObservatoryProbes = { ...responses, ...conditions, ...lists };
