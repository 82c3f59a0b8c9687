// Probes of what one request does to other things.
import { of } from '../../probes.ts';
import {
  accepted,
  calibrationBody,
  decide,
  fileBody,
  freeOf,
  idOf,
  newInstrument,
  newObservation,
  newPlan,
  newProgramme,
  type ObservatoryProbes,
  observe,
  proposalBody,
} from './steps.ts';

export const sequences: ObservatoryProbes = {
  'night-minutes-kept': async ({ paloma }) => {
    const plan = await newPlan(paloma);
    await observe(paloma, plan);
    return (await freeOf(paloma, plan)) === 240;
  },
  'cancelled-still-scheduled': async ({ paloma }) => {
    const plan = await newPlan(paloma);
    const made = await observe(paloma, plan);
    const gone = await paloma('DELETE', `/observations/${idOf(made)}`);
    return gone.status === 204 && of(await paloma('GET', plan.proposal)).scheduledMinutes === 0;
  },
  'first-file-still-planned': async ({ paloma }) => {
    const observation = await newObservation(paloma);
    await paloma('POST', `${observation}/files`, { body: fileBody() });
    return of(await paloma('GET', observation)).state === 'observed' && (await paloma('DELETE', observation)).status === 409;
  },
  'calibration-entered-last': async ({ paloma }) => {
    const instrument = await newInstrument(paloma);
    await paloma('POST', `${instrument}/calibrations`, { body: calibrationBody() });
    await paloma('POST', `${instrument}/calibrations`, { body: calibrationBody({ takenAt: '2026-03-01T00:00:00Z' }) });
    return of(await paloma('GET', instrument)).lastCalibratedAt === '2026-04-01T16:00:00.000Z';
  },
  'withdrawn-hours-kept': async ({ paloma }) => {
    const programme = await newProgramme(paloma);
    const proposal = await accepted(paloma, {}, programme);
    const used = of(await paloma('GET', programme)).hoursUsed;
    await decide(paloma, proposal, 'withdraw');
    return used === 4 && of(await paloma('GET', programme)).hoursUsed === 0;
  },
  'night-overbooked-at-once': async ({ paloma }) => {
    const plan = await newPlan(paloma, { minutes: 60 });
    const got = await Promise.all([observe(paloma, plan), observe(paloma, plan)]);
    const statuses = got.map(({ status }) => status).toSorted((a, b) => a - b);
    return statuses.join() === '201,409';
  },
  'foreign-programme-proposal': async ({ paloma, einar }) =>
    (await einar('POST', `${await newProgramme(paloma)}/proposals`, { body: proposalBody() })).status === 404,
};
