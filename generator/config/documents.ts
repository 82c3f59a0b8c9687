// The documents of a run: those of the configuration or of the command line, with absolute paths, names and output folders.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../base/error.ts';
import { displayPath } from '../base/words.ts';
import type { GivenText } from '../load/given.ts';
import type { CodeOptions, DocumentConfig, OperationFilterConfig, ProjectDocument, TableOption } from './document-options.ts';
import { type FormatPlace, heldOptions } from './format-types.ts';
import type { NamesOption } from './names.ts';

const defaultDocuments = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** A document, before its name and output folder are known. */
export interface ChosenDocument extends DocumentConfig {
  readonly given?: GivenText;
}

/** The settings of one document that the command line overrides. */
export interface DocumentOverrides extends Pick<CodeOptions, 'formats' | 'conformance'> {
  /** Overlays of the one document that is named or configured, relative to the working directory, instead of the configured ones. */
  readonly overlays?: readonly string[];
  /** Name of the one document that is named or configured: of its folder, and in PascalCase of its service in code. */
  readonly name?: string;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
  /** The setting `partial` of all documents. */
  readonly partial?: boolean;
}

export function chooseDocuments(
  cwd: string,
  configFile: string | undefined,
  configured: readonly DocumentConfig[],
  files: readonly (string | GivenText)[],
): readonly ChosenDocument[] {
  if (files.length > 0) {
    // A configured document keeps its name and filters when the command line names it.
    return files.map((file) => {
      if (typeof file !== 'string') return { input: file.address ?? path.join(cwd, '<stdin>'), given: file };
      const input = path.resolve(cwd, file);
      return configured.find((document) => document.input === input) ?? { input };
    });
  }
  if (configFile !== undefined) return configured;
  const found = defaultDocuments.map((name) => path.join(cwd, name)).find((file) => existsSync(file));
  if (found !== undefined) return [{ input: found }];
  throw usageError(
    'no-documents',
    'Found no OpenAPI document: there is no octavo.config.ts or openapi.yaml, and the command line names no file.',
    {
      fix: 'Name a document, as in `octavo generate specs/api.yaml`, or run `octavo init` to create one.',
    },
  );
}

/** Gives the name and the overlays of the command line to the one document that they can be meant for. */
export function withOverrides(
  documents: readonly ChosenDocument[],
  cwd: string,
  { name, overlays = [] }: DocumentOverrides,
): readonly (ChosenDocument & { readonly id?: string })[] {
  if (name === undefined && overlays.length === 0) return documents;
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    const option = name === undefined ? 'overlay' : 'name';
    throw usageError('usage', `\`--${option}\` is for one document, and there are ${documents.length}.`, {
      fix: `Name the document, or write \`${option === 'name' ? 'name' : 'overlays'}\` beside its \`input\` in the configuration.`,
    });
  }
  return [
    {
      ...document,
      ...(overlays.length === 0 ? {} : { overlays: overlays.map((file) => path.resolve(cwd, file)) }),
      ...(name === undefined ? {} : { id: folderName(name), name: codeName(name) }),
    },
  ];
}

/** `PetStore` and `pet store` → `pet-store`. */
function folderName(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9 ._-]*$/.test(name)) {
    throw usageError('usage', `Invalid name \`${name}\`.`, {
      fix: 'Begin it with a letter, and use letters, digits and hyphens: `pet-store`.',
    });
  }
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/-$/, '')
    .toLowerCase();
}

/** `pet-store` → `PetStore`. */
function codeName(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());
}

