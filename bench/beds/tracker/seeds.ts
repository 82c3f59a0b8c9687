// The first things of the service.
import type { Issue, IssueData, Project, Workspace } from './things.ts';

const START = '2026-01-12T08:00:00.000Z';
const LATER = '2026-02-03T10:30:00.000Z';

const SETTINGS = { estimation: 'minutes', allowReopen: true, wipLimit: null };

function project(key: string, name: string, people: Readonly<Record<string, string>>, archived = false): Project {
  const members = Object.entries(people).map(([handle, role]) => [handle, { handle, role, weeklyHours: null, joinedAt: START }] as const);
  const data = {
    key,
    name,
    description: null,
    homepage: null,
    components: [],
    workdayHours: 8,
    settings: SETTINGS,
    archived,
    createdAt: START,
    updatedAt: START,
  };
  return { data, members: new Map(members), labels: new Map(), milestones: new Map(), lastIssue: 0 };
}

const NOTHING = {
  type: 'task',
  description: null,
  priority: 'normal',
  state: 'open',
  reason: null,
  assignee: null,
  reporter: 'mira',
  labels: [],
  milestone: null,
  dueOn: null,
  points: null,
  estimateMinutes: null,
  fields: {},
  createdAt: START,
  updatedAt: START,
  closedAt: null,
} as const;

/** Adds the next issue of a project. */
function addIssue({ issues }: Workspace, home: Project, given: Partial<IssueData> & { readonly title: string }): Issue {
  const { key: projectKey } = home.data;
  home.lastIssue++;
  const key = `${projectKey}-${home.lastIssue}`;
  const issue: Issue = {
    data: { ...NOTHING, ...given, key, project: projectKey, number: home.lastIssue },
    comments: [],
    attachments: [],
    workLogs: [],
  };
  issues.set(key, issue);
  return issue;
}

function seedCrash(workspace: Workspace, app: Project): void {
  const crash = addIssue(workspace, app, {
    title: 'The app crashes on start',
    type: 'bug',
    priority: 'urgent',
    state: 'inProgress',
    assignee: 'ben',
    labels: ['crash', 'ui'],
    milestone: 1,
    dueOn: '2026-03-31',
    points: 3,
    estimateMinutes: 480,
    fields: { device: 'phone' },
  });
  const comment = { pinned: false, editedAt: null };
  crash.comments = [
    { ...comment, id: '5b0e7c52-94a1-4c59-8f0e-2d6a1b3c4d01', author: 'mira', body: 'Only after an update.', createdAt: START },
    { ...comment, id: '5b0e7c52-94a1-4c59-8f0e-2d6a1b3c4d02', author: 'gus', body: 'On my phone too.', createdAt: LATER },
  ];
  const file = { fileName: 'trace.txt', mediaType: 'text/plain', size: 2048, sha256: null };
  crash.attachments = [{ id: '31f0a9d4-6c1b-4b7e-8d55-07e6c4a1b204', ...file, addedBy: 'ben', addedAt: LATER }];
  const log = { note: null, billable: true, createdAt: LATER };
  crash.workLogs = [
    { ...log, id: '9a7b6c5d-1e2f-4a3b-8c4d-5e6f7a8b9c05', author: 'ben', minutes: 90, startedAt: '2026-02-02T09:00:00.000Z' },
    {
      ...log,
      id: '9a7b6c5d-1e2f-4a3b-8c4d-5e6f7a8b9c06',
      author: 'mira',
      minutes: 30,
      startedAt: '2026-02-03T10:00:00.000Z',
      billable: false,
    },
  ];
}

function seedApp(workspace: Workspace): void {
  const app = project('APP', 'Mobile app', { mira: 'lead', ben: 'developer', gus: 'reporter' });
  app.data = {
    ...app.data,
    description: 'The app for both platforms.',
    homepage: 'https://app.example',
    components: ['android', 'ios'],
    updatedAt: LATER,
  };
  workspace.projects.set('APP', app);
  app.labels.set('ui', { slug: 'ui', name: 'User interface', color: '#3366cc', description: null });
  app.labels.set('crash', { slug: 'crash', name: 'Crash', color: '#cc0000', description: 'The app ends by itself.' });
  app.milestones.set(1, { number: 1, title: 'Spring release', goal: null, startsOn: '2026-03-01', dueOn: '2026-05-31', state: 'open' });
  app.milestones.set(2, { number: 2, title: 'Beta', goal: 'For friends.', startsOn: null, dueOn: '2026-01-31', state: 'closed' });
  seedCrash(workspace, app);
  const closed = { updatedAt: LATER, closedAt: LATER };
  const help = 'Tell people what to do after a crash.';
  addIssue(workspace, app, {
    title: 'A page for help',
    type: 'story',
    description: help,
    priority: 'low',
    labels: ['ui'],
    dueOn: '2026-04-15',
  });
  addIssue(workspace, app, { title: 'Update the libraries', priority: 'high', state: 'review', assignee: 'mira' });
  const fixed = { type: 'bug', state: 'done', assignee: 'ben', milestone: 2, dueOn: '2026-03-31', ...closed } as const;
  addIssue(workspace, app, { title: 'Fonts are too small', ...fixed });
  addIssue(workspace, app, { title: 'Support old phones', state: 'rejected', reason: 'Too few of them are left.', ...closed });
  const link = { id: '0c9d4e11-7a35-4f7b-b6a2-90ab12cd3402', type: 'blocks', source: 'APP-1', target: 'APP-3' };
  workspace.links.set(link.id, link);
}

function seedNorth(workspace: Workspace): void {
  seedApp(workspace);
  const operations = project('OPS', 'Old servers', { mira: 'lead' }, true);
  workspace.projects.set('OPS', operations);
  addIssue(workspace, operations, { title: 'Switch off the last one' });
  const filter = { owner: 'mira', createdAt: LATER };
  const bugs = { id: '7e3c2b1a-5d4f-4e6a-9b8c-1f2e3d4c5b03', name: 'Bugs', shared: true, criteria: { types: ['bug'] } };
  const mine = { id: '7e3c2b1a-5d4f-4e6a-9b8c-1f2e3d4c5b07', name: 'Mine', shared: false, criteria: { assignee: 'mira' } };
  for (const one of [bugs, mine]) workspace.filters.set(one.id, { ...filter, ...one });
}

function seedSouth(workspace: Workspace): void {
  const site = project('SITE', 'Web site', { olaf: 'lead' });
  workspace.projects.set('SITE', site);
  addIssue(workspace, site, { title: 'Links on the first page are broken', type: 'bug', reporter: 'olaf' });
}

/** Fills a workspace with its first things. */
export const seed = (name: string, workspace: Workspace): void => (name === 'north' ? seedNorth : seedSouth)(workspace);
