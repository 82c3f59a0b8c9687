// Which files of a project can tell two versions of generated code apart: those whose imports lead to it, by whatever way.
import { ts } from '@ts-morph/common';
import { eachPart } from './walk.ts';

/**
 * The others have the same types and the same faults with each version.
 *
 * @param generated the generated files of a document
 * @param own files of the program
 * @returns those of `own` that can
 */
export function dependentsOf(generated: readonly string[], program: ts.Program, own: readonly string[]): readonly string[] {
  const checker = program.getTypeChecker();
  const importers = new Map<string, Set<string>>();
  const found = new Set(generated);
  const files = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of files)
    for (const specifier of specifiersIn(file)) {
      const targets = checker.getSymbolAtLocation(specifier)?.declarations;
      // What a file of the project imports may be a file that only one of the versions has.
      if (targets === undefined && !file.fileName.includes('/node_modules/')) found.add(file.fileName);
      for (const target of targets ?? []) {
        const { fileName } = target.getSourceFile();
        importers.set(fileName, (importers.get(fileName) ?? new Set()).add(file.fileName));
      }
    }
  // A set goes on to what is added to it on the way.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  const isEverywhere = files.some((file) => found.has(file.fileName) && declaresGlobals(file));
  return isEverywhere ? own : own.filter((file) => found.has(file));
}

/** What a file imports, also by `import('…')` in its types and its code, by `require` and in comments, and what it adds declarations to. */
function specifiersIn(file: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.push(specifier);
    eachPart(node, visit);
  };
  visit(file);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isModuleDeclaration(node)) return ts.isStringLiteral(node.name) ? node.name : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require');
  return isImport ? node.arguments.find(ts.isStringLiteralLike) : undefined;
}

/** A file without imports and exports, or one that declares things for others, is seen by files that do not import it. */
function declaresGlobals(file: ts.SourceFile): boolean {
  return !ts.isExternalModule(file) || file.statements.some(ts.isModuleDeclaration);
}
