// Things as the service shows them.
import type { Instrument, Night, Observation, Programme, Proposal, Store } from './store.ts';

/** Leaves out to whom a thing belongs. */
export function shown<T extends { readonly institute: string }>({ institute: _, ...rest }: T): Omit<T, 'institute'> {
  return rest;
}

const nightsOf = (store: Store, { id, institute }: Instrument): Night[] =>
  store.nights.of(institute).filter(({ instrumentId }) => instrumentId === id);

export const showInstrument = (store: Store, instrument: Instrument) => ({
  ...shown(instrument),
  nightCount: nightsOf(store, instrument).length,
});

export function showProgramme(store: Store, programme: Programme) {
  const { minutesUsed, ...rest } = shown(programme);
  const written = store.proposals.of(programme.institute).filter(({ programmeId }) => programmeId === programme.id);
  return { ...rest, hoursUsed: minutesUsed / 60, proposalCount: written.length };
}

export function showProposal(proposal: Proposal) {
  const { written, ...rest } = shown(proposal);
  return { ...rest, ...written };
}

export const showObservation = (observation: Observation) => shown(observation);
