// The Node API of `octavo`: the configuration's type, and the stages that the command line runs.

export { OctavoError } from './base/error.ts';
export type { Location, Problem, Severity, Source } from './base/problem.ts';
export { checkConfig } from './config/check.ts';
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
} from './config/config.ts';
export type { BrandType, FormatType, FormatTypes, OwnType } from './config/format-types.ts';
export type { NamesOption } from './config/names.ts';
export type { ErrorOption, OperationOptions, OperationsOptions, PaginationOption, StreamOption } from './config/operation-options.ts';
export type { ThemeColors, ThemeOption } from './config/theme.ts';
export type { Limits } from './load/limits.ts';
export { type GenerateOptions, type GenerateReport, generate } from './run/generate.ts';
export type { DocumentReport } from './run/generate-document.ts';
export type { WriteReport } from './write/index.ts';