export function resolveDocuments(
  documents: readonly (ChosenDocument & { readonly id?: string })[],
  out: string,
  overrides: DocumentOverrides,
  chosen: Required<Omit<CodeOptions, TableOption>> & Pick<CodeOptions, TableOption>,
  place: Pick<FormatPlace, 'root' | 'importExtension' | 'temporal'> & {
    readonly isOnly: boolean;
    readonly names?: NamesOption | undefined;
  },
): readonly ProjectDocument[] {
  const byFolder = new Map<string, string>();
  return documents.map((document) => {
    const file = document.input;
    const shown = displayPath(file);
    if (document.given === undefined) checkFile(file);
    const missing = document.overlays?.find((overlay) => !existsSync(overlay));
    if (missing !== undefined) {
      throw usageError('overlay-missing', `Cannot find the overlay \`${displayPath(missing)}\`.`, { fix: 'Correct the path.' });
    }
    const id = document.id ?? idOf(document);
    const folder = path.join(out, id);
    // Some file systems ignore case, or the difference between composed and decomposed letters.
    const other = byFolder.get(folder.normalize('NFC').toLowerCase());
    if (other !== undefined && other !== file) {
      throw usageError('same-output', `\`${displayPath(other)}\` and \`${shown}\` would both be written to \`${displayPath(folder)}\`.`, {
        fix: 'Rename one of the files, or generate one of them with `--name` or another `--out`.',
      });
    }
    byFolder.set(folder.normalize('NFC').toLowerCase(), file);
    const conformance = overrides.conformance ?? document.conformance ?? chosen.conformance;
    if (conformance && document.given !== undefined) {
      throw usageError('conformance-without-file', 'Conformance tests read their document, so it must be a file.', {
        fix: 'Read the document into a file, and name the file.',
      });
    }
    const formats = overrides.formats ?? document.formats ?? chosen.formats;
    const held = heldOptions([chosen, document], { ...place, folder, formats });
    const meant = { ...(place.isOnly ? chosen.formatTypes : {}), ...document.formatTypes };
    const include = overrides.include ?? document.include;
    const exclude = overrides.exclude ?? document.exclude;
    return {
      id,
      file,
      ...(document.given === undefined ? {} : { given: document.given }),
      folder,
      overlays: document.overlays ?? [],
      ...(document.name === undefined ? {} : { name: document.name }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
      ...(document.operations === undefined ? {} : { operations: document.operations }),
      ...namesOf(place.names, document.names),
      partial: overrides.partial ?? document.partial ?? false,
      formats,
      held,
      meantFormats: Object.keys(meant).filter((format) => Object.hasOwn(held, format)),
      enums: document.enums ?? chosen.enums,
      enumConstants: document.enumConstants ?? chosen.enumConstants,
      deepObjectLists: document.deepObjectLists ?? chosen.deepObjectLists,
      queryNulls: document.queryNulls ?? chosen.queryNulls,
      patterns: document.patterns ?? chosen.patterns,
      parameterDefaults: document.parameterDefaults ?? chosen.parameterDefaults,
      conformance,
      ...(document.conform === undefined ? {} : { conform: document.conform }),
      ...(document.split === undefined ? {} : { split: document.split }),
      bundle: document.bundle ?? false,
      ...(document.versionOf === undefined ? {} : { versionOf: document.versionOf }),
    };
  });
}

function namesOf(all: NamesOption | undefined, own: NamesOption | undefined): { readonly names?: NamesOption } {
  return all === undefined && own === undefined ? {} : { names: { ...all, ...own } };
}

function checkFile(file: string): void {
  const shown = displayPath(file);
  if (!existsSync(file)) {
    const slashed = file.replaceAll('\\', '/');
    const fix = slashed !== file && existsSync(slashed) ? `Write it with slashes: \`${displayPath(slashed)}\`.` : 'Correct the path.';
    throw usageError('document-missing', `Cannot find the document \`${shown}\`.`, { fix });
  }
  if (statSync(file).isDirectory()) {
    throw usageError('document-is-folder', `\`${shown}\` is a folder; name a file.`, { fix: 'Name the OpenAPI document in it.' });
  }
}

/** The name of a file without its extension. */
export function fileId(file: string): string {
  return path.basename(file).replace(/\.[^.]+$/, '');
}

/** The id of a document: the name of its file or of the last part of its address. An address that ends in a slash has the name of its host. */
function idOf({ input, given }: ChosenDocument): string {
  if (given !== undefined && given.address === undefined) {
    throw usageError('document-name', 'The standard input has no name, which would name the output folder.', {
      fix: 'Add `--name`, as in `octavo generate - --name pet-store`.',
    });
  }
  if (given?.address !== undefined) {
    const { hostname, pathname } = new URL(given.address);
    const last =
      pathname
        .split('/')
        .at(-1)
        ?.replace(/\.[^.]+$/, '') ?? '';
    return (/^[A-Za-z0-9]/.test(last) ? last : hostname).replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  }
  const id = fileId(input);
  // `..yaml` and `...yaml` would name the output folder itself and the one around it.
  if (!/^\.{0,2}$/.test(id)) return id;
  throw usageError('document-name', `\`${displayPath(input)}\` has no name before its extension, which would name its output folder.`, {
    fix: 'Rename the file, for example to `api.yaml`.',
  });
}
