// Projects.
import { gap } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { compare } from '../../texts.ts';
import type { Call, Handlers } from '../call.ts';
import { issuesOf } from '../store.ts';
import { isOpen, type Project, type ProjectData, type Settings } from '../things.ts';
import { projectView } from '../views.ts';
import { conflict, etagOf, page, requireMatch, tagged } from '../wire.ts';
import { bodyOf, NO_CONTENT, projectOf } from './found.ts';

type Input = Partial<Omit<ProjectData, 'settings'>> & Pick<ProjectData, 'key' | 'name'> & { readonly settings?: Partial<Settings> };

const settingsOf = (given: Partial<Settings> = {}): Settings => ({ estimation: 'none', allowReopen: true, wipLimit: null, ...given });

const componentsOf = ({ has }: Call, given: readonly string[] = []): readonly string[] =>
  has('components-sorted') ? given.toSorted() : given;

function newProject(call: Call): Project {
  const { key, name, description = null, homepage = null, components, workdayHours = 8, settings } = bodyOf<Input>(call);
  const { clock, login } = call;
  const now = clock.now();
  const data = {
    key,
    name,
    description,
    homepage,
    components: componentsOf(call, components),
    workdayHours,
    settings: settingsOf(settings),
    archived: false,
    createdAt: now,
    updatedAt: now,
  };
  const lead = { handle: login.handle, role: 'lead', weeklyHours: null, joinedAt: now };
  return { data, members: new Map([[login.handle, lead]]), labels: new Map(), milestones: new Map(), lastIssue: 0 };
}

function requireFreeKey({ store, workspace, has }: Call, key: string): void {
  const places = has('project-key-of-all') ? [...store.workspaces.values()] : [workspace];
  const isTaken = places.some(({ projects }) => projects.has(key));
  if (isTaken && !has('project-key-taken')) throw conflict(`There is a project ${key} already.`);
}

async function createProject(call: Call): Promise<Reply> {
  const { has, workspace } = call;
  const { key } = bodyOf<Input>(call);
  requireFreeKey(call, key);
  if (has('project-key-at-once')) await gap();
  const project = newProject(call);
  workspace.projects.set(key, project);
  const view = projectView(call, project);
  const headers = { location: `/projects/${key}`, etag: etagOf(view) };
  return { status: has('project-created-200') ? 200 : 201, headers, body: view };
}

function listProjects(call: Call): Reply {
  const { query, workspace, has } = call;
  const { archived, sortBy, sortOrder } = query;
  const isAny = archived === undefined || (has('archived-false-ignored') && archived === false);
  const all = [...workspace.projects.values()].filter(({ data }) => isAny || data.archived === archived);
  const name = String(sortBy) as 'key' | 'name' | 'createdAt';
  const sign = sortOrder === 'descending' ? -1 : 1;
  const sorted = all.toSorted((a, b) => sign * compare(a.data[name], b.data[name]) || compare(a.data.key, b.data.key));
  const reply = page(call, sorted, (project) => projectView(call, project));
  const body = reply.body as { readonly itemsPerPage: number };
  return has('projects-total-of-page') ? { ...reply, body: { ...body, totalResults: body.itemsPerPage } } : reply;
}

function requireUnarchiving({ has }: Call, { data }: Project, changes: Partial<ProjectData>): void {
  const isUnarchived = changes.archived === false && !has('archived-for-ever');
  if (data.archived && !isUnarchived) throw conflict(`The project ${data.key} is archived.`);
}

function updateProject(call: Call): Reply {
  const project = projectOf(call);
  const { clock, has } = call;
  if (!has('project-match-ignored')) requireMatch(call, etagOf(projectView(call, project)));
  const { settings, components, ...changes } = bodyOf<Partial<Input>>(call);
  requireUnarchiving(call, project, changes);
  project.data = {
    ...project.data,
    ...changes,
    ...(components === undefined ? {} : { components: componentsOf(call, components) }),
    ...(settings === undefined ? {} : { settings: settingsOf(settings) }),
    updatedAt: clock.now(),
  };
  const view = projectView(call, project);
  return { status: 200, headers: { etag: etagOf(view) }, body: view };
}

function deleteProject(call: Call): Reply {
  const project = projectOf(call);
  const { has, workspace } = call;
  const { key } = project.data;
  requireMatch(call, etagOf(projectView(call, project)));
  const issues = issuesOf(workspace, key);
  const left = has('project-deleted-with-closed') ? issues.filter(isOpen) : issues;
  if (left.length > 0) throw conflict(`The project ${key} has issues.`);
  for (const { data } of issues) workspace.issues.delete(data.key);
  workspace.projects.delete(key);
  return NO_CONTENT;
}

export const projects: Handlers = {
  listProjects,
  createProject,
  getProject: (call) => {
    const view = projectView(call, projectOf(call));
    return tagged(call, view, etagOf(view));
  },
  updateProject,
  deleteProject,
};
