// Sends Portman to each bed without a fault and with one fault at a time, as run.ts sends `octavo conform`: `npm --prefix bench/beds ci`, then
// `node bench/beds/portman.ts warehouse 3`. Portman writes a Postman collection from the document, with all of its contract tests and all of its
// variations, and Newman sends that. Portman gets what `octavo conform` gets: the document, the address and a credential. A fault counts as found
// where an assertion fails that does not fail without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bed, Secret } from './bed.ts';
import { chosen, hunt, type Reported } from './hunt.ts';
import { readDocument } from './schemas.ts';

const require = createRequire(import.meta.url);
const PORTMAN = require.resolve('@apideck/portman/bin/portman');
const NEWMAN = join(require.resolve('newman/package.json'), '../bin/newman.js');

const on = { enabled: true };
const sizes = { requiredFields: on, minimumNumberFields: on, maximumNumberFields: on, minLengthFields: on, maxLengthFields: on };
const everywhere = { openApiOperation: '*::/*' };
/** Portman's test of a status takes one number, and a service may choose among several: so the one test of a variation is written here. */
const REFUSED = "pm.test(pm.info.requestName + ' is refused', () => pm.response.to.be.clientError);";

const CONFIGURATION = {
  version: 1,
  tests: {
    contractTests: [{ ...everywhere, statusSuccess: on, contentType: on, jsonBody: on, schemaValidation: on, headersPresent: on }],
    variationTests: [
      {
        ...everywhere,
        variations: [
          {
            name: 'Changed',
            fuzzing: [{ requestBody: [sizes], requestQueryParams: [sizes], requestHeaders: [sizes] }],
            tests: { extendTests: [{ ...everywhere, tests: [REFUSED], append: true }] },
          },
        ],
      },
    ],
  },
};

/** Both tools end with another code than 0 where they find something. */
async function node(args: readonly string[], cwd: string): Promise<void> {
  const [, signal] = await once(spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout: 900_000 }), 'exit');
  if (signal !== null) throw new Error(`${args[0]} did not end within 15 minutes.`);
}

/** The variables that a collection has for a secret. */
function secretVariables(type: string, secret: Secret): (readonly [string, string])[] {
  if (typeof secret === 'string') return [[type === 'apiKey' ? 'apiKey' : 'bearerToken', secret]];
  return [
    ['basicAuthUsername', secret.username],
    ['basicAuthPassword', secret.password],
  ];
}

/** The variables of the collection: the address, and a secret for each kind of security scheme. */
function variablesOf(bed: Bed, url: string): readonly string[] {
  const [secrets = {}] = Object.values(bed.credentials);
  const schemes = Object.entries(readDocument(bed.document).components.securitySchemes ?? {}) as [string, { readonly type: string }][];
  const values = schemes.flatMap(([name, scheme]) => secretVariables(scheme.type, secrets[name] ?? ''));
  return [['baseUrl', url] as const, ...values].flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
}

interface NewmanReport {
  readonly run: {
    readonly failures: readonly {
      readonly error: { readonly test?: string; readonly message: string };
      readonly source?: { readonly name?: string };
    }[];
  };
}

async function failures(bed: Bed, url: string, folder: string): Promise<readonly Reported[]> {
  const out = join(folder, 'newman.json');
  rmSync(out, { force: true });
  await node([NEWMAN, 'run', 'collection.json', ...variablesOf(bed, url), '--reporters', 'json', '--reporter-json-export', out], folder);
  const { run } = JSON.parse(readFileSync(out, 'utf8')) as NewmanReport;
  return run.failures.map(({ error, source }) => [JSON.stringify([source?.name, error.test, error.message.replace(/\d+/g, '#')])]);
}

const { beds, step } = chosen(process.argv.slice(2));
for (const bed of beds) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-portman-'));
  try {
    writeFileSync(join(folder, 'portman.json'), JSON.stringify(CONFIGURATION));
    await node([PORTMAN, '--local', bed.document, '--portmanConfigFile', 'portman.json', '--output', 'collection.json'], folder);
    const hunted = await hunt({ bed, step, faultless: 3, test: (url) => failures(bed, url, folder) });
    console.log(`### Bed ${bed.name}: ${hunted.falseAlarms} assertions that fail without a fault\n\n${hunted.text}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
