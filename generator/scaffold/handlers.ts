// The files of handlers, one for each tag: the text of a new one, and what is inserted into one that the user has edited.
import { type ObjectLiteralExpression, type SourceFile, ts } from 'ts-morph';
import type { HeldSchemas } from '../emit/held/held.ts';
import { docComment, stringLiteral } from '../emit/text/escape.ts';
import type { Operation } from '../model/service.ts';
import { type ExampleResult, exampleResult } from './example.ts';
import type { Insertion } from './insert.ts';
import { handlersVariable, type Names } from './names.ts';
import { type ImportPlace, importStatements, type ValueImports, valueImports } from './value-imports.ts';

/** The handlers of one file. */
export interface HandlerFile {
  /** Without folder and extension. */
  readonly name: string;
  /** The tag as written; `undefined` for operations without one. */
  readonly tag: string | undefined;
  /** The generated type of its handlers. */
  readonly type: string;
  readonly operations: readonly Operation[];
}

/** The modules that handlers import. */
export interface HandlerImports extends ImportPlace {
  readonly runtime: string;
  readonly deps: string;
}

/** The import of `notImplemented`, under a name that is free in its file. */
interface NotImplemented {
  readonly name: string;
  /** Empty where the file has the import. */
  readonly statement: string;
}

export function newHandlersText(file: HandlerFile, imports: HandlerImports, names: Names, held: HeldSchemas): string {
  const { tag, type, operations, name } = file;
  const blank = importNotImplemented(imports.runtime, (word) => names.operations.has(word));
  const what = tag === undefined ? 'without a tag' : `tagged ${JSON.stringify(tag).replaceAll(/[\u2028\u2029]/g, ' ')}`;
  const examples = operations.map((operation) => exampleResult(operation, held));
  const made = new Map(valuesIn(examples, imports));
  const ofService = [`type ${type}`, ...(made.get(imports.from) ?? [])];
  made.delete(imports.from);
  const lines = [
    `// Handlers of the operations ${what}. Edit them freely: \`octavo scaffold\` only adds handlers that are missing.`,
    ...(examples.includes(undefined) ? [blank.statement] : []),
    ...importStatements(made),
    ofService.length === 1
      ? `import type { ${type} } from ${stringLiteral(imports.from)};`
      : `import { ${ofService.join(', ')} } from ${stringLiteral(imports.from)};`,
    `import type { Deps, Principal } from ${stringLiteral(imports.deps)};`,
    '',
    `export const ${handlersVariable(name)} = (_deps: Deps): ${type}<Principal> => ({`,
    operations.map((operation, index) => handlerText(operation, blank, examples[index])).join('\n\n'),
    '});',
    '',
  ];
  return lines.join('\n');
}

/** Adds handlers after the last one of an object, and the import that they need. */
export function handlerInsertions(
  literal: ObjectLiteralExpression,
  operations: readonly Operation[],
  imports: HandlerImports,
  names: Names,
  held: HeldSchemas,
): Insertion[] {
  const file = literal.getSourceFile();
  const text = file.getFullText();
  const imported = existingImport(file, imports.runtime);
  const blank = imported ?? importNotImplemented(imports.runtime, (word) => names.operations.has(word) || text.includes(word));
  const examples = operations.map((operation) => {
    const example = exampleResult(operation, held);
    return example !== undefined && missingImports(file, valuesIn([example], imports)) !== undefined ? example : undefined;
  });
  const handlers = operations.map((operation, index) => handlerText(operation, blank, examples[index])).join('\n\n');
  const insertions = insertMembers(literal, text, handlers);
  const statements = [
    ...(imported === undefined && examples.includes(undefined) ? [blank.statement] : []),
    ...importStatements(missingImports(file, valuesIn(examples, imports)) ?? new Map()),
  ];
  const last = file.getImportDeclarations().at(-1);
  const added = statements.join('\n');
  if (added !== '') insertions.push(last === undefined ? { at: 0, text: `${added}\n` } : { at: last.getEnd(), text: `\n${added}` });
  return insertions;
}

/** What the values of examples need. */
function valuesIn(examples: readonly (ExampleResult | undefined)[], imports: HandlerImports): ValueImports {
  return valueImports(
    examples.flatMap((example) => example?.values ?? []),
    imports,
  );
}

/** The imports that a file lacks; `undefined` where it may use one of the names for something else. */
function missingImports(file: SourceFile, wanted: ValueImports): ValueImports | undefined {
  const missing = new Map<string, Set<string>>();
  const words = new Set(file.getFullText().split(/[^\p{ID_Continue}$]+/u));
  for (const [module, names] of wanted) {
    const declarations = file.getImportDeclarations().filter((one) => one.getModuleSpecifierValue() === module && !one.isTypeOnly());
    const known = declarations.flatMap((one) =>
      one.getNamedImports().filter((name) => name.getAliasNode() === undefined && !name.isTypeOnly()),
    );
    const lacking = [...names].filter((name) => !known.some((one) => one.getName() === name));
    if (lacking.some((name) => words.has(name))) return undefined;
    if (lacking.length > 0) missing.set(module, new Set(lacking));
  }
  return missing;
}

function insertMembers(literal: ObjectLiteralExpression, text: string, members: string): Insertion[] {
  const { properties } = literal.compilerNode;
  const last = properties.at(-1);
  if (last === undefined) return [{ at: literal.getEnd() - 1, text: `\n${members}\n` }];
  const end = properties.hasTrailingComma ? properties.end : last.end;
  // A comment on the line of the last handler stays with it.
  const after = ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
  const comma = properties.hasTrailingComma ? '' : ',';
  const isLastOfLine = /^[ \t]*\r?\n/.test(text.slice(after));
  const added = `\n\n${members}${isLastOfLine ? '' : '\n'}`;
  if (after === end) return [{ at: end, text: `${comma}${added}` }];
  return [
    { at: end, text: comma },
    { at: after, text: added },
  ];
}

/** A handler that returns the document's example, or 501 without one. */
function handlerText(operation: Operation, blank: NotImplemented, result: ExampleResult | undefined): string {
  const { summary, description, id, method, path, name } = operation;
  const comment = docComment([`${sentence(summary ?? description ?? id)} \`${method} ${path}\``], '  ');
  const body =
    result === undefined
      ? ['    // The document has no example of a response: this answers 501 until you implement it.', `    return ${blank.name}();`]
      : ['    // The example from the document, until you implement this.', `    return ${result.text.replaceAll('\n', '\n  ')};`];
  return `${comment}  ${name}(_input, _context) {\n${body.join('\n')}\n  },`;
}

function sentence(text: string): string {
  return /[.!?:;`]$/.test(text) ? text : `${text}.`;
}

export function importNotImplemented(runtime: string, isTaken: (name: string) => boolean): NotImplemented {
  let name = 'notImplemented';
  while (isTaken(name)) name += '_';
  const imported = name === 'notImplemented' ? name : `notImplemented as ${name}`;
  return { name, statement: `import { ${imported} } from ${stringLiteral(runtime)};` };
}

/** The import of `notImplemented` that a file has already. */
function existingImport(file: SourceFile, runtime: string): NotImplemented | undefined {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== runtime || declaration.isTypeOnly()) continue;
    const found = declaration.getNamedImports().find((one) => one.getName() === 'notImplemented' && !one.isTypeOnly());
    if (found !== undefined) return { name: found.getAliasNode()?.getText() ?? found.getName(), statement: '' };
  }
  return undefined;
}
