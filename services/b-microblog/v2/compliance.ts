// Handlers of version 2's operations tagged 'Compliance'.
import type { RequiredMicroblogComplianceHandlers } from '@octavo/interfaces/b-microblog';
import { type ComplianceDeps, createJob, listJobs, oneJob } from '../compliance/jobs.ts';
import type { Caller } from '../deps.ts';
import type { Streams } from '../streams/streams.ts';

export const complianceHandlers = (deps: ComplianceDeps, { events }: Streams): RequiredMicroblogComplianceHandlers<Caller> => ({
  createComplianceJob: ({ body }, { principal }) => createJob(deps, principal, body),
  getComplianceJob: ({ path, query }, { principal }) => oneJob(deps, principal, path.id, query?.['compliance_job.fields']),
  listComplianceJobs: ({ query }, { principal }) => listJobs(deps, principal, query),
  streamPostCompliance: ({ query }, context) => events.post(context, query),
  streamPostLabels: ({ query }, context) => events.label(context, query),
  streamUserCompliance: ({ query }, context) => events.user(context, query),
  streamLikeCompliance: ({ query }, context) => events.unlike(context, query),
});
