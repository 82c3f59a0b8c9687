// Reads the brand that the configuration of a project gives its documentation.
import type { Problems } from '../base/problem.ts';
import type { Project } from '../config/config.ts';
import { readTheme, type Theme } from '../docs/theme/theme.ts';

/** Adds problems at their places in the configuration. */
export async function themeOf({ theme, root, configFile }: Project, problems: Problems): Promise<Theme | undefined> {
  if (theme === undefined || configFile === undefined) return undefined;
  // It reads TypeScript, which no other part of a run without faults needs.
  const { placeOf } = await import('../config/option-place.ts');
  return await readTheme(theme, { root, placeOf: placeOf(configFile) }, problems);
}
