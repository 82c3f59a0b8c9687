// Adopters and adoptions.
import { gap } from '../../clock.ts';
import { adopterOf, adoptionOf, animalOf, type Call, type Handlers, numberOf } from '../call.ts';
import { nowInSeconds, openAdoptionsOf } from '../store.ts';
import type { Adopter, Adoption, Animal } from '../things.ts';
import { conflict, created, notFound, unprocessable } from '../wire.ts';

const adoptionView = ({ shelter: _, ...shown }: Adoption) => shown;

interface Rule {
  readonly from: readonly string[];
  readonly to: string;
  /** The status of the animal afterwards. */
  readonly animal: string;
}

const RULES: Readonly<Record<string, Rule>> = {
  inspect: { from: ['requested'], to: 'requested', animal: 'reserved' },
  approve: { from: ['requested'], to: 'approved', animal: 'reserved' },
  handover: { from: ['approved'], to: 'completed', animal: 'adopted' },
  withdraw: { from: ['requested', 'approved'], to: 'withdrawn', animal: 'available' },
  return: { from: ['completed'], to: 'returned', animal: 'intake' },
};

function requireAdoption(call: Call): Adoption {
  const adoption = adoptionOf(call, numberOf(call, 'adoptionId'));
  if (adoption === undefined) throw notFound('adoption');
  return adoption;
}

function requireStep({ body, has }: Call, { state, homeVisit, history }: Adoption): Rule {
  const { step, note } = body;
  const rule = RULES[String(step)];
  if (step === 'return' && note === undefined && !has('return-without-note')) throw unprocessable('A return needs a note.', 'note');
  if (rule === undefined || !rule.from.includes(state)) throw conflict(`The adoption is ${state}.`);
  const isInspected = !homeVisit || history.some((entry) => entry.step === 'inspect');
  if (step === 'approve' && !isInspected && !has('approve-uninspected')) throw conflict('The home has not been looked at.');
  return rule;
}

function moveOn({ has }: Call, animal: Animal, step: unknown, status: string): void {
  if (step === 'return' && has('returned-stays-adopted')) return;
  animal.status = status;
  if (step === 'handover' && !has('handover-keeps-kennel')) animal.kennel = null;
}

export const adoptions: Handlers = {
  createAdopter: ({ store, shelter, body }) => {
    const email = String(body.email).toLowerCase();
    const isTaken = [...store.adopters.values()].some((other) => other.shelter === shelter && other.email.toLowerCase() === email);
    if (isTaken) throw conflict('Another adopter has this address.', 'email');
    const id = store.next('adopter');
    store.adopters.set(id, { birthday: null, wants: [], references: [], ...body, id, shelter } as unknown as Adopter);
    return created(`/adopters/${id}`);
  },
  getAdopter: (call) => {
    const adopter = adopterOf(call, numberOf(call, 'adopterId'));
    if (adopter === undefined) throw notFound('adopter');
    const { shelter: _, ...shown } = adopter;
    return { status: 200, body: { ...shown, openAdoptions: openAdoptionsOf(call.store, adopter).length } };
  },
  createAdoption: async (call) => {
    const { store, shelter, body, has } = call;
    const animal = animalOf(call, Number(body.animal));
    if (animal === undefined) throw unprocessable('There is no such animal.', 'animal');
    const adopter = adopterOf(call, Number(body.adopter));
    if (adopter === undefined) throw unprocessable('There is no such adopter.', 'adopter');
    if (animal.status !== 'available') throw conflict(`The animal is not available, but ${animal.status}.`, 'animal');
    if (openAdoptionsOf(store, adopter).length >= 2) throw conflict('The adopter has two open adoptions.', 'adopter');
    if (has('adoption-at-once')) await gap();
    const id = store.next('adoption');
    const fresh = { id, shelter, state: 'requested', requestedAt: nowInSeconds(), history: [] };
    store.adoptions.set(id, { homeVisit: false, message: null, ...body, ...fresh } as unknown as Adoption);
    animal.status = 'reserved';
    return created(`/adoptions/${id}`);
  },
  getAdoption: (call) => ({ status: 200, body: adoptionView(requireAdoption(call)) }),
  takeStep: (call) => {
    const { store, body, has } = call;
    const adoption = requireAdoption(call);
    const rule = requireStep(call, adoption);
    const { step, note = null } = body;
    const entry = { step, note, at: nowInSeconds() } as Adoption['history'][number];
    adoption.state = rule.to;
    adoption.history = has('history-newest-only') ? [entry] : [...adoption.history, entry];
    const animal = store.animals.get(adoption.animal);
    if (animal !== undefined) moveOn(call, animal, step, rule.animal);
    return { status: 200, body: adoptionView(adoption) };
  },
};
