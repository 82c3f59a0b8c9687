// Declares the options of `buildDocs`: the documents that the site is built from, and the folder that it is written to.
import type { HeldOptions } from '../emit/held/forms.ts';
import type { Description } from '../load/description.ts';
import type { Service } from '../model/service.ts';
import type { Changelog } from './changelog-page.ts';
import type { SamplesOptions } from './samples/index.ts';
import type { Statement } from './statements.ts';
import type { Theme } from './theme/theme.ts';

export interface DocsDocument {
  readonly description: Description;
  readonly service: Service;
  /** The types that samples use for int64 and date-time. Default: those of JSON. */
  readonly held?: HeldOptions;
  /** The id of the document that is the newest version of this one. */
  readonly versionOf?: string;
}

export interface DocsOptions {
  readonly documents: readonly DocsDocument[];
  /** Folder of the site; files with the names of its files are replaced. */
  readonly out: string;
  /** Project folder. Redocly is resolved from here (without it, references are plain lists), and temporary files go to its `.octavo`. */
  readonly root: string;
  /** Default: the name of the theme, or else the title of the only document, or `Interfaces`. */
  readonly title?: string;
  /** The brand. Default: that of Octavo. */
  readonly theme?: Theme;
  /** The module that the samples of a service import: `@octavo/interfaces/h-email`, or a relative path. */
  readonly clientModule: (service: Service) => string;
  readonly runtime: string;
  /** The address that answers for a server of a service in the mock. With it, each page names the mock and has samples for it. */
  readonly mockUrl?: (service: Service, server: string) => string;
  /** The base address of a service's implementation, which the portal links; `undefined` where none runs. */
  readonly liveUrl?: (service: Service) => string | undefined;
  /** Whether `octavo dev` serves the site: the sandbox needs it, and other pages then show the states of mocks and services. */
  readonly isDev?: boolean;
  /** The statements that `x-statements` refer to; absent if the project has no file of statements. */
  readonly statements?: readonly Statement[];
  /** The changes from tag to tag; absent for a site without that page. */
  readonly changelog?: Changelog;
  /** Ids of the documents that have changed, whose pages to rebuild; pages that show all documents are always rebuilt. */
  readonly only?: ReadonlySet<string>;
  /** Whether files have compressed copies, for servers that send them. Default: yes, unless `octavo dev` serves the site. */
  readonly hasCopies?: boolean;
  /** References are plain lists even where Redocly is installed. */
  readonly isPlain?: boolean;
  /** Called when all pages but those that Redocly builds are written. */
  readonly onPages?: () => void;
  readonly signal?: AbortSignal;
}

export function samplesOptions(
  { clientModule, runtime, mockUrl }: DocsOptions,
  { service, held }: Pick<DocsDocument, 'service' | 'held'>,
): SamplesOptions {
  return {
    clientModule: clientModule(service),
    runtime,
    ...(held === undefined ? {} : { held }),
    ...(mockUrl === undefined ? {} : { mockUrl }),
  };
}
