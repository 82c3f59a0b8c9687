// The option `theme`: the brand of the documentation. Its type, and the faults of its form; `docs/theme` looks at colours and pictures.
import { isRecord } from '../base/is-record.ts';
import { unknownOption } from './option-text.ts';

/** The brand that `octavo docs` and `octavo dev` show. */
export interface ThemeOption {
  /** Title of the portal. Default: the title of the document where there is one, otherwise `Interfaces`. */
  readonly name?: string;
  /** Path of an SVG or PNG file for the header, relative to the configuration file; or one for each mode. Default: the sign of Octavo. */
  readonly logo?: string | { readonly light: string; readonly dark: string };
  /** Path of an SVG or PNG file for the tabs of browsers, relative to the configuration file. Default: the sign of Octavo. */
  readonly icon?: string;
  /** Colours as `#rrggbb`, of the light mode and of the dark one. Default: those of Octavo. */
  readonly colors?: { readonly light?: ThemeColors; readonly dark?: ThemeColors };
}

export interface ThemeColors {
  /** Links, buttons and what is chosen. */
  readonly accent?: string;
  /** Text on a button in the colour `accent`. */
  readonly onAccent?: string;
  /** The page. */
  readonly background?: string;
  /** Cards and the header. */
  readonly surface?: string;
  readonly text?: string;
}

const THEME_COLORS = ['accent', 'onAccent', 'background', 'surface', 'text'] as const satisfies readonly (keyof ThemeColors)[];
const MODES = ['light', 'dark'] as const;

export interface OptionFault {
  /** `theme.colors.light.accent` */
  readonly option: string;
  readonly says: string;
}

export function themeFaults(theme: unknown): OptionFault[] {
  if (!isRecord(theme)) return [];
  return [
    ...unknownKeys(theme, 'theme', ['name', 'logo', 'icon', 'colors']),
    ...(theme.name === undefined || isText(theme.name) ? [] : [mustBe('theme.name', 'a string')]),
    ...logoFaults(theme.logo),
    ...(theme.icon === undefined || isText(theme.icon) ? [] : [mustBe('theme.icon', 'the path of a picture')]),
    ...colorsFaults(theme.colors),
  ];
}

function logoFaults(logo: unknown): OptionFault[] {
  if (logo === undefined || isText(logo)) return [];
  if (!isRecord(logo)) return [mustBe('theme.logo', 'the path of a picture, or an object with `light` and `dark`')];
  return [
    ...unknownKeys(logo, 'theme.logo', MODES),
    ...MODES.flatMap((mode) => (isText(logo[mode]) ? [] : [mustBe(`theme.logo.${mode}`, 'the path of a picture', 'theme.logo')])),
  ];
}

function colorsFaults(colors: unknown): OptionFault[] {
  if (colors === undefined) return [];
  if (!isRecord(colors)) return [mustBe('theme.colors', 'an object with `light` and `dark`')];
  const faults = unknownKeys(colors, 'theme.colors', MODES);
  for (const mode of MODES) {
    const one = colors[mode];
    const at = `theme.colors.${mode}`;
    if (one === undefined) continue;
    if (!isRecord(one)) {
      faults.push(mustBe(at, 'an object of colours'));
      continue;
    }
    faults.push(...unknownKeys(one, at, THEME_COLORS));
    for (const name of THEME_COLORS) {
      const color = one[name];
      if (color !== undefined && !(isText(color) && /^#[0-9a-f]{6}$/i.test(color)))
        faults.push(mustBe(`${at}.${name}`, 'a colour as `#rrggbb`'));
    }
  }
  return faults;
}

function unknownKeys(value: Readonly<Record<string, unknown>>, at: string, known: readonly string[]): OptionFault[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ option: `${at}.${key}`, says: unknownOption(`${at}.`, key, known) }));
}

function mustBe(option: string, what: string, place = option): OptionFault {
  return { option: place, says: `\`${option}\` must be ${what}.` };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
