// Probes of single values.
import { of, same } from '../../probes.ts';
import {
  fileBody,
  instrumentBody,
  newInstrument,
  newObservation,
  newPlan,
  newProgramme,
  nightBody,
  type ObservatoryProbes,
  observe,
  patch,
  programmeBody,
  proposalBody,
  TARGET,
} from './steps.ts';

export const values: ObservatoryProbes = {
  'aperture-largest-refused': async ({ paloma }) =>
    (await paloma('POST', '/instruments', { body: instrumentBody({ apertureMm: 42_000 }) })).status === 201,
  'serial-not-anchored': async ({ paloma }) =>
    (await paloma('POST', '/instruments', { body: instrumentBody({ serialNumber: 'AB-1234567' }) })).status === 422,
  'site-longitude-180': async ({ paloma }) => {
    const site = { latitude: 0, longitude: 180, elevationM: 0 };
    return (await paloma('POST', '/instruments', { body: instrumentBody({ site }) })).status === 422;
  },
  'investigator-email-any': async ({ paloma }) => {
    const principalInvestigator = { name: 'Ana', email: 'ana at sierra' };
    return (await paloma('POST', '/programmes', { body: programmeBody({ principalInvestigator }) })).status === 422;
  },
  'hours-in-any-step': async ({ paloma }) =>
    (await paloma('POST', '/programmes', { body: programmeBody({ hoursGranted: 1.1 }) })).status === 422,
  'magnitude-null-refused': async ({ paloma }) => {
    const body = proposalBody({ targets: [TARGET, { ...TARGET, magnitude: null }] });
    return (await paloma('POST', `${await newProgramme(paloma)}/proposals`, { body })).status === 201;
  },
  'twilight-nautical-refused': async ({ paloma }) =>
    (await paloma('POST', `${await newInstrument(paloma)}/nights`, { body: nightBody({ twilight: 'nautical' }) })).status === 201,
  'abstract-in-bytes': async ({ paloma }) => {
    const body = proposalBody({ abstract: 'é'.repeat(500) });
    return (await paloma('POST', `${await newProgramme(paloma)}/proposals`, { body })).status === 201;
  },
  'limit-beyond-50': async ({ paloma }) => (await paloma('GET', '/proposals?limit=51')).status === 400,
  'patch-as-json': async ({ paloma }) => (await paloma('PATCH', await newInstrument(paloma), { body: { name: 'Other' } })).status === 415,
  'exposure-count-zero': async ({ paloma }) =>
    (await observe(paloma, await newPlan(paloma), { exposures: [{ seconds: 30, count: 0 }] })).status === 422,
  'target-name-in-code-units': async ({ paloma }) => {
    const body = proposalBody({ targets: [{ ...TARGET, name: '🌌'.repeat(40) }] });
    const made = await paloma('POST', `${await newProgramme(paloma)}/proposals`, { body });
    return made.status === 201 && same(of(made).targets, [{ ...TARGET, name: '🌌'.repeat(40), magnitude: null }]);
  },
  'filters-never-emptied': async ({ paloma }) => {
    const instrument = await newInstrument(paloma);
    await patch(paloma, instrument, { filters: [] });
    return same(of(await paloma('GET', instrument)).filters, []);
  },
  'file-size-32-bits': async ({ paloma }) => {
    const body = fileBody({ sizeBytes: 1_099_511_627_776 });
    return of(await paloma('POST', `${await newObservation(paloma)}/files`, { body })).sizeBytes === 1_099_511_627_776;
  },
};
