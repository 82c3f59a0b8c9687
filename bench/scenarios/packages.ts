// What the bench takes from the packages of this folder. They are loaded by path, since the workspace does without them.
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(import.meta.dirname, 'node_modules/@typespec');

export const specs = join(packages, 'http-specs/specs');

export function packageVersion(name: string): string {
  return (JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as { version: string }).version;
}

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(join(packages, path)).href)) as Module;
}

interface SourceFile {
  readonly text: string;
}

interface Host {
  readFile(path: string): Promise<SourceFile>;
}

interface Compiler {
  readonly NodeHost: Host;
  compile(host: Host, main: string, options: { noEmit: true }): Promise<object>;
  createSourceFile(text: string, path: string): SourceFile;
}

export type OpenApiDocument = Readonly<{
  servers?: readonly { url: string; variables?: Readonly<Record<string, { default: string }>> }[];
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  components?: { securitySchemes?: Readonly<Record<string, SecurityScheme>> };
}>;

export interface SecurityScheme {
  readonly type: string;
  readonly name?: string;
  readonly scheme?: string;
}

interface Emitter {
  getOpenAPI3(program: object, options: { 'openapi-versions': readonly string[] }): Promise<readonly ServiceRecord[]>;
}

type ServiceRecord =
  | { readonly versioned: false; readonly document: OpenApiDocument }
  | { readonly versioned: true; readonly versions: readonly { readonly version: string; readonly document: OpenApiDocument }[] };

/** Text that may hold the address of the mock. */
interface Resolver {
  serialize(config: { baseUrl: string }): string;
}

export interface MockBody {
  readonly contentType: string;
  readonly rawContent: string | Buffer | Resolver | undefined;
  readonly streamChunks?: readonly Buffer[];
}

export interface MockFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly buffer: Buffer;
  readonly mimetype: string;
}

export interface MockForm {
  readonly kind: 'multipart';
  readonly contentType: string;
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly files?: readonly MockFile[];
}

/** One request that the mock expects, and what it answers. */
export interface MockApi {
  readonly uri: string;
  readonly method: string;
  readonly request?: {
    readonly query?: Readonly<Record<string, unknown>>;
    readonly pathParams?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly body?: MockBody | MockForm;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly body?: MockBody;
  };
}

export interface Scenario {
  readonly passCondition: string;
  readonly apis: readonly MockApi[];
}

interface SpecApi {
  expandDyns<T>(value: T, config: { baseUrl: string }): T;
  validateXmlBodyEquals(request: { rawBody: string }, expected: string | Resolver, config: { baseUrl: string }): void;
}

interface MockApp {
  readonly router: unknown;
  readonly server: { use(path: string, router: unknown): void; start(): Promise<number> };
  resolverConfig: { baseUrl: string };
  coverageTracker: { trackEndpointResponse(): Promise<void> };
  registerScenario(name: string, scenario: Scenario): void;
}

export const compiler = (): Promise<Compiler> => load('compiler/dist/src/index.js');
export const emitter = (): Promise<Emitter> => load('openapi3/dist/src/index.js');
export const specApi = (): Promise<SpecApi> => load('spec-api/dist/index.js');

/** Starts the mock server of the scenarios on a free port, and gives its address. It judges each request. */
export async function startMock(folders: readonly string[]): Promise<string> {
  const { MockApiApp } = await load<{ MockApiApp: new (config: object) => MockApp }>('spector/dist/src/app/app.js');
  const { logger } = await load<{ logger: { level: string } }>('spector/dist/src/logger.js');
  logger.level = 'error';
  const app = new MockApiApp({ port: 0, scenarioPath: specs, coverageFile: devNull });
  // Which scenarios passed is counted here, for each end.
  app.resolverConfig = { baseUrl: '' };
  app.coverageTracker = { trackEndpointResponse: async () => {} };
  for (const folder of folders) {
    for (const [name, scenario] of Object.entries(await loadScenarios(folder))) app.registerScenario(name, scenario);
  }
  app.server.use('/', app.router);
  app.resolverConfig.baseUrl = `http://localhost:${await app.server.start()}`;
  return app.resolverConfig.baseUrl;
}

export async function loadScenarios(folder: string): Promise<Readonly<Record<string, Scenario>>> {
  return (await load<{ Scenarios: Readonly<Record<string, Scenario>> }>(`http-specs/dist/specs/${folder}/mockapi.js`)).Scenarios;
}
