// Handlers of version 2's operations tagged 'Compliance'.
import type { MicroblogComplianceHandlers } from '@octavo/interfaces/b-microblog';
import { type ComplianceDeps, createJob, listJobs, oneJob } from '../compliance/jobs.ts';
import type { Caller } from '../deps.ts';

export const complianceHandlers = (deps: ComplianceDeps): MicroblogComplianceHandlers<Caller> => ({
  createComplianceJob: ({ body }, { principal }) => createJob(deps, principal, body),
  getComplianceJob: ({ path, query }, { principal }) => oneJob(deps, principal, path.id, query?.['compliance_job.fields']),
  listComplianceJobs: ({ query }, { principal }) => listJobs(deps, principal, query),
});
