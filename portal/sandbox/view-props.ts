// Declares the props that all views of the sandbox get.
import type { SiteService } from '../shared/site.ts';
import type { ControlClient } from './control.ts';

export interface ViewProps {
  readonly control: ControlClient;
  /** Names of the services of the sandbox. */
  readonly names: readonly string[];
  /** The services of the site, for the names of documents and operations. */
  readonly services: readonly SiteService[];
}
