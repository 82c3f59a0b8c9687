// Invites people to an organization, and removes members from it.

import { refuse } from '@octavo/runtime';
import { forbidden, invalid } from './access.ts';
import type { Caller, Deps } from './deps.ts';
import { TOKENS } from './security.ts';
import { add, all, among, changeAll, insert, newRow, notFound, remove, requireRow } from './store/rows.ts';
import type { Row } from './tables.ts';

/** @throws the refusals 400 for a person who is a member or invited, and 403 where all seats are taken */
export function invite({ store, clock, ids }: Deps, organization_id: string, email: string): Promise<Row<'e_invitations'>> {
  const now = clock.now();
  const row = { ...newRow(ids, now), organization_id, email, status: 'pending' } as const;
  return store.write(async (tables) => {
    const members = await all(tables, 'e_memberships', { organization_id });
    const known = members.map(({ user_id }) => user_id);
    const users = await among(tables, 'e_users', 'id', known);
    if (users.some((member) => member.email === email)) invalid('/body/email', 'belongs to a member of the organization');
    const pending = await all(tables, 'e_invitations', { organization_id, status: 'pending' });
    if (pending.some((invited) => invited.email === email)) invalid('/body/email', 'belongs to a person who is already invited');
    const { seats } = await requireRow(tables, 'e_organizations', organization_id);
    if (members.length + pending.length >= seats) throw forbidden('All seats of the plan are taken or reserved for an invitation.');
    // The email is sent after the answer.
    return { ...(await add(tables, 'e_invitations', { ...row, last_sent_at: now })), last_sent_at: null };
  });
}

/** @throws the refusals 404 for an invitation of another organization, and 400 for one that was answered */
export async function revokeInvitation({ store }: Deps, organization: string, id: string): Promise<void> {
  await store.write(async (tables) => {
    const row = await requireRow(tables, 'e_invitations', id);
    if (row.organization_id !== organization) throw notFound();
    if (row.status !== 'pending') throw refuse(400, { detail: `An invitation that was ${row.status} cannot be revoked.` });
    await remove(tables, 'e_invitations', { id });
  });
}

/** @throws the refusals 404, and 403 for the owner and for members of another organization */
export async function removeMember({ store, clock, ids, bus }: Deps, caller: Caller, id: string): Promise<void> {
  const now = clock.now();
  const [organization, membership] = [newRow(ids, now), newRow(ids, now)];
  const hashes = await store.write(async (tables) => {
    const { user_id, organization_id, role } = await requireRow(tables, 'e_memberships', id);
    if (organization_id !== caller.organization) throw forbidden('The organization is not that of the token.');
    if (role === 'owner') throw forbidden('The owner of an organization cannot be removed from it.');
    await remove(tables, 'e_memberships', { id });
    await changeAll(tables, 'e_event_types', { owner_id: user_id }, { active: false, updated_at: now });
    await remove(tables, 'e_team_members', { user_id });
    // The user keeps their account, which needs an organization: one of their own, on the free plan.
    await add(tables, 'e_organizations', { ...organization, plan: 'basic', stage: 'free', seats: 1 });
    await insert(tables, 'e_memberships', { ...membership, user_id, organization_id: organization.id, role: 'owner' });
    return tables.selectFrom('e_tokens').select('hash').where('user_id', '=', user_id).execute();
  });
  for (const { hash } of hashes) await bus.publish(TOKENS, hash);
}
