// Reads the brand of a project: its name, its icon, and styles with its logo and colours. What readers could not see well is refused.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Location, Problems } from '../../base/problem.ts';
import { portalFolder } from '../portal-files.ts';
import { type Colors, colorsCss, unreadable, variablesOf } from './colors.ts';
import { paletteIn } from './palette.ts';
import { logoCss, type Picture, readPicture } from './pictures.ts';

/** The option `theme` of a configuration, which has been checked. */
interface ThemeOption {
  readonly name?: string;
  readonly logo?: string | { readonly light: string; readonly dark: string };
  readonly icon?: string;
  readonly colors?: { readonly light?: Colors; readonly dark?: Colors };
}

export interface Theme {
  readonly name?: string;
  /** A `data:` URL for tabs. */
  readonly icon?: string;
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
export async function readTheme({ name, logo, icon, colors = {} }: ThemeOption, place: ThemePlace, problems: Problems): Promise<Theme> {
  const styles = readFileSync(path.join(await portalFolder(), 'base.css'), 'utf8');
  const standard = { light: paletteIn(styles, 'light'), dark: paletteIn(styles, 'dark') };
  for (const mode of ['light', 'dark'] as const) checkContrast(mode, colors[mode] ?? {}, standard[mode], place, problems);
  const variables = colorsCss(variablesOf(colors.light ?? {}, standard.light), variablesOf(colors.dark ?? {}, standard.dark), standard);
  const logos = logo === undefined ? undefined : readLogos(logo, place, problems);
  const sign = icon === undefined ? undefined : findPicture('icon', icon, 'theme.icon', place, problems);
  return {
    ...(name === undefined ? {} : { name }),
    ...(sign === undefined ? {} : { icon: sign.url }),
    css: `${variables}${logos === undefined ? '' : logoCss(logos.light, logos.dark)}`,
  };
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
  place: ThemePlace,
  problems: Problems,
): Record<'light' | 'dark', Picture> | undefined {
  const find = (file: string, option: string): Picture | undefined => findPicture('logo', file, option, place, problems);
  const isOne = typeof logo === 'string';
  const light = isOne ? find(logo, 'theme.logo') : find(logo.light, 'theme.logo.light');
  const dark = isOne ? light : find(logo.dark, 'theme.logo.dark');
  return light === undefined || dark === undefined ? undefined : { light, dark };
}

/** `undefined`, and a problem at the option, for a picture that cannot be shown. */
function findPicture(
  kind: 'logo' | 'icon',
  file: string,
  option: string,
  { root, placeOf }: ThemePlace,
  problems: Problems,
): Picture | undefined {
  const found = readPicture(kind, path.resolve(root, file), file);
  if (!('message' in found)) return found;
  problems.add({
    code: kind === 'logo' ? 'theme-logo' : 'theme-icon',
    severity: 'error',
    location: placeOf(option),
    message: `\`${option}\`: ${found.message}`,
    fix: found.fix,
  });
  return undefined;
}
