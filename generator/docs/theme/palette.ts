// The colours of the portal, as `portal/shared/tokens.css` has them, and the contrast between two colours.

/** The colours of one mode by the names of their CSS variables, without `--`. */
export type Palette = Readonly<Record<string, string>>;

/** The colour of one mode, for each variable that has one for both, as in `--ground: light-dark(#f5f6f8, #0d121b)`. */
export function paletteIn(css: string, mode: 'light' | 'dark'): Palette {
  const found = css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]+),\s*(#[0-9a-f]+)\)/gi);
  return Object.fromEntries([...found].map(([, name = '', light = '', dark = '']) => [name, full(mode === 'light' ? light : dark)]));
}

/** `#fff` is written `#ffffff`, as comparisons need it. */
function full(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  return short === null
    ? color
    : `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`;
}

/** From 1 to 21 (WCAG 2.2, relative luminance and contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** So much of the first colour in the second, from 0 to 1. */
export function mixed(color: string, into: string, part: number): string {
  const below = channels(into);
  const sum = channels(color).map((channel, index) => Math.round(channel * part + (below[index] ?? 0) * (1 - part)));
  return `#${sum.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
