// Tenants.
import { without } from '../../members.ts';
import { contains, isSameText } from '../../texts.ts';
import type { Agency } from '../store.ts';
import type { Tenant, TenantInput } from '../things.ts';
import { tenantView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { changed, found, made, type Part, requireTag, shown, slice, sorted } from './call.ts';

interface Query {
  readonly q?: string;
  readonly tag?: string;
  readonly sortBy: string;
  readonly descending: boolean;
}

export const tenants: Part = (store, faults) => {
  function requireNewEmail(agency: Agency, email: string, id?: string): void {
    const isTaken = [...agency.tenants.values()].some((one) => one.id !== id && isSameText(one.email, email));
    allow(!isTaken && !agency.oldEmails.has(email), 'Another tenant has this email.');
  }

  function requirePhone({ contactBy, phone }: TenantInput): void {
    check(contactBy !== 'phone' || phone !== null, 'phone', 'is missing');
  }

  function matches({ firstName, lastName, email, tags }: Tenant, { q, tag }: Query): boolean {
    const hasText = q === undefined || [firstName, lastName, email].some((text) => contains(text, q));
    return hasText && (tag === undefined || tags.includes(tag));
  }

  /** What is kept of a new tenant. Some faults change it. */
  function keptOf(input: TenantInput): TenantInput {
    const { birthDate } = input;
    if (birthDate?.endsWith('-02-29') && faults.has('leap-day-moved')) return { ...input, birthDate: birthDate.replace('02-29', '03-01') };
    if (!faults.has('names-composed')) return input;
    return { ...input, firstName: input.firstName.normalize('NFC'), lastName: input.lastName.normalize('NFC') };
  }

  return {
    listTenants: (call) => {
      const query = call.query<Query>();
      const all = [...call.agency.tenants.values()].filter((one) => matches(one, query));
      const isDescending = query.descending && !faults.has('tenants-never-descend');
      const keyOf = query.sortBy === 'lastName' ? ({ lastName }: Tenant) => lastName : undefined;
      return slice(call, sorted(all, keyOf, isDescending), (one) => tenantView(one, faults), faults);
    },

    createTenant: (call) => {
      const input = call.input<TenantInput>();
      requirePhone(input);
      requireNewEmail(call.agency, input.email);
      const now = store.now();
      const tenant: Tenant = { id: store.id(), ...keptOf(input), createdAt: now, updatedAt: now };
      call.agency.tenants.set(tenant.id, tenant);
      return made('/tenants', tenantView(tenant, faults), faults);
    },

    getTenant: (call) => shown(call, tenantView(found(call.agency.tenants, call.path('tenantId')), faults), faults),

    updateTenant: (call) => {
      const tenant = found(call.agency.tenants, call.path('tenantId'));
      const next: Tenant = { ...tenant, ...call.input<Partial<TenantInput>>(), updatedAt: store.now() };
      if (faults.has('changed-before-412')) call.agency.tenants.set(tenant.id, next);
      requireTag(call, tenantView(tenant, faults), faults);
      if (!faults.has('phone-contact-without-phone')) requirePhone(next);
      if (!faults.has('email-taken-by-change')) requireNewEmail(call.agency, next.email, tenant.id);
      call.agency.tenants.set(tenant.id, next);
      return changed(tenantView(next, faults), faults);
    },

    deleteTenant: (call) => {
      const { agency } = call;
      const tenant = found(agency.tenants, call.path('tenantId'));
      const isLoose = faults.has('tenant-of-ended-lease-deleted');
      const leases = [...agency.leases.values()].filter(({ state }) => state !== 'ended' || !isLoose);
      allow(!leases.some(({ tenantIds }) => tenantIds.includes(tenant.id)), 'A lease names the tenant.');
      agency.tenants.delete(tenant.id);
      if (faults.has('old-email-stays-taken')) agency.oldEmails.add(tenant.email);
      for (const repair of agency.repairs.values()) {
        if (repair.reportedBy === tenant.id) agency.repairs.set(repair.id, { ...repair, reportedBy: null, updatedAt: store.now() });
      }
      return faults.has('tenant-deleted-200') ? { status: 200, body: without(tenant, 'id') } : { status: 204 };
    },
  };
};
