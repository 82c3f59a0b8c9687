// Reads the brand of a project: its name, and styles with its logo and colours. What readers could not see well is refused.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Location, Problems } from '../../base/problem.ts';
import { portalFolder } from '../portal-files.ts';
import { type Colors, colorsCss, unreadable, variablesOf } from './colors.ts';
import { type Logo, logoCss, readLogo } from './logo.ts';
import { paletteIn } from './palette.ts';

/** The option `theme` of a configuration, which has been checked. */
interface ThemeOption {
  readonly name?: string;
  readonly logo?: string | { readonly light: string; readonly dark: string };
  readonly colors?: { readonly light?: Colors; readonly dark?: Colors };
}

export interface Theme {
  readonly name?: string;
  /** Styles that follow those of the portal. */
  readonly css: string;
}

interface ThemePlace {
  /** Paths are relative to it. */
  readonly root: string;
  /** Where the configuration writes `theme.logo` and its other options. */
  readonly placeOf: (option: string) => Location;
}

/** Adds a problem for each colour and picture that the portal cannot show. */
export async function readTheme({ name, logo, colors = {} }: ThemeOption, place: ThemePlace, problems: Problems): Promise<Theme> {
  const styles = readFileSync(path.join(await portalFolder(), 'base.css'), 'utf8');
  const standard = { light: paletteIn(styles, 'light'), dark: paletteIn(styles, 'dark') };
  for (const mode of ['light', 'dark'] as const) checkContrast(mode, colors[mode] ?? {}, standard[mode], place, problems);
  const variables = colorsCss(variablesOf(colors.light ?? {}, standard.light), variablesOf(colors.dark ?? {}, standard.dark), standard);
  const logos = logo === undefined ? undefined : readLogos(logo, place, problems);
  return { ...(name === undefined ? {} : { name }), css: `${variables}${logos === undefined ? '' : logoCss(logos.light, logos.dark)}` };
}

function checkContrast(
  mode: 'light' | 'dark',
  colors: Colors,
  standard: Readonly<Record<string, string>>,
  { placeOf }: ThemePlace,
  problems: Problems,
): void {
  for (const { option, color, other, pair, contrast } of unreadable(colors, standard)) {
    const name = `theme.colors.${mode}.${option}`;
    problems.add({
      code: 'theme-contrast',
      severity: 'error',
      message: `\`${name}\` is hard to read: ${pair} (\`${color}\` and \`${other}\`) would have a contrast of ${contrast.toFixed(1)} to 1.`,
      fix: `Choose a colour with a contrast of at least 4.5 to 1 there, such as ${mode === 'light' ? 'darker text or a lighter ground' : 'lighter text or a darker ground'}.`,
      location: placeOf(name),
    });
  }
}

function readLogos(
  logo: NonNullable<ThemeOption['logo']>,
  { root, placeOf }: ThemePlace,
  problems: Problems,
): Record<'light' | 'dark', Logo> | undefined {
  const read = (file: string, option: string): Logo | undefined => {
    const found = readLogo(path.resolve(root, file), file);
    if (!('message' in found)) return found;
    problems.add({
      code: 'theme-logo',
      severity: 'error',
      location: placeOf(option),
      message: `\`${option}\`: ${found.message}`,
      fix: found.fix,
    });
    return undefined;
  };
  const isOne = typeof logo === 'string';
  const light = isOne ? read(logo, 'theme.logo') : read(logo.light, 'theme.logo.light');
  const dark = isOne ? light : read(logo.dark, 'theme.logo.dark');
  return light === undefined || dark === undefined ? undefined : { light, dark };
}
