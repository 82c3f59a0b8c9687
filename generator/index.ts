// The Node API of `octavo`: the configuration's type, and the stages that the command line runs.
export {
  type CodeOptions,
  type Config,
  type DevAddresses,
  type DocumentConfig,
  defineConfig,
  loadProject,
  type OperationFilterConfig,
  type Project,
  type ProjectDocument,
} from './config.ts';
export { checkConfig } from './config-check.ts';
export { OctavoError } from './error.ts';
export { type GenerateOptions, type GenerateReport, generate } from './generate.ts';
export type { DocumentReport } from './generate-document.ts';
export type { Limits } from './load/limits.ts';
export type { ErrorOption, OperationOptions, OperationsOptions, PaginationOption, StreamOption } from './operation-options.ts';
export type { Location, Problem, Severity, Source } from './problem.ts';
export type { WriteReport } from './write/index.ts';
