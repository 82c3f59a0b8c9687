// Declares what all pages of a site share.
import type { Version } from '../versions/versions.ts';

export interface Frame {
  /** The title of the portal. */
  readonly title: string;
  /** The icon of tabs, as a `data:` URL. Default: the sign of the portal. */
  readonly icon?: string;
  readonly services: readonly { readonly id: string; readonly title: string }[];
  /** The versions of each document that has several, the newest first. */
  readonly versions?: ReadonlyMap<string, readonly Version[]>;
  /** Whether the site has these pages. */
  readonly pages: ReadonlySet<OptionalPage>;
  /** Whether `octavo dev` serves the site. Scripts then ask it for the addresses and states of mocks and services. */
  readonly isDev: boolean;
}

export type OptionalPage = 'sandbox' | 'statements' | 'changelog';
