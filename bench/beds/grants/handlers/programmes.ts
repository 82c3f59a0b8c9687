// Programmes and their rounds.
import { page, sorted } from '../pages.ts';
import type { Programme, ProgrammeInput, Round, RoundInput } from '../things.ts';
import { showProgramme, showRound, stateOfRound } from '../views.ts';
import { conflict, found, invalid, read, tagged, tagOf } from '../wire.ts';
import type { Part } from './call.ts';

function check({ minCents, maxCents, criteria }: ProgrammeInput): void {
  if (maxCents < minCents) throw invalid('maxCents', 'must be at least minCents');
  if (new Set(criteria.map(({ key }) => key)).size < criteria.length) throw invalid('criteria', 'must have a different key each');
}

const overlap = (a: RoundInput, b: RoundInput, isLoose: boolean): boolean =>
  isLoose ? a.opensOn < b.closesOn && b.opensOn < a.closesOn : a.opensOn <= b.closesOn && b.opensOn <= a.closesOn;

export const programmes: Part = (store, faults) => ({
  listProgrammes: (call) => {
    const { foundation, query } = call;
    const [theme, hasOpenRound, today] = [query<string>('theme'), query<boolean>('hasOpenRound'), store.today()];
    const isOpen = ({ id }: Programme): boolean => foundation.roundsOf(id).some((one) => stateOfRound(one, today) === 'open');
    const all = [...foundation.programmes.values()]
      .filter(({ themes }) => theme === undefined || themes.includes(theme))
      .filter((one) => hasOpenRound === undefined || isOpen(one) === hasOpenRound);
    const inOrder = sorted(all, query('sort'), ({ title }) => title);
    return page(call, inOrder, (one) => showProgramme(foundation, one, today, faults), faults);
  },

  createProgramme: ({ foundation, input }) => {
    const given = input<ProgrammeInput>();
    check(given);
    if ([...foundation.programmes.values()].some(({ title }) => title === given.title))
      throw conflict('title_taken', 'Another programme has the title.');
    const programme: Programme = { id: store.id(), ...given, createdAt: store.now() };
    foundation.programmes.set(programme.id, programme);
    const shown = showProgramme(foundation, programme, store.today(), faults);
    return tagged(shown, tagOf(shown), 201, { location: `/programmes/${programme.id}` });
  },

  getProgramme: ({ foundation, id, header }) => {
    const shown = showProgramme(foundation, found(foundation.programmes, id('programmeId')), store.today(), faults);
    return read(shown, tagOf(shown), header('if-none-match'));
  },

  createRound: ({ foundation, id, input }) => {
    const { id: programmeId } = found(foundation.programmes, id('programmeId'));
    const given = input<RoundInput>();
    if (given.closesOn < given.opensOn) throw invalid('closesOn', 'must not be before opensOn');
    const isLoose = faults.has('rounds-share-a-day');
    if (foundation.roundsOf(programmeId).some((one) => overlap(one, given, isLoose)))
      throw conflict('rounds_overlap', 'The days of the round overlap with those of another one.');
    const made: Round = { id: store.id(), programmeId, ...given };
    foundation.rounds.set(made.id, made);
    return { status: 201, body: showRound(foundation, made, store.today(), faults) };
  },
});
