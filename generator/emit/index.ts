// A service to its files: name → text. One pure function per file, which read the model and nothing else.
import type { Schema } from '../model/schema/schema.ts';
import type { Service } from '../model/service.ts';
import { wordingOf } from '../model/wording.ts';
import { emitJsonSchemas } from './data/json-schema.ts';
import { emitCallbacks } from './ends/callbacks.ts';
import { emitChecks } from './ends/checks.ts';
import { emitClient } from './ends/client.ts';
import { emitConformance } from './ends/conformance.ts';
import { emitLinks } from './ends/links.ts';
import { emitMcp } from './ends/mcp.ts';
import { emitQueries } from './ends/query.ts';
import { emitRateLimits } from './ends/rate-limits.ts';
import { emitRawClient } from './ends/raw-client.ts';
import { emitServer } from './ends/server.ts';
import { emitWebhooks } from './ends/webhooks.ts';
import { emitExamples } from './examples/examples.ts';
import { emitSharedExamples } from './examples/facts.ts';
import { emitBarrel } from './files/barrel.ts';
import { declarationsOf } from './files/declarations.ts';
import type { Offered } from './files/kept.ts';
import { sameFiles } from './files/kept-files.ts';
import { type Folder, layoutOf } from './files/layout.ts';
import type { EmitOptions } from './files/options.ts';
import { FILE_NAMES, type FileName, fileNameOf, rowOf } from './files/table.ts';
import { emitOperations, emitSharedRows } from './operations/operations.ts';
import { createRows } from './operations/rows.ts';
import { filled, type Pieces, piecesOf } from './operations/words.ts';
import { emitValibot, emitZod } from './schemas/index.ts';
import { operationsOf } from './text/names.ts';
import { emitFormats } from './transforms/formats.ts';
import { emitTransforms } from './transforms/transforms.ts';
import { emitEnums } from './types/enums.ts';
import { emitTypes } from './types/types.ts';
import { emitParameterValidators, emitValidators } from './validators/index.ts';
import { sharedParameters } from './validators/parameters.ts';

export type { ConformanceOptions, EmitOptions } from './files/options.ts';

/**
 * Every file of the service but `schema.ts`, which openapi-typescript makes of the document itself. The examples are printed when asked for: no other
 * file needs them.
 */
export interface Emitted {
  readonly own: ReadonlyMap<string, string>;
  examples(): ReadonlyMap<string, string>;
  /** What the files of the service's own folder export, for others to import. */
  readonly offered: ReadonlyMap<FileName, readonly Offered[]>;
}

export function emitInStages(service: Service, options: EmitOptions): Emitted {
  const { kept } = options;
  const wording = wordingOf(service);
  const same = kept === undefined ? undefined : sameFiles(kept, wording);
  const { folders, root } = layoutOf(service, options);
  const isMade = (file: FileName): boolean => rowOf(file).isMade?.(service, options) ?? true;
  const rows = once(() => createRows(service, options, folders));
  const parameters = once(() => sharedParameters(service, folders));
  const transforms = once(() => (isMade('transforms') ? emitTransforms(service, options, root) : undefined));
  const tests = (): ReadonlyMap<Schema, string> => transforms()?.tests ?? new Map();

  const printers: { readonly [file in FileName]?: (folder: Folder) => string | undefined } = {
    types: (folder) => emitTypes(service, options, folder),
    operations: (folder) => emitOperations(service, options, folder, rows()),
    'operation-rows': (folder) => emitSharedRows(service, options, folder, rows()),
    client: (folder) => emitClient(service, options, folder),
    query: (folder) => emitQueries(service, options, folder),
    enums: (folder) => emitEnums(service, options, folder),
    mcp: (folder) => emitMcp(service, options, folder),
    zod: (folder) => emitZod(service, options, folder),
    valibot: (folder) => emitValibot(service, options, folder),
    'raw-client': (folder) => emitRawClient(service, options, folder),
    server: (folder) => emitServer(service, options, folder),
    webhooks: (folder) => emitWebhooks(service, options, folder),
    callbacks: (folder) => emitCallbacks(service, options, folder),
    links: (folder) => emitLinks(service, options, folder),
    checks: (folder) => emitChecks(service, options, folder),
    validators: (folder) => emitValidators(service, options, folder.isRoot ? tests() : undefined, folder, parameters()),
    'parameter-validators': (folder) => emitParameterValidators(service, options, folder, parameters()),
    transforms: () => transforms()?.text,
    formats: () => emitFormats(service, options, root),
    examples: (folder) => emitExamples(service, options, folder),
    'conformance.test': (folder) => emitConformance(service, options, folder),
    'rate-limits': () => emitRateLimits(service),
    'example-facts': (folder) => emitSharedExamples(service, options, folder),
  };

  const printFile = (name: FileName): ReadonlyMap<string, string> => {
    const files = new Map<string, string>();
    for (const folder of isMade(name) ? folders : []) {
      const text = folder.has(name) ? printers[name]?.(folder) : undefined;
      if (text !== undefined) files.set(folder.path === '' ? fileNameOf(name) : `${folder.path}/${fileNameOf(name)}`, text);
    }
    return files;
  };
  const printNoting = (name: FileName): ReadonlyMap<string, string> => {
    kept?.words.set(name, new Map());
    return printFile(name);
  };
  const pieces = new Map<FileName, ReadonlyMap<string, Pieces>>();
  const named = once(() => new Map(operationsOf(service).map((operation) => [operation.name, operation])));
  const filledFile = (name: FileName): ReadonlyMap<string, string> => {
    const files = same?.pieces.get(name) ?? mapped(printNoting(name), piecesOf);
    pieces.set(name, files);
    return mapped(files, (own) => filled(own, named()));
  };
  const textsOf = (name: FileName): ReadonlyMap<string, string> =>
    same?.texts.get(name) ?? (kept !== undefined && rowOf(name).operationWords === 'places' ? filledFile(name) : printFile(name));
  const print = (names: readonly FileName[]) => new Map(names.map((name) => [name, textsOf(name)]));

  const offer = (): Emitted['offered'] => {
    const offered = new Map<FileName, readonly Offered[]>(
      FILE_NAMES.filter(isMade).map((file) => [
        file,
        declarationsOf(file, service, options).filter(({ isInternal }) => isInternal !== true),
      ]),
    );
    const values = [...tests().values()].map((name) => ({ name, kind: 'value' as const }));
    return offered.set('validators', [...(offered.get('validators') ?? []), ...values]);
  };
  const texts = print(FILE_NAMES.filter((file) => !EXAMPLES.includes(file)));
  const offered = same?.offered ?? offer();
  if (kept !== undefined) kept.files = { wording, texts, pieces: new Map([...(same?.pieces ?? []), ...pieces]), offered };
  const own = joined(texts);
  own.set(fileNameOf('index'), emitBarrel(service, offered, options));
  for (const [path, text] of emitJsonSchemas(service, options)) own.set(path, text);
  return { own, examples: () => joined(print(EXAMPLES)), offered };
}

function joined(texts: ReadonlyMap<FileName, ReadonlyMap<string, string>>): Map<string, string> {
  return new Map([...texts.values()].flatMap((files) => [...files]));
}

function mapped<A, B>(files: ReadonlyMap<string, A>, change: (file: A) => B): ReadonlyMap<string, B> {
  return new Map([...files].map(([path, file]) => [path, change(file)]));
}

/** What is made where it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const EXAMPLES: readonly FileName[] = ['examples', 'example-facts'];
