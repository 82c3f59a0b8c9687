// What the service keeps.

const OPEN = ['open', 'inProgress', 'review'] as const;
export type State = (typeof OPEN)[number] | 'done' | 'rejected';

export interface Settings {
  readonly estimation: string;
  readonly allowReopen: boolean;
  readonly wipLimit: number | null;
}

export interface Member {
  readonly handle: string;
  readonly role: string;
  readonly weeklyHours: number | null;
  readonly joinedAt: string;
}

export interface Label {
  readonly slug: string;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface Milestone {
  readonly number: number;
  readonly title: string;
  readonly goal: string | null;
  readonly startsOn: string | null;
  readonly dueOn: string | null;
  readonly state: 'open' | 'closed';
}

export interface ProjectData {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly homepage: string | null;
  readonly components: readonly string[];
  readonly workdayHours: number;
  readonly settings: Settings;
  readonly archived: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Project {
  data: ProjectData;
  readonly members: Map<string, Member>;
  readonly labels: Map<string, Label>;
  readonly milestones: Map<number, Milestone>;
  /** The number of the issue that came last. */
  lastIssue: number;
}

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly pinned: boolean;
  readonly createdAt: string;
  readonly editedAt: string | null;
}

export interface Attachment {
  readonly id: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly addedBy: string;
  readonly addedAt: string;
}

export interface WorkLog {
  readonly id: string;
  readonly author: string;
  readonly minutes: number;
  readonly startedAt: string;
  readonly note: string | null;
  readonly billable: boolean;
  readonly createdAt: string;
}

/** What a caller can say of an issue. */
export interface IssueInput {
  readonly title: string;
  readonly type: string;
  readonly description: string | null;
  readonly priority: string;
  readonly assignee: string | null;
  readonly labels: readonly string[];
  readonly milestone: number | null;
  readonly dueOn: string | null;
  readonly points: number | null;
  readonly estimateMinutes: number | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface IssueData extends IssueInput {
  readonly key: string;
  readonly project: string;
  readonly number: number;
  readonly state: State;
  readonly reason: string | null;
  readonly reporter: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

export interface Issue {
  data: IssueData;
  comments: readonly Comment[];
  attachments: readonly Attachment[];
  workLogs: readonly WorkLog[];
}

export interface Link {
  readonly id: string;
  readonly type: string;
  /** The keys of the issue that blocks, duplicates or relates to the other one, and of the other one. */
  readonly source: string;
  readonly target: string;
}

export interface Criteria {
  readonly projects?: readonly string[];
  readonly states?: readonly string[];
  readonly types?: readonly string[];
  readonly priorities?: readonly string[];
  readonly assignee?: string;
}

export interface Filter {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly shared: boolean;
  readonly criteria: Criteria;
  readonly createdAt: string;
}

export interface Workspace {
  readonly projects: Map<string, Project>;
  readonly issues: Map<string, Issue>;
  readonly links: Map<string, Link>;
  readonly filters: Map<string, Filter>;
}

export const isOpen = ({ data }: Issue): boolean => (OPEN as readonly string[]).includes(data.state);
