// The people of a project.
import type { Reply } from '../../http.ts';
import { byText } from '../../texts.ts';
import type { Call, Handlers } from '../call.ts';
import { issuesOf } from '../store.ts';
import { isOpen, type Member, type Project } from '../things.ts';
import { conflict, notFound, page, preconditionFailed } from '../wire.ts';
import { activeProjectOf, bodyOf, NO_CONTENT, projectOf } from './found.ts';

const isOnlyLead = ({ members }: Project, member: Member): boolean =>
  member.role === 'lead' && [...members.values()].filter(({ role }) => role === 'lead').length === 1;

function setMember(call: Call): Reply {
  const { path, clock, header, has } = call;
  const project = activeProjectOf(call);
  const handle = path('handle');
  const known = project.members.get(handle);
  if (known !== undefined && header('if-none-match') === '*' && !has('member-none-match-ignored')) throw preconditionFailed();
  const { role, weeklyHours = null } = bodyOf<Pick<Member, 'role'> & Partial<Member>>(call);
  if (known !== undefined && role !== 'lead' && isOnlyLead(project, known)) throw conflict('A project needs a lead.');
  const joinedAt = known === undefined || has('member-joined-again') ? clock.now() : known.joinedAt;
  const member = { handle, role, weeklyHours, joinedAt };
  project.members.set(handle, member);
  return { status: known === undefined ? 201 : 200, body: member };
}

/** Takes a person off the open issues of a project. */
function unassign({ workspace, clock }: Call, { data }: Project, handle: string): void {
  for (const issue of issuesOf(workspace, data.key)) {
    if (issue.data.assignee === handle && isOpen(issue)) issue.data = { ...issue.data, assignee: null, updatedAt: clock.now() };
  }
}

function removeMember(call: Call): Reply {
  const project = activeProjectOf(call);
  const { path, has } = call;
  const member = project.members.get(path('handle'));
  if (member === undefined) throw notFound('member');
  if (isOnlyLead(project, member) && !has('only-lead-removed')) throw conflict('A project needs a lead.');
  project.members.delete(member.handle);
  if (!has('removed-member-assigned')) unassign(call, project, member.handle);
  return NO_CONTENT;
}

export const members: Handlers = {
  listMembers: (call) => {
    const { role } = call.query;
    const all = [...projectOf(call).members.values()].filter((member) => role === undefined || member.role === role);
    return page(
      call,
      all.toSorted((a, b) => byText(a.handle, b.handle)),
      (member) => member,
    );
  },
  setMember,
  removeMember,
};
