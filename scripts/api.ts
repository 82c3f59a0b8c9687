// Writes the API reports: what each entry of a published package exports, with types. `npm run api -- --check` compares the committed ones with the
// code.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
  type IConfigFile,
} from '@microsoft/api-extractor';
import { reportFaults } from './api-faults.ts';
import { build } from './build.ts';

const root = resolve(import.meta.dirname, '..');

/** Where the reports are committed. */
const reportFolder = join(root, 'test/api');

/** `@octavo/interfaces` has no report: what it exports follows from the documents, and `octavo diff` compares those. */
const packages = ['runtime', 'generator', 'services'] as const;

interface Entry {
  /** Name of its report, such as `runtime.node.api.md` for `@octavo/runtime/node`. */
  readonly report: string;
  /** Its declarations. */
  readonly types: string;
  /**
   * Whether the report also has the types that signatures name and the entry does not export. True for the runtime's main entry alone: the other
   * entries name what that one has, and the generator's model is not public.
   */
  readonly deep: boolean;
}

/** Where the built packages are described: inside the repository, so that the types of other packages are found. */
const builtFolder = join(root, '.octavo/tmp/api');

/**
 * Describes the entries of the packages, which were built.
 *
 * @param out the folder that holds them
 * @returns the text of each report by its name
 */
function apiReports(out: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const name of packages) {
    const folder = join(out, name);
    const entries = entriesOf(folder, name);
    const configs = entries.map((entry) => configOf(folder, entry));
    const [first] = configs;
    if (first === undefined) continue;
    // One program for all entries of a package, since reading the declarations takes longer than describing them.
    const compilerState = CompilerState.create(first, { additionalEntryPoints: entries.map(({ types }) => types) });
    for (const [index, config] of configs.entries()) {
      Extractor.invoke(config, { compilerState, localBuild: true, messageCallback: throwErrors });
      const { report } = entries[index] ?? { report: '' };
      texts.set(report, readFileSync(join(folder, 'reports', report), 'utf8'));
    }
  }
  return texts;
}

/** The entries that a built package has in its `exports`, but for plain files. */
function entriesOf(folder: string, name: string): Entry[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.entries(exports).flatMap(([key, value]) => {
    if (typeof value === 'string') return [];
    const report = `${name}${key.slice(1).replaceAll('/', '.')}.api.md`;
    return [{ report, types: join(folder, value.types), deep: name === 'runtime' && key === '.' }];
  });
}

function configOf(folder: string, { report, types, deep }: Entry): ExtractorConfig {
  const reports = join(folder, 'reports');
  mkdirSync(join(reports, 'temporary'), { recursive: true });
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: types,
    compiler: { overrideTsconfig: { extends: join(root, 'tsconfig.json'), files: [types], include: [] }, skipLibCheck: true },
    apiReport: {
      enabled: true,
      reportFileName: report,
      reportFolder: reports,
      reportTempFolder: join(reports, 'temporary'),
      includeForgottenExports: deep,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
    },
  };
  return ExtractorConfig.prepare({ configObject, configObjectFullPath: undefined, packageJsonFullPath: join(folder, 'package.json') });
}

function throwErrors(message: ExtractorMessage): void {
  if (message.logLevel === ExtractorLogLevel.Error) throw new Error(message.formatMessageWithLocation(root));
  message.handled = true;
}

/** The committed reports by their names. */
function committedReports(): ReadonlyMap<string, string> {
  const names = readdirSync(reportFolder).filter((name) => name.endsWith('.api.md'));
  return new Map(names.map((name) => [name, readFileSync(join(reportFolder, name), 'utf8')]));
}

build(builtFolder);
const reports = apiReports(builtFolder);
if (process.argv.includes('--check')) {
  const faults = reportFaults(committedReports(), reports);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`The ${reports.size} reports in test/api/ are what the packages export.`);
} else {
  mkdirSync(reportFolder, { recursive: true });
  for (const name of committedReports().keys()) rmSync(join(reportFolder, name));
  for (const [name, text] of reports) writeFileSync(join(reportFolder, name), text);
}
