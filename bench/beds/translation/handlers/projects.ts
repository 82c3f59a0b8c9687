// Projects and their documents.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { type Call, conflict, found, type Handlers, notFound, Refusal, shown } from '../call.ts';
import { secondsOf } from '../formats.ts';
import { pageOf, sorted } from '../lists.ts';
import { type DocumentAttributes, keep, type Project, type ProjectAttributes } from '../store.ts';
import { tagOf, viewOfDocument, viewOfProject } from '../views.ts';

interface NewProject {
  readonly attributes: ProjectAttributes;
  readonly relationships: { readonly client: { readonly data: { readonly id: string } } };
}

interface Update {
  readonly id: string;
  readonly attributes: Partial<ProjectAttributes> & { readonly status?: string };
}

const seconds = (text: string): number => secondsOf(text) ?? 0;

/** A number with seven digits, as a column of single precision has it. */
const single = (value: number): number => Number(Math.fround(value).toPrecision(7));

function answerOf({ agency, has }: Call, status: number, project: Project, headers: Readonly<Record<string, string>> = {}): Reply {
  return shown(status, viewOfProject(agency, project), { etag: tagOf(agency, project, has), ...headers });
}

function requireMatch({ agency, header, has }: Call, project: Project): void {
  const match = header('if-match');
  if (match === undefined || matchesStrong(match, tagOf(agency, project, has))) return;
  throw new Refusal(412, 'stale', [{ detail: 'The project has another tag by now.', source: { header: 'If-Match' } }]);
}

/** Refuses a step that the table of the document does not have. */
function requireStep({ agency, has }: Call, project: Project, to: string): void {
  const { id, status } = project;
  if (status === to) return;
  const documents = agency.documentsOf(id);
  if (status === 'draft' && to === 'active') {
    if (documents.length === 0) throw conflict('A project without documents cannot be active.');
    return;
  }
  if (status !== 'active' || to !== 'closed') throw conflict(`A project that is ${status} cannot become ${to}.`);
  const done = has('closed-with-delivered') ? ['approved', 'delivered'] : ['approved'];
  const isDone = documents.flatMap((document) => agency.jobsOf(document.id)).every((job) => done.includes(job.status));
  if (!isDone) throw conflict('Jobs of the project are not approved yet.');
}

function isFound({ status, clientId, attributes }: Project, { search, has }: Call): boolean {
  const [only, client, tag, before] = ['status', 'client', 'tag', 'deadlineBefore'].map((name) => search.get(`filter[${name}]`));
  const isBefore = (limit: number): boolean =>
    seconds(attributes.deadline) < limit || (has('deadline-before-itself') && seconds(attributes.deadline) === limit);
  return (
    (only == null || status === only) &&
    (client == null || clientId === client.toLowerCase()) &&
    (tag == null || attributes.tags.includes(tag)) &&
    (before == null || isBefore(seconds(before)))
  );
}

export const projects: Handlers = {
  listProjects: (call) => {
    const { agency, search, has } = call;
    const listed = [...agency.projects.values()].filter((project) => isFound(project, call));
    const inOrder = sorted(listed, search.get('sort') ?? 'createdAt', ({ attributes, createdAt }, field) => {
      if (field === 'title') return attributes.title;
      if (field === 'createdAt') return createdAt;
      return has('deadlines-as-texts') ? attributes.deadline : seconds(attributes.deadline);
    });
    return pageOf(
      call,
      inOrder.map((project) => viewOfProject(agency, project)),
    );
  },

  createProject: (call) => {
    const { store, agency, has, header, input } = call;
    const { attributes, relationships } = (input() as { data: NewProject }).data;
    const { id } = relationships.client.data;
    const agencies = has('client-of-all') ? [...store.agencies.values()] : [agency];
    if (!agencies.some(({ clients }) => clients.has(id))) throw notFound('client');
    const { budget } = attributes;
    const kept = budget !== null && has('budget-single-precision') ? { ...attributes, budget: single(budget) } : attributes;
    const thing = store.thing();
    const made = { ...thing, clientId: id, attributes: kept, status: 'draft', updatedAt: thing.createdAt };
    const project = keep<Project>(agency.projects, made);
    const reference = header('request-reference');
    const headers = reference === undefined ? {} : { 'request-reference': reference };
    return answerOf(call, 201, project, { location: `/projects/${project.id}`, ...headers });
  },

  getProject: (call) => {
    const { agency, id, has, header } = call;
    const project = found(agency.projects, id, 'project');
    const etag = tagOf(agency, project, has);
    const known = header('if-none-match');
    return known !== undefined && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : answerOf(call, 200, project);
  },

  updateProject: (call) => {
    const { store, agency, id, has, input } = call;
    const project = found(agency.projects, id, 'project');
    const { data } = input() as { data: Update };
    requireMatch(call, project);
    if (data.id !== id) throw conflict('The id is not that of the path.');
    if (project.status === 'closed') throw conflict('A closed project can no longer be changed.');
    const { status = project.status, ...changes } = data.attributes;
    requireStep(call, project, status);
    const { tags = project.attributes.tags } = changes;
    const isKept = has('tags-not-emptied') && tags.length === 0;
    project.attributes = { ...project.attributes, ...changes, tags: isKept ? project.attributes.tags : tags };
    project.status = status;
    project.updatedAt = store.clock.now();
    return answerOf(call, 200, project);
  },

  deleteProject: (call) => {
    const { agency, id, has } = call;
    const project = found(agency.projects, id, 'project');
    if (!has('delete-match-ignored')) requireMatch(call, project);
    if (project.status !== 'draft') throw conflict('Only drafts can be deleted.');
    for (const document of agency.documentsOf(id)) agency.documents.delete(document.id);
    agency.projects.delete(id);
    return { status: 204 };
  },

  addDocument: ({ store, agency, id, input }) => {
    const project = found(agency.projects, id, 'project');
    const { attributes } = (input() as { data: { attributes: DocumentAttributes } }).data;
    if (project.status === 'closed') throw conflict('A closed project takes no documents.');
    const name = attributes.fileName.toLowerCase();
    if (agency.documentsOf(id).some((document) => document.attributes.fileName.toLowerCase() === name))
      throw conflict('The project has a document of this name.');
    const document = keep(agency.documents, { ...store.thing(), projectId: id, attributes });
    return shown(201, viewOfDocument(agency, document), { location: `/documents/${document.id}` });
  },

  getDocument: ({ agency, id }) => shown(200, viewOfDocument(agency, found(agency.documents, id, 'document'))),
};
