// The first generated code of a project, and its first program: a typed call to the mock of its first document.
import { loadProject, type Project } from '../config.ts';
import { clientModuleOf } from '../docs/client-module.ts';
import { clientSample } from '../docs/samples/client.ts';
import { baseUrl } from '../docs/samples/request.ts';
import { generate } from '../generate.ts';
import { mockUrl } from '../mock/front.ts';
import { originOf } from '../mock/http.ts';
import type { Operation } from '../model/service.ts';
import { read } from '../pipeline.ts';
import type { Context } from './command.ts';
import { reportGeneration } from './report.ts';
import { addressOf, mockPortOf } from './serving.ts';

export async function generateCode(context: Context): Promise<void> {
  const project = await loadProject(context);
  await reportGeneration(await generate(project, { signal: context.signal }), { check: false }, context);
}

interface Example {
  readonly text: string;
  /** The command that runs it: Node.js, or where imports end in `.js`, a runner that finds the TypeScript that they mean. */
  readonly command: string;
}

/** `undefined` where the first document cannot be read, which `octavo generate` reports, or has no operations. */
export async function exampleOf(context: Context, file: string): Promise<Example | undefined> {
  const project = await loadProject(context);
  const [document] = project.documents;
  if (document === undefined) return undefined;
  const { service } = await read(project, document);
  const operation = service?.operations.toSorted((one, other) => costOf(one) - costOf(other))[0];
  if (service === undefined || operation === undefined) return undefined;
  const program = clientSample(service, operation, {
    clientModule: clientModuleOf(project)(service),
    runtime: project.runtime,
    held: document.held,
    baseUrl: mockUrl(mockOrigin(project), service.id, baseUrl(service, operation)),
    // The mock checks only that there is one.
    credential: 'any',
  });
  const command = `${project.importExtension === '.ts' ? 'node' : 'npx tsx'} ${file}`;
  return { text: `// A typed call to the mock, which runs under \`octavo dev\`: ${command}\n${program}\n`, command };
}

/** The simplest operation with something to show: one that reads JSON, without a credential and with the fewest values. */
function costOf({ method, security, parameters, body, responses }: Operation): number {
  const required = parameters.filter((parameter) => parameter.required).length;
  const showsJson = responses.some(({ status, contents }) => status.startsWith('2') && contents.some(({ kind }) => kind === 'json'));
  return (method === 'GET' ? 0 : 100) + (body === undefined ? 0 : 50) + (showsJson ? 0 : 30) + (security.length === 0 ? 0 : 20) + required;
}

function mockOrigin(project: Project): string {
  const { host, port } = addressOf({}, project);
  return originOf(host, mockPortOf({}, project, port));
}
