// Organisations, which can be deleted and restored.
import { contains } from '../../texts.ts';
import { page, sorted } from '../pages.ts';
import { isCompleted } from '../store.ts';
import type { Organisation, OrganisationInput, OrganisationPatch, Person } from '../things.ts';
import { showOrganisation } from '../views.ts';
import { checkTag, conflict, found, invalid, read, tagged, tagOf } from '../wire.ts';
import type { Call, Part } from './call.ts';

function checkPeople(people: readonly Person[], isLoose: boolean): void {
  const leads = people.filter(({ role }) => role === 'lead').length;
  if (leads === 0 || (leads > 1 && !isLoose)) throw invalid('people', 'must have exactly one lead');
}

/** Refuses a registration number that another organisation has. */
function checkNumber({ foundation }: Call, number: string): void {
  const isTaken = [...foundation.organisations.values()].some((one) => one.registrationNumber === number && one.deletedAt === null);
  if (isTaken) throw conflict('registration_number_taken', 'Another organisation has the registration number.');
}

export const organisations: Part = (store, faults) => {
  const show = (organisation: Organisation): object => showOrganisation(organisation, faults);

  /** The organisation of the path, if the caller knows it as it is. */
  function known({ foundation, id, header }: Call, checksTag: boolean): Organisation {
    const organisation = found(foundation.organisations, id('organisationId'));
    if (checksTag) checkTag(header('if-match'), tagOf(show(organisation)));
    return organisation;
  }

  function keep({ foundation }: Call, organisation: Organisation): object {
    foundation.organisations.set(organisation.id, organisation);
    return show(organisation);
  }

  /** An organisation with the members of a patch. The members of the address are patched one by one. */
  function patched(before: Organisation, { address, ...others }: OrganisationPatch): Organisation {
    const kept = faults.has('address-replaced-by-patch') ? {} : before.address;
    const after = {
      ...before,
      ...others,
      address: address === undefined ? before.address : ({ ...kept, ...address } as typeof before.address),
    };
    const website = faults.has('null-ignored-by-patch') ? (after.website ?? before.website) : after.website;
    return { ...after, website, updatedAt: faults.has('patch-keeps-time') ? before.updatedAt : store.now() };
  }

  return {
    listOrganisations: (call) => {
      const { foundation, query } = call;
      const [q, type, country] = [query<string>('q'), query<string>('type'), query<string>('country')];
      const isNamed = (name: string): boolean =>
        q === undefined || (faults.has('part-of-name-by-case') ? name.includes(q) : contains(name, q));
      const showsDeleted = query<boolean>('includeDeleted') === true || faults.has('deleted-in-list');
      const all = [...foundation.organisations.values()]
        .filter(({ deletedAt }) => showsDeleted || deletedAt === null)
        .filter((one) => isNamed(one.name) && (type === undefined || one.type === type))
        .filter(({ address }) => country === undefined || address.country === country);
      const inOrder = sorted(all, query('sort'), (one, name) => (name === 'name' ? one.name : one.createdAt));
      return page(call, inOrder, show, faults);
    },

    createOrganisation: (call) => {
      const given = call.input<OrganisationInput>();
      checkPeople(given.people, faults.has('two-leads'));
      if (!faults.has('registration-number-twice')) checkNumber(call, given.registrationNumber);
      const createdAt = store.now();
      const shown = keep(call, { id: store.id(), ...given, createdAt, updatedAt: createdAt, deletedAt: null });
      return tagged(shown, tagOf(shown), 201, { location: `/organisations/${(shown as Organisation).id}` });
    },

    getOrganisation: (call) => {
      const shown = show(known(call, false));
      return read(shown, tagOf(shown), call.header('if-none-match'));
    },

    updateOrganisation: (call) => {
      const before = known(call, true);
      if (before.deletedAt !== null) throw conflict('deleted', 'The organisation is deleted.');
      const after = patched(before, call.input<OrganisationPatch>());
      checkPeople(after.people, faults.has('two-leads'));
      const shown = keep(call, after);
      return tagged(shown, tagOf(shown));
    },

    deleteOrganisation: (call) => {
      const { foundation } = call;
      const organisation = known(call, !faults.has('delete-ignores-tag'));
      if (organisation.deletedAt !== null) throw conflict('deleted', 'The organisation is deleted already.');
      const isApplying = foundation.applicationsOf(organisation.id, 'draft', 'submitted', 'in-review').length > 0;
      const isFunded = [...foundation.grants.values()].some((one) => one.organisationId === organisation.id && !isCompleted(one));
      if (isFunded || (isApplying && !faults.has('applicant-deleted')))
        throw conflict('in_use', 'The organisation has an application or a grant that is not finished.');
      const at = store.now();
      keep(call, { ...organisation, updatedAt: at, deletedAt: at });
      return { status: 204 };
    },

    restoreOrganisation: (call) => {
      const organisation = known(call, false);
      if (organisation.deletedAt === null) throw conflict('not_deleted', 'The organisation is not deleted.');
      if (!faults.has('restored-number-twice')) checkNumber(call, organisation.registrationNumber);
      const shown = keep(call, { ...organisation, updatedAt: store.now(), deletedAt: null });
      return tagged(shown, tagOf(shown));
    },
  };
};
