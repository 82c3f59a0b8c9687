// ts-morph reads what Octavo writes: each operation is found there as a method of the client, of the handlers, and of the stubs.
import path from 'node:path';
import { Project, SyntaxKind } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import type { Service } from '../../generator/model/service.ts';
import { planScaffold } from '../../generator/scaffold/index.ts';
import { documents, root, serviceOf } from '../support/documents.ts';
import { sampleOf } from '../support/effort.ts';

const opened = () => new Project({ skipAddingFilesFromTsConfig: true, skipLoadingLibFiles: true });

/** The members of an interface that can be called, those that it inherits included. */
function methodsOf(project: Project, file: string, name: string): string[] {
  const type = project.getSourceFileOrThrow(file).getInterfaceOrThrow(name).getType();
  return type
    .getProperties()
    .filter((member) => member.getValueDeclarationOrThrow().getType().getNonNullableType().getCallSignatures().length > 0)
    .map((member) => member.getName());
}

function syntaxFaults(project: Project): string[] {
  const program = project.getProgram().compilerObject;
  return project
    .getSourceFiles()
    .flatMap((file) => program.getSyntacticDiagnostics(file.compilerNode))
    .map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`);
}

/** The methods of the objects in handlers/ that `octavo scaffold` writes. */
function stubs(service: Service, generated: string): { readonly methods: string[]; readonly faults: string[] } {
  const project = opened();
  const folder = path.join(root, '.octavo/tmp/no-such-folder');
  const options = { folder, generated, importExtension: '.ts', runtime: '@octavo/runtime', adapter: 'node', testRunner: 'node' } as const;
  const { files } = planScaffold(service, { ...options, servesNothing: true });
  for (const [name, text] of files) project.createSourceFile(name, text);
  const handlers = project.getSourceFiles().filter((file) => file.getDirectory().getBaseName() === 'handlers');
  const objects = handlers.flatMap((file) =>
    file.getVariableDeclarations().flatMap((variable) => {
      const made = variable.getInitializerIfKindOrThrow(SyntaxKind.ArrowFunction).getBody();
      return made.asKindOrThrow(SyntaxKind.ParenthesizedExpression).getExpressionIfKindOrThrow(SyntaxKind.ObjectLiteralExpression);
    }),
  );
  const methods = objects.flatMap((object) => object.getProperties().map((member) => member.asKindOrThrow(SyntaxKind.MethodDeclaration)));
  return { methods: methods.map((method) => method.getName()), faults: syntaxFaults(project) };
}

// Each document goes the same way. What their names and shapes make of the output is tested in the other files of this folder.
describe.each(sampleOf(documents, 2))('$id', (document) => {
  test('its client and its handlers have each operation as a method', async () => {
    const { service } = await serviceOf(document);
    const project = opened();
    project.addSourceFilesAtPaths(path.join(document.folder, '**/*.ts'));
    const names = service.operations.map(({ name }) => name);
    expect(syntaxFaults(project)).toEqual([]);
    expect(methodsOf(project, path.join(document.folder, 'client.ts'), `${service.name}Client`).sort()).toEqual([...names].sort());
    expect(methodsOf(project, path.join(document.folder, 'server.ts'), `${service.name}Handlers`).sort()).toEqual([...names].sort());
  });

  test('its stubs have each operation as a method', async () => {
    const { service } = await serviceOf(document);
    const { methods, faults } = stubs(service, document.folder);
    expect(faults).toEqual([]);
    expect(methods.sort()).toEqual(service.operations.map(({ name }) => name).sort());
  });
});
