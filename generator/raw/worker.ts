// Runs openapi-typescript in a worker thread: takes a description as JSON text and returns TypeScript. It loads the library while the document is
// being read.
import module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type ts from 'typescript';
import type { Footer } from './footer.ts';

// A thread must enable its own compile cache. Modules loaded before that are compiled each time, so the TypeScript compiler is loaded after it.
module.enableCompileCache();

// An `import` of the compiler, which is CommonJS, looks through its nine megabytes for names of exports, and that takes as long as to run it.
// `require` does not.
module.registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'typescript' || !context.conditions.includes('import')) return next(specifier, context);
    const file = module.createRequire(context.parentURL ?? import.meta.url).resolve(specifier);
    return { url: `${pathToFileURL(file)}?required`, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.endsWith('?required')) return next(url, context);
    const file = JSON.stringify(fileURLToPath(url));
    const source = `import { createRequire } from 'node:module';\nexport default createRequire(${file})(${file});\n`;
    return { format: 'module', source, shortCircuit: true };
  },
});

type TransformContext = Record<string, unknown>;
interface Library {
  transformSchema(schema: unknown, context: TransformContext): readonly ts.Node[];
  scanDiscriminators(schema: unknown, options: TransformContext): unknown;
  resolveRef(schema: unknown, ref: string, options: { silent: boolean }): unknown;
  astToString(nodes: readonly ts.Node[]): string;
  adapt(description: unknown): void;
  mended(nodes: readonly ts.Node[]): readonly ts.Node[];
  createFooter(): Footer;
}

const library = loadLibrary();
library.catch(() => {});

parentPort?.on('message', async ({ id, description }: { id: number; description: string }) => {
  try {
    parentPort?.postMessage({ id, text: typesOf(await library, description) });
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});

/**
 * Loads the transform alone, without the package's entry, which also loads Redocly's resolver and lints; that takes two thirds of the time.
 * The loader has already checked the document, and the description has no reference to another document.
 */
async function loadLibrary(): Promise<Library> {
  const root = 'openapi-typescript';
  const [{ adapt }, { withoutCycles }, { withoutRepeatedMembers }, { createFooter }] = await Promise.all([
    import('./adapt.ts'),
    import('./cycles.ts'),
    import('./repeated-members.ts'),
    import('./footer.ts'),
  ]);
  const mended: Library['mended'] = (nodes) => withoutCycles(withoutRepeatedMembers(nodes));
  try {
    const [transform, utils, print] = await Promise.all([
      import(`${root}/dist/transform/index.mjs`),
      import(`${root}/dist/lib/utils.mjs`),
      import(`${root}/dist/lib/ts.mjs`),
    ]);
    return {
      transformSchema: transform.default,
      scanDiscriminators: utils.scanDiscriminators,
      resolveRef: utils.resolveRef,
      astToString: print.astToString,
      adapt,
      mended,
      createFooter,
    };
  } catch {
    // Another release may have other file paths; the entry exports the same functions.
    return { ...((await import(root)) as Omit<Library, 'adapt' | 'mended' | 'createFooter'>), adapt, mended, createFooter };
  }
}

/** Prints with the options that come closest to `types.ts`: a default makes nothing required, and `object` is any object. */
function typesOf(from: Library, text: string): string {
  const description: unknown = JSON.parse(text);
  from.adapt(description);
  const footer = from.createFooter();
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
  const context: TransformContext = {
    ...options,
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    discriminators: from.scanDiscriminators(description, options),
    enum: false,
    enumValues: false,
    conditionalEnums: false,
    dedupeEnums: false,
    excludeDeprecated: false,
    exportType: false,
    immutable: false,
    rootTypes: false,
    rootTypesNoSchemaPrefix: false,
    rootTypesKeepCasing: false,
    injectFooter: footer.nodes,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    makePathsEnum: false,
    generatePathParams: false,
    readWriteMarkers: false,
    resolve: (ref: string) => from.resolveRef(description, ref, { silent: true }),
  };
  const nodes = from.transformSchema(description, context);
  footer.finish();
  const printed = from.astToString(from.mended(nodes));
  return withoutDirections(withoutForeignTags(printed)).replace(WITH_REQUIRED, WITH_REQUIRED_OF_ANY);
}

/** The helper that the library adds for `required` beside an `allOf`. */
const WITH_REQUIRED = /^type WithRequired<T, K extends keyof T> = T & \{\n {4}\[P in K\]-\?: T\[P\];\n\};$/m;

/**
 * The same for unions too, such as a base that may be null: not every member of a union has every key, so `K extends keyof T` would not hold
 * (TS2344).
 */
const WITH_REQUIRED_OF_ANY =
  'type WithRequired<T, K extends PropertyKey> = T extends unknown ? T & Required<Pick<T, K & keyof T>> : never;';

/**
 * Text of the document may begin a line of a comment with `@`, and `@ts-ignore` or `@internal` there would steer the compiler. The
 * library indents its own tags by one space, and the continued lines of a text by more.
 */
function withoutForeignTags(text: string): string {
  return text
    .replace(/^(\s*\* {2,})@/gm, '$1\\@')
    .replace(/^(\s*(?:\/\*\*|\*) )@(?!(?:description|default|example|deprecated|constant|enum)\b)/gm, '$1\\@');
}

/**
 * Controls of the writing direction would make code look different from what it is; as escapes, they are the same in strings and visible in comments.
 */
function withoutDirections(text: string): string {
  return text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
