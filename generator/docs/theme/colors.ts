// The colours of a theme in CSS, and the text that they would make hard to read.
import { contrastOf, mixed, type Palette } from './palette.ts';

/** The colours that a theme may set, as the configuration has them. */
export interface Colors {
  readonly accent?: string;
  readonly onAccent?: string;
  readonly background?: string;
  readonly surface?: string;
  readonly text?: string;
}

const COLORS: readonly (keyof Colors)[] = ['accent', 'onAccent', 'background', 'surface', 'text'];

/** The variables that change: the colours as they are given, and those that follow from them. */
export function variablesOf({ accent, onAccent, background, surface, text }: Colors, standard: Palette): Readonly<Record<string, string>> {
  const paper = surface ?? colorOf(standard, 'paper');
  const ink = text ?? colorOf(standard, 'ink');
  const plain = background !== undefined || surface !== undefined || text !== undefined;
  return {
    ...(background === undefined ? {} : { ground: background }),
    ...(surface === undefined ? {} : { paper: surface }),
    ...(text === undefined ? {} : { ink: text }),
    ...(plain
      ? {
          raised: mixed(ink, paper, 0.07),
          code: mixed(ink, paper, 0.04),
          line: mixed(ink, paper, 0.16),
          'line-strong': mixed(ink, paper, 0.52),
          soft: mixed(ink, paper, 0.74),
        }
      : {}),
    ...(accent === undefined ? {} : { accent, focus: accent }),
    ...(accent === undefined && !plain ? {} : { 'accent-soft': mixed(accent ?? colorOf(standard, 'accent'), paper, 0.1) }),
    ...(onAccent === undefined ? {} : { 'accent-ink': onAccent }),
  };
}

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;

export interface Unreadable {
  /** The colour to change: one that the theme sets. */
  readonly option: keyof Colors;
  readonly color: string;
  readonly other: string;
  /** What the two colours are. */
  readonly pair: string;
  readonly contrast: number;
}

type Pair = readonly [text: string, on: string, pair: string, options: readonly (keyof Colors)[]];

/** Text of the portal, what it stands on, and which of the two a theme would change, first the one that is likelier to be meant. */
const PAIRS: readonly Pair[] = [
  ['ink', 'ground', 'text on the page', ['text', 'background']],
  ['ink', 'paper', 'text on a card', ['text', 'surface']],
  ['ink', 'code', 'text of code', ['text', 'surface']],
  ['soft', 'ground', 'quiet text on the page', ['background', 'text', 'surface']],
  ['soft', 'paper', 'quiet text on a card', ['surface', 'text', 'background']],
  ['soft', 'raised', 'text of a mark', ['surface', 'text', 'background']],
  ['accent', 'ground', 'a link on the page', ['accent', 'background']],
  ['accent', 'paper', 'a link on a card', ['accent', 'surface']],
  ['accent', 'accent-soft', 'text of what is chosen', ['accent', 'surface', 'background', 'text']],
  ['ink', 'accent-soft', 'text on what is chosen', ['accent', 'text', 'surface', 'background']],
  ['accent-ink', 'accent', 'text on a button', ['onAccent', 'accent']],
  ['good', 'ground', 'the green of a good state on the page', ['background']],
  ['good', 'paper', 'the green of a good state on a card', ['surface']],
  ['warn', 'ground', 'the yellow of a warning on the page', ['background']],
  ['warn', 'paper', 'the yellow of a warning on a card', ['surface']],
  ['bad', 'ground', 'the red of a fault on the page', ['background']],
  ['bad', 'paper', 'the red of a fault on a card', ['surface']],
  ['violet', 'paper', 'the violet of a method on a card', ['surface']],
];

/** What a reader could not read: for each colour of the theme the first of the pairs. */
export function unreadable(colors: Colors, standard: Palette): readonly Unreadable[] {
  const palette = { ...standard, ...variablesOf(colors, standard) };
  const found = PAIRS.flatMap(([text, on, pair, options]): Unreadable[] => {
    const [front, behind] = [colorOf(palette, text), colorOf(palette, on)];
    const contrast = contrastOf(front, behind);
    const option = options.find((name) => colors[name] !== undefined);
    if (contrast >= LEAST || option === undefined) return [];
    return [{ option, color: colors[option] ?? '', other: colors[option] === front ? behind : front, pair, contrast }];
  });
  return COLORS.flatMap((name) => found.find(({ option }) => option === name) ?? []);
}

/** The rule that sets the colours of both modes. A variable is one for both, so a mode that does not change keeps its colour by name. */
export function colorsCss(light: Palette, dark: Palette, standard: Readonly<Record<'light' | 'dark', Palette>>): string {
  const names = [...new Set([...Object.keys(light), ...Object.keys(dark)])];
  if (names.length === 0) return '';
  const lines = names.map((name) => {
    const [day, night] = [light[name] ?? colorOf(standard.light, name), dark[name] ?? colorOf(standard.dark, name)];
    return `--${name}:light-dark(${day},${night})`;
  });
  return `:root{${lines.join(';')}}\n`;
}

function colorOf(palette: Palette, name: string): string {
  const color = palette[name];
  if (color === undefined) throw new Error(`The styles of the portal have no colour \`--${name}\`.`);
  return color;
}
